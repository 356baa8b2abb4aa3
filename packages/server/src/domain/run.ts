import type { ErrorCode } from '@agent-skill-runner/contract/errors.ts'
import type { JobResult, Warning } from '@agent-skill-runner/contract/job.ts'
import type { Details } from '../lib/fault.ts'
import type { DayLimits } from './budget.ts'
import type { Answer, Question } from './conversation.ts'
import type { Tokens } from './engine-event.ts'
import type { EngineTried, Fallback } from './fail-over.ts'
import type { Exceeded } from './resource-limit.ts'

export const runStates = ['queued', 'running', 'waiting_user', 'succeeded', 'failed', 'canceled'] as const
export type RunState = (typeof runStates)[number]
export type TerminalState = 'succeeded' | 'failed' | 'canceled'

export type Trigger =
  | 'turn.started'
  | 'turn.needs_input'
  | 'turn.succeeded'
  | 'turn.failed'
  | 'interaction.reply.accepted'
  | 'interaction.auto_decide.timeout'
  | 'run.canceled'
  | 'restart.preserve_waiting'
  | 'restart.reconcile_failed'

/** Every legal move. A pair that is not here cannot happen. */
export const transitions = {
  queued: { 'turn.started': 'running', 'run.canceled': 'canceled', 'restart.reconcile_failed': 'failed' },
  running: {
    'turn.needs_input': 'waiting_user',
    'turn.succeeded': 'succeeded',
    'turn.failed': 'failed',
    'run.canceled': 'canceled',
    'restart.reconcile_failed': 'failed',
  },
  waiting_user: {
    'interaction.reply.accepted': 'queued',
    'interaction.auto_decide.timeout': 'queued',
    'run.canceled': 'canceled',
    'restart.preserve_waiting': 'waiting_user',
    'restart.reconcile_failed': 'failed',
  },
  succeeded: {},
  failed: {},
  canceled: {},
} as const satisfies Record<RunState, Partial<Record<Trigger, RunState>>>

export function next(state: RunState, trigger: Trigger): RunState | undefined {
  const moves: Partial<Record<Trigger, RunState>> = transitions[state]
  return moves[trigger]
}

export const isTerminal = (state: RunState): state is TerminalState => Object.keys(transitions[state]).length === 0

export type RunId = string
export type JobId = string
/** Names the files that came with one request, also before anybody knows whether they count. */
export type UploadId = string
/** Names one start of the server: a run whose owner is another boot has no living owner. */
export type BootId = string
/** Names the server of a data folder, for good: several may work on one database. */
export type NodeId = string
/** ISO-8601 UTC with Z; sorts as text. */
export type Instant = string

/** How much help the output took; null: none. */
export type NormalizationLevel = JobResult['normalization_level']

export interface RunError {
  readonly code: ErrorCode
  readonly message: string
  readonly details: Details
}

/** How far the two event files of the current attempt are true. What lies beyond is cut or ignored. */
export interface CommitPoint {
  readonly raspSeq: number
  readonly raspBytes: number
  readonly fcmpSeq: number
  readonly fcmpBytes: number
  /** Time of the newest event: times never run backwards within a run. */
  readonly lastAt: Instant | null
}

export const nothingCommitted: CommitPoint = { raspSeq: 0, raspBytes: 0, fcmpSeq: 0, fcmpBytes: 0, lastAt: null }

/** Who may write: an attempt that is no longer the current one is refused. */
export interface Fence {
  readonly attempt: number
  readonly owner: BootId
}

/** A state change, with everything that becomes true in the same transaction. */
export interface Move {
  /** The run as it was when the move was judged, and its events were written: on any other it does not happen. */
  readonly seen: Run
  readonly trigger: Trigger
  readonly committed: CommitPoint
  readonly at: Instant
  readonly fence?: Fence
  /** The attempt this move begins, and who begins it. */
  readonly begins?: Fence
  readonly error?: RunError
  readonly warnings?: readonly Warning[]
  readonly normalizationLevel?: NormalizationLevel
  readonly usage?: Tokens
  /** The question that it now waits with. A run that somebody wants canceled asks no more. */
  readonly asks?: Asking
  /** Only if this is the question that it waits with. */
  readonly answers?: Answering
  readonly recovery?: { readonly state: 'recovered_waiting' | 'failed_reconciled'; readonly reason: string }
}

/** A question on its way into the record, with what another attempt needs to go on. */
export interface Asking {
  readonly interaction: number
  readonly question: Question
  readonly expiresAt: Instant | null
  /** The engine's own id for resuming. */
  readonly session: string
}

export interface Answering {
  readonly interaction: number
  readonly answer: Answer
}

/** The process of an attempt: a pid alone may be somebody else's by now. */
export interface ProcessMark {
  readonly pid: number
  readonly startTime: string
}

interface RunBase {
  readonly id: RunId
  readonly projectId: string
  /** Who asked for it: the name of a token, or an address. */
  readonly caller: string
  readonly skillId: string
  readonly skillVersion: string
  readonly skillDigest: string
  /** Its skill lives only as long as it does, in a folder of its own. */
  readonly temporary: boolean
  /** Whose files are its own; null: nobody brought any yet. */
  readonly upload: UploadId | null
  readonly engine: string
  readonly model: string | null
  /** Of its CLI, when the job was created; null: no CLI takes part. */
  readonly engineVersion: string | null
  /** What the request set for it. */
  readonly engineConfig: Readonly<Record<string, unknown>>
  /** The engines that run the skill instead, one after the other, where those before them cannot reach their provider. */
  readonly fallbacks: readonly Fallback[]
  /** Those that could not, oldest first. */
  readonly enginesTried: readonly EngineTried[]
  /** What the token that asked for it may use in a day. */
  readonly dayLimits: DayLimits
  readonly executionMode: 'auto' | 'interactive'
  readonly input: Readonly<Record<string, unknown>>
  readonly parameter: Readonly<Record<string, unknown>>
  readonly timeoutSec: number
  readonly attempt: number
  readonly committed: CommitPoint
  readonly warnings: readonly Warning[]
  /** Of all attempts so far; null: nobody told. */
  readonly usage: Tokens | null
  /** Questions that were asked so far. */
  readonly interactionCount: number
  /** Those that the runner answered because nobody else did. */
  readonly autoDecisionCount: number
  readonly lastAutoDecisionAt: Instant | null
  /** The engine's own id for resuming, as of the last question; null: nobody was asked yet. */
  readonly session: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly startedAt: Instant | null
  readonly recoveryState: 'none' | 'recovered_waiting' | 'failed_reconciled'
  readonly recoveredAt: Instant | null
  readonly recoveryReason: string | null
}

/** A run carries exactly what its state means: no owner unless it runs, no error unless it failed. */
export type Run =
  | (RunBase & {
      readonly state: 'queued'
      /** It has no place in the queue yet: its files are still to come. */
      readonly awaitingUpload: boolean
    })
  | (RunBase & {
      readonly state: 'running'
      readonly owner: BootId
      readonly cancelRequestedAt: Instant | null
      readonly process: ProcessMark | null
    })
  | (RunBase & {
      readonly state: 'waiting_user'
      /** The question that it waits with; null: it is lost, and the run cannot go on. */
      readonly pendingInteraction: number | null
    })
  | (RunBase & { readonly state: 'succeeded'; readonly finishedAt: Instant; readonly normalizationLevel: NormalizationLevel })
  | (RunBase & { readonly state: 'failed'; readonly finishedAt: Instant; readonly error: RunError })
  | (RunBase & { readonly state: 'canceled'; readonly finishedAt: Instant; readonly error: RunError })

/** What is decided when the skill of a run is known. */
export type Decided = Pick<
  Run,
  | 'skillId'
  | 'skillVersion'
  | 'skillDigest'
  | 'engine'
  | 'model'
  | 'engineVersion'
  | 'engineConfig'
  | 'fallbacks'
  | 'timeoutSec'
  | 'warnings'
>

/** Created, and not startable before its files are there. */
export const awaitsUpload = (run: Run): boolean => run.state === 'queued' && run.awaitingUpload

export type RunIn<S extends RunState> = Extract<Run, { state: S }>

/** Nobody has decided anything about it since; its attempt may have told more. */
export const isAsSeen = (now: Run, seen: Run): boolean =>
  now.state === seen.state && now.attempt === seen.attempt && awaitsUpload(now) === awaitsUpload(seen)

/** Why an attempt is asked to stop. */
export type StopCause = 'canceled' | 'shutdown' | Exceeded
