import { type Kysely, type Selectable, sql } from 'kysely'
import type { Job, Wish } from '../domain/job.ts'
import type { JobId, Run, RunId, RunState } from '../domain/run.ts'
import { knownIds } from './known-ids.ts'
import { jobOf, runOf } from './rows.ts'
import type { RunsTable, Tables } from './tables.ts'

export interface JobFilter {
  readonly projectId: string
  readonly state?: RunState
  readonly skillId?: string
  readonly engine?: string
  /** Part of an id. */
  readonly text?: string
  readonly from?: string
  readonly to?: string
  readonly after?: { readonly createdAt: string; readonly id: JobId }
  readonly limit: number
}

export interface JobAndRun {
  readonly job: Job
  readonly run: Run
}

export function jobStore(db: Kysely<Tables>) {
  return {
    /** A foreign project's job is no job. */
    async find(projectId: string, id: JobId): Promise<JobAndRun | null> {
      const row = await db
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .where('projectId', '=', projectId)
        .executeTakeFirst()
      if (!row) return null
      const run = await db.selectFrom('runs').selectAll().where('id', '=', row.runId).executeTakeFirstOrThrow()
      return { job: jobOf(row), run: runOf(run) }
    },

    /** Of any project: for the server's own housekeeping. */
    async get(id: JobId): Promise<JobAndRun | null> {
      const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return null
      const run = await db.selectFrom('runs').selectAll().where('id', '=', row.runId).executeTakeFirstOrThrow()
      return { job: jobOf(row), run: runOf(run) }
    },

    /** Those of the names that are names of jobs. */
    known: (names: readonly string[]): Promise<ReadonlySet<JobId>> =>
      knownIds(names, (ids) => db.selectFrom('jobs').select('id').where('id', 'in', ids).execute()),

    /** What was asked of a skill that comes with its job; null: the job is no such one. */
    async tempRequest(id: JobId): Promise<Wish | null> {
      const row = await db.selectFrom('jobs').select('tempRequest').where('id', '=', id).executeTakeFirst()
      return row?.tempRequest ? JSON.parse(row.tempRequest) : null
    },

    /** Every job that a run answers. */
    async ofRun(runId: RunId): Promise<Job[]> {
      const rows = await db.selectFrom('jobs').selectAll().where('runId', '=', runId).execute()
      return rows.map(jobOf)
    },

    /** Newest first. Input and parameter stay where they are: a list must not read megabytes. */
    async list(filter: JobFilter): Promise<JobAndRun[]> {
      const { state, skillId, engine, text, from, to, after } = filter
      const like = `%${(text ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
      const rows = await db
        .selectFrom('jobs')
        .innerJoin('runs', 'runs.id', 'jobs.runId')
        .select(['jobs.id as jobId', 'jobs.principal', 'jobs.cacheHit', 'jobs.runtimeOptions', 'jobs.createdAt as jobCreatedAt'])
        .select(sql<string | null>`case when ${sql.ref('jobs.tempRequest')} is null then null else '' end`.as('tempRequest'))
        .select(listed.map((column) => `runs.${column}` as const))
        .where('jobs.projectId', '=', filter.projectId)
        .$if(state !== undefined, (q) => q.where('runs.state', '=', state as RunState))
        .$if(skillId !== undefined, (q) => q.where('jobs.skillId', '=', skillId as string))
        .$if(engine !== undefined, (q) => q.where('runs.engine', '=', engine as string))
        .$if(from !== undefined, (q) => q.where('jobs.createdAt', '>=', from as string))
        .$if(to !== undefined, (q) => q.where('jobs.createdAt', '<=', to as string))
        .$if(text !== undefined, (q) =>
          q.where((e) =>
            e.or(
              ['jobs.id', 'runs.id', 'jobs.skillId'].map((column) => sql<boolean>`${sql.ref(column)} like ${like} escape '\\'`),
            ),
          ),
        )
        .$if(after !== undefined, (q) =>
          q.where((e) =>
            e.or([
              e('jobs.createdAt', '<', after?.createdAt ?? ''),
              e.and([e('jobs.createdAt', '=', after?.createdAt ?? ''), e('jobs.id', '<', after?.id ?? '')]),
            ]),
          ),
        )
        .orderBy('jobs.createdAt', 'desc')
        .orderBy('jobs.id', 'desc')
        .limit(filter.limit)
        .execute()
      return rows.map((row) => ({
        job: jobOf({ ...row, id: row.jobId, runId: row.id, createdAt: row.jobCreatedAt }),
        run: runOf({ ...row, input: '{}', parameter: '{}', engineConfig: '{}', cacheKey: null }),
      }))
    },
  }
}

const listed = [
  'id',
  'projectId',
  'skillId',
  'skillVersion',
  'skillDigest',
  'temporary',
  'engine',
  'model',
  'engineVersion',
  'usage',
  'executionMode',
  'timeoutSec',
  'state',
  'queueNo',
  'attempt',
  'owner',
  'cancelRequestedAt',
  'processPid',
  'processStartTime',
  'raspSeq',
  'raspBytes',
  'fcmpSeq',
  'fcmpBytes',
  'lastEventAt',
  'warnings',
  'error',
  'normalizationLevel',
  'recoveryState',
  'recoveredAt',
  'recoveryReason',
  'createdAt',
  'updatedAt',
  'startedAt',
  'finishedAt',
  'awaitingUpload',
  'pendingInteraction',
  'interactionCount',
  'autoDecisionCount',
  'lastAutoDecisionAt',
  'sessionHandle',
] as const satisfies (keyof Selectable<RunsTable>)[]
