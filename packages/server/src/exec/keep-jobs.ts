import type { ExecCommand, ExecSession } from '../domain/exec.ts'
import { deadlineOf, type ExecJob, type JobStep } from '../domain/exec-job.ts'
import type { Once } from '../domain/once.ts'
import { countedBy, nextTask } from '../domain/task-turn.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { type ExecDeps, jobTopic } from './deps.ts'
import { cancelStep, type Driving, driveJob } from './drive-job.ts'
import type { Holds } from './holds.ts'
import type { TaskKeeper } from './keep-tasks.ts'
import { placeOf } from './launch.ts'
import type { LimitsOfProjects } from './project-limits.ts'
import { requireRoomIn } from './waiting.ts'

/** What its steps have in common. */
type JobCommand = ExecCommand & Pick<ExecJob, 'network'>

interface Around {
  readonly tasks: TaskKeeper
  readonly holds: Holds
  readonly projects: LimitsOfProjects
}

/**
 * Runs step jobs, a few at a time. A step is a task whose row is written when its turn has come. What is next is told by the rows of
 * the job and of its steps, so whoever comes after a crash goes on where it was.
 */
export class JobKeeper {
  readonly #deps: ExecDeps
  readonly #holds: Holds
  readonly #queue: ExecJob[] = []
  readonly #takenOver: ExecJob[] = []
  readonly #projects: LimitsOfProjects
  readonly #running = new Map<string, { readonly projectId: string; readonly driven: Promise<void> }>()
  readonly #closing = new AbortController()
  readonly #driving: Driving

  constructor(deps: ExecDeps, { tasks, holds, projects }: Around) {
    this.#deps = deps
    this.#projects = projects
    this.#holds = holds
    this.#driving = { deps, tasks, closing: this.#closing.signal }
  }

  /** At the start of a server: folders are held and steps that run are taken up, with their users. Nothing new begins yet. */
  async takeOver(): Promise<void> {
    const { store } = this.#deps
    const jobs = await store.execJobs.alive()
    const steps = await Promise.all(jobs.map(({ id }) => store.execTasks.ofJob(id)))
    for (const [index, job] of jobs.entries()) {
      this.#holds.take(job.sessionId, placeOf(job), { kind: 'job', id: job.id })
      const last = steps[index]?.at(-1)
      if (last?.state === 'starting' || last?.state === 'running') void this.#driving.tasks.seeStep(last, deadlineOf(job))
    }
    this.#queue.push(...jobs.filter(({ state }) => state === 'queued'))
    this.#takenOver.push(...jobs.filter(({ state }) => state === 'running'))
  }

  /** Once all that runs has its user. */
  goOn(): void {
    for (const job of this.#takenOver.splice(0)) this.#drive(job)
    this.startNext()
  }

  /** Throws where no more of this project may wait. */
  requireRoom(project: string): void {
    const own = this.#projects.depsOf(project).limits.mostQueuedJobs
    requireRoomIn(this.#queue, project, { own, ofAll: this.#deps.limits.mostQueuedJobs })
  }

  async start(session: ExecSession, command: JobCommand, steps: readonly JobStep[], once: Once | null): Promise<ExecJob> {
    const job = newJob(this.#deps, session, command, steps)
    this.#holds.take(session.id, placeOf(job), { kind: 'job', id: job.id })
    await this.#deps.store.execJobs.add(job, once).catch((error: unknown) => {
      this.#release(job)
      throw error
    })
    this.#queue.push(job)
    this.startNext()
    return job
  }

  /** After the mark is in its row no step is added: the one that is there is the last. */
  async cancel(
    projectId: string,
    id: string,
    reason: string | null,
  ): Promise<{ readonly job: ExecJob; readonly accepted: boolean }> {
    const { store, clock } = this.#deps
    const lastStep = async () => (await store.execTasks.ofJob(id)).findLast((step) => step.projectId === projectId) ?? null
    const canceled = await this.#driving.tasks.markDespiteFullDisk(
      () => store.execJobs.cancel(projectId, id, instant(clock), reason),
      lastStep,
    )
    if (!canceled) throw new Fault('JOB_NOT_FOUND', { job_id: id })
    if (!canceled.accepted) return canceled
    const last = await lastStep()
    if (last) await cancelStep(this.#driving, last, canceled.job.cancelReason)
    if (canceled.job.state === 'canceled') this.#leaveQueue(canceled.job)
    return canceled
  }

  /** Steps that run go on, and are found again with their jobs. */
  stop(): void {
    this.#closing.abort()
  }

  /** When the tasks are closed. */
  async stopped(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ driven }) => driven))
  }

  /** As many as there is room for; projects take turns, as with tasks. */
  startNext(): void {
    while (!this.#closing.signal.aborted) {
      const job = nextTask(this.#queue, {
        running: countedBy([...this.#running.values()].map(({ projectId }) => projectId)),
        places: this.#deps.limits.mostRunningJobs,
        mostOf: (project) => this.#projects.depsOf(project).limits.mostRunningJobs,
      })
      if (!job) return
      this.#queue.splice(this.#queue.indexOf(job), 1)
      this.#drive(job)
    }
  }

  #drive(job: ExecJob): void {
    const driven = driveJob(this.#driving, job).then(() => {
      this.#running.delete(job.id)
      if (this.#closing.signal.aborted) return
      this.#release(job)
      this.startNext()
    })
    this.#running.set(job.id, { projectId: job.projectId, driven })
  }

  #leaveQueue(job: ExecJob): void {
    const at = this.#queue.findIndex(({ id }) => id === job.id)
    if (at >= 0) this.#queue.splice(at, 1)
    this.#release(job)
  }

  #release(job: ExecJob): void {
    this.#holds.release(job.sessionId, placeOf(job), job)
    this.#deps.wakes.wake(jobTopic(job.id))
  }
}

function newJob({ clock }: ExecDeps, session: ExecSession, command: JobCommand, steps: readonly JobStep[]): ExecJob {
  const { skill, versionHash, workdir, env, timeoutSec, network } = command
  return {
    ...{ id: newId('sjob'), projectId: session.projectId, sessionId: session.id, sessionAlias: session.alias },
    ...{ owner: session.owner, skill, versionHash, workdir, env, steps, network, maxWallTimeSec: timeoutSec },
    ...{ state: 'queued', error: null, cancelRequestedAt: null, cancelReason: null },
    ...{ createdAt: instant(clock), startedAt: null, finishedAt: null },
  }
}
