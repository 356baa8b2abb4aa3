import type { Kysely } from 'kysely'
import type { Job, Wish } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import type { Decided, RunId, RunIn } from '../domain/run.ts'
import type { Webhook } from '../domain/webhook.ts'
import { Fault } from '../lib/fault.ts'
import type { GroupCommit } from './group-commit.ts'
import { onceIn, type Told } from './idempotency.ts'
import { jobRowOf, runOf } from './rows.ts'
import type { Tables } from './tables.ts'
import { keepWebhook } from './webhooks.ts'

/** What else holds of a job from its first instant. */
export interface Admission {
  /** Under which the run is found by others when it succeeds; null: never. */
  readonly cacheKey?: string | null
  readonly once?: Once | null
  /** What is asked of a skill that comes with the job; null: it is an installed one. */
  readonly tempRequest?: Wish | null
  /** Whom to tell about it. */
  readonly webhook?: Webhook | null
}

/** What holds of a run from the instant in which its files are there. */
export interface Uploaded {
  readonly at: string
  readonly cacheKey?: string | null
  /** What is known only now, because the skill came with the files. */
  readonly decided?: Decided
}

/** The queue is the runs themselves: a run *is* its place in line. */
export function queueStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    /** A job and its run come into being together, or not at all when the queue is full. A repeated request makes neither. */
    admit(job: Job, run: RunIn<'queued'>, limit: number, admission: Admission = {}): Promise<Told> {
      const { cacheKey = null, once = null, tempRequest = null, webhook = null } = admission
      return onceIn(commits, once, { job, status: run.state }, async (trx) => {
        // One that waits for its files takes its place when they are there.
        const queueNo = run.awaitingUpload ? 0 : await nextPlace(trx, limit)
        await trx
          .insertInto('runs')
          .values({ ...rowOf(run), cacheKey, queueNo })
          .execute()
        await trx.insertInto('jobs').values(jobRowOf(job, tempRequest)).execute()
        await keepWebhook(trx, job.id, webhook)
      })
    },

    /** The files of a run are there: it takes its place. Null: it did not wait for them any more. */
    admitUploaded(runId: RunId, limit: number, { at, cacheKey = null, decided }: Uploaded): Promise<RunIn<'queued'> | null> {
      return commits.write(async (trx) => {
        const row = await trx
          .selectFrom('runs')
          .select('id')
          .where('id', '=', runId)
          .where('state', '=', 'queued')
          .where('awaitingUpload', '=', 1)
          .executeTakeFirst()
        if (!row) return null
        const admitted = await trx
          .updateTable('runs')
          .set({ awaitingUpload: 0, queueNo: await nextPlace(trx, limit), updatedAt: at, cacheKey, ...columnsOf(decided) })
          .where('id', '=', runId)
          .returningAll()
          .executeTakeFirstOrThrow()
        if (decided) await trx.updateTable('jobs').set({ skillId: decided.skillId }).where('runId', '=', runId).execute()
        const run = runOf(admitted)
        return run.state === 'queued' ? run : null
      })
    },

    /** Runs that have waited for their files since before a time. */
    async awaitingSince(time: string): Promise<RunIn<'queued'>[]> {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('state', '=', 'queued')
        .where('awaitingUpload', '=', 1)
        .where('createdAt', '<', time)
        .execute()
      return rows.map(runOf).filter((run) => run.state === 'queued')
    },

    /** Who is next, but for these. Only a look: the claim itself is the compare-and-set of `turn.started`. */
    async next(except: readonly RunId[] = []): Promise<RunIn<'queued'> | null> {
      const row = await db
        .selectFrom('runs')
        .selectAll()
        .where('state', '=', 'queued')
        .where('awaitingUpload', '=', 0)
        .$if(except.length > 0, (query) => query.where('id', 'not in', except))
        .orderBy('queueNo')
        .limit(1)
        .executeTakeFirst()
      const run = row && runOf(row)
      return run?.state === 'queued' ? run : null
    },

    /** 1 for the next to start; null for a run that does not wait in the queue. */
    async position(runId: string): Promise<number | null> {
      const { ahead } = await db
        .selectFrom('runs')
        .select((e) => e.fn.countAll<number>().as('ahead'))
        .where('state', '=', 'queued')
        .where('awaitingUpload', '=', 0)
        .where('queueNo', '<=', (e) =>
          e
            .selectFrom('runs')
            .select('queueNo')
            .where('id', '=', runId)
            .where('state', '=', 'queued')
            .where('awaitingUpload', '=', 0),
        )
        .executeTakeFirstOrThrow()
      return ahead || null
    },
  }
}

const columnsOf = (decided: Decided | undefined) =>
  decided ? { ...decided, engineConfig: JSON.stringify(decided.engineConfig) } : {}

/** The end of the line, if there is room. */
async function nextPlace(trx: Kysely<Tables>, limit: number): Promise<number> {
  await requireRoom(trx, limit)
  return endOfLine(trx)
}

async function requireRoom(trx: Kysely<Tables>, limit: number): Promise<void> {
  const { waiting } = await trx
    .selectFrom('runs')
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'queued')
    .where('awaitingUpload', '=', 0)
    .executeTakeFirstOrThrow()
  if (waiting >= limit) throw new Fault('QUEUE_FULL', { queued: waiting, limit })
}

/** The next place, whether or not there is room: who was let in once is not turned away when it comes back with a reply. */
export async function endOfLine(trx: Kysely<Tables>): Promise<number> {
  const { last } = await trx
    .selectFrom('runs')
    .select((e) => e.fn.max('queueNo').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

function rowOf(run: RunIn<'queued'>): Omit<Tables['runs'], 'queueNo' | 'cacheKey'> {
  return {
    id: run.id,
    projectId: run.projectId,
    skillId: run.skillId,
    skillVersion: run.skillVersion,
    skillDigest: run.skillDigest,
    temporary: run.temporary ? 1 : 0,
    engine: run.engine,
    model: run.model,
    engineVersion: run.engineVersion,
    engineConfig: JSON.stringify(run.engineConfig),
    usage: run.usage === null ? null : JSON.stringify(run.usage),
    executionMode: run.executionMode,
    input: JSON.stringify(run.input),
    parameter: JSON.stringify(run.parameter),
    timeoutSec: run.timeoutSec,
    state: run.state,
    attempt: run.attempt,
    owner: null,
    cancelRequestedAt: null,
    processPid: null,
    processStartTime: null,
    raspSeq: run.committed.raspSeq,
    raspBytes: run.committed.raspBytes,
    fcmpSeq: run.committed.fcmpSeq,
    fcmpBytes: run.committed.fcmpBytes,
    lastEventAt: run.committed.lastAt,
    warnings: JSON.stringify(run.warnings),
    error: null,
    normalizationLevel: null,
    recoveryState: run.recoveryState,
    recoveredAt: run.recoveredAt,
    recoveryReason: run.recoveryReason,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    startedAt: run.startedAt,
    finishedAt: null,
    awaitingUpload: run.awaitingUpload ? 1 : 0,
    pendingInteraction: null,
    interactionCount: run.interactionCount,
    autoDecisionCount: run.autoDecisionCount,
    lastAutoDecisionAt: run.lastAutoDecisionAt,
    sessionHandle: run.session,
  }
}
