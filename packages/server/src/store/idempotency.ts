import { type FirstAnswer, type Once, rememberedMs } from '../domain/once.ts'
import type { Instant, RunState } from '../domain/run.ts'
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

    /** Before a command starts that is waited for. Answers what is known under its key; null: the key is its own from now on. */
    claim: (once: Once, id: string, at: Instant): Promise<Claimed | null> =>
      commits.decide(async (trx) => {
        const row = await rowUnder(trx, once, new Date(at))
        if (row) return { id: row.jobId, answer: row.answer, isOver: row.hasResult === 1 }
        await remember(trx, once, { jobId: id, cacheHit: false, status: 'running', hasResult: false }, at)
        return null
      }),

    /** What the command came to that has this key. Of one caller only so much is kept: the oldest goes. */
    answered: (once: Once, answer: string, most: MostAnswers = mostAnswers): Promise<void> =>
      commits.write(async (trx) => {
        await trx.run(keep, [answer, Buffer.byteLength(answer), ...nameOf(once)])
        await trx.run(dropOldest, [once.principal, once.principal, most.count, most.bytes])
      }),

    /** The command was rejected before it started. */
    release: (once: Once): Promise<number> =>
      commits.write((trx) => trx.run('delete from idempotency where project_id = ? and principal = ? and key = ?', nameOf(once))),

    /** Forgets the keys whose time is over. */
    sweep: (now: Date): Promise<number> =>
      commits.write((trx) => trx.run('delete from idempotency where created_at <= ?', [horizonOf(now)])),
  }
}

/** Who has a key: a command, and what it came to if that is known. */
export interface Claimed {
  readonly id: string
  readonly answer: string | null
  /** It has an end, even if what it came to is not kept any more. */
  readonly isOver: boolean
}

/** Answers of one caller, in all projects: a command prints half a megabyte in no time. */
export interface MostAnswers {
  readonly count: number
  readonly bytes: number
}

export const mostAnswers: MostAnswers = { count: 1000, bytes: 64 * 1024 * 1024 }

const keep = `update idempotency set answer = ?, answer_bytes = ?, has_result = 1
  where project_id = ? and principal = ? and key = ?`

/** From an index alone, which has only what is kept. */
const dropOldest = `update idempotency set answer = null, answer_bytes = null
  where principal = ? and (project_id, key) in (
    select project_id, key from (
      select project_id, key, row_number() over newest as place, sum(answer_bytes) over newest as bytes
      from idempotency where principal = ? and answer_bytes is not null
      window newest as (order by created_at desc, project_id desc, key desc)
    ) as counted where place > ? or bytes > ?
  )`

/** Somebody else has made something under this key since it was looked at. */
export class KeyTaken extends Error {}

/** In the transaction that stores a new task or step job: there is none where the key is taken. */
export async function rememberMade(trx: Sql, once: Once, { id, createdAt }: Made): Promise<void> {
  if (await rowUnder(trx, once, new Date(createdAt))) throw new KeyTaken(`The key ${once.key} is taken`)
  await remember(trx, once, { jobId: id, cacheHit: false, status: 'queued', hasResult: false }, createdAt)
}

interface Made {
  readonly id: string
  readonly createdAt: Instant
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
  { job, status }: { readonly job: Made & { readonly cacheHit: boolean }; readonly status: RunState },
  work: (trx: Sql) => Promise<void>,
): Promise<Told> {
  return commits.decide(async (trx) => {
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
  const row = await rowUnder(db, once, now)
  return row && answerOf(row)
}

async function rowUnder(db: Sql, once: Once, now: Date): Promise<IdempotencyTable | null> {
  const row = await db.first<IdempotencyTable>(underKey, [...nameOf(once), horizonOf(now)])
  if (!row) return null
  if (row.fingerprint !== once.fingerprint) throw new Fault('IDEMPOTENCY_MISMATCH', { first_used_at: row.createdAt })
  return row
}

const nameOf = ({ projectId, principal, key }: Once): string[] => [projectId, principal, key]

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
    answer: null,
    answerBytes: null,
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
