import { isTerminal } from '../domain/run.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { Fault } from '../lib/fault.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { type RunnerDeps, topics } from './deps.ts'

/** The job, or a fault: a foreign project's job is not known here. */
export async function requireJob(deps: RunnerDeps, projectId: string, id: string): Promise<JobAndRun> {
  const found = await deps.store.jobs.find(projectId, id)
  if (!found) throw new Fault('JOB_NOT_FOUND')
  return found
}

/** The job when its run ended or waits for a person, or as it is when the time is up. The run goes on either way. */
export async function waitForJob(
  deps: RunnerDeps,
  projectId: string,
  id: string,
  seconds: number,
  left: AbortSignal,
): Promise<JobAndRun> {
  using deadline = deadlineOf(seconds * 1000, left)
  const { run } = await requireJob(deps, projectId, id)
  for (;;) {
    const wake = deps.wakes.next(topics.run(run.id), deadline.signal)
    const now = await requireJob(deps, projectId, id)
    if (isTerminal(now.run.state) || now.run.state === 'waiting_user' || deadline.signal.aborted) return now
    await wake
  }
}
