import type { Kysely } from 'kysely'
import type { Job } from '../domain/job.ts'
import type { RunIn } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import type { GroupCommit } from './group-commit.ts'
import { runOf } from './rows.ts'
import type { Tables } from './tables.ts'

/** The queue is the runs themselves: a run *is* its place in line. */
export function queueStore(db: Kysely<Tables>, commits: GroupCommit) {
  return {
    /** A job and its run come into being together, or not at all when the queue is full. */
    admit(job: Job, run: RunIn<'queued'>, limit: number): Promise<void> {
      return commits.write(async (trx) => {
        const { waiting } = await trx
          .selectFrom('runs')
          .select((e) => e.fn.countAll<number>().as('waiting'))
          .where('state', '=', 'queued')
          .executeTakeFirstOrThrow()
        if (waiting >= limit) throw new Fault('QUEUE_FULL', { queued: waiting, limit })
        const { last } = await trx
          .selectFrom('runs')
          .select((e) => e.fn.max('queueNo').as('last'))
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('runs')
          .values({ ...rowOf(run), queueNo: (last ?? 0) + 1 })
          .execute()
        await trx
          .insertInto('jobs')
          .values({ ...job, cacheHit: job.cacheHit ? 1 : 0, runtimeOptions: JSON.stringify(job.runtimeOptions) })
          .execute()
      })
    },

    /** Who is next. Only a look: the claim itself is the compare-and-set of `turn.started`. */
    async next(): Promise<RunIn<'queued'> | null> {
      const row = await db
        .selectFrom('runs')
        .selectAll()
        .where('state', '=', 'queued')
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
        .where('queueNo', '<=', (e) =>
          e.selectFrom('runs').select('queueNo').where('id', '=', runId).where('state', '=', 'queued'),
        )
        .executeTakeFirstOrThrow()
      return ahead || null
    },
  }
}

function rowOf(run: RunIn<'queued'>): Omit<Tables['runs'], 'queueNo'> {
  return {
    id: run.id,
    projectId: run.projectId,
    skillId: run.skillId,
    skillVersion: run.skillVersion,
    skillDigest: run.skillDigest,
    engine: run.engine,
    model: run.model,
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
  }
}
