import type { Kysely, Selectable } from 'kysely'
import type { Job } from '../domain/job.ts'
import { type FirstAnswer, type Once, rememberedMs } from '../domain/once.ts'
import type { RunState } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import type { GroupCommit } from './group-commit.ts'
import type { JobAndRun } from './jobs.ts'
import type { IdempotencyTable, Tables } from './tables.ts'

export function idempotencyStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    /** A look before the work, so that a repeated request is answered whatever has become of its skill or the queue. */
    first: (once: Once, now: Date): Promise<FirstAnswer | null> => firstAnswer(db, once, now),

    /** The caller waited and has seen the end: from now on that is the answer. */
    completed(once: Once, { job, run }: JobAndRun): Promise<void> {
      return commits.write(async (trx) => {
        await trx
          .updateTable('idempotency')
          .set({ status: run.state, cacheHit: Number(job.cacheHit), hasResult: 1 })
          .where('projectId', '=', once.projectId)
          .where('principal', '=', once.principal)
          .where('key', '=', once.key)
          .execute()
      })
    },

    /** Forgets the keys whose time is over. */
    sweep(now: Date): Promise<number> {
      return commits.write(async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom('idempotency').where('createdAt', '<=', horizonOf(now)).executeTakeFirst()
        return Number(numDeletedRows)
      })
    },
  }
}

/** What the caller is told, and whether somebody was told before. */
export interface Told {
  readonly answer: FirstAnswer
  readonly repeated: boolean
  /** Of a new job: its files are still to come. */
  readonly awaitingUpload?: boolean
}

/** Does the work of a new job, unless its request is a repeated one: then nothing is done, and the first answer given. */
export function onceIn(
  commits: GroupCommit,
  once: Once | null,
  { job, status }: { readonly job: Job; readonly status: RunState },
  work: (trx: Kysely<Tables>) => Promise<void>,
): Promise<Told> {
  return commits.write(async (trx) => {
    const first = once && (await firstAnswer(trx, once, new Date(job.createdAt)))
    if (first) return { answer: first, repeated: true }
    await work(trx)
    const answer = { jobId: job.id, cacheHit: job.cacheHit, status, hasResult: false }
    if (once) await remember(trx, once, answer, job.createdAt)
    return { answer, repeated: false }
  })
}

/** What was answered under this key, or null when nobody has used it. The same key for something else is refused. */
async function firstAnswer(db: Kysely<Tables>, once: Once, now: Date): Promise<FirstAnswer | null> {
  const row = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('projectId', '=', once.projectId)
    .where('principal', '=', once.principal)
    .where('key', '=', once.key)
    .where('createdAt', '>', horizonOf(now))
    .executeTakeFirst()
  if (!row) return null
  if (row.fingerprint !== once.fingerprint) throw new Fault('IDEMPOTENCY_MISMATCH', { first_used_at: row.createdAt })
  return answerOf(row)
}

/** In the transaction of the work itself: both are there after a crash, or neither. An older use of the key has had its time. */
async function remember(trx: Kysely<Tables>, once: Once, answer: FirstAnswer, at: string): Promise<void> {
  const { fingerprint } = once
  const { jobId, status } = answer
  const told = {
    fingerprint,
    jobId,
    status,
    cacheHit: Number(answer.cacheHit),
    hasResult: Number(answer.hasResult),
    createdAt: at,
  }
  await trx
    .insertInto('idempotency')
    .values({ projectId: once.projectId, principal: once.principal, key: once.key, ...told })
    .onConflict((conflict) => conflict.columns(['projectId', 'principal', 'key']).doUpdateSet(told))
    .execute()
}

const answerOf = ({ jobId, cacheHit, status, hasResult }: Selectable<IdempotencyTable>): FirstAnswer => ({
  jobId,
  status,
  cacheHit: cacheHit === 1,
  hasResult: hasResult === 1,
})

const horizonOf = (now: Date): string => new Date(now.getTime() - rememberedMs).toISOString()
