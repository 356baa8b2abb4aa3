import { type ExecTask, isEnded, type TaskEnd, type TaskKind, type TaskState } from '../domain/exec.ts'
import { createdOf, type FilesTaken, noFilesTaken } from '../domain/exec-files.ts'
import type { Endpoint } from '../domain/exec-service.ts'
import type { Once } from '../domain/once.ts'
import type { Instant, NodeId, ProcessMark } from '../domain/run.ts'
import { type ExecTasksTable, execArtifacts, execTasks } from './exec-tables.ts'
import type { GroupCommit } from './group-commit.ts'
import { rememberMade } from './idempotency.ts'
import { knownIds } from './known-ids.ts'
import { ofNode } from './node.ts'
import { allOf, given, marks, type Sql } from './sql.ts'

export interface TaskFilter {
  readonly projectId: string
  readonly kind?: TaskKind | undefined
  readonly state?: TaskState | undefined
  readonly session?: string | undefined
  /** Its steps, which are left out otherwise. */
  readonly job?: string | undefined
  /** Only those that come after this one in the list. */
  readonly after?: { readonly createdAt: Instant; readonly id: string } | undefined
  readonly limit: number
}

/** Tasks of projects. A state that is final is never changed: every move says from which states it is made. */
export function execTaskStore(db: Sql, commits: GroupCommit, nodeId: NodeId) {
  const own = ofNode(nodeId)
  const move = (
    id: string,
    from: readonly TaskState[],
    changes: Partial<ExecTasksTable>,
    { artifacts }: FilesTaken = noFilesTaken,
  ): Promise<ExecTask | null> =>
    commits.decide(async (trx) => {
      const { text, values } = execTasks.set(changes)
      const states = from.map((state) => `'${state}'`).join(', ')
      const row = await trx.first<ExecTasksTable>(
        `update exec_tasks set ${text} where id = ? and state in (${states}) returning ${execTasks.columns}`,
        [...values, id],
      )
      for (const artifact of row ? artifacts : []) await execArtifacts.insert(trx, artifact)
      return row && taskOf(row)
    })
  return {
    add: (task: ExecTask, once: Once | null = null): Promise<void> =>
      commits.decide(async (trx) => {
        await execTasks.insert(trx, rowOf(task, nodeId))
        if (once) await rememberMade(trx, once, task)
      }),

    /** Null: there is none in that project. */
    async get(projectId: string, id: string): Promise<ExecTask | null> {
      const row = await db.first<ExecTasksTable>(`select ${execTasks.columns} from exec_tasks where id = ? and project_id = ?`, [
        id,
        projectId,
      ])
      return row && taskOf(row)
    },

    /** Newest first. */
    async list({ projectId, kind, state, session, job, after, limit }: TaskFilter): Promise<ExecTask[]> {
      const earlier = after && { text: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] }
      const which = allOf(
        { text: 'project_id = ?', values: [projectId] },
        // As a word of the query: services are few, and have an index of their own.
        kind ? { text: `kind = '${kind}'`, values: [] } : null,
        given('state = ?', state),
        given('session_alias = ?', session),
        given('job_id = ?', job) ?? { text: 'job_id is null', values: [] },
        earlier ?? null,
      )
      const rows = await db.all<ExecTasksTable>(
        `select ${execTasks.columns} from exec_tasks where ${which.text} order by created_at desc, id desc limit ?`,
        [...which.values, limit],
      )
      return rows.map(taskOf)
    },

    /** Those of the steps of a job whose turn has come, in their order. */
    async ofJob(jobId: string): Promise<ExecTask[]> {
      const rows = await db.all<ExecTasksTable>(
        `select ${execTasks.columns} from exec_tasks where job_id = ? order by step_index`,
        [jobId],
      )
      return rows.map(taskOf)
    },

    /** All of this node that have not ended, the oldest first: what it has to look after when it starts. */
    async alive(): Promise<ExecTask[]> {
      const rows = await db.all<ExecTasksTable>(
        `select ${execTasks.columns} from exec_tasks where state in ('queued', 'starting', 'running') and ${own.text}
         order by created_at, id`,
        own.values,
      )
      return rows.map(taskOf)
    },

    /** Null: it has been canceled meanwhile. */
    starting: (id: string, at: Instant) => move(id, ['queued'], { state: 'starting', startedAt: at }),

    running: (id: string, { pid, startTime }: ProcessMark) =>
      move(id, ['starting'], { state: 'running', processPid: pid, processStartTime: startTime }),

    /** Its process is there, but it is not ready yet. */
    begun: (id: string, { pid, startTime }: ProcessMark) =>
      move(id, ['starting'], { processPid: pid, processStartTime: startTime }),

    ready: (id: string) => move(id, ['starting'], { state: 'running' }),

    endpoints: (id: string, endpoints: readonly Endpoint[]) =>
      move(id, ['starting', 'running'], { endpoints: JSON.stringify(endpoints) }),

    /** With the artifacts that it left, whose files are there. Null: it had ended before. */
    ended(id: string, { state, exitCode, error }: TaskEnd, at: Instant, taken: FilesTaken = noFilesTaken) {
      const ended = { state, exitCode, error: error && JSON.stringify(error), finishedAt: at }
      const files = { createdArtifacts: JSON.stringify(createdOf(taken)), outputErrors: JSON.stringify(taken.errors) }
      return move(id, ['queued', 'starting', 'running'], { ...ended, ...files }, taken)
    },

    /** Which of these there are. */
    known: (names: readonly string[]): Promise<ReadonlySet<string>> =>
      knownIds(names, (ids) => db.all(`select id as "id" from exec_tasks where id in (${marks(ids)})`, ids)),

    /** Forgets some of those that ended before, the oldest first, and answers which. Steps go with their jobs. */
    forgetEndedBefore: (at: Instant, most: number): Promise<string[]> =>
      commits.write(async (trx) => {
        const rows = await trx.all<{ id: string }>(
          `delete from exec_tasks where id in (select id from exec_tasks where finished_at < ? and job_id is null order by finished_at limit ?)
           returning id as "id"`,
          [at, most],
        )
        return rows.map(({ id }) => id)
      }),

    /** Marks it; what is queued is canceled at once, and what runs when its end is known. Null: there is none in that project. */
    cancel: (
      projectId: string,
      id: string,
      at: Instant,
      reason: string | null,
    ): Promise<{ task: ExecTask; accepted: boolean } | null> =>
      commits.decide(async (trx) => {
        const row = await trx.first<ExecTasksTable>(
          `select ${execTasks.columns} from exec_tasks where id = ? and project_id = ?`,
          [id, projectId],
        )
        if (!row) return null
        if (isEnded(row.state)) return { task: taskOf(row), accepted: false }
        const error = JSON.stringify({ code: 'CANCELED_BY_USER', details: {} })
        const ended = { state: 'canceled' as const, error, finishedAt: at }
        // The first who asked has the word.
        const asked = row.cancelRequestedAt === null ? { cancelRequestedAt: at, cancelReason: reason } : {}
        const changes = { cancelRequestedAt: row.cancelRequestedAt ?? at, ...asked, ...(row.state === 'queued' ? ended : {}) }
        const { text, values } = execTasks.set(changes)
        await trx.run(`update exec_tasks set ${text} where id = ?`, [...values, id])
        return { task: taskOf({ ...row, ...changes }), accepted: true }
      }),
  }
}

function taskOf({ env, error, service, endpoints, processPid, processStartTime, nodeId: _, ...row }: ExecTasksTable): ExecTask {
  return {
    ...row,
    env: JSON.parse(env),
    inputs: JSON.parse(row.inputs),
    outputs: JSON.parse(row.outputs),
    createdArtifacts: JSON.parse(row.createdArtifacts),
    outputErrors: JSON.parse(row.outputErrors),
    network: JSON.parse(row.network),
    error: error === null ? null : JSON.parse(error),
    service: service === null ? null : JSON.parse(service),
    endpoints: endpointsIn(endpoints),
    process: processPid === null ? null : { pid: processPid, startTime: processStartTime ?? '' },
  }
}

/** Those of earlier servers have no host: there was one for all. */
const endpointsIn = (stored: string): Endpoint[] =>
  (JSON.parse(stored) as Endpoint[]).map((one) => ({ ...one, host: one.host ?? '127.0.0.1' }))

/** As it is stored. */
export function rowOf({ env, error, service, endpoints, process, ...task }: ExecTask, nodeId: NodeId): ExecTasksTable {
  return {
    ...task,
    nodeId,
    env: JSON.stringify(env),
    inputs: JSON.stringify(task.inputs),
    outputs: JSON.stringify(task.outputs),
    createdArtifacts: JSON.stringify(task.createdArtifacts),
    outputErrors: JSON.stringify(task.outputErrors),
    network: JSON.stringify(task.network),
    error: error && JSON.stringify(error),
    service: service && JSON.stringify(service),
    endpoints: JSON.stringify(endpoints),
    processPid: process?.pid ?? null,
    processStartTime: process?.startTime ?? null,
  }
}
