import type { Kysely } from 'kysely'
import type { Job } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import type { Run, RunId } from '../domain/run.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { GroupCommit } from './group-commit.ts'
import { onceIn, type Told } from './idempotency.ts'
import { jobRowOf, runOf } from './rows.ts'
import type { Tables } from './tables.ts'
import { keepWebhook, tellOfAnswer } from './webhooks.ts'

/** Which run answers which key. Entries come with the success of a run and go with the run. */
export function cacheStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    find: (projectId: string, key: string): Promise<Run | null> => cachedRun(db, projectId, key),

    /** The job is answered by the run at once; it needs no place in the queue. Null: that run is no longer the one of the key. */
    async bind(job: Job, key: string, once: Once | null, webhook: Webhook | null = null): Promise<Told | null> {
      const told = onceIn(commits, once, { job, status: 'succeeded' }, async (trx) => {
        if ((await cachedRun(trx, job.projectId, key))?.id !== job.runId) throw new Gone()
        await trx.insertInto('jobs').values(jobRowOf(job)).execute()
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
      return commits.write(async (trx) => {
        const waiting = await trx
          .selectFrom('runs')
          .select('id')
          .where('id', '=', job.runId)
          .where('state', '=', 'queued')
          .where('awaitingUpload', '=', 1)
          .executeTakeFirst()
        if (!waiting || (await cachedRun(trx, job.projectId, key))?.id !== runId) return false
        await trx.updateTable('jobs').set({ runId, cacheHit: 1, skillId: job.skillId }).where('id', '=', job.id).execute()
        await trx.deleteFrom('runs').where('id', '=', job.runId).execute()
        await tellOfAnswer(trx, job.id, runId, at)
        return true
      })
    },

    /** A run that can no longer be read must answer nobody. */
    drop(run: RunId): Promise<void> {
      return commits.write(async (trx) => {
        await trx.deleteFrom('cache').where('runId', '=', run).execute()
      })
    },
  }
}

class Gone extends Error {}

async function cachedRun(db: Kysely<Tables>, projectId: string, key: string): Promise<Run | null> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('cache', 'cache.runId', 'runs.id')
    .selectAll('runs')
    .where('cache.projectId', '=', projectId)
    .where('cache.key', '=', key)
    .executeTakeFirst()
  return row ? runOf(row) : null
}

/** In the transaction that ends the run. The newest run of a key answers it, because it is kept longest. */
export async function enter(trx: Kysely<Tables>, projectId: string, key: string, runId: RunId, at: string): Promise<void> {
  await trx
    .insertInto('cache')
    .values({ projectId, key, runId, createdAt: at })
    .onConflict((conflict) => conflict.columns(['projectId', 'key']).doUpdateSet({ runId, createdAt: at }))
    .execute()
}
