import type { Job } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import type { Run, RunId } from '../domain/run.ts'
import type { Webhook } from '../domain/webhook.ts'
import { jobs, runs } from './columns.ts'
import type { GroupCommit } from './group-commit.ts'
import { onceIn, type Told } from './idempotency.ts'
import { jobRowOf, runOf } from './rows.ts'
import type { Sql } from './sql.ts'
import type { RunsTable } from './tables.ts'
import { keepWebhook, tellOfAnswer } from './webhooks.ts'

/** Which run answers which key. Entries come with the success of a run and go with the run. */
export function cacheStore(db: Sql, commits: GroupCommit) {
  return {
    find: (projectId: string, key: string): Promise<Run | null> => cachedRun(db, projectId, key),

    /** The job is answered by the run at once; it needs no place in the queue. Null: that run is no longer the one of the key. */
    async bind(job: Job, key: string, once: Once | null, webhook: Webhook | null = null): Promise<Told | null> {
      const told = onceIn(commits, once, { job, status: 'succeeded' }, async (trx) => {
        if ((await cachedRun(trx, job.projectId, key))?.id !== job.runId) throw new Gone()
        await jobs.insert(trx, jobRowOf(job))
        await keepWebhook(trx, job.id, webhook)
        await tellOfAnswer(trx, job.id, job.runId, job.createdAt)
      })
      return told.catch((error) => {
        if (error instanceof Gone) return null
        throw error
      })
    },

    /** The files of a job have come, and the run of their key answers it; its own, which waited for them, is not needed. */
    rebind(job: Job, runId: RunId, key: string, at: string): Promise<boolean> {
      return commits.decide(async (trx) => {
        const waiting = await trx.first(waitingForFiles, [job.runId])
        if (!waiting || (await cachedRun(trx, job.projectId, key))?.id !== runId) return false
        await trx.run('update jobs set run_id = ?, cache_hit = 1, skill_id = ? where id = ?', [runId, job.skillId, job.id])
        await trx.run('delete from runs where id = ?', [job.runId])
        await tellOfAnswer(trx, job.id, runId, at)
        return true
      })
    },

    /** A run that can no longer be read must answer nobody. */
    drop(run: RunId): Promise<void> {
      return commits.write(async (trx) => {
        await trx.run('delete from cache where run_id = ?', [run])
      })
    },
  }
}

class Gone extends Error {}

/** The run, while its files are still to come. */
export const waitingForFiles = `select id, caller, upload_id as "uploadId" from runs
  where id = ? and state = 'queued' and awaiting_upload = 1`

const runOfKey = `select ${runs.columns} from runs join cache on cache.run_id = runs.id
  where cache.project_id = ? and cache.key = ?`

async function cachedRun(db: Sql, projectId: string, key: string): Promise<Run | null> {
  const row = await db.first<RunsTable>(runOfKey, [projectId, key])
  return row && runOf(row)
}

/** In the transaction that ends the run. The newest run of a key answers it, because it is kept longest. */
export async function enter(trx: Sql, projectId: string, key: string, runId: RunId, at: string): Promise<void> {
  await trx.run(
    `insert into cache (project_id, key, run_id, created_at) values (?, ?, ?, ?)
     on conflict (project_id, key) do update set run_id = excluded.run_id, created_at = excluded.created_at`,
    [projectId, key, runId, at],
  )
}
