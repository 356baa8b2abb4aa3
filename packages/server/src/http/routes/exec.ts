import { join } from 'node:path'
import { errors } from '@agent-skill-runner/contract/errors.ts'
import type {
  CommandResult,
  ExecRequest as ExecBody,
  ExecSession as SessionView,
  ExecTask as TaskView,
} from '@agent-skill-runner/contract/exec.ts'
import type { FastifyInstance } from 'fastify'
import { type ExecError, type ExecSession, type ExecTask, isEnded, toldError } from '../../domain/exec.ts'
import { areReached } from '../../domain/exec-service.ts'
import type { Principal } from '../../domain/job.ts'
import type { NetworkLevel } from '../../domain/network.ts'
import { notedBytes, policyNotes } from '../../domain/policy-words.ts'
import type { Exec, ExecRequest, Ran } from '../../exec/open.ts'
import { cursorOfTask, findTask, growthOf } from '../../exec/watch.ts'
import { Fault } from '../../lib/fault.ts'
import { type LogSlice, sliceOfLog, tailOfLog } from '../../workspace/read-log.ts'
import { noteAction } from '../audit.ts'
import { onceInProject, replayed } from '../by-key.ts'
import { cursorOf, parseCursor } from '../cursor.ts'
import { invalidRequest } from '../invalid-request.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'
import { filesOf, presentAsked, presentFiles, presentTaken } from './exec-files.ts'
import { checkCommand, checkEnvSize } from './exec-sizes.ts'
import { effectiveOf } from './project-limits.ts'
import { requireRoom } from './require-room.ts'
import { pageOfTasks } from './task-page.ts'

const mostLogBytes = 1_048_576

/** Whether it is the sandbox of this machine whose walls are known. */
const isWalled = (status: Exec['sandbox']['status']): boolean => status !== 'off' && status !== 'remote'

/** Commands and tasks of projects, in the folders of their sessions. */
export function execRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { runner, exec } = deps
  const { store, layout } = runner
  const notesOf = ({ text }: LogSlice, level: NetworkLevel) => (isWalled(exec.sandbox.status) ? policyNotes(text, level) : [])
  const folderOf = (task: ExecTask, stream: 'stdout' | 'stderr') => join(layout.execTask(task.id), `${stream}.log`)

  route(app, 'runExecCommand', async (call) => {
    const { principal, params, body, signal, reply } = call
    const project = entered(principal, params.project_id)
    const run = async () => {
      await requireRoom(deps)
      const { limits } = exec.projects.depsOf(project)
      const ran = await exec.run(requestOf(project, principal, body, limits.mostCommandSec), signal)
      return presentRan(ran, ran.error ? notesOf(ran.stderr, body.network ? 'gated' : 'off') : [])
    }
    return replayed(reply, await exec.byKey.run(onceInProject('runExecCommand', project, call), run))
  })

  route(app, 'createExecTask', async (call) => {
    const { principal, params, body, reply } = call
    const project = entered(principal, params.project_id)
    const once = onceInProject('createExecTask', project, call)
    const make = async () => {
      await requireRoom(deps)
      const { limits } = exec.projects.depsOf(project)
      return exec.startTask(requestOf(project, principal, body, limits.taskSec), once)
    }
    const again = (id: string) => store.execTasks.get(project, id)
    return presentTask(replayed(reply, await exec.byKey.make(once, { make, again })))
  })

  route(app, 'listExecTasks', async ({ principal, params, query }) => {
    const projectId = entered(principal, params.project_id)
    const limit = Math.min(query.limit ?? 50, 1000)
    const after = query.cursor === undefined ? undefined : parseCursor(query.cursor)
    const filter = { projectId, kind: query.kind, state: query.status, session: query.session_id, job: query.job_id, after }
    const { tasks, last } = await pageOfTasks(store.execTasks, filter, limit, presentTask)
    return { tasks, next_cursor: last && cursorOf(last) }
  })

  route(app, 'getExecTask', async ({ principal, params, query }) => {
    const task = await findTask(runner, entered(principal, params.project_id), params.task_id)
    const tail = (stream: 'stdout' | 'stderr') => tailOfLog(folderOf(task, stream), query.tail_bytes ?? 8192, growthOf(task))
    const [stdout, stderr] = await Promise.all([tail('stdout'), tail('stderr')])
    const notes = task.error ? notesOf(await tailOfLog(folderOf(task, 'stderr'), notedBytes), levelOf(task)) : []
    const cursor = cursorOfTask({ stdout: stdout.to, stderr: stderr.to, state: task.state })
    const output = { stdout: presentOutput(stdout), stderr: presentOutput(stderr) }
    return { ...presentTask(task), ...output, policy_notes: notes, cursor }
  })

  route(app, 'getExecTaskLog', async ({ principal, params, query }) => {
    const task = await findTask(runner, entered(principal, params.project_id), params.task_id)
    const { byte_from: from = 0, byte_to: to = Number.MAX_SAFE_INTEGER } = query
    const slice = await sliceOfLog(folderOf(task, params.stream), from, to, mostLogBytes, growthOf(task))
    const range = { byte_from: slice.from, byte_to: slice.to, total_bytes: slice.total }
    return { task_id: task.id, stream: params.stream, ...range, text: slice.text }
  })

  route(app, 'cancelExecTask', async ({ principal, params, body }) => {
    const project = entered(principal, params.project_id)
    const { task, accepted } = await exec.cancelTask(project, params.task_id, body?.reason ?? null)
    return { task_id: task.id, status: task.state, accepted }
  })

  route(app, 'listExecSessions', async ({ principal, params, query }) => {
    const found = await store.execSessions.list(entered(principal, params.project_id), Math.min(query.limit ?? 100, 1000))
    return { sessions: found.map(presentSession) }
  })

  const findSession = async (
    principal: Principal,
    params: { project_id: string; session_id: string },
    owner: string = principal.name,
  ) => {
    const projectId = entered(principal, params.project_id)
    const session = await store.execSessions.find({ projectId, owner, alias: params.session_id })
    if (!session) throw new Fault('EXEC_SESSION_NOT_FOUND', { session_id: params.session_id })
    return session
  }

  route(app, 'getExecSession', async ({ principal, params }) => presentSession(await findSession(principal, params)))

  route(app, 'deleteExecSession', async ({ principal, params, query: { owner }, request }) => {
    if (owner !== undefined && owner !== principal.name) {
      const { project_id: project, session_id: alias } = params
      request.needsAdmin = true
      request.actionTarget = `${project}/${alias}?owner=${owner}`.slice(0, 128)
      requireUnboundAdmin(principal)
      await noteAction(request, runner)
    }
    const session = await findSession(principal, params, owner)
    await exec.removeSession(session)
    return { session_id: session.alias, removed: true as const }
  })

  route(app, 'getExecProviders', async ({ principal, params }) => {
    const project = entered(principal, params.project_id)
    const { status, reason, unfiltered } = exec.sandbox
    const { maxOutputBytes, mostRunningCommands } = exec.limits
    const limits = { ...effectiveOf(exec, project), running_commands: mostRunningCommands, output_bytes: maxOutputBytes }
    const network = { allow: [...exec.network] }
    const mode = exec.remote ? ('remote' as const) : ('local' as const)
    const remote = exec.remote && (await presentRemote(exec.remote))
    return { mode, sandbox: { status, reason, system_calls: unfiltered }, remote, network, limits }
  })
}

/** A profile lets a token take only what is its own, whatever its scope. */
function requireUnboundAdmin({ scopes, profile }: Principal): void {
  if (scopes.includes('admin') && profile === undefined) return
  throw new Fault('FORBIDDEN', { needed: 'admin', granted: scopes, ...(profile === undefined ? {} : { profile }) })
}

async function presentRemote({ provider, hasServices }: NonNullable<Exec['remote']>) {
  const { template, idleSec, hardSec, internet } = provider.settings
  return { ...(await provider.check()), template, idle_sec: idleSec, hard_sec: hardSec, internet, services: hasServices }
}

export function requestOf(projectId: string, principal: Principal, body: ExecBody, mostSec: number): ExecRequest {
  const { skill_name: skill, command, env = {}, timeout_sec: timeoutSec = null } = body
  checkCommand(command, '/command')
  checkEnv(env, '/env')
  if (timeoutSec !== null && timeoutSec > mostSec) throw invalidRequest('/timeout_sec', `must be at most ${mostSec}`, 'maximum')
  const { session_id: session = 'default', workdir = 'skill' } = body
  const network = body.network?.allow ?? []
  return { projectId, principal, skill, session, command, workdir, env, timeoutSec, network, ...filesOf(body) }
}

export function checkEnv(env: Readonly<Record<string, string>>, at: string): void {
  checkEnvSize(env, at)
  for (const name of Object.keys(env)) {
    if (!/^[A-Za-z_]\w{0,127}$/.test(name)) throw invalidRequest(at, 'has a name that is not a valid variable name', 'pattern')
    if (name.startsWith('SKILL_RUNNER_'))
      throw invalidRequest(`${at}/${name}`, 'is a name of the server; use another', 'reserved')
  }
}

export const presentError = (error: ExecError | null) =>
  error && { code: error.code, message: errors[error.code].message, details: { ...error.details } }

export const presentOutput = ({ text, from, total }: LogSlice) => ({ text, bytes: total, truncated: from > 0 })

function presentRan(ran: Ran, notes: string[]): CommandResult {
  const { session, command, exitCode, error, stdout, stderr, startedAt, durationMs, taken } = ran
  return {
    session_id: session.alias,
    skill_name: command.skill,
    version_hash: command.versionHash,
    workdir: command.workdir,
    status: error === null ? 'succeeded' : error.code === 'CANCELED_BY_USER' ? 'canceled' : 'failed',
    exit_code: exitCode,
    error: presentError(error),
    stdout: presentOutput(stdout),
    stderr: presentOutput(stderr),
    ...presentTaken(taken),
    policy_notes: notes,
    timing: { started_at: startedAt.toISOString(), duration_ms: durationMs },
  }
}

const levelOf = ({ network }: ExecTask): NetworkLevel => (network.length > 0 ? 'gated' : 'off')

export const presentTask = (task: ExecTask): TaskView => ({
  task_id: task.id,
  kind: task.kind,
  project_id: task.projectId,
  status: task.state,
  session_id: task.sessionAlias,
  skill_name: task.skill,
  version_hash: task.versionHash,
  workdir: task.workdir,
  command: task.command,
  job_id: task.jobId,
  step_index: task.stepIndex,
  timeout_sec: task.timeoutSec,
  network: { allow: [...task.network] },
  exit_code: task.exitCode,
  error: presentError(toldError(task)),
  cancel_requested: task.cancelRequestedAt !== null,
  cancel_reason: task.cancelReason,
  ...presentAsked(task),
  ...presentFiles(task.createdArtifacts, task.outputErrors),
  exposed_endpoints: task.endpoints.map(({ port, host, hostPort }) => ({
    ...{ port, host_port: hostPort },
    url: `http://${host}:${hostPort}`,
  })),
  exposed_endpoints_active: !isEnded(task.state) && areReached(task.endpoints),
  created_at: task.createdAt,
  started_at: task.startedAt,
  finished_at: task.finishedAt,
})

const presentSession = ({ alias, owner, createdAt, lastUsedAt }: ExecSession): SessionView => ({
  session_id: alias,
  owner,
  created_at: createdAt,
  last_used_at: lastUsedAt,
})
