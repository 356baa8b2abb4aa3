import { join } from 'node:path'
import type {
  ExecJobRequest as JobBody,
  ExecJob as JobView,
  ExecJobStep as StepView,
} from '@agent-skill-runner/contract/exec-job.ts'
import type { FastifyInstance } from 'fastify'
import { type ExecTask, toldError } from '../../domain/exec.ts'
import { type ExecJob, type JobStep, stateOfStep } from '../../domain/exec-job.ts'
import type { Principal } from '../../domain/job.ts'
import type { ExecLimits } from '../../exec/deps.ts'
import type { JobRequest } from '../../exec/open.ts'
import { growthOf } from '../../exec/watch.ts'
import { findJob } from '../../exec/watch-job.ts'
import type { Layout } from '../../workspace/layout.ts'
import { tailOfLog } from '../../workspace/read-log.ts'
import { onceInProject, replayed } from '../by-key.ts'
import { cursorOf, parseCursor } from '../cursor.ts'
import { invalidRequest } from '../invalid-request.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'
import { checkEnv, presentError, presentOutput } from './exec.ts'
import { checkCommand, checkEnvSize } from './exec-sizes.ts'
import { requireRoom } from './require-room.ts'

/** Step jobs of projects. */
export function execJobRoutes(app: FastifyInstance, { runner, attempts, exec }: RouteDeps): void {
  const { store, layout } = runner

  route(app, 'createExecJob', async (call) => {
    const { principal, params, body, reply } = call
    const project = entered(principal, params.project_id)
    const once = onceInProject('createExecJob', project, call)
    const make = async () => {
      await requireRoom({ runner, attempts })
      return exec.startJob(requestOf(project, principal, body, exec.projects.depsOf(project).limits), once)
    }
    const again = (id: string) => store.execJobs.get(project, id)
    return presentJob(replayed(reply, await exec.byKey.make(once, { make, again })))
  })

  route(app, 'listExecJobs', async ({ principal, params, query }) => {
    const projectId = entered(principal, params.project_id)
    const limit = Math.min(query.limit ?? 50, 1000)
    const after = query.cursor === undefined ? undefined : parseCursor(query.cursor)
    const filter = { projectId, state: query.status, session: query.session_id, after }
    const found = await store.execJobs.list({ ...filter, limit: limit + 1 })
    const last = found.length > limit ? found[limit - 1] : undefined
    return { jobs: found.slice(0, limit).map(presentJob), next_cursor: last ? cursorOf(last) : null }
  })

  route(app, 'getExecJob', async ({ principal, params, query }) => {
    const job = await findJob(runner, entered(principal, params.project_id), params.job_id)
    const tasks = await store.execTasks.ofJob(job.id)
    const tailBytes = query.tail_bytes ?? 1024
    const steps = job.steps.map((step, index) => presentStep(layout, job, { step, index, task: tasks[index] }, tailBytes))
    return { ...presentJob(job), steps: await Promise.all(steps) }
  })

  route(app, 'cancelExecJob', async ({ principal, params, body }) => {
    const project = entered(principal, params.project_id)
    const { job, accepted } = await exec.cancelJob(project, params.job_id, body?.reason ?? null)
    return { job_id: job.id, status: job.state, accepted }
  })
}

function requestOf(projectId: string, principal: Principal, body: JobBody, { jobSec, taskSec }: ExecLimits): JobRequest {
  const { skill_name: skill, env = {}, session_id: session = 'default', workdir = 'skill' } = body
  const { max_wall_time_sec: timeoutSec = null } = body
  checkEnv(env, '/env')
  checkSeconds(timeoutSec, '/max_wall_time_sec', jobSec)
  const steps = body.steps.map((step, index): JobStep => {
    checkCommand(step.command, `/steps/${index}/command`)
    checkEnv(step.env ?? {}, `/steps/${index}/env`)
    checkEnvSize({ ...env, ...step.env }, `/steps/${index}/env`)
    checkSeconds(step.timeout_sec ?? null, `/steps/${index}/timeout_sec`, Math.min(jobSec, taskSec))
    const network = step.network && { network: step.network.allow }
    const { name = null, command, env: own = {}, timeout_sec: timeoutSec = null } = step
    return { name, command, env: own, timeoutSec, ...network }
  })
  const network = body.network?.allow ?? []
  return { projectId, principal, skill, session, workdir, env, timeoutSec, network, steps }
}

function checkSeconds(seconds: number | null, at: string, most: number): void {
  if (seconds !== null && seconds > most) throw invalidRequest(at, `must be at most ${most}`, 'maximum')
}

export const presentJob = (job: ExecJob): JobView => ({
  job_id: job.id,
  project_id: job.projectId,
  status: job.state,
  session_id: job.sessionAlias,
  skill_name: job.skill,
  version_hash: job.versionHash,
  workdir: job.workdir,
  step_count: job.steps.length,
  max_wall_time_sec: job.maxWallTimeSec,
  error: presentError(toldError(job)),
  cancel_requested: job.cancelRequestedAt !== null,
  cancel_reason: job.cancelReason,
  created_at: job.createdAt,
  started_at: job.startedAt,
  finished_at: job.finishedAt,
})

async function presentStep(
  layout: Layout,
  job: ExecJob,
  { step, index, task }: { readonly step: JobStep; readonly index: number; readonly task: ExecTask | undefined },
  tailBytes: number,
): Promise<StepView> {
  const tail = async (stream: 'stdout' | 'stderr') =>
    task
      ? presentOutput(await tailOfLog(join(layout.execTask(task.id), `${stream}.log`), tailBytes, growthOf(task)))
      : { text: '', bytes: 0, truncated: false }
  const [stdout, stderr] = await Promise.all([tail('stdout'), tail('stderr')])
  return {
    index,
    name: step.name,
    command: step.command,
    status: stateOfStep(job, task),
    task_id: task?.id ?? null,
    exit_code: task?.exitCode ?? null,
    error: presentError(task ? toldError(task) : null),
    started_at: task?.startedAt ?? null,
    finished_at: task?.finishedAt ?? null,
    stdout,
    stderr,
  }
}
