import type { Job } from '../domain/job.ts'
import { type FirstAnswer, type Once, rememberedMs } from '../domain/once.ts'
import type { RunState } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { idempotency } from './columns.ts'
import type { GroupCommit } from './group-commit.ts'
import type { JobAndRun } from './jobs.ts'
import type { Sql } from './sql.ts'
import type { IdempotencyTable } from './tables.ts'

export function idempotencyStore(db: Sql, commits: GroupCommit) {
  return {
    /** A look before the work, so that a repeated request is answered whatever has become of its skill or the queue. */
    first: (once: Once, now: Date): Promise<FirstAnswer | null> => firstAnswer(db, once, now),

    /** The caller waited and has seen the end: from now on that is the answer. */
    completed(once: Once, { job, run }: JobAndRun): Promise<void> {
      return commits.write(async (trx) => {
        await trx.run(
          'update idempotency set status = ?, cache_hit = ?, has_result = 1 where project_id = ? and principal = ? and key = ?',
          [run.state, Number(job.cacheHit), once.projectId, once.principal, once.key],
        )
      })
    },

    /** Forgets the keys whose time is over. */
    sweep: (now: Date): Promise<number> =>
      commits.write((trx) => trx.run('delete from idempotency where created_at <= ?', [horizonOf(now)])),
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
  work: (trx: Sql) => Promise<void>,
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

const underKey = `select ${idempotency.columns} from idempotency
  where project_id = ? and principal = ? and key = ? and created_at > ?`

/** What was answered under this key, or null when nobody has used it. The same key for something else is refused. */
async function firstAnswer(db: Sql, once: Once, now: Date): Promise<FirstAnswer | null> {
  const row = await db.first<IdempotencyTable>(underKey, [once.projectId, once.principal, once.key, horizonOf(now)])
  if (!row) return null
  if (row.fingerprint !== once.fingerprint) throw new Fault('IDEMPOTENCY_MISMATCH', { first_used_at: row.createdAt })
  return answerOf(row)
}

/** In the transaction of the work itself: both are there after a crash, or neither. An older use of the key has had its time. */
async function remember(trx: Sql, once: Once, answer: FirstAnswer, at: string): Promise<void> {
  const { projectId, principal, key, fingerprint } = once
  const { jobId, status } = answer
  const told = {
    fingerprint,
    jobId,
    status,
    cacheHit: Number(answer.cacheHit),
    hasResult: Number(answer.hasResult),
    createdAt: at,
  }
  const again = idempotency.set(told)
  await trx.run(`${idempotency.insertion} on conflict (project_id, principal, key) do update set ${again.text}`, [
    ...idempotency.valuesOf({ projectId, principal, key, ...told }),
    ...again.values,
  ])
}

const answerOf = ({ jobId, cacheHit, status, hasResult }: IdempotencyTable): FirstAnswer => ({
  jobId,
  status,
  cacheHit: cacheHit === 1,
  hasResult: hasResult === 1,
})

const horizonOf = (now: Date): string => new Date(now.getTime() - rememberedMs).toISOString()
