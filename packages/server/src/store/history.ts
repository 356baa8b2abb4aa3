import type { JobId, RunId, TerminalState } from '../domain/run.ts'
import type { GroupCommit } from './group-commit.ts'
import { allOf, given, marks, type Sql } from './sql.ts'
import { forgetWebhooks } from './webhooks.ts'

/** Which of the jobs that ended; what is left out does not matter. */
export interface HistoryFilter {
  readonly projectId?: string
  /** Both the run had ended and the job had been asked for by then: an old run that answered a young job is not old for it. */
  readonly before?: string
  readonly state?: TerminalState
  readonly skillId?: string
}

export interface Forgotten {
  readonly jobs: readonly JobId[]
  /** Those that no job refers to any more. */
  readonly runs: readonly RunId[]
  readonly cacheEntries: number
}

export function historyStore(commits: GroupCommit) {
  return {
    /** Forgets up to so many jobs, oldest first, and with the last job of a run the run and its place in the cache. */
    forget(filter: HistoryFilter, limit: number): Promise<Forgotten> {
      return commits.decide(async (trx) => {
        const rows = await endedJobs(trx, filter, limit)
        const jobs = rows.map(({ id }) => id)
        if (jobs.length === 0) return { jobs, runs: [], cacheEntries: 0 }
        await trx.run(`delete from jobs where id in (${marks(jobs)})`, jobs)
        await forgetWebhooks(trx, jobs)
        const runs = await withoutJobs(trx, [...new Set(rows.map(({ runId }) => runId))])
        if (runs.length === 0) return { jobs, runs, cacheEntries: 0 }
        const cacheEntries = await trx.run(`delete from cache where run_id in (${marks(runs)})`, runs)
        await trx.run(`delete from interactions where run_id in (${marks(runs)})`, runs)
        await trx.run(`delete from receipts where run_id in (${marks(runs)})`, runs)
        await trx.run(`delete from runs where id in (${marks(runs)})`, runs)
        return { jobs, runs, cacheEntries }
      })
    },
  }
}

function endedJobs(trx: Sql, { projectId, before, state, skillId }: HistoryFilter, limit: number) {
  const which = allOf(
    // Only what has ended has an end; by the state, every sweep would look at every run.
    { text: 'runs.finished_at is not null', values: [] },
    given('runs.state = ?', state),
    given('jobs.project_id = ?', projectId),
    given('jobs.skill_id = ?', skillId),
    given('runs.finished_at < ?', before),
    given('jobs.created_at < ?', before),
  )
  return trx.all<{ id: JobId; runId: RunId }>(
    `select jobs.id as "id", jobs.run_id as "runId" from jobs join runs on runs.id = jobs.run_id
     where ${which.text} order by runs.finished_at limit ?`,
    [...which.values, limit],
  )
}

async function withoutJobs(trx: Sql, runs: readonly RunId[]): Promise<RunId[]> {
  const rows = await trx.all<{ id: RunId }>(
    `select id from runs where id in (${marks(runs)}) and not exists (select 1 from jobs where jobs.run_id = runs.id)`,
    runs,
  )
  return rows.map(({ id }) => id)
}
