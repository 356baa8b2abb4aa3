import { type Static, Type } from 'typebox'
import { closed } from './shared.ts'

const seconds = (what: string) => Type.Integer({ minimum: 1, description: what })

const all = {
  command_sec: seconds('Time of a command that asks for none'),
  most_command_sec: seconds('Most that a command can ask for'),
  task_sec: seconds('Most time of a task, and its time if it asks for none'),
  running_tasks: Type.Integer({ minimum: 1, description: 'Tasks that run at once' }),
  queued_tasks: Type.Integer({ minimum: 1, description: 'Tasks that wait' }),
  service_sec: seconds('Most time of a service, and its time if it asks for none'),
  service_idle_sec: seconds('Time of a service without output and connections'),
  running_services: Type.Integer({ minimum: 1, description: 'Services that run at once' }),
  startup_sec: seconds('Until a service is ready, if it asks for no other time'),
  most_startup_sec: seconds('Most that a service can ask for to become ready'),
  job_sec: seconds('Most time of all steps of a job together, and its time if it asks for none'),
  running_jobs: Type.Integer({ minimum: 1, description: 'Step jobs that run at once' }),
  queued_jobs: Type.Integer({ minimum: 1, description: 'Step jobs that wait' }),
  artifact_bytes: Type.Integer({ minimum: 1, description: 'Size of one artifact, input or output' }),
  artifacts_bytes: Type.Integer({ minimum: 1, description: 'Size of all inputs, and of all outputs, of a command or task' }),
  project_artifact_bytes: Type.Integer({
    minimum: 65_536,
    description: 'Size of all artifacts of the project; each counts as 64 KiB at least',
  }),
  session_bytes: Type.Integer({ minimum: 1_048_576, description: 'Disk space of a session' }),
  session_files: Type.Integer({ minimum: 64, description: 'Files and folders of a session' }),
  memory_bytes: Type.Integer({ minimum: 16_777_216, description: 'Memory of all processes of a command or task' }),
  processes: Type.Integer({ minimum: 32, description: 'Processes and threads of a command or task' }),
  cpu_seconds: Type.Integer({ minimum: 1, description: 'CPU time of all processes of a command or task' }),
  max_cost_usd_per_day: Type.Number({
    minimum: 0.000001,
    maximum: 1_000_000,
    description: 'US dollars that engines of all jobs of the project may cost together in a day (UTC)',
  }),
  max_tokens_per_day: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000_000,
    description: 'Tokens that engines of all jobs of the project may use together in a day (UTC)',
  }),
}

/** Without bounds: 0 means that there is no limit. */
const count = Type.Integer({ description: '0: no limit' })

export const effectiveLimits = {
  ...{ command_sec: count, most_command_sec: count, task_sec: count, running_tasks: count, queued_tasks: count },
  ...{ service_sec: count, service_idle_sec: count, running_services: count, startup_sec: count, most_startup_sec: count },
  ...{ job_sec: count, running_jobs: count, queued_jobs: count, artifact_bytes: count, artifacts_bytes: count },
  ...{
    project_artifact_bytes: count,
    session_bytes: count,
    session_files: count,
    memory_bytes: count,
    processes: count,
    cpu_seconds: count,
  },
  max_cost_usd_per_day: Type.Number({ description: '0: no limit' }),
  max_tokens_per_day: count,
}

const some = {
  command_sec: Type.Optional(all.command_sec),
  most_command_sec: Type.Optional(all.most_command_sec),
  task_sec: Type.Optional(all.task_sec),
  running_tasks: Type.Optional(all.running_tasks),
  queued_tasks: Type.Optional(all.queued_tasks),
  service_sec: Type.Optional(all.service_sec),
  service_idle_sec: Type.Optional(all.service_idle_sec),
  running_services: Type.Optional(all.running_services),
  startup_sec: Type.Optional(all.startup_sec),
  most_startup_sec: Type.Optional(all.most_startup_sec),
  job_sec: Type.Optional(all.job_sec),
  running_jobs: Type.Optional(all.running_jobs),
  queued_jobs: Type.Optional(all.queued_jobs),
  artifact_bytes: Type.Optional(all.artifact_bytes),
  artifacts_bytes: Type.Optional(all.artifacts_bytes),
  project_artifact_bytes: Type.Optional(all.project_artifact_bytes),
  session_bytes: Type.Optional(all.session_bytes),
  session_files: Type.Optional(all.session_files),
  memory_bytes: Type.Optional(all.memory_bytes),
  processes: Type.Optional(all.processes),
  cpu_seconds: Type.Optional(all.cpu_seconds),
  max_cost_usd_per_day: Type.Optional(all.max_cost_usd_per_day),
  max_tokens_per_day: Type.Optional(all.max_tokens_per_day),
}

/** Closed: a limit that is misspelt would be none. */
export const ProjectLimits = closed(some, { $id: 'ProjectLimits' })

export const ProjectLimitsView = closed(
  {
    project_id: Type.String(),
    own: closed(some, { description: 'What was set for the project' }),
    effective: closed(effectiveLimits, { description: 'What holds: its own, and else what the server allows' }),
  },
  { $id: 'ProjectLimitsView' },
)

export type ProjectLimits = Static<typeof ProjectLimits>
export type ProjectLimitsView = Static<typeof ProjectLimitsView>
