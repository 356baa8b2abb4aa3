import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Reaped } from './reap.ts'

export interface ReaperStatus {
  readonly running: boolean
  readonly lastStartedAt: string | null
  readonly lastFinishedAt: string | null
  /** Of the last one; null: it went well. */
  readonly lastError: string | null
  readonly last: Reaped
  /** Since the server started. */
  readonly total: Reaped
}

export interface Reaper {
  status(): ReaperStatus
  /** Once, after whichever is under way; throws what that threw. */
  run(): Promise<Reaped>
}

const nothing: Reaped = { overdue: 0, takenUp: 0, sessions: 0, tasks: 0, folders: 0, groups: 0, sandboxes: 0 }

/** One run at a time, and how the last one went. */
export function openReaper(clock: Clock, logger: Logger, reap: () => Promise<Reaped>): Reaper {
  const now = () => clock.now().toISOString()
  let turn: Promise<unknown> = Promise.resolve()
  let status: ReaperStatus = {
    ...{ running: false, lastStartedAt: null, lastFinishedAt: null, lastError: null },
    ...{ last: nothing, total: nothing },
  }
  const once = async (): Promise<Reaped> => {
    status = { ...status, running: true, lastStartedAt: now() }
    try {
      const last = await reap()
      status = { ...status, lastError: null, last, total: sumOf(status.total, last) }
      if (Object.values(last).some((count) => count > 0)) logger.info({ ...last }, 'reaper finished')
      return last
    } catch (error) {
      // What was thrown may hold paths of this machine, which are for the log.
      const lastError = `The reaper failed (${codeOf(error) || 'INTERNAL'}). The server log has the cause.`
      status = { ...status, lastError, last: nothing }
      throw error
    } finally {
      status = { ...status, running: false, lastFinishedAt: now() }
    }
  }
  return {
    status: () => status,
    run() {
      const run = turn.then(once)
      turn = run.catch(() => {})
      return run
    },
  }
}

const sumOf = (one: Reaped, other: Reaped): Reaped =>
  Object.fromEntries(Object.entries(one).map(([kind, count]) => [kind, count + other[kind as keyof Reaped]])) as unknown as Reaped
