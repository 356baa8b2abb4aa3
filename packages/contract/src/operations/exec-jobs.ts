import { Type } from 'typebox'
import { ExecAlias } from '../exec.ts'
import {
  ExecJobAccepted,
  ExecJobCanceled,
  ExecJobEvent,
  ExecJobEvents,
  ExecJobList,
  ExecJobRequest,
  ExecJobWithSteps,
  execJobStates,
} from '../exec-job.ts'
import { closed, limit, oneOf, open } from '../shared.ts'
import { cancelExecTask, createExecTask, followExecTask, watchExecTask } from './exec.ts'
import { json, operation } from './operation.ts'

const tag = 'exec'
const under = '/v1/projects/{project_id}/exec/jobs' as const

const ofProject = createExecTask.params
const ofJob = closed({ ...ofProject.properties, job_id: Type.String({ minLength: 1, maxLength: 64 }) })
const readErrors = ['INVALID_REQUEST', 'PROJECT_NOT_FOUND', 'JOB_NOT_FOUND'] as const

export const createExecJob = operation({
  method: 'post',
  path: under,
  tag,
  summary: 'Start a step job: commands that run one after the other, until one fails; it outlives a restart of the server',
  scope: 'run',
  params: ofProject,
  headers: createExecTask.headers,
  body: ExecJobRequest,
  returns: { ...json(ExecJobAccepted), status: 202 },
  errors: createExecTask.errors,
})

export const listExecJobs = operation({
  method: 'get',
  path: under,
  tag,
  summary: 'Step jobs of a project, newest first',
  scope: 'read',
  params: ofProject,
  query: closed({
    status: Type.Optional(oneOf(execJobStates)),
    session_id: Type.Optional(ExecAlias),
    limit: limit(50),
    cursor: Type.Optional(Type.String({ maxLength: 256, description: 'next_cursor of the page before' })),
  }),
  returns: json(ExecJobList),
  errors: ['INVALID_REQUEST', 'PROJECT_NOT_FOUND'],
})

export const getExecJob = operation({
  method: 'get',
  path: `${under}/{job_id}`,
  tag,
  summary: 'State of a step job and of its steps, with the end of what each printed',
  scope: 'read',
  params: ofJob,
  query: closed({
    tail_bytes: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65_536, default: 1024, description: 'Of each stream of each step' }),
    ),
  }),
  returns: json(ExecJobWithSteps),
  errors: readErrors,
})

export const followExecJob = operation({
  method: 'get',
  path: `${under}/{job_id}/events`,
  tag,
  summary: 'Follow a step job by server-sent events: its states, and states and output of its steps, until it has ended',
  scope: 'read',
  params: ofJob,
  query: followExecTask.query,
  headers: followExecTask.headers,
  returns: {
    type: 'text/event-stream',
    event: ExecJobEvent,
    description: 'Events of type status, step and output, and heartbeats',
  },
  errors: [...readErrors, 'WATCH_RUNNING'],
})

export const watchExecJob = operation({
  method: 'get',
  path: `${under}/{job_id}/events/history`,
  tag,
  summary: 'What happened to a step job since a cursor; waits for something to happen',
  scope: 'read',
  params: ofJob,
  query: watchExecTask.query,
  returns: json(ExecJobEvents),
  errors: readErrors,
})

export const cancelExecJob = operation({
  method: 'post',
  path: `${under}/{job_id}:cancel`,
  tag,
  summary: 'Cancel a step job; it is canceled once the end of its step is confirmed',
  scope: 'run',
  params: ofJob,
  body: open(cancelExecTask.body.properties),
  bodyOptional: true,
  returns: json(ExecJobCanceled),
  errors: readErrors,
})
