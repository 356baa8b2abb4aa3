import type { Clock } from '../lib/clock.ts'
import { codeOf } from '../lib/thrown.ts'

interface SweepStatus {
  readonly running: boolean
  readonly lastStartedAt: string | null
  readonly lastFinishedAt: string | null
  /** Of the last one; null: it went well. */
  readonly lastError: string | null
  readonly runsRemoved: number
  readonly runsRemovedTotal: number
}

export interface Sweeps {
  readonly everyMs: number
  status(): SweepStatus
  /** Sweeps once, after whichever is under way; throws what that threw. */
  run(): Promise<void>
}

/** Sweeps one at a time and remembers how the last one went. */
export function openSweeps(clock: Clock, everyMs: number, sweep: () => Promise<number>): Sweeps {
  const now = () => clock.now().toISOString()
  let last: Promise<unknown> = Promise.resolve()
  let status: SweepStatus = {
    running: false,
    lastStartedAt: null,
    lastFinishedAt: null,
    lastError: null,
    runsRemoved: 0,
    runsRemovedTotal: 0,
  }
  const once = async (): Promise<void> => {
    status = { ...status, running: true, lastStartedAt: now() }
    try {
      const removed = await sweep()
      status = { ...status, lastError: null, runsRemoved: removed, runsRemovedTotal: status.runsRemovedTotal + removed }
    } catch (error) {
      status = { ...status, lastError: wordsFor(error), runsRemoved: 0 }
      throw error
    } finally {
      status = { ...status, running: false, lastFinishedAt: now() }
    }
  }
  return {
    everyMs,
    status: () => status,
    run() {
      const run = last.then(once)
      last = run.catch(() => {})
      return run
    },
  }
}

/** What was thrown may hold paths of this machine, which are for the log. */
const wordsFor = (error: unknown): string => `The sweep failed (${codeOf(error) || 'INTERNAL'}). The server log has the cause.`
