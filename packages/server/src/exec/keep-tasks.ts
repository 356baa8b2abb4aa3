import { setTimeout as wait } from 'node:timers/promises'
import { type ExecTask, type LimitReason, lateTask, type TaskEnd, type TaskKind } from '../domain/exec.ts'
import { type FilesTaken, noFilesTaken } from '../domain/exec-files.ts'
import { countedBy, nextTask } from '../domain/task-turn.ts'
import { instant } from '../lib/clock.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { messageOf } from '../lib/thrown.ts'
import type { EndWish, KeptStart } from '../process/nursery.ts'
import { type ExecDeps, taskTopic } from './deps.ts'
import type { Holds } from './holds.ts'
import { heldBy } from './launch.ts'
import type { LimitsOfProjects } from './project-limits.ts'
import type { BegunTask, Site } from './site.ts'
import { isService, tendService } from './tend-service.ts'
import { requireRoomIn } from './waiting.ts'

/** What commands and tasks share. */
export interface Shared {
  readonly site: Site
  readonly holds: Holds
  readonly projects: LimitsOfProjects
}

/**
 * Starts tasks that are queued, a few at a time, and sees each to its end. What it knows of those that run is in their rows and their
 * folders: a new server takes them over from there.
 */
export class TaskKeeper {
  readonly #deps: ExecDeps
  readonly #site: Site
  readonly #holds: Holds
  readonly #projects: LimitsOfProjects
  readonly #queue: ExecTask[] = []
  readonly #running = new Map<string, Running>()
  readonly #closing = new AbortController()

  constructor(deps: ExecDeps, { site, holds, projects }: Shared) {
    this.#deps = deps
    this.#site = site
    this.#holds = holds
    this.#projects = projects
  }

  /** At the start of a server: what runs is taken over, what has ended is settled, and what waits waits on. */
  async takeOver(): Promise<void> {
    for (const found of await this.#deps.store.execTasks.alive()) {
      // Whoever keeps its job does.
      if (found.jobId !== null) continue
      const task = await this.#unreached(found)
      this.#holds.take(task.sessionId, heldBy(task), task)
      if (task.state === 'queued') this.#queue.push(task)
      else this.#see(task, () => this.#takeUp(task))
    }
    this.startNext()
  }

  /** Its ports count as reached once this server has reached them. */
  async #unreached(task: ExecTask): Promise<ExecTask> {
    if (!task.endpoints.some(({ isReached }) => isReached)) return task
    const endpoints = task.endpoints.map((one) => ({ ...one, isReached: false }))
    // A server that starts on a full disk starts all the same.
    const write = () => this.#deps.store.execTasks.endpoints(task.id, endpoints)
    await this.#deps.despiteFullDisk(write).catch((error) => this.#report(task, error))
    return { ...task, endpoints }
  }

  /** What nobody sees any more, because something went wrong with it, is taken over again. Answers how many. */
  async takeUpUnseen(): Promise<number> {
    const before = this.ids()
    // One that is younger may be on its way here.
    const latest = new Date(this.#deps.clock.now().getTime() - 60_000).toISOString()
    const alive = await this.#deps.store.execTasks.alive()
    const seen = new Set([...before, ...this.ids()])
    // Steps belong to whoever keeps their jobs.
    const unseen = alive.filter(({ id, jobId, createdAt }) => jobId === null && !seen.has(id) && createdAt < latest)
    for (const task of unseen) {
      if (task.state === 'queued') this.#queue.push(task)
      else this.#see(task, () => this.#takeUp(task))
    }
    this.startNext()
    return unseen.length
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted
  }

  /** Of those that run or wait. */
  ids(): string[] {
    return [...this.#running.keys(), ...this.#queue.map(({ id }) => id)]
  }

  /** Throws where no more of this project may wait. */
  requireRoom(project: string): void {
    const own = this.#projects.depsOf(project).limits.mostQueuedTasks
    requireRoomIn(this.#queue, project, { own, ofAll: this.#deps.limits.mostQueuedTasks })
  }

  /** Its row is written and its folder held. */
  add(task: ExecTask): void {
    this.#queue.push(task)
    this.startNext()
  }

  /** A step of a job that runs: it waits for nobody, and its job holds the folder. Resolves when it has ended, or this server closes. */
  async seeStep(step: ExecTask, until: Date): Promise<void> {
    if (this.#isClosing) return
    if (!this.#running.has(step.id))
      this.#see(step, () => (step.state === 'queued' ? this.#start(step, until) : this.#takeUp(step, until)))
    await this.#running.get(step.id)?.seen
  }

  /** Null: there is none in that project. */
  async cancelMarked(
    projectId: string,
    id: string,
    reason: string | null,
  ): Promise<{ readonly task: ExecTask; readonly accepted: boolean } | null> {
    const { store, clock } = this.#deps
    const mark = () => store.execTasks.cancel(projectId, id, instant(clock), reason)
    let isFull = false
    const canceled = await this.markDespiteFullDisk(mark, () => {
      isFull = true
      return store.execTasks.get(projectId, id)
    })
    if (canceled?.accepted) await this.cancel(canceled.task)
    // On a full disk it was ended before it could be marked.
    return canceled && { ...canceled, accepted: canceled.accepted || (isFull && canceled.task.state === 'canceled') }
  }

  /**
   * Writes down that something is canceled. Where there is no room for that, the task that it is about is ended first: if it is the one
   * that fills the disk, it would fill the reserve as well.
   */
  async markDespiteFullDisk<T>(mark: () => Promise<T>, find: () => Promise<ExecTask | null>): Promise<T> {
    try {
      return await mark()
    } catch (error) {
      if (diskTroubleOf(error) !== 'DISK_LOW') throw error
      const task = await find()
      if (task && this.#running.has(task.id)) await this.#site.endAndWait(task)
      return this.#deps.despiteFullDisk(mark)
    }
  }

  /** The mark is in its row. */
  async cancel(task: ExecTask): Promise<void> {
    const at = this.#queue.findIndex(({ id }) => id === task.id)
    if (at >= 0) {
      this.#queue.splice(at, 1)
      this.#forget(task)
    } else if (this.#running.has(task.id)) this.#end(task, 'canceled')
  }

  /** Those that run go on, and are found again. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#site.leave()
    await Promise.all([...this.#running.values()].map(({ seen }) => seen))
    // One that was being started may have gone there again.
    await this.#site.leave()
  }

  /** As many as there is room for. Services and tasks do not wait for each other. */
  startNext(): void {
    while (!this.#isClosing) {
      const task = this.#nextOf('task') ?? this.#nextOf('service')
      if (!task) return
      this.#queue.splice(this.#queue.indexOf(task), 1)
      this.#see(task, () => this.#start(task))
    }
  }

  #nextOf(kind: TaskKind): ExecTask | undefined {
    const most = kind === 'service' ? 'mostRunningServices' : 'mostRunningTasks'
    const running = [...this.#running.values()].filter((one) => one.kind === kind)
    return nextTask(
      this.#queue.filter((task) => task.kind === kind),
      {
        running: countedBy(running.map(({ projectId }) => projectId)),
        places: this.#deps.limits[most],
        mostOf: (project) => this.#projects.depsOf(project).limits[most],
      },
    )
  }

  #see(task: ExecTask, seeing: () => Promise<void>): void {
    const seen = seeing()
      .catch((error) => this.#report(task, error))
      .finally(() => {
        this.#running.delete(task.id)
        this.startNext()
      })
    const kind = task.jobId === null ? task.kind : 'step'
    this.#running.set(task.id, { kind, projectId: task.projectId, seen })
  }

  async #start(task: ExecTask, until: Date | null = null): Promise<void> {
    const { store, clock } = this.#deps
    if (until !== null && until <= clock.now()) return this.settle(task, lateTask(task))
    const starting = await this.#write(() => store.execTasks.starting(task.id, instant(clock)))
    if (!starting) return this.#forget(task)
    this.#tell(task)
    await this.#launch(starting, until)
  }

  async #launch(task: ExecTask, until: Date | null): Promise<void> {
    const own = this.#projects.depsOf(task.projectId)
    const prepared = await this.#site.prepare(own, task).catch((error: unknown): TaskEnd => {
      if (error instanceof Fault) return refused(error)
      this.#report(task, error)
      return this.#site.notStarted(messageOf(error))
    })
    if ('error' in prepared) return this.settle(task, prepared)
    using _prepared = prepared
    const begun = await prepared.begin(until)
    const { mark } = begun
    if (typeof mark === 'object' && 'failed' in mark) return await this.settle(task, this.#site.notStarted(mark.failed))
    // The next server finds by its row that it was being started.
    if (mark === 'lost' && this.#isClosing) return
    await this.#note(task, mark).catch((error) => this.#report(task, error))
    await this.#follow(task, begun)
  }

  /** A service runs once it is ready, a task at once. */
  async #note(task: ExecTask, mark: Exclude<KeptStart, { failed: string }>): Promise<void> {
    const { execTasks } = this.#deps.store
    const move = isService(task) ? execTasks.begun : execTasks.running
    const begun = typeof mark === 'object' ? await this.#write(() => move(task.id, mark)) : task
    // It may have been canceled while it was being started.
    if (begun?.cancelRequestedAt) this.#end(task, 'canceled')
    this.#tell(task)
  }

  /** One that another server has started, or was about to. */
  async #takeUp(task: ExecTask, until: Date | null = null): Promise<void> {
    using _held = this.#site.hold(task)
    const isBegun = task.state === 'running' || this.#site.hasBegun(task)
    await (isBegun ? this.#adopt(task) : this.#launch(task, until))
  }

  async #adopt(task: ExecTask): Promise<void> {
    using begun = await this.#site.adopt(this.#projects.depsOf(task.projectId), task)
    if (task.cancelRequestedAt) this.#end(task, 'canceled')
    const isBegun = task.state === 'starting' && !isService(task)
    const running = isBegun ? await this.#write(() => this.#deps.store.execTasks.ready(task.id)) : task
    await this.#follow(running ?? task, begun)
  }

  async #follow(task: ExecTask, { told, watch }: BegunTask): Promise<void> {
    const look = () => this.#site.look(task)
    let isTold = false
    void told.then(() => {
      isTold = true
    })
    let found = await lookUntilSure(look)
    using watched = await watch((why: LimitReason) => this.#end(task, why))
    const over = new AbortController()
    using _tending = { [Symbol.dispose]: () => over.abort() }
    const tended = this.#tend(task, over.signal)
    while (found === 'lives' && !this.#isClosing) {
      // It may be kept by a nursery that nobody is connected to any more: then only its files tell.
      await (isTold ? wait(20) : Promise.race([told, wait(1000, undefined, { ref: false })]))
      found = await look()
      // Its keeper may be gone before those whom it kept: a nursery that is there tells when all are.
      if (found === 'lost') found = await lookUntilSure(look, isTold ? 100 : 1000)
    }
    over.abort()
    await tended
    // Whoever comes after us finds it as it is.
    if (found === 'lives') return
    await this.#site.clear(task, found === 'lost')
    const end = await watched.endOf(found)
    // What it left, however it ended. It runs no more, and nobody has been told so yet.
    await this.settle(task, end, await this.#site.take(task))
  }

  async #tend(task: ExecTask, signal: AbortSignal): Promise<void> {
    if (!isService(task)) return
    await tendService(this.#deps, task, (why) => this.#site.end(task, why), signal).catch((error) => this.#report(task, error))
  }

  /** It has ended, or never began. */
  async settle(task: ExecTask, end: TaskEnd, taken: FilesTaken = noFilesTaken): Promise<void> {
    const { store, clock } = this.#deps
    await this.#write(() => store.execTasks.ended(task.id, end, instant(clock), taken))
    this.#site.forget(task)
    this.#forget(task)
  }

  /** Nobody waits for it: it is told when it has ended. */
  #end(task: ExecTask, why: EndWish): void {
    this.#site.end(task, why).catch((error) => this.#report(task, error))
  }

  /** What is not written down would hold its folder until the next start. */
  #write<T>(write: () => Promise<T>): Promise<T> {
    return this.#deps.persistently(write, this.#closing.signal)
  }

  #forget(task: ExecTask): void {
    this.#holds.release(task.sessionId, heldBy(task), task)
    this.#tell(task)
  }

  #report({ id }: ExecTask, error: unknown): void {
    this.#deps.logger.error({ err: error, task_id: id }, 'unexpected error while supervising a task')
  }

  #tell({ id }: ExecTask): void {
    this.#deps.wakes.wake(taskTopic(id))
  }
}

interface Running {
  /** Steps of jobs take no place of tasks. */
  readonly kind: TaskKind | 'step'
  readonly projectId: string
  readonly seen: Promise<void>
}

/** What was just begun may not have its files yet, nor what just ended: it is lost when it stays so. */
async function lookUntilSure(look: () => ReturnType<Site['look']>, mostLooks = 100) {
  for (let looks = 0; ; looks++) {
    const found = await look()
    if (found !== 'lost' || looks >= mostLooks) return found
    await wait(10)
  }
}

const refused = ({ code, details }: Fault): TaskEnd => ({ state: 'failed', exitCode: null, error: { code, details } })
