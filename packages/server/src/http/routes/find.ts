import type { Principal } from '../../domain/job.ts'
import { Fault } from '../../lib/fault.ts'
import { requireJob } from '../../runs/wait.ts'
import type { JobAndRun } from '../../store/jobs.ts'
import type { DoorDeps } from './deps.ts'

/** What every call about a job says. */
export interface CallOfJob {
  readonly principal: Principal
  readonly params: { readonly request_id: string }
}

/** Finds the job that a call is about, or refuses. Handlers are the same wherever a job is shown; only this differs. */
export type Find = (call: CallOfJob) => Promise<JobAndRun>

export const findJob =
  (runner: DoorDeps): Find =>
  ({ principal, params }) =>
    requireJob(runner, principal.projectId, params.request_id)

/** For routes that know only jobs that brought their skill along. */
export const findTemporary =
  (runner: DoorDeps): Find =>
  async (call) => {
    const found = await findJob(runner)(call)
    if (!found.job.temporary) throw new Fault('JOB_NOT_FOUND')
    return found
  }
