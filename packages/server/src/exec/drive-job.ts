import { setTimeout as wait } from 'node:timers/promises'
import { type ExecTask, isEnded } from '../domain/exec.ts'
import { deadlineOf, type ExecJob, type JobMove, nextMove, stepTaskOf } from '../domain/exec-job.ts'
import { newId } from '../lib/ids.ts'
import { unreachable } from '../lib/unreachable.ts'
import { type ExecDeps, jobTopic } from './deps.ts'
import type { TaskKeeper } from './keep-tasks.ts'

/** What drives jobs, and until when. */
export interface Driving {
  readonly deps: ExecDeps
  readonly tasks: TaskKeeper
  /** This server closes: whoever comes after it finds the job as it is. */
  readonly closing: AbortSignal
}

/** Between two tries of a write that failed. */
const retryMs = 1000

/** Sees a job to its end. A write that fails, as on a full disk, does not end it: its rows tell where to go on. */
export async function driveJob(driving: Driving, job: ExecJob): Promise<void> {
  const { deps, closing } = driving
  while (!closing.aborted) {
    try {
      const isOver = await moveOn(driving, job)
      deps.wakes.wake(jobTopic(job.id))
      if (isOver) return
    } catch (error) {
      deps.logger.error({ err: error, job_id: job.id }, 'cannot continue a step job; retrying')
      await wait(retryMs, undefined, { signal: closing, ref: false }).catch(() => {})
    }
  }
}

/** One move, told by the rows as they are now. Answers whether it was over before. */
async function moveOn(driving: Driving, { projectId, id }: ExecJob): Promise<boolean> {
  const { store, clock } = driving.deps
  const job = await store.execJobs.get(projectId, id)
  if (!job || isEnded(job.state)) return true
  const now = clock.now()
  await make(driving, job, nextMove(job, await store.execTasks.ofJob(id), now), now)
  return false
}

async function make(driving: Driving, job: ExecJob, move: JobMove, now: Date): Promise<void> {
  const { execJobs } = driving.deps.store
  switch (move.do) {
    case 'begin':
      await execJobs.running(job.id, now.toISOString())
      return
    case 'start':
      await execJobs.addStep(stepTaskOf(job, move.index, newId('task'), now))
      return
    case 'see':
      return seeStep(driving, job, move.task)
    case 'end':
      await execJobs.ended(job.id, move.end, now.toISOString())
      return
    default:
      unreachable(move)
  }
}

async function seeStep(driving: Driving, job: ExecJob, step: ExecTask): Promise<void> {
  const { deps, tasks, closing } = driving
  // A server may have been killed between the two marks.
  if (job.cancelRequestedAt !== null && step.cancelRequestedAt === null) await cancelStep(driving, step, job.cancelReason)
  await tasks.seeStep(step, deadlineOf(job))
  const seen = await deps.store.execTasks.get(step.projectId, step.id)
  if (seen && !isEnded(seen.state) && !closing.aborted) throw new Error('The step could not be seen to its end')
}

export async function cancelStep(
  { tasks }: Pick<Driving, 'tasks'>,
  { projectId, id }: ExecTask,
  reason: string | null,
): Promise<void> {
  await tasks.cancelMarked(projectId, id, reason)
}
