import type { CommitPoint, Fence, Move, Run, RunId, RunState, Trigger } from '../domain/run.ts'
import type { Clock } from '../lib/clock.ts'
import { type EchoLimits, usualEcho } from './echo.ts'
import type { Profile } from './encode.ts'
import type { RaspDraft } from './rasp.ts'
import type { EventFiles } from './read.ts'

/** Where commit points are kept: the rows of the runs. */
export interface Ledger {
  get(run: RunId): Promise<Run | null>
  move(move: Move): Promise<Run | null>
  advance(run: RunId, fence: Fence, committed: CommitPoint): Promise<boolean>
}

export interface EventLogDeps {
  readonly ledger: Ledger
  readonly files: EventFiles
  readonly clock: Clock
  /** Events of one attempt wait this long, or until so many bytes have come, and are committed together. */
  readonly batchMs?: number
  readonly batchBytes?: number
  /** How what an engine says is read; all are scripts when it is left out. */
  readonly profileOf?: (engine: string) => Profile
  /** What counts as a repetition, for engines that repeat themselves. */
  readonly echo?: EchoLimits
  /** Others can reach the files, so what is written is remembered, and `changed` tells of what is not ours. */
  readonly isWatched?: boolean
  /** Does a write again that failed for a reason that may pass: the events of a run wait meanwhile, and in the end so does the run. */
  readonly patiently?: <T>(write: () => Promise<T>) => Promise<T>
  /** Told after every state change that was committed. */
  readonly onMove?: (run: Run) => void
}

/** With every choice made. */
export type Settled = Required<EventLogDeps>

export const usualBatches = { batchMs: 25, batchBytes: 256 * 1024, echo: usualEcho }

/** A change of state and what it brings along; the drafts are made from the run as it is at that instant. */
export interface StateChange
  extends Pick<
    Move,
    'fence' | 'begins' | 'error' | 'warnings' | 'normalizationLevel' | 'usage' | 'asks' | 'answers' | 'recovery'
  > {
  readonly run: RunId
  readonly job: string | null
  readonly trigger: Trigger
  /** The run by which its caller decided: what was decided about a queued one must not happen to a running one. */
  readonly seen?: Run
  readonly drafts: (from: RunState, to: RunState) => readonly RaspDraft[]
  /** When the events are in the files and the change is not yet committed: for what has to be there once it is. */
  readonly onWritten?: (committed: CommitPoint) => Promise<void>
}

/** Another attempt, or nobody, owns the run by now: this writer has to stop. */
export class Fenced extends Error {
  constructor(run: RunId, attempt: number) {
    super(`Attempt ${attempt} of ${run} is no longer the current one`)
    this.name = 'Fenced'
  }
}
