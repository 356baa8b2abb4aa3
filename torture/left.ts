import { hasEnded } from './ledger.ts'
import type { Marked } from './processes.ts'
import type { Rows } from './rows.ts'
import type { Complaints } from './story.ts'

/** What is there besides the records. */
export interface Found {
  readonly processes: readonly Marked[]
  readonly homes: readonly string[]
  readonly sessions: readonly string[]
  /** What was brought, in a folder for each job; anything else was being received. */
  readonly requests: readonly string[]
}

/** What nobody owns: a process or a home without a running run, a session of a run that has ended, half a file. */
export function leftComplaints(found: Found, { runs, jobs }: Pick<Rows, 'runs' | 'jobs'>): Complaints {
  const isRunning = (run: string, attempt?: number) => {
    const row = runs.get(run)
    return row?.state === 'running' && (attempt === undefined || row.attempt === attempt)
  }
  const mayGoOn = (run: string) => {
    const row = runs.get(run)
    return row !== undefined && !hasEnded(row.state)
  }
  return [
    ...found.processes
      .filter(({ run, attempt }) => !isRunning(run, attempt))
      .map(({ pid, run, attempt }) => `process ${pid} of ${run}:${attempt} is left`),
    ...found.homes.filter((run) => !isRunning(run)).map((run) => `the home of ${run} is left`),
    ...found.sessions.filter((run) => !mayGoOn(run)).map((run) => `the session of ${run} is left`),
    ...found.requests.filter((name) => !jobs.has(name)).map((name) => `${name} is left of what was being received`),
  ]
}
