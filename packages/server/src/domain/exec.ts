import type { Details, Fault } from '../lib/fault.ts'
import type { CreatedArtifact, FilesAsked, OutputError } from './exec-files.ts'
import type { Endpoint, ServiceSettings } from './exec-service.ts'
import type { Exceeded } from './resource-limit.ts'
import type { Instant, ProcessMark } from './run.ts'

/** Where commands of one project and owner run, and find what earlier ones left. */
export interface ExecSession {
  readonly id: string
  readonly projectId: string
  readonly owner: string
  /** How its owner calls it. */
  readonly alias: string
  readonly createdAt: Instant
  readonly lastUsedAt: Instant
}

export const taskStates = ['queued', 'starting', 'running', 'succeeded', 'failed', 'canceled'] as const
export type TaskState = (typeof taskStates)[number]

/** Final: nothing moves it any more. */
export const isEnded = (state: TaskState): boolean => state === 'succeeded' || state === 'failed' || state === 'canceled'

/** Why a command did not succeed. */
export interface ExecError {
  readonly code: ExecErrorCode
  readonly details: Details
}

/** Also that of whatever kept it from starting, such as a skill that was deleted while it waited. */
export type ExecErrorCode = Fault['code']

/** As it is told: of one that was canceled, with the words of whoever did. */
export const toldError = ({ error, cancelReason }: Pick<ExecTask, 'error' | 'cancelReason'>): ExecError | null =>
  error?.code === 'CANCELED_BY_USER' && cancelReason !== null
    ? { ...error, details: { ...error.details, reason: cancelReason } }
    : error

/** What is to be run, and as what: the same for a command that is waited for and for one that is not. */
export interface ExecCommand extends FilesAsked {
  readonly skill: string
  readonly versionHash: string
  readonly command: string
  /** Below the folder of the session; `skill`: the skill itself. */
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutSec: number
}

/** A service is a task that others connect to: it is ready at some time, and is not expected to end. */
export const taskKinds = ['task', 'service'] as const
export type TaskKind = (typeof taskKinds)[number]

/** A command that nobody waits for: it outlives the request, and the server. */
export interface ExecTask extends ExecCommand {
  readonly id: string
  readonly kind: TaskKind
  /** Null: it is no service. */
  readonly service: ServiceSettings | null
  /** Where the ports of a service are; empty until that is known. */
  readonly endpoints: readonly Endpoint[]
  readonly projectId: string
  readonly sessionId: string
  readonly sessionAlias: string
  readonly owner: string
  /** Of a step: its job, and its place there. */
  readonly jobId: string | null
  readonly stepIndex: number | null
  readonly state: TaskState
  readonly exitCode: number | null
  readonly error: ExecError | null
  readonly cancelRequestedAt: Instant | null
  /** In the words of whoever asked first; null: none were given. */
  readonly cancelReason: string | null
  readonly process: ProcessMark | null
  /** Hosts that it may reach; none: it has no network. */
  readonly network: readonly string[]
  readonly createdArtifacts: readonly CreatedArtifact[]
  readonly outputErrors: readonly OutputError[]
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
}

/** How a command ended, as whoever kept it tells. */
export interface CommandEnd {
  /** As wait() tells it. */
  readonly status: number
  /** Why it was ended; empty: it ended by itself. */
  readonly why:
    | ''
    | 'timed_out'
    | 'too_much_output'
    | 'idle'
    | 'canceled'
    | 'reaped'
    | 'startup_timeout'
    | 'pattern_too_slow'
    | LimitReason
}

/** That it used too much: which limit, how much it allows, and how much there was, in one word that is kept with its end. */
export type LimitReason = `limit:${string}`

export const limitReason = ({ limit, allowed, used }: Exceeded): LimitReason => `limit:${limit}:${allowed}:${used ?? ''}`

function exceededOf(why: LimitReason): Exceeded {
  const [, limit, allowed, used] = why.split(':')
  return { limit: limit as Exceeded['limit'], allowed: Number(allowed), used: used ? Number(used) : null }
}

const isLimit = (why: CommandEnd['why']): why is LimitReason => why.startsWith('limit:')

/** What becomes of a task with its end. */
export type TaskEnd = Pick<ExecTask, 'exitCode' | 'error'> & { readonly state: 'succeeded' | 'failed' | 'canceled' }

export function taskEndOf(
  { status, why }: CommandEnd,
  { timeoutSec, service }: Pick<ExecTask, 'timeoutSec' | 'service'>,
): TaskEnd {
  const exitCode = exitCodeOf(status)
  const failed = (code: ExecErrorCode, details: Details = {}): TaskEnd => ({
    state: 'failed',
    exitCode,
    error: { code, details },
  })
  if (why === 'timed_out') return failed('TIMEOUT', { timeout_sec: timeoutSec })
  if (why === 'too_much_output') return failed('OUTPUT_LIMIT')
  if (why === 'idle') return failed('ORPHANED_REAPED', { reason: 'idle', idle_sec: service?.idleSec ?? null })
  const startup = { startup_timeout_sec: service?.startupTimeoutSec ?? null }
  if (why === 'startup_timeout') return failed('STARTUP_TIMEOUT', startup)
  if (why === 'pattern_too_slow')
    return failed('STARTUP_TIMEOUT', { ...startup, reason: 'ready_pattern takes too long to match; use a simpler one' })
  if (isLimit(why)) return overLimit(exceededOf(why), exitCode)
  if (why !== '') return { state: 'canceled', exitCode, error: { code: 'CANCELED_BY_USER', details: {} } }
  return exitCode === 0 ? { state: 'succeeded', exitCode, error: null } : failed('NONZERO_EXIT', { exit_code: exitCode })
}

/** Its time was over before it began. */
export const lateTask = ({ timeoutSec }: Pick<ExecCommand, 'timeoutSec'>): TaskEnd => ({
  state: 'failed',
  exitCode: null,
  error: { code: 'TIMEOUT', details: { timeout_sec: timeoutSec } },
})

export const overLimit = (exceeded: Exceeded, exitCode: number | null): TaskEnd => ({
  state: 'failed',
  exitCode,
  error: { code: 'RESOURCE_LIMIT', details: { ...exceeded } },
})

/** Nobody knows how it ended. */
export const lostTask: TaskEnd = { state: 'failed', exitCode: null, error: { code: 'RUNNER_LOST', details: {} } }

/** It went on when its time was long over, and nobody but the reaper ended it. */
export const reapedTask: TaskEnd = { state: 'failed', exitCode: null, error: { code: 'ORPHANED_REAPED', details: {} } }

/** As a shell tells it: of a signal, 128 and its number. */
const exitCodeOf = (status: number): number => ((status & 127) === 0 ? status >> 8 : 128 + (status & 127))
