import type { Job, Wish } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import type { Decided, NodeId, RunId, RunIn, UploadId } from '../domain/run.ts'
import type { Webhook } from '../domain/webhook.ts'
import { waitingForFiles } from './cache.ts'
import { jobs, runs } from './columns.ts'
import type { GroupCommit } from './group-commit.ts'
import { onceIn, type Told } from './idempotency.ts'
import { inLine, nextPlace, type Place, requireRoomToAwait } from './places.ts'
import { jobRowOf, runOf } from './rows.ts'
import { allOf, notIn, type Sql } from './sql.ts'
import type { RunsTable } from './tables.ts'
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
  readonly upload: UploadId | null
  /** They were kept from an earlier request: then the row must still name them. */
  readonly isKept: boolean
  readonly cacheKey?: string | null
  /** What is known only now, because the skill came with the files. */
  readonly decided?: Decided
}

/** The queue is the runs themselves: a run *is* its place in line. */
export function queueStore(db: Sql, commits: GroupCommit, nodeId: NodeId) {
  return {
    /**
     * A job and its run come into being together, or not at all when there is no room for its caller. A repeated request makes neither. The
     * limit is that of the queue, or of the runs that wait for files.
     */
    admit(job: Job, run: RunIn<'queued'>, limit: number, admission: Admission = {}): Promise<Told> {
      const { cacheKey = null, once = null, tempRequest = null, webhook = null } = admission
      return onceIn(commits, once, { job, status: run.state }, async (trx) => {
        const place = run.awaitingUpload ? await noPlace(trx, run, limit) : await nextPlace(trx, run.caller, limit)
        await runs.insert(trx, { ...rowOf(run), cacheKey, nodeId, ...place })
        await jobs.insert(trx, jobRowOf(job, tempRequest))
        await keepWebhook(trx, job.id, webhook)
      })
    },

    /** The files of a run are there: it takes its place. Null: it does not wait any more, or not for these. */
    admitUploaded(runId: RunId, limit: number, uploaded: Uploaded): Promise<RunIn<'queued'> | null> {
      const { at, upload, isKept, cacheKey = null, decided } = uploaded
      return commits.decide(async (trx) => {
        const waiting = await trx.first<Pick<RunsTable, 'caller' | 'uploadId'>>(waitingForFiles, [runId])
        if (!waiting || (isKept && waiting.uploadId !== upload)) return null
        const place = await nextPlace(trx, waiting.caller, limit)
        const now = runs.set({
          awaitingUpload: 0,
          ...place,
          updatedAt: at,
          cacheKey,
          uploadId: upload,
          nodeId,
          ...columnsOf(decided),
        })
        const text = `update runs set ${now.text} where id = ? returning ${runs.columns}`
        const admitted = await trx.first<RunsTable>(text, [...now.values, runId])
        if (decided) await trx.run('update jobs set skill_id = ? where run_id = ?', [decided.skillId, runId])
        return queuedOf(admitted)
      })
    },

    /** The files are those of the run, though there is no place for it yet. */
    keepUpload: (runId: RunId, upload: UploadId): Promise<void> =>
      commits.decide(async (trx) => {
        if (await trx.first(waitingForFiles, [runId]))
          await trx.run('update runs set upload_id = ? where id = ?', [upload, runId])
      }),

    /** Runs that have waited for their files since before a time. */
    async awaitingSince(time: string): Promise<RunIn<'queued'>[]> {
      const rows = await db.all<RunsTable>(
        `select ${runs.columns} from runs where state = 'queued' and awaiting_upload = 1 and created_at < ?`,
        [time],
      )
      return rows.map(runOf).filter((run) => run.state === 'queued')
    },

    /** Who is next, but for these. Only a look: the claim itself is the compare-and-set of `turn.started`. */
    async next(except: readonly RunId[] = []): Promise<RunIn<'queued'> | null> {
      const which = allOf(inLine, notIn('id', except))
      const text = `select ${runs.columns} from runs where ${which.text} order by queue_round, queue_no limit 1`
      return queuedOf(await db.first<RunsTable>(text, which.values))
    },

    /** 1 for the next to start; null for a run that does not wait in the queue. */
    async position(runId: string): Promise<number | null> {
      const row = await db.first<Count>(
        `select count(*) as "count" from runs where ${inLine.text}
         and (queue_round, queue_no) <= (select queue_round, queue_no from runs where id = ? and ${inLine.text})`,
        [runId],
      )
      return row?.count || null
    },
  }
}

/** One that waits for its files takes its place when they are there. */
async function noPlace(trx: Sql, { caller }: RunIn<'queued'>, limit: number): Promise<Place> {
  await requireRoomToAwait(trx, caller, limit)
  return { queueNo: 0, queueRound: 0 }
}

interface Count {
  readonly count: number
}

const queuedOf = (row: RunsTable | null): RunIn<'queued'> | null => {
  const run = row && runOf(row)
  return run?.state === 'queued' ? run : null
}

const columnsOf = (decided: Decided | undefined) =>
  decided
    ? {
        ...decided,
        engineConfig: JSON.stringify(decided.engineConfig),
        fallbacks: JSON.stringify(decided.fallbacks),
        warnings: JSON.stringify(decided.warnings),
      }
    : {}

function rowOf(run: RunIn<'queued'>): Omit<RunsTable, keyof Place | 'cacheKey' | 'nodeId'> {
  return {
    id: run.id,
    projectId: run.projectId,
    caller: run.caller,
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
    uploadId: run.upload,
    dayLimits: JSON.stringify(run.dayLimits),
    fallbacks: JSON.stringify(run.fallbacks),
    enginesTried: JSON.stringify(run.enginesTried),
  }
}
