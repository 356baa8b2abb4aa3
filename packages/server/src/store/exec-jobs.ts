import { type ExecTask, isEnded } from '../domain/exec.ts'
import { canceledJob, type ExecJob, type JobEnd, type JobState } from '../domain/exec-job.ts'
import type { Once } from '../domain/once.ts'
import type { Instant, NodeId } from '../domain/run.ts'
import { type ExecJobsTable, execJobs } from './exec-job-table.ts'
import { execTasks } from './exec-tables.ts'
import { rowOf as taskRowOf } from './exec-tasks.ts'
import type { GroupCommit } from './group-commit.ts'
import { rememberMade } from './idempotency.ts'
import { ofNode } from './node.ts'
import { allOf, given, type Sql } from './sql.ts'

export interface JobFilter {
  readonly projectId: string
  readonly state?: JobState | undefined
  readonly session?: string | undefined
  /** Only those that come after this one in the list. */
  readonly after?: { readonly createdAt: Instant; readonly id: string } | undefined
  readonly limit: number
}

/** Step jobs of projects. Their steps are tasks; a state that is final is never changed. */
export function execJobStore(db: Sql, commits: GroupCommit, nodeId: NodeId) {
  const own = ofNode(nodeId)
  const find = async (sql: Sql, projectId: string, id: string): Promise<ExecJob | null> => {
    const row = await sql.first<ExecJobsTable>(`select ${execJobs.columns} from exec_jobs where id = ? and project_id = ?`, [
      id,
      projectId,
    ])
    return row && jobOf(row)
  }
  const move = (id: string, from: JobState, changes: Partial<ExecJobsTable>): Promise<ExecJob | null> =>
    commits.decide(async (trx) => {
      const { text, values } = execJobs.set(changes)
      const row = await trx.first<ExecJobsTable>(
        `update exec_jobs set ${text} where id = ? and state = ? returning ${execJobs.columns}`,
        [...values, id, from],
      )
      return row && jobOf(row)
    })
  return {
    add: (job: ExecJob, once: Once | null = null): Promise<void> =>
      commits.decide(async (trx) => {
        await execJobs.insert(trx, { ...rowOf(job), nodeId })
        if (once) await rememberMade(trx, once, job)
      }),

    /** Null: there is none in that project. */
    get: (projectId: string, id: string): Promise<ExecJob | null> => find(db, projectId, id),

    /** Newest first. */
    async list({ projectId, state, session, after, limit }: JobFilter): Promise<ExecJob[]> {
      const earlier = after && { text: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] }
      const which = allOf(
        { text: 'project_id = ?', values: [projectId] },
        given('state = ?', state),
        given('session_alias = ?', session),
        earlier ?? null,
      )
      const rows = await db.all<ExecJobsTable>(
        `select ${execJobs.columns} from exec_jobs where ${which.text} order by created_at desc, id desc limit ?`,
        [...which.values, limit],
      )
      return rows.map(jobOf)
    },

    /** All of this node that have not ended, the oldest first. */
    async alive(): Promise<ExecJob[]> {
      const rows = await db.all<ExecJobsTable>(
        `select ${execJobs.columns} from exec_jobs where state in ('queued', 'running') and ${own.text} order by created_at, id`,
        own.values,
      )
      return rows.map(jobOf)
    },

    /** Null: it has been canceled meanwhile. */
    running: (id: string, at: Instant) => move(id, 'queued', { state: 'running', startedAt: at }),

    /** Null: it had ended before. */
    ended: (id: string, { state, error }: JobEnd, at: Instant) =>
      move(id, 'running', { state, error: error && JSON.stringify(error), finishedAt: at }),

    /** The task of its next step, unless somebody wants the job to end: then there is no next one. */
    addStep: (task: ExecTask): Promise<boolean> =>
      commits.decide(async (trx) => {
        const goesOn = await trx.first(
          "select id from exec_jobs where id = ? and state = 'running' and cancel_requested_at is null",
          [task.jobId],
        )
        if (goesOn) await execTasks.insert(trx, taskRowOf(task, nodeId))
        return goesOn !== null
      }),

    /** Marks it; what is queued is canceled at once, and what runs when the end of its step is known. Null: there is none in that project. */
    cancel: (
      projectId: string,
      id: string,
      at: Instant,
      reason: string | null,
    ): Promise<{ job: ExecJob; accepted: boolean } | null> =>
      commits.decide(async (trx) => {
        const job = await find(trx, projectId, id)
        if (!job) return null
        if (isEnded(job.state)) return { job, accepted: false }
        const ended = job.state === 'queued' ? { ...canceledJob, finishedAt: at } : {}
        // The first who asked has the word.
        const asked = job.cancelRequestedAt === null ? { cancelRequestedAt: at, cancelReason: reason } : {}
        const canceled = { ...job, ...asked, ...ended }
        const { state, error, cancelRequestedAt, cancelReason, finishedAt } = rowOf(canceled)
        const { text, values } = execJobs.set({ state, error, cancelRequestedAt, cancelReason, finishedAt })
        await trx.run(`update exec_jobs set ${text} where id = ?`, [...values, id])
        return { job: canceled, accepted: true }
      }),

    /** Forgets some of those that ended before, with their steps, and answers which tasks those were. */
    forgetEndedBefore: (at: Instant, most: number): Promise<string[]> =>
      commits.decide(async (trx) => {
        const which = 'select id from exec_jobs where finished_at < ? order by finished_at, id limit ?'
        const tasks = await trx.all<{ id: string }>(`delete from exec_tasks where job_id in (${which}) returning id as "id"`, [
          at,
          most,
        ])
        await trx.run(`delete from exec_jobs where id in (${which})`, [at, most])
        return tasks.map(({ id }) => id)
      }),
  }
}

function jobOf({ env, steps, network, error, nodeId: _, ...row }: ExecJobsTable): ExecJob {
  const parsed = { env: JSON.parse(env), steps: JSON.parse(steps), network: JSON.parse(network) }
  return { ...row, ...parsed, error: error === null ? null : JSON.parse(error) }
}

function rowOf({ env, steps, network, error, ...job }: ExecJob): Omit<ExecJobsTable, 'nodeId'> {
  const told = { env: JSON.stringify(env), steps: JSON.stringify(steps), network: JSON.stringify(network) }
  return { ...job, ...told, error: error && JSON.stringify(error) }
}
