import type { ExecCommand, ExecSession, ExecTask } from '../domain/exec.ts'
import { type FilesAsked, noFilesAsked } from '../domain/exec-files.ts'
import { type ExecJob, type JobStep, stepsWithin } from '../domain/exec-job.ts'
import type { ServiceSettings } from '../domain/exec-service.ts'
import type { Principal } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import type { ExecSandbox } from '../sandbox/srt.ts'
import type { SessionName } from '../store/exec-sessions.ts'
import { type Activated, type ActivateRequest, activate } from './activate.ts'
import { requireArtifactRoom } from './artifact-room.ts'
import { type ExecArtifacts, execArtifactsOf } from './artifacts.ts'
import { checkInputs } from './bring-inputs.ts'
import { ByKey } from './by-key.ts'
import { CommandPlaces } from './command-places.ts'
import type { ExecDeps, ExecLimits, FoundSkill } from './deps.ts'
import { Holds } from './holds.ts'
import { JobKeeper } from './keep-jobs.ts'
import { TaskKeeper } from './keep-tasks.ts'
import { heldBy, placeOf } from './launch.ts'
import { LiveWatches } from './live-watches.ts'
import { LocalSite } from './local-site.ts'
import { type LimitsOfProjects, openProjectLimits } from './project-limits.ts'
import { allowedHosts, rulesOf } from './reach.ts'
import { reap, strayPlaces } from './reap.ts'
import { openReaper, type Reaper } from './reaper.ts'
import { RemoteSite } from './remote-site.ts'
import { type CommandResult, runCommand } from './run-command.ts'
import { SessionDisk } from './session-disk.ts'
import { SessionDoors } from './session-doors.ts'
import { SessionQuota } from './session-quota.ts'
import { StraySearch } from './stray.ts'

/** What somebody asks to be run. */
export interface ExecRequest extends FilesAsked {
  readonly projectId: string
  readonly principal: Principal
  readonly skill: string
  readonly session: string
  readonly command: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  /** Hosts that it has to reach. */
  readonly network: readonly string[]
  /** Null: what is usual. */
  readonly timeoutSec: number | null
}

/** Steps of one folder, one after the other; `timeoutSec` is for all of them. */
export interface JobRequest extends Omit<ExecRequest, 'command' | keyof FilesAsked> {
  readonly steps: readonly JobStep[]
}

export interface Ran extends CommandResult {
  readonly session: ExecSession
  readonly command: ExecCommand
}

/** Commands of projects in the folders of their sessions: waited for, or as tasks that outlive the server. */
export interface Exec {
  /** What the operator allows. */
  readonly limits: ExecLimits
  readonly sandbox: Omit<Pick<ExecSandbox, 'reason' | 'unfiltered'>, 'status'> & {
    readonly status: ExecSandbox['status'] | 'remote'
  }
  readonly remote: ExecDeps['remote']
  readonly artifacts: ExecArtifacts
  readonly watches: LiveWatches
  readonly projects: LimitsOfProjects
  /** For those who see to it that the disk does not get full. */
  readonly disk: SessionDisk
  /** Hosts that commands may ask to reach. */
  readonly network: readonly string[]
  run(request: ExecRequest, signal: AbortSignal): Promise<Ran>
  /** Requests that their callers may repeat. */
  readonly byKey: ByKey
  /** The key is stored with what it starts. */
  startTask(request: ExecRequest, once?: Once | null): Promise<ExecTask>
  /** A task that others connect to. */
  startService(request: ExecRequest, settings: ServiceSettings, once?: Once | null): Promise<ExecTask>
  readonly patternProblem: ExecDeps['patternProblem']
  /** `reason`: in the words of whoever cancels it. */
  cancelTask(
    projectId: string,
    id: string,
    reason: string | null,
  ): Promise<{ readonly task: ExecTask; readonly accepted: boolean }>
  startJob(request: JobRequest, once?: Once | null): Promise<ExecJob>
  cancelJob(projectId: string, id: string, reason: string | null): Promise<{ readonly job: ExecJob; readonly accepted: boolean }>
  activate(request: ActivateRequest): Promise<Activated>
  removeSession(session: ExecSession): Promise<void>
  /** Ends and removes what nobody else does. */
  readonly reaper: Reaper
  takeOver(): Promise<void>
  close(): Promise<void>
}

export function openExec(deps: ExecDeps): Exec {
  const projects = openProjectLimits(deps)
  const quota = new SessionQuota({ ...deps, diskLookMs: deps.limits.diskLookMs })
  const disk = new SessionDisk(deps, quota)
  const site = deps.remote ? new RemoteSite(deps, deps.remote.provider, projects) : new LocalSite(deps, { projects, quota, disk })
  const shared = { site, holds: new Holds(), projects }
  const tasks = new TaskKeeper(deps, shared)
  const strays = new StraySearch(strayPlaces(deps))
  const jobs = new JobKeeper(deps, { tasks, ...shared })
  const doors = new SessionDoors()
  const places = new CommandPlaces(deps.limits.mostRunningCommands)
  const start = async (request: ExecRequest, service: ServiceSettings | null, once: Once | null = null): Promise<ExecTask> => {
    site.requireReady()
    tasks.requireRoom(request.projectId)
    rulesOf(projects.depsOf(request.projectId), request.network)
    return doors.enter(nameOf(request), () => startInside(request, service, once))
  }
  const startInside = async (request: ExecRequest, service: ServiceSettings | null, once: Once | null): Promise<ExecTask> => {
    const own = projects.depsOf(request.projectId)
    const { session, command } = await understand(own, request, service ? own.limits.serviceSec : own.limits.taskSec)
    const task = newTask(deps, session, { ...command, network: request.network }, service)
    shared.holds.take(session.id, heldBy(task), task)
    await deps.store.execTasks.add(task, once).catch((error: unknown) => {
      shared.holds.release(session.id, heldBy(task), task)
      throw error
    })
    tasks.add(task)
    return task
  }
  return {
    limits: deps.limits,
    sandbox: deps.remote ? remoteSandbox : deps.sandbox,
    remote: deps.remote,
    artifacts: execArtifactsOf(deps, projects),
    watches: new LiveWatches(),
    disk,
    network: allowedHosts(deps),
    projects: {
      ...projects,
      async put(project, limits) {
        await projects.put(project, limits)
        tasks.startNext()
        jobs.startNext()
      },
    },

    async run(request, signal) {
      using _place = places.take(request.projectId)
      const own = projects.depsOf(request.projectId)
      const rules = rulesOf(own, request.network)
      return await doors.enter(nameOf(request), async () => {
        const { session, skill, command } = await understand(own, request, own.limits.commandSec)
        return { session, command, ...(await runCommand(own, shared, { session, skill, command, rules }, signal)) }
      })
    },

    byKey: new ByKey(deps),
    startTask: (request, once) => start(request, null, once),
    async startService(request, settings, once) {
      requireServices(deps, settings)
      return start(request, settings, once)
    },
    patternProblem: deps.patternProblem,

    async cancelTask(projectId, id, reason) {
      const canceled = await tasks.cancelMarked(projectId, id, reason)
      if (!canceled) throw new Fault('TASK_NOT_FOUND', { task_id: id })
      return canceled
    },

    async startJob({ steps, ...request }, once = null) {
      site.requireReady()
      jobs.requireRoom(request.projectId)
      const own = projects.depsOf(request.projectId)
      for (const { network } of [request, ...steps]) rulesOf(own, network ?? [])
      return doors.enter(nameOf(request), async () => {
        const asked = { ...request, ...noFilesAsked, command: '' }
        const { session, command } = await understand(own, asked, own.limits.jobSec)
        const within = stepsWithin(steps, own.limits.taskSec, command.timeoutSec)
        return jobs.start(session, { ...command, network: request.network }, within, once)
      })
    },

    cancelJob: (projectId, id, reason) => jobs.cancel(projectId, id, reason),
    activate: (request) => doors.enter(nameOf(request), () => activate(deps, site, request)),

    async removeSession(session) {
      if (shared.holds.isHeld(session.id)) throw new Fault('SESSION_BUSY', { session_id: session.alias })
      await doors.remove(session, async () => {
        await deps.despiteFullDisk(() => deps.store.execSessions.remove(session.id))
        await site.removeSession(session.id)
      })
    },

    reaper: openReaper(deps.clock, deps.logger, () => reap(deps, { ...shared, tasks, strays })),

    async takeOver() {
      await projects.load()
      await jobs.takeOver()
      await tasks.takeOver()
      jobs.goOn()
    },

    async close() {
      await quota.close()
      await strays.close()
      jobs.stop()
      await tasks.close()
      await jobs.stopped()
    },
  }
}

const nameOf = ({ projectId, principal, session }: Pick<ExecRequest, 'projectId' | 'principal' | 'session'>): SessionName => ({
  ...{ projectId, owner: principal.name, alias: session },
})

/** Each session has a sandbox of its own there, which the provider holds. */
const remoteSandbox = { status: 'remote', reason: null, unfiltered: null } as const

/** Nobody here leads to the ports of a remote sandbox, and a service keeps one from ending when it is idle. */
function requireServices({ remote }: ExecDeps, { ports }: ServiceSettings): void {
  if (remote === null || (remote.hasServices && ports.length === 0)) return
  const problem = remote.hasServices ? 'expose_ports is not possible' : 'services are not allowed'
  throw new Fault('MODE_UNSUPPORTED', { mode: 'remote', problem, allowed_by: 'SKILL_RUNNER_REMOTE_SERVICES' })
}

/** The session, made where there is none, and the version of the skill that is meant. */
async function understand(
  deps: ExecDeps,
  { projectId, principal, session: alias, timeoutSec, ...request }: Omit<ExecRequest, 'network'>,
  usualSec: number,
): Promise<{ session: ExecSession; skill: FoundSkill; command: ExecCommand }> {
  const { store, clock, findSkill } = deps
  const name = nameOf({ projectId, principal, session: alias })
  const skill = await findSkill(projectId, request.skill, await store.execActivations.chosen(name, request.skill))
  const { command, workdir, env, inputs, outputs } = request
  const ofSkill = { skill: skill.name, versionHash: skill.versionHash }
  const asked = { ...ofSkill, command, workdir, env, inputs, outputs, timeoutSec: timeoutSec ?? usualSec }
  // Before anything is made.
  placeOf(asked)
  await checkInputs(deps, projectId, inputs)
  if (outputs.length > 0) await requireArtifactRoom(deps, projectId)
  const session = await store.execSessions.open(name, instant(clock))
  return { session, skill, command: asked }
}

function newTask(
  { clock }: ExecDeps,
  session: ExecSession,
  command: ExecCommand & Pick<ExecTask, 'network'>,
  service: ServiceSettings | null,
): ExecTask {
  return {
    ...command,
    ...{ kind: service ? ('service' as const) : ('task' as const), service, endpoints: [] },
    ...{ id: newId('task'), projectId: session.projectId, sessionId: session.id, sessionAlias: session.alias },
    ...{
      owner: session.owner,
      jobId: null,
      stepIndex: null,
      state: 'queued',
      exitCode: null,
      error: null,
      cancelRequestedAt: null,
      cancelReason: null,
      process: null,
    },
    ...{ createdArtifacts: [], outputErrors: [] },
    ...{ createdAt: instant(clock), startedAt: null, finishedAt: null },
  }
}
