import type { Kysely } from 'kysely'
import type { JobId, RunId, TerminalState } from '../domain/run.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Tables } from './tables.ts'
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
      return commits.write(async (trx) => {
        const rows = await endedJobs(trx, filter, limit)
        const jobs = rows.map(({ id }) => id)
        if (jobs.length === 0) return { jobs, runs: [], cacheEntries: 0 }
        await trx.deleteFrom('jobs').where('id', 'in', jobs).execute()
        await forgetWebhooks(trx, jobs)
        const runs = await withoutJobs(trx, [...new Set(rows.map(({ runId }) => runId))])
        if (runs.length === 0) return { jobs, runs, cacheEntries: 0 }
        const { numDeletedRows } = await trx.deleteFrom('cache').where('runId', 'in', runs).executeTakeFirst()
        await trx.deleteFrom('interactions').where('runId', 'in', runs).execute()
        await trx.deleteFrom('runs').where('id', 'in', runs).execute()
        return { jobs, runs, cacheEntries: Number(numDeletedRows) }
      })
    },
  }
}

function endedJobs(trx: Kysely<Tables>, { projectId, before, state, skillId }: HistoryFilter, limit: number) {
  return (
    trx
      .selectFrom('jobs')
      .innerJoin('runs', 'runs.id', 'jobs.runId')
      .select(['jobs.id', 'jobs.runId'])
      // Only what has ended has an end; by the state, every sweep would look at every run.
      .where('runs.finishedAt', 'is not', null)
      .$if(state !== undefined, (q) => q.where('runs.state', '=', state ?? 'failed'))
      .$if(projectId !== undefined, (q) => q.where('jobs.projectId', '=', projectId ?? ''))
      .$if(skillId !== undefined, (q) => q.where('jobs.skillId', '=', skillId ?? ''))
      .$if(before !== undefined, (q) => q.where('runs.finishedAt', '<', before ?? '').where('jobs.createdAt', '<', before ?? ''))
      .orderBy('runs.finishedAt')
      .limit(limit)
      .execute()
  )
}

async function withoutJobs(trx: Kysely<Tables>, runs: readonly RunId[]): Promise<RunId[]> {
  const rows = await trx
    .selectFrom('runs')
    .select('id')
    .where('id', 'in', runs)
    .where((e) => e.not(e.exists(e.selectFrom('jobs').select('jobs.id').whereRef('jobs.runId', '=', 'runs.id'))))
    .execute()
  return rows.map(({ id }) => id)
}
