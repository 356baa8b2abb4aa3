import type { Run, RunId, RunIn } from '../domain/run.ts'
import { scriptProfile } from './encode.ts'
import { type EventLogDeps, type Settled, type StateChange, usualBatches } from './log-deps.ts'
import { OpenLog } from './open-log.ts'
import type { RaspDraft } from './rasp.ts'

/** The one log of what happened: two files per attempt, true up to the commit point in the run's row. */
export class EventLog {
  readonly #deps: Settled
  readonly #open = new Map<RunId, OpenLog>()

  constructor(deps: EventLogDeps) {
    this.#deps = {
      ...usualBatches,
      profileOf: () => scriptProfile,
      onMove: () => {},
      patiently: (write) => write(),
      isWatched: false,
      ...deps,
    }
  }

  /** A state change and its events, together or not at all. Null: somebody else moved the run first, or there is none any more. */
  async move(change: StateChange): Promise<Run | null> {
    const moved = await this.#with(change.run, (log) => log.move(change))
    if (moved) this.#deps.onMove(moved)
    return moved
  }

  /** Events of a running attempt. Resolves at once while there is room, later when the disk is behind: that is the back-pressure. */
  append(run: RunIn<'running'>, job: string | null, drafts: readonly RaspDraft[]): Promise<void> {
    return this.#with(run.id, (log) => log.append(run, job, drafts))
  }

  /** What waits is written, and the next events are read by what the row of the run says then. */
  flush(run: RunId): Promise<void> {
    return this.#with(run, (log) => log.flush())
  }

  /** Files of a running attempt that somebody else wrote to; only where they are watched. */
  changed(run: RunId): Promise<string[]> {
    return this.#with(run, (log) => log.changed())
  }

  /** Encoded frames after a number, as they come, to the end of the run. Readers of one run share them. */
  async *follow(run: RunId, after: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    const log = this.#hold(run)
    try {
      yield* log.follow(after, signal)
    } finally {
      this.#release(run, log)
    }
  }

  /** There is no such run any more: whoever follows it is let go, and finds another one when it comes back. */
  letGo(run: RunId): void {
    this.#open.get(run)?.letGo()
  }

  /** Lets go of every file. What was not committed by now never happened. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((log) => log.close()))
  }

  /** How many runs are written or followed right now. */
  get size(): number {
    return this.#open.size
  }

  async #with<T>(run: RunId, use: (log: OpenLog) => Promise<T>): Promise<T> {
    const log = this.#hold(run)
    try {
      return await use(log)
    } finally {
      this.#release(run, log)
    }
  }

  #hold(run: RunId): OpenLog {
    const log = this.#open.get(run) ?? new OpenLog(run, this.#deps)
    this.#open.set(run, log)
    log.holders++
    return log
  }

  #release(run: RunId, log: OpenLog): void {
    log.holders--
    if (log.holders > 0 || log.busy) return
    this.#open.delete(run)
    // What counts is on the disk already; a file that does not close loses nothing.
    log.close().catch(() => {})
  }
}
