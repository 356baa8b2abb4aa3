import { Type } from 'typebox'
import {
  CommandResult,
  ExecAlias,
  ExecProviders,
  ExecRequest,
  ExecSessionList,
  ExecSessionView,
  ExecTaskAccepted,
  ExecTaskList,
  ExecTaskWithOutput,
  SessionRemoved,
  TaskCanceled,
  TaskEvent,
  TaskEvents,
  TaskLog,
  taskKinds,
  taskStates,
} from '../exec.ts'
import { closed, limit, oneOf, open } from '../shared.ts'
import { json, operation } from './operation.ts'

const tag = 'exec'
export const under = '/v1/projects/{project_id}/exec' as const

const project = { project_id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description: 'A project' }) }
export const ofProject = closed(project)
export const ofTask = closed({ ...project, task_id: Type.String({ minLength: 1, maxLength: 64 }) })
const ofSession = closed({ ...project, session_id: ExecAlias })
const cursor = Type.Optional(
  Type.String({ maxLength: 64, description: 'Of the last event that is known; the start when left out' }),
)
const dedupeKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Of this caller, one watch of the task or job with this key can be live at a time',
  }),
)

/** Of whatever uses a skill in a session. */
export const skillErrors = [
  ...(['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'SKILL_NOT_FOUND'] as const),
  ...(['SKILL_VERSION_NOT_FOUND', 'SKILL_DISABLED', 'SKILL_DEGRADED'] as const),
  ...(['SANDBOX_UNAVAILABLE', 'REMOTE_UNAVAILABLE', 'DISK_LOW', 'DATA_NOT_WRITABLE', 'SHUTTING_DOWN'] as const),
] as const

export const startErrors = [
  ...skillErrors,
  ...(['PATH_INVALID', 'WORKDIR_BUSY', 'ARTIFACT_NOT_FOUND', 'INPUTS_TOO_LARGE', 'PROJECT_FULL'] as const),
] as const

export const keyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Makes retries safe for 24 hours: of all requests with the same key and body one is carried out, and the others return what it came to (with Idempotent-Replayed: true); another body is rejected. A rejected request does not use up its key',
    }),
  ),
})

export const keyErrors = ['IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_RESULT_LOST'] as const

export const runExecCommand = operation({
  method: 'post',
  path: `${under}/commands`,
  tag,
  summary: 'Run a command in the sandbox of a session, and wait for it',
  scope: 'run',
  params: ofProject,
  headers: keyHeaders,
  body: ExecRequest,
  returns: json(CommandResult),
  errors: [...startErrors, ...keyErrors, 'NETWORK_NOT_ALLOWED', 'QUEUE_FULL'],
})

export const createExecTask = operation({
  method: 'post',
  path: `${under}/tasks`,
  tag,
  summary: 'Start a command as a task: it outlives the request, and a restart of the server',
  scope: 'run',
  params: ofProject,
  headers: keyHeaders,
  body: ExecRequest,
  returns: { ...json(ExecTaskAccepted), status: 202 },
  errors: [...startErrors, ...keyErrors, 'NETWORK_NOT_ALLOWED', 'QUEUE_FULL'],
})

export const listExecTasks = operation({
  method: 'get',
  path: `${under}/tasks`,
  tag,
  summary: 'Tasks and services of a project, newest first',
  scope: 'read',
  params: ofProject,
  query: closed({
    kind: Type.Optional(oneOf(taskKinds)),
    status: Type.Optional(oneOf(taskStates)),
    session_id: Type.Optional(ExecAlias),
    job_id: Type.Optional(Type.String({ maxLength: 64, description: 'The steps of this job, which are left out otherwise' })),
    limit: limit(50),
    cursor: Type.Optional(Type.String({ maxLength: 256, description: 'next_cursor of the page before' })),
  }),
  returns: json(ExecTaskList),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})

export const getExecTask = operation({
  method: 'get',
  path: `${under}/tasks/{task_id}`,
  tag,
  summary: 'State of a task, and the end of its output',
  scope: 'read',
  params: ofTask,
  query: closed({
    tail_bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_048_576, default: 8192, description: 'Of each stream' })),
  }),
  returns: json(ExecTaskWithOutput),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'TASK_NOT_FOUND'],
})

export const getExecTaskLog = operation({
  method: 'get',
  path: `${under}/tasks/{task_id}/logs/{stream}`,
  tag,
  summary: 'A range of what a task printed, at most 1 MiB',
  scope: 'read',
  params: closed({ ...ofTask.properties, stream: oneOf(['stdout', 'stderr']) }),
  query: closed({
    byte_from: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    byte_to: Type.Optional(Type.Integer({ minimum: 0, description: 'Half-open; the end when left out' })),
  }),
  returns: json(TaskLog),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'TASK_NOT_FOUND'],
})

export const followExecTask = operation({
  method: 'get',
  path: `${under}/tasks/{task_id}/events`,
  tag,
  summary: 'Follow a task by server-sent events: its states and its output, until it has ended',
  scope: 'read',
  params: ofTask,
  query: closed({ cursor, dedupe_key: dedupeKey }),
  headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 64 })) }),
  returns: { type: 'text/event-stream', event: TaskEvent, description: 'Events of type status and output, and heartbeats' },
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'TASK_NOT_FOUND', 'WATCH_RUNNING'],
})

export const watchExecTask = operation({
  method: 'get',
  path: `${under}/tasks/{task_id}/events/history`,
  tag,
  summary: 'What happened to a task since a cursor; waits for something to happen',
  scope: 'read',
  params: ofTask,
  query: closed({
    cursor,
    dedupe_key: dedupeKey,
    wait_sec: Type.Optional(Type.Integer({ minimum: 0, maximum: 60, default: 0, description: 'Seconds to wait for an event' })),
  }),
  returns: json(TaskEvents),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'TASK_NOT_FOUND'],
})

export const cancelExecTask = operation({
  method: 'post',
  path: `${under}/tasks/{task_id}:cancel`,
  tag,
  summary: 'Cancel a task; it is canceled once its end is confirmed',
  scope: 'run',
  params: ofTask,
  body: open({ reason: Type.Optional(Type.String({ maxLength: 1000 })) }),
  bodyOptional: true,
  returns: json(TaskCanceled),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'TASK_NOT_FOUND'],
})

export const listExecSessions = operation({
  method: 'get',
  path: `${under}/sessions`,
  tag,
  summary: 'Sessions of a project, the one used last first',
  scope: 'read',
  params: ofProject,
  query: closed({ limit: limit(100) }),
  returns: json(ExecSessionList),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})

export const getExecSession = operation({
  method: 'get',
  path: `${under}/sessions/{session_id}`,
  tag,
  summary: 'A session of the caller',
  scope: 'read',
  params: ofSession,
  returns: json(ExecSessionView),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'EXEC_SESSION_NOT_FOUND'],
})

export const deleteExecSession = operation({
  method: 'delete',
  path: `${under}/sessions/{session_id}`,
  tag,
  summary: 'Delete a session with everything in its folder',
  scope: 'run',
  params: ofSession,
  query: closed({
    owner: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'Whose session it is; default: the caller. Those of others need the scope admin, and no profile',
      }),
    ),
  }),
  returns: json(SessionRemoved),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'EXEC_SESSION_NOT_FOUND', 'SESSION_BUSY'],
})

export const getExecProviders = operation({
  method: 'get',
  path: `${under}/providers`,
  tag,
  summary: 'Where commands run, what holds them there, and their limits',
  scope: 'read',
  params: ofProject,
  returns: json(ExecProviders),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})
