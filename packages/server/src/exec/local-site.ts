import { lstatSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type ExecSession, type ExecTask, type LimitReason, limitReason, lostTask, type TaskEnd } from '../domain/exec.ts'
import type { FilesTaken } from '../domain/exec-files.ts'
import { newId } from '../lib/ids.ts'
import { groupName, removeLeftGroups } from '../process/cgroups.ts'
import { type EndWish, hasBegun, lookAt } from '../process/nursery.ts'
import type { Resources } from '../process/resources.ts'
import { endLeftovers } from '../process/tree.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { ExecDeps, FoundSkill } from './deps.ts'
import { TaskEnder } from './end-task.ts'
import { skillPlaceOf } from './launch.ts'
import { NurseryLink, never } from './nursery-link.ts'
import { keptOf, prepareTask } from './prepare-task.ts'
import type { LimitsOfProjects } from './project-limits.ts'
import { type CommandGate, withNotReached } from './reach.ts'
import { runHere } from './run-here.ts'
import type { SessionDisk } from './session-disk.ts'
import { sessionFolder } from './session-folder.ts'
import type { SessionQuota, Writer } from './session-quota.ts'
import { SessionUsers } from './session-users.ts'
import type { BegunTask, CommandRun, CommandToRun, PreparedTask, Site, WatchedTask } from './site.ts'
import { markOf, openStage, requireExecSandbox } from './stage.ts'
import { takeOutputs } from './take-outputs.ts'
import { openTaskGate } from './task-gate.ts'
import { notedAtMs, resourcesOfStarted, watchTask } from './task-limits.ts'

/** What commands on this machine share. */
export interface Local {
  readonly projects: LimitsOfProjects
  readonly quota: SessionQuota
  readonly disk: SessionDisk
}

/** What is killed is gone within that. */
const killSec = 5

/** This machine: commands in its sandbox, and tasks kept by the nursery. */
export class LocalSite implements Site {
  readonly #deps: ExecDeps
  readonly #local: Local
  readonly #users: SessionUsers
  readonly #closing = new AbortController()
  readonly #nursery: NurseryLink
  readonly #ender: TaskEnder

  constructor(deps: ExecDeps, local: Local) {
    this.#deps = deps
    this.#local = local
    this.#users = new SessionUsers(deps.identities)
    this.#nursery = new NurseryLink(deps, this.#closing.signal)
    this.#ender = new TaskEnder(deps, this.#nursery, this.#closing.signal)
  }

  requireReady(): void {
    requireExecSandbox(this.#deps)
  }

  async deliver(session: ExecSession, skill: FoundSkill): Promise<string> {
    const stage = await openStage(this.#deps, this.#users, session, skill, newId('cmd'))
    this.#users.release(session.id)
    return skillPlaceOf(this.#deps.sandbox, stage)
  }

  run(deps: ExecDeps, command: CommandToRun, signal: AbortSignal): Promise<CommandRun> {
    return runHere(deps, { users: this.#users, ...this.#local }, command, signal)
  }

  async prepare(deps: ExecDeps, task: ExecTask): Promise<PreparedTask> {
    const { command, resources } = await prepareTask(deps, this.#users, task)
    using given = new DisposableStack()
    given.defer(() => this.#users.release(task.sessionId))
    const gate = given.use(await openTaskGate(deps, task))
    const kept = given.move()
    return {
      begin: async (until) => {
        const { told, mark } = await this.#nursery.begin(keptOf(deps, task, until), command)
        const used = typeof mark === 'object' ? resources : resourcesOfStarted(this.#deps, task)
        return { told, mark, watch: (stop) => this.#watch(task, used, gate, stop) }
      },
      [Symbol.dispose]: () => kept.dispose(),
    }
  }

  hasBegun({ id }: ExecTask): boolean {
    return hasBegun(this.#deps.layout.execTask(id))
  }

  /** Its user is taken at once, before anybody else can have it. */
  hold({ sessionId }: ExecTask): Disposable {
    const { work } = sessionFolder(this.#deps.layout.execSession(sessionId))
    this.#users.take(sessionId, lstatSync(work, { throwIfNoEntry: false })?.uid ?? null)
    return { [Symbol.dispose]: () => this.#users.release(sessionId) }
  }

  /** Where the nursery cannot be asked, the files tell. */
  async adopt(deps: ExecDeps, task: ExecTask): Promise<BegunTask & Disposable> {
    const gate = await openTaskGate(deps, task)
    const told = this.#nursery.told(task.id).catch((error) => {
      this.#deps.logger.error({ err: error, task_id: task.id }, 'the nursery of a task cannot be asked')
      return never
    })
    return {
      told,
      watch: (stop) => this.#watch(task, resourcesOfStarted(this.#deps, task), gate, stop),
      [Symbol.dispose]: () => gate[Symbol.dispose](),
    }
  }

  look({ id }: ExecTask): ReturnType<typeof lookAt> {
    return lookAt(this.#deps.layout.execTask(id))
  }

  end({ id }: ExecTask, why: EndWish): Promise<void> {
    return this.#ender.end(id, why)
  }

  async endAndWait({ id }: ExecTask): Promise<void> {
    const ended = this.#nursery.told(id).catch(() => never)
    await this.#ender.end(id, 'canceled')
    const mostMs = (this.#deps.limits.graceSec + killSec) * 1000
    await Promise.race([ended, wait(mostMs, undefined, { ref: false })])
  }

  /** By pid with start time, or by its mark: somebody else may have its number by now. */
  async endNow(task: ExecTask): Promise<void> {
    await endLeftovers(markOf(this.#deps, task.id), task.process ? [task.process] : [])
  }

  notStarted(reason: string): TaskEnd {
    return { state: 'failed', exitCode: null, error: { code: 'SANDBOX_UNAVAILABLE', details: { reason } } }
  }

  /** Without a sandbox somebody may have left its group; and a sandbox whose keeper is killed at its start lives on. */
  async clear({ id }: ExecTask, isLost: boolean): Promise<void> {
    if (isLost || this.#deps.sandbox.status !== 'bubblewrap') await endLeftovers(markOf(this.#deps, id), [])
  }

  take(task: ExecTask): Promise<FilesTaken> {
    const session = sessionFolder(this.#deps.layout.execSession(task.sessionId))
    const skillFolder = session.skill({ name: task.skill, versionHash: task.versionHash })
    const own = this.#local.projects.depsOf(task.projectId)
    return takeOutputs(own, { session, skillFolder }, { ...task, source: 'task', sourceId: task.id })
  }

  /** Whoever made its group, this server or an earlier one. */
  forget({ id }: ExecTask): void {
    removeLeftGroups(this.#deps.cgroups, groupName(markOf(this.#deps, id)))
    this.#deps.sandbox.forget?.(markOf(this.#deps, id))
  }

  removeSession(sessionId: string): Promise<void> {
    return removeTree(this.#deps.layout.execSession(sessionId))
  }

  async reap(inUse: ReadonlySet<string>) {
    const prefix = groupName(`exec_${this.#deps.store.nodeId}:`)
    const groups = removeLeftGroups(this.#deps.cgroups, prefix, (name) => !inUse.has(name.slice(prefix.length)))
    return { groups, sandboxes: 0 }
  }

  async leave(): Promise<void> {
    this.#closing.abort()
    await this.#nursery.leave()
  }

  async #watch(task: ExecTask, resources: Resources, gate: CommandGate, stop: (why: LimitReason) => void): Promise<WatchedTask> {
    const { projects, quota, disk } = this.#local
    const folder = this.#deps.layout.execTask(task.id)
    const limits = await watchTask(this.#deps, task, resources, stop)
    const writer: Writer = {
      ...{ limits: projects.depsOf(task.projectId).limits, sinceMs: notedAtMs(folder), folder },
      process: () => limits.process,
      end: (exceeded) => stop(limitReason(exceeded)),
    }
    const entered = quota.enter(task.sessionId, writer)
    return {
      endOf: async (found) => {
        await disk.giveBack(task.sessionId, writer)
        const seen = this.#ender.explain(task.id, found)
        return seen === 'lost' ? lostTask : withNotReached(await limits.endOf(seen), gate.notReached())
      },
      [Symbol.dispose]() {
        entered[Symbol.dispose]()
        limits[Symbol.dispose]()
      },
    }
  }
}
