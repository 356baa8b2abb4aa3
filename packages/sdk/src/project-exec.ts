import { type Connection, step } from './connection.ts'
import { type FollowTaskOptions, followTask, type TaskEvent } from './follow-task.ts'
import { keyHeader, type Repeatable } from './idempotency.ts'
import { eachOf } from './pages.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf, BodyOf, QueryOf } from './types.ts'

type Starting = 'runExecCommand' | 'createExecTask' | 'createExecService'
/** What has a default can be left out. */
type Request<Id extends Starting> = Omit<BodyOf<Id>, 'session_id' | 'workdir'> & { session_id?: string; workdir?: string }

export type ProjectExec = ReturnType<typeof projectExecOf>

/** Commands and tasks of a project. */
export function projectExecOf(connection: Connection, project: string) {
  const root = `${project}/exec`
  const taskAt = (id: string, rest = ''): string => `${root}/tasks/${step(id)}${rest}`
  const post = <T>(path: string, body: object, { signal }: Leaving): Promise<T> =>
    connection.json({ method: 'POST', path, body, signal })

  /** With a key: what was lost on the way is sent again. */
  const start = <T>(path: string, body: object, { signal, ...repeatable }: Leaving & Repeatable): Promise<T> =>
    connection.json({ method: 'POST', path, body, signal, headers: keyHeader(repeatable), isRepeatable: true })

  /** What happened since a cursor; waits for something to happen. */
  const watch = (id: string, { signal, ...query }: Leaving & QueryOf<'watchExecTask'> = {}): Promise<AnswerOf<'watchExecTask'>> =>
    connection.json({ path: taskAt(id, '/events/history'), query, signal })

  const tasks = ({ signal, ...query }: Leaving & QueryOf<'listExecTasks'> = {}): Promise<AnswerOf<'listExecTasks'>> =>
    connection.json({ path: `${root}/tasks`, query, signal })

  return {
    /** Runs a command and waits for it. A command that fails is no error: see `status`, `exit_code` and `error`. */
    run: (
      request: Request<'runExecCommand'>,
      { idempotencyKey, ...leaving }: Leaving & Repeatable = {},
    ): Promise<AnswerOf<'runExecCommand'>> =>
      // Only on request: the result is then kept by the server.
      idempotencyKey === undefined
        ? post(`${root}/commands`, request, leaving)
        : start(`${root}/commands`, request, { idempotencyKey, ...leaving }),

    /** Starts a command that outlives the request, and the server. */
    startTask: (request: Request<'createExecTask'>, options: Leaving & Repeatable = {}): Promise<AnswerOf<'createExecTask'>> =>
      start(`${root}/tasks`, request, options),

    /** Starts a task that others connect to; `task` tells where its ports are. */
    startService: (
      request: Request<'createExecService'>,
      options: Leaving & Repeatable = {},
    ): Promise<AnswerOf<'createExecService'>> => start(`${root}/services`, request, options),

    /** One page of tasks and services, the newest first; it can have fewer than `limit`, and `next_cursor` leads to the next. */
    tasks,

    /** `for await`: the same, page after page as they are wanted. */
    eachTask: (query: Parameters<typeof tasks>[0] = {}): AsyncGenerator<AnswerOf<'listExecTasks'>['tasks'][number], void> =>
      eachOf(
        query.cursor,
        (cursor) => tasks(cursor === undefined ? query : { ...query, cursor }),
        (page) => page.tasks,
      ),

    task: (id: string, { signal, ...query }: Leaving & QueryOf<'getExecTask'> = {}): Promise<AnswerOf<'getExecTask'>> =>
      connection.json({ path: taskAt(id), query, signal }),

    log: (
      id: string,
      stream: 'stdout' | 'stderr',
      { signal, ...query }: Leaving & QueryOf<'getExecTaskLog'> = {},
    ): Promise<AnswerOf<'getExecTaskLog'>> => connection.json({ path: taskAt(id, `/logs/${stream}`), query, signal }),

    watch,

    /** States and output of a task as they come, to its end; a restart of the server in between loses nothing. */
    follow: (id: string, options: FollowTaskOptions = {}): AsyncGenerator<TaskEvent, void> =>
      followTask(connection, taskAt(id, '/events'), options),

    /** A task or a service. */
    cancel: (id: string, { reason, signal }: Leaving & { readonly reason?: string } = {}): Promise<AnswerOf<'cancelExecTask'>> =>
      post(taskAt(id, ':cancel'), { reason }, { signal }),

    /** The state of something that a command knows, from the JSON that it prints. */
    query: (request: BodyOf<'queryExecTask'>, leaving: Leaving = {}): Promise<AnswerOf<'queryExecTask'>> =>
      post(`${root}/tasks:query`, request, leaving),

    /** Brings a skill into a session, and chooses the version that its commands use: `version`, or the active one of the project. */
    activate: (
      session: string,
      request: BodyOf<'activateInExecSession'>,
      leaving: Leaving = {},
    ): Promise<AnswerOf<'activateInExecSession'>> => post(`${root}/sessions/${step(session)}/activations`, request, leaving),

    sessions: ({ signal, ...query }: Leaving & QueryOf<'listExecSessions'> = {}): Promise<AnswerOf<'listExecSessions'>> =>
      connection.json({ path: `${root}/sessions`, query, signal }),

    session: (alias: string, { signal }: Leaving = {}): Promise<AnswerOf<'getExecSession'>> =>
      connection.json({ path: `${root}/sessions/${step(alias)}`, signal }),

    /** With everything in its folder. That of another `owner` needs the scope admin. */
    deleteSession: (
      alias: string,
      { signal, ...query }: Leaving & QueryOf<'deleteExecSession'> = {},
    ): Promise<AnswerOf<'deleteExecSession'>> =>
      connection.json({ method: 'DELETE', path: `${root}/sessions/${step(alias)}`, query, signal }),

    /** What its commands and tasks may use. */
    limits: ({ signal }: Leaving = {}): Promise<AnswerOf<'getProjectLimits'>> =>
      connection.json({ path: `${project}/limits`, signal }),

    /** In place of those it had; needs the scope admin. */
    setLimits: (limits: BodyOf<'putProjectLimits'>, { signal }: Leaving = {}): Promise<AnswerOf<'putProjectLimits'>> =>
      connection.json({ method: 'PUT', path: `${project}/limits`, body: limits, signal }),

    providers: ({ signal }: Leaving = {}): Promise<AnswerOf<'getExecProviders'>> =>
      connection.json({ path: `${root}/providers`, signal }),
  }
}
