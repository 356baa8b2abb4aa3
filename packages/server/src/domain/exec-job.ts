import { type ExecError, type ExecTask, isEnded, type TaskState } from './exec.ts'
import { noFilesAsked } from './exec-files.ts'
import type { Instant } from './run.ts'

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const
export type JobState = (typeof jobStates)[number]

/** One command of a step job. */
export interface JobStep {
  readonly name: string | null
  readonly command: string
  /** Beside that of the job. */
  readonly env: Readonly<Record<string, string>>
  /** Null: as long as the job may. */
  readonly timeoutSec: number | null
  /** Hosts that it may reach; absent: those of the job. */
  readonly network?: readonly string[]
}

/** Commands that run one after the other in one folder. Each is a task once its turn has come, and not before. */
export interface ExecJob {
  readonly id: string
  readonly projectId: string
  readonly sessionId: string
  readonly sessionAlias: string
  readonly owner: string
  readonly skill: string
  readonly versionHash: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  readonly steps: readonly JobStep[]
  /** Hosts that its steps may reach. */
  readonly network: readonly string[]
  readonly maxWallTimeSec: number
  readonly state: JobState
  readonly error: ExecError | null
  readonly cancelRequestedAt: Instant | null
  /** In the words of whoever asked first; null: none were given. */
  readonly cancelReason: string | null
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
}

export type JobEnd = Pick<ExecJob, 'error'> & { readonly state: 'succeeded' | 'failed' | 'canceled' }

/** What a job needs next that has not ended. */
export type JobMove =
  | { readonly do: 'begin' }
  | { readonly do: 'start'; readonly index: number }
  | { readonly do: 'see'; readonly task: ExecTask }
  | { readonly do: 'end'; readonly end: JobEnd }

export const canceledJob: JobEnd = { state: 'canceled', error: { code: 'CANCELED_BY_USER', details: {} } }

/** Its time counts from its start, whoever keeps it meanwhile. */
export const deadlineOf = ({ startedAt, maxWallTimeSec }: ExecJob): Date =>
  new Date(new Date(startedAt ?? Number.NaN).getTime() + maxWallTimeSec * 1000)

/** Told by rows alone, so that it is the same after a crash between any two of them. `tasks`: of its steps, in their order. */
export function nextMove(job: ExecJob, tasks: readonly ExecTask[], now: Date): JobMove {
  if (job.state === 'queued') return { do: 'begin' }
  const last = tasks.at(-1)
  if (last && !isEnded(last.state)) return { do: 'see', task: last }
  if (last && last.state !== 'succeeded') return { do: 'end', end: endAfter(job, last) }
  if (tasks.length === job.steps.length) return { do: 'end', end: { state: 'succeeded', error: null } }
  if (job.cancelRequestedAt !== null) return { do: 'end', end: canceledJob }
  if (now >= deadlineOf(job)) return { do: 'end', end: timedOut(job, last) }
  return { do: 'start', index: tasks.length }
}

/** A step is a task too: one that asks for no time gets that of a task, where the job has more. */
export const stepsWithin = (steps: readonly JobStep[], taskSec: number, jobSec: number): JobStep[] =>
  steps.map((step) => ({ ...step, timeoutSec: step.timeoutSec ?? (taskSec < jobSec ? taskSec : null) }))

/** The task of a step whose turn has come. */
export function stepTaskOf(job: ExecJob, index: number, id: string, now: Date): ExecTask {
  const { skill, versionHash, workdir, projectId, sessionId, sessionAlias, owner } = job
  const step = job.steps[index]
  if (!step) throw new Error(`The job has no step ${index}`)
  const leftSec = Math.max(1, Math.ceil((deadlineOf(job).getTime() - now.getTime()) / 1000))
  return {
    ...{ id, projectId, sessionId, sessionAlias, owner, skill, versionHash, workdir, jobId: job.id, stepIndex: index },
    ...{ command: step.command, env: { ...job.env, ...step.env }, timeoutSec: Math.min(step.timeoutSec ?? leftSec, leftSec) },
    ...{ state: 'queued', exitCode: null, error: null, cancelRequestedAt: null, cancelReason: null, process: null },
    network: step.network ?? job.network,
    ...{ kind: 'task', service: null, endpoints: [], ...noFilesAsked, createdArtifacts: [], outputErrors: [] },
    ...{ createdAt: now.toISOString(), startedAt: null, finishedAt: null },
  }
}

/** Of a step that has no task: its turn is to come, or never will. */
export const stateOfStep = (job: ExecJob, task: ExecTask | undefined): TaskState | 'pending' | 'skipped' =>
  task?.state ?? (isEnded(job.state) ? 'skipped' : 'pending')

function endAfter(job: ExecJob, step: ExecTask): JobEnd {
  if (step.state === 'canceled' && job.cancelRequestedAt !== null) return canceledJob
  if (step.error?.code === 'TIMEOUT' && isWallTime(job, step)) return timedOut(job, step)
  return { state: 'failed', error: { code: 'STEP_FAILED', details: { ...factsOf(job, step), error: step.error } } }
}

/** Whether the time of the job was over before that of the step. */
function isWallTime(job: ExecJob, { stepIndex, startedAt }: ExecTask): boolean {
  const own = job.steps[stepIndex ?? 0]?.timeoutSec ?? null
  return own === null || startedAt === null || new Date(startedAt).getTime() + own * 1000 >= deadlineOf(job).getTime()
}

const timedOut = (job: ExecJob, step: ExecTask | undefined): JobEnd => ({
  state: 'failed',
  error: {
    code: 'JOB_TIMEOUT',
    details: { max_wall_time_sec: job.maxWallTimeSec, ...(step ? factsOf(job, step) : {}) },
  },
})

const factsOf = ({ steps }: ExecJob, { id, stepIndex }: ExecTask) => ({
  step_index: stepIndex,
  step_name: steps[stepIndex ?? 0]?.name ?? null,
  task_id: id,
})
