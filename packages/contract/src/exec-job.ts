import { type Static, Type } from 'typebox'
import { ExecRequest, ExecTaskWithOutput, TaskEvents, taskStates } from './exec.ts'
import { closed, ErrorView, Instant, nullable, oneOf, open } from './shared.ts'

export const execJobStates = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const

const { skill_name, command, session_id, workdir, env, network, timeout_sec } = ExecRequest.properties
const { exit_code, stdout, stderr } = ExecTaskWithOutput.properties
const { already_running } = TaskEvents.properties

export const ExecJobRequest = open(
  {
    skill_name,
    session_id,
    workdir,
    env,
    network,
    steps: Type.Array(
      open({
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        command,
        timeout_sec,
        env: Type.Optional({ ...env, description: 'Variables of this step, beside those of the job' }),
        network: Type.Optional({ ...network, description: 'Hosts that this step has to reach, instead of those of the job' }),
      }),
      { minItems: 1, maxItems: 100, description: 'Commands that run one after the other; the first that fails ends the job' },
    ),
    max_wall_time_sec: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most seconds that all steps may take together, within what the server allows' }),
    ),
  },
  { $id: 'ExecJobRequest' },
)

const JobStep = closed(
  {
    index: Type.Integer(),
    name: nullable(Type.String()),
    command: Type.String(),
    status: oneOf(['pending', 'skipped', ...taskStates], 'pending: its turn is to come. skipped: the job ended before'),
    task_id: nullable(Type.String({ description: 'The task that it is; null: its turn has not come' })),
    exit_code,
    error: nullable(ErrorView),
    started_at: nullable(Instant),
    finished_at: nullable(Instant),
    stdout,
    stderr,
  },
  { $id: 'ExecJobStep' },
)

export const ExecJob = closed(
  {
    job_id: Type.String(),
    project_id: Type.String(),
    status: oneOf(execJobStates),
    session_id: Type.String(),
    skill_name: Type.String(),
    version_hash: Type.String({ description: 'Which version of the skill' }),
    workdir: Type.String(),
    step_count: Type.Integer(),
    max_wall_time_sec: Type.Integer(),
    error: nullable(ErrorView),
    cancel_requested: Type.Boolean(),
    cancel_reason: ExecTaskWithOutput.properties.cancel_reason,
    created_at: Instant,
    started_at: nullable(Instant),
    finished_at: nullable(Instant),
  },
  { $id: 'ExecJob' },
)

/** As the answer to whoever starts it. */
export const ExecJobAccepted = closed(ExecJob.properties, { $id: 'ExecJobAccepted' })

export const ExecJobWithSteps = closed({ ...ExecJob.properties, steps: Type.Array(JobStep) }, { $id: 'ExecJobWithSteps' })

export const ExecJobList = closed(
  { jobs: Type.Array(ExecJob), next_cursor: nullable(Type.String({ description: 'null: there are no more' })) },
  { $id: 'ExecJobList' },
)

export const ExecJobCanceled = closed(
  {
    job_id: Type.String(),
    status: oneOf(execJobStates, 'canceled once the end of its step is confirmed'),
    accepted: Type.Boolean({ description: 'false: it had ended before' }),
  },
  { $id: 'ExecJobCanceled' },
)

export const ExecJobEvent = closed(
  {
    cursor: Type.String({ description: 'Everything up to and with this event: ?cursor= continues behind it' }),
    type: oneOf(['status', 'step', 'output'], 'status: of the job. step: the state of a step. output: what a step printed'),
    status: Type.Optional(oneOf(taskStates, 'Of the job or the step; a job is never starting')),
    error: Type.Optional(nullable(ErrorView)),
    index: Type.Optional(Type.Integer({ description: 'Which step' })),
    name: Type.Optional(nullable(Type.String())),
    task_id: Type.Optional(Type.String()),
    exit_code: Type.Optional(exit_code),
    stream: Type.Optional(oneOf(['stdout', 'stderr'])),
    byte_from: Type.Optional(Type.Integer()),
    byte_to: Type.Optional(Type.Integer()),
    text: Type.Optional(Type.String()),
  },
  { $id: 'ExecJobEvent' },
)

export const ExecJobEvents = closed(
  {
    job_id: Type.String(),
    events: Type.Array(ExecJobEvent),
    cursor: Type.String({ description: 'For the next call' }),
    finished: Type.Boolean({ description: 'The job has ended and everything of it was told' }),
    already_running,
  },
  { $id: 'ExecJobEvents' },
)

export type ExecJobRequest = Static<typeof ExecJobRequest>
export type ExecJob = Static<typeof ExecJob>
export type ExecJobStep = Static<typeof JobStep>
export type ExecJobEvent = Static<typeof ExecJobEvent>
