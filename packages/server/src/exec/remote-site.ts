import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type CommandEnd, type ExecSession, type ExecTask, lostTask, type TaskEnd, taskEndOf } from '../domain/exec.ts'
import { type FilesTaken, noFilesTaken } from '../domain/exec-files.ts'
import { Fault } from '../lib/fault.ts'
import { type EndWish, hasBegun, type lookAt } from '../process/nursery.ts'
import { readJson } from '../process/read-json.ts'
import type { ListedSandbox, RemoteProvider } from '../remote/provider.ts'
import type { RemoteSandbox } from '../remote/sandbox.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { zipFolder } from '../workspace/zip-folder.ts'
import type { ExecDeps, FoundSkill } from './deps.ts'
import type { LimitsOfProjects } from './project-limits.ts'
import { bringRemoteInputs, takeRemoteOutputs } from './remote-files.ts'
import { RemoteKeeper, type RemoteKept, sandboxIn } from './remote-keeper.ts'
import { remotePlacesOf, scriptOf, skillPlaceIn } from './remote-launch.ts'
import type { BegunTask, CommandRun, CommandToRun, PreparedTask, Site } from './site.ts'
import { markOf } from './stage.ts'

/** Sandboxes of a provider, one for each session. Commands go on in them while no server runs; their output and ends come to be here. */
export class RemoteSite implements Site {
  readonly #deps: ExecDeps
  readonly #provider: RemoteProvider
  readonly #projects: LimitsOfProjects
  readonly #keeper: RemoteKeeper

  constructor(deps: ExecDeps, provider: RemoteProvider, projects: LimitsOfProjects) {
    this.#deps = deps
    this.#projects = projects
    this.#provider = provider
    this.#keeper = new RemoteKeeper(provider, deps.logger)
  }

  /** Only the provider knows, and every use asks it. */
  requireReady(): void {}

  async deliver({ id }: Pick<ExecSession, 'id'>, skill: FoundSkill): Promise<string> {
    const { root } = await this.#open(id, skill)
    return `${root}/${skillPlaceIn(skill)}`
  }

  async run(deps: ExecDeps, { id, folder, session, skill, command }: CommandToRun, signal: AbortSignal): Promise<CommandRun> {
    const sandbox = await this.#open(session.id, skill)
    const places = remotePlacesOf(sandbox.root, command)
    await bringRemoteInputs(deps, sandbox, places, command)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const kept = this.#keptOf(deps, { id, sessionId: session.id, folder, timeoutSec: command.timeoutSec, idleSec: null })
    const startedAt = deps.clock.now()
    const began = performance.now()
    const mark = await this.#keeper.begin(sandbox, kept, scriptOf(places, command, kept.mark))
    if (typeof mark === 'object' && 'failed' in mark)
      throw new Fault('REMOTE_UNAVAILABLE', { reason: 'not_started', problem: mark.failed })
    const seen = this.#keeper.follow(kept)
    const cancel = () => this.#keeper.end(id, 'canceled')
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    await seen
    signal.removeEventListener('abort', cancel)
    const durationMs = Math.round(performance.now() - began)
    const ended = await endIn(folder)
    const { exitCode, error } = ended ? taskEndOf(ended, { ...command, service: null }) : await lossIn(folder)
    const from = { projectId: session.projectId, source: 'command', sourceId: id } as const
    const taken = ended ? await takeRemoteOutputs(deps, sandbox, places, { ...command, ...from }) : untaken(command)
    return { exitCode, error, startedAt, durationMs, taken }
  }

  async prepare(deps: ExecDeps, task: ExecTask): Promise<PreparedTask> {
    const skill = await deps.findSkill(task.projectId, task.skill, task.versionHash)
    const sandbox = await this.#open(task.sessionId, skill)
    const places = remotePlacesOf(sandbox.root, task)
    if (!this.hasBegun(task)) await bringRemoteInputs(deps, sandbox, places, task)
    await mkdir(deps.layout.execTask(task.id), { recursive: true, mode: 0o700 })
    return { begin: (until) => this.#begin(deps, task, sandbox, until), [Symbol.dispose]() {} }
  }

  hasBegun({ id }: ExecTask): boolean {
    return hasBegun(this.#deps.layout.execTask(id))
  }

  hold(): Disposable {
    return { [Symbol.dispose]() {} }
  }

  async adopt(deps: ExecDeps, task: ExecTask): Promise<BegunTask & Disposable> {
    return { ...this.#followed(task, this.#keptOfTask(deps, task, task.timeoutSec)), [Symbol.dispose]() {} }
  }

  async look({ id }: ExecTask): ReturnType<typeof lookAt> {
    const isFollowed = this.#keeper.isFollowed(id)
    return (await endIn(this.#deps.layout.execTask(id))) ?? (isFollowed ? 'lives' : 'lost')
  }

  async end({ id }: ExecTask, why: EndWish): Promise<void> {
    this.#keeper.end(id, why)
  }

  /** It takes none of our disk but its output, which is limited. */
  endAndWait(task: ExecTask): Promise<void> {
    return this.end(task, 'canceled')
  }

  async endNow(task: ExecTask): Promise<void> {
    const kept = this.#keptOfTask(this.#deps, task, task.timeoutSec)
    const sandbox = await this.#provider.findSession(task.sessionId).catch(() => null)
    await sandbox?.kill(task.id, { ...kept, graceSec: 0, why: 'reaped' }).catch(() => {})
  }

  notStarted(problem: string): TaskEnd {
    return { state: 'failed', exitCode: null, error: { code: 'REMOTE_UNAVAILABLE', details: { reason: 'not_started', problem } } }
  }

  async clear(): Promise<void> {}

  /** From the sandbox in which it ran: another one of the session has none of it. */
  async take(task: ExecTask): Promise<FilesTaken> {
    if (task.outputs.length === 0) return noFilesTaken
    const sandbox = await this.#provider.findSession(task.sessionId).catch(() => null)
    const pinned = await sandboxIn(this.#deps.layout.execTask(task.id))
    if (!sandbox || sandbox.id !== pinned) return untaken(task)
    const places = remotePlacesOf(sandbox.root, task)
    const own = this.#projects.depsOf(task.projectId)
    return takeRemoteOutputs(own, sandbox, places, { ...task, source: 'task', sourceId: task.id })
  }

  forget(): void {}

  /** What the provider does not do now the reaper does later. */
  async removeSession(sessionId: string): Promise<void> {
    await removeTree(this.#deps.layout.execSession(sessionId))
    await this.#provider.destroySession(sessionId).catch((error) => {
      this.#deps.logger.warn({ err: error, session: sessionId }, 'the remote sandbox of a deleted session is left to the reaper')
    })
  }

  /** Those whose session is gone or was not used for long, and those that lived as long as they may. */
  async reap() {
    const { store, clock } = this.#deps
    const { idleSec, hardSec } = this.#provider.settings
    const now = clock.now().getTime()
    const all = await this.#provider.list().catch((error: unknown): ListedSandbox[] => {
      this.#deps.logger.warn({ err: error }, 'remote sandboxes cannot be listed; the reaper tries again')
      return []
    })
    const inUse = new Set((await store.execTasks.alive()).map(({ sessionId }) => sessionId))
    const ids = all.map(({ sessionId }) => sessionId)
    const used = await store.execSessions.usedSince(ids, new Date(now - idleSec * 1000).toISOString())
    const isOver = ({ sessionId, startedAt }: ListedSandbox) =>
      now - startedAt.getTime() > hardSec * 1000 || !(used.has(sessionId) || inUse.has(sessionId))
    const over = all.filter(isOver)
    for (const { id } of over) await this.#provider.destroy(id)
    return { groups: 0, sandboxes: over.length }
  }

  async leave(): Promise<void> {
    this.#keeper.close()
  }

  /** The sandbox of a session with the skill in it. One that went away since it was last used is replaced. */
  async #open(sessionId: string, skill: FoundSkill, isAgain = false): Promise<RemoteSandbox> {
    const sandbox = await this.#provider.ensureSession(sessionId)
    try {
      await sandbox.deliverSkill(skillPlaceIn(skill), () => zipFolder(skill.folder))
      return sandbox
    } catch (error) {
      if (isAgain || !(await this.#provider.isGone(sandbox.id))) throw error
      await this.#provider.destroy(sandbox.id)
      return this.#open(sessionId, skill, true)
    }
  }

  async #begin(deps: ExecDeps, task: ExecTask, sandbox: RemoteSandbox, until: Date | null) {
    const leftSec = until === null ? task.timeoutSec : Math.max(0, (until.getTime() - deps.clock.now().getTime()) / 1000)
    const kept = this.#keptOfTask(deps, task, Math.min(task.timeoutSec, leftSec))
    const mark = await this.#keeper.begin(sandbox, kept, scriptOf(remotePlacesOf(sandbox.root, task), task, kept.mark))
    return { ...this.#followed(task, kept), mark }
  }

  /** What it uses of its machine is the provider's affair. */
  #followed(task: ExecTask, kept: RemoteKept): BegunTask {
    return {
      told: this.#keeper.follow(kept),
      watch: async () => ({
        endOf: async (found) => (found === 'lost' ? lossIn(kept.folder) : taskEndOf(found, task)),
        [Symbol.dispose]() {},
      }),
    }
  }

  #keptOfTask(deps: ExecDeps, { id, sessionId, service }: ExecTask, timeoutSec: number): RemoteKept {
    return this.#keptOf(deps, { id, sessionId, folder: deps.layout.execTask(id), timeoutSec, idleSec: service?.idleSec ?? null })
  }

  #keptOf({ limits }: ExecDeps, of: Omit<RemoteKept, 'mark' | 'graceSec' | 'maxOutputBytes'>): RemoteKept {
    const { graceSec, maxOutputBytes } = limits
    return { ...of, mark: markOf(this.#deps, of.id), graceSec, maxOutputBytes }
  }
}

const endIn = (folder: string): Promise<CommandEnd | null> => readJson<CommandEnd>(join(folder, 'exit.json'))

async function lossIn(folder: string): Promise<TaskEnd> {
  const { reason = 'The server stopped before its end was known.' } =
    (await readJson<{ reason: string }>(join(folder, 'lost.json'))) ?? {}
  return { ...lostTask, error: { code: 'RUNNER_LOST', details: { reason } } }
}

const untaken = ({ outputs }: Pick<ExecTask, 'outputs'>): FilesTaken => ({
  artifacts: [],
  errors: outputs.map(({ path }) => ({
    path,
    code: 'failed',
    message: 'the sandbox of the command is gone or cannot be reached',
  })),
})
