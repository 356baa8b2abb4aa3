import { awaitsUpload, isTerminal, type Run } from '../domain/run.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { Fault } from '../lib/fault.ts'
import type { JobAndRun } from '../store/jobs.ts'
import type { RunsDeps } from './deps.ts'
import { topics } from './topics.ts'

/** The job, or a fault. Jobs of other projects are not found. */
export async function requireJob(deps: RunsDeps, projectId: string, id: string): Promise<JobAndRun> {
  const found = await deps.store.jobs.find(projectId, id)
  if (!found) throw new Fault('JOB_NOT_FOUND')
  return found
}

/** The job when its run ended or waits for a person or for files, or as it is when the time is up. The run goes on either way. */
export async function waitForJob(
  deps: RunsDeps,
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
    if (waitsForNoRun(now.run) || deadline.signal.aborted) return now
    await wake
  }
}

/** The job once its files are there, or it ended without: only then is it certain which run answers it. */
export async function untilUploaded(deps: RunsDeps, found: JobAndRun, left: AbortSignal): Promise<JobAndRun> {
  const { projectId, id } = found.job
  for (let now = found; ; ) {
    if (!awaitsUpload(now.run) || left.aborted) return now
    const wake = deps.wakes.next(topics.run(now.run.id), left)
    now = await requireJob(deps, projectId, id)
    if (awaitsUpload(now.run)) await wake
  }
}

/** The run has ended, or waits for the caller. */
const waitsForNoRun = (run: Run): boolean => isTerminal(run.state) || run.state === 'waiting_user' || awaitsUpload(run)
