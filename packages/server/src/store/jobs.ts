import type { Job, Wish } from '../domain/job.ts'
import type { JobId, Run, RunId, RunState } from '../domain/run.ts'
import { jobs, runs } from './columns.ts'
import { knownIds } from './known-ids.ts'
import { jobOf, runOf } from './rows.ts'
import { allOf, type Clause, given, marks, type Sql } from './sql.ts'
import type { JobsTable, RunsTable } from './tables.ts'

export interface JobFilter {
  readonly projectId: string
  readonly state?: RunState
  readonly skillId?: string
  readonly engine?: string
  /** Part of an id, or of the code of an error. */
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

export function jobStore(db: Sql) {
  return {
    /** A foreign project's job is no job. */
    async find(projectId: string, id: JobId): Promise<JobAndRun | null> {
      const row = await db.first<BothRow>(`${bothWhole} where jobs.id = ? and jobs.project_id = ?`, [id, projectId])
      return row && bothOf(row)
    },

    /** Of any project: for the server's own housekeeping. */
    async get(id: JobId): Promise<JobAndRun | null> {
      const row = await db.first<BothRow>(`${bothWhole} where jobs.id = ?`, [id])
      return row && bothOf(row)
    },

    /** Those of the names that are names of jobs. */
    known: (names: readonly string[]): Promise<ReadonlySet<JobId>> =>
      knownIds(names, (ids) => db.all<{ id: JobId }>(`select id from jobs where id in (${marks(ids)})`, ids)),

    /** What was asked of a skill that comes with its job; null: the job is no such one. */
    async tempRequest(id: JobId): Promise<Wish | null> {
      const row = await db.first<Pick<JobsTable, 'tempRequest'>>('select temp_request as "tempRequest" from jobs where id = ?', [
        id,
      ])
      return row?.tempRequest ? JSON.parse(row.tempRequest) : null
    },

    /** Every job that a run answers. */
    async ofRun(runId: RunId): Promise<Job[]> {
      const rows = await db.all<JobsTable>(`select ${jobs.columns} from jobs where run_id = ? order by created_at, id`, [runId])
      return rows.map(jobOf)
    },

    /** Newest first. Input and parameter stay where they are: a list must not read megabytes. */
    async list({ projectId, state, skillId, engine, text, from, to, after, limit }: JobFilter): Promise<JobAndRun[]> {
      const which = allOf(
        given('jobs.project_id = ?', projectId),
        given('runs.state = ?', state),
        given('jobs.skill_id = ?', skillId),
        given('runs.engine = ?', engine),
        given('jobs.created_at >= ?', from),
        given('jobs.created_at <= ?', to),
        text === undefined ? null : holding(['jobs.id', 'runs.id', 'jobs.skill_id', "runs.error ->> 'code'"], text),
        after === undefined ? null : olderThan(after),
      )
      const rows = await db.all<BothRow>(
        `${bothListed} where ${which.text} order by jobs.created_at desc, jobs.id desc limit ?`,
        [...which.values, limit],
      )
      return rows.map((row) =>
        bothOf({ ...row, input: '{}', parameter: '{}', engineConfig: '{}', fallbacks: '[]', cacheKey: null }),
      )
    },
  }
}

/** A run, and of its job what it does not know itself. */
interface BothRow extends RunsTable, Pick<JobsTable, 'principal' | 'cacheHit' | 'runtimeOptions' | 'tempRequest'> {
  readonly jobId: JobId
  readonly jobProjectId: string
  readonly jobSkillId: string
  readonly jobCreatedAt: string
}

const bothOf = (row: BothRow): JobAndRun => {
  const { jobId: id, jobProjectId: projectId, jobSkillId: skillId, jobCreatedAt: createdAt } = row
  const { id: runId, principal, cacheHit, runtimeOptions, tempRequest } = row
  const job = jobOf({ id, projectId, skillId, createdAt, runId, principal, cacheHit, runtimeOptions, tempRequest })
  return { job, run: runOf(row) }
}

const selectBoth = (ofRun: string): string => `select ${ofRun},
  jobs.id as "jobId", jobs.project_id as "jobProjectId", jobs.skill_id as "jobSkillId", jobs.created_at as "jobCreatedAt",
  jobs.principal as "principal", jobs.cache_hit as "cacheHit", jobs.runtime_options as "runtimeOptions",
  case when jobs.temp_request is null then null else '' end as "tempRequest"
  from jobs join runs on runs.id = jobs.run_id`

const bothWhole = selectBoth(runs.columns)
const bothListed = selectBoth(runs.columnsWithout(['input', 'parameter', 'engineConfig', 'fallbacks', 'cacheKey']))

/** One of the columns holds the text, in capitals or not. Databases differ in that, but not for lower-case letters. */
function holding(columns: readonly string[], text: string): Clause {
  // No column has one, and a pattern would end there.
  if (text.includes('\0')) return { text: '1 = 0', values: [] }
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const pattern = `%${lower.replaceAll(/[\\%_]/g, '\\$&')}%`
  const any = columns.map((column) => `lower(${column}) like ? escape '\\'`).join(' or ')
  return { text: `(${any})`, values: columns.map(() => pattern) }
}

const olderThan = ({ createdAt, id }: NonNullable<JobFilter['after']>): Clause => ({
  text: '(jobs.created_at < ? or (jobs.created_at = ? and jobs.id < ?))',
  values: [createdAt, createdAt, id],
})
