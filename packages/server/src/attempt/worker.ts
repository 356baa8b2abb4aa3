import type { Run, RunId, RunIn, StopCause } from '../domain/run.ts'
import { stateChanged } from '../events/rasp.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { topics } from '../runs/topics.ts'
import { isRunCorrupt } from '../runs/without-log.ts'
import type { AttemptDeps } from './deps.ts'
import { cannotRead, persistently } from './persistently.ts'

interface Running {
  readonly stop: AbortController
  readonly done: Promise<void>
}

/** Longest time between two looks at the queue, for a disk that has room again and for a missed wake. */
const lookAgainMs = 1000

const passOverMs = 30_000

/** An eighth of the server is loaded only then, or with the first run: callers are answered before. */
const loadAfterMs = 500

const loadAttempt = async () => (await import('./attempt.ts')).runAttempt

/** Claims queued runs in their order, and keeps at most `limits.maxRunning` of them running. */
export class Workers {
  readonly #deps: AttemptDeps
  readonly #running = new Map<RunId, Running>()
  readonly #stopping = new AbortController()
  readonly #noMoreTime = new AbortController()
  /**
   * Runs that could not be claimed, and when to try them again: a run whose files are missing must not block the queue. By
   * `performance.now()`: a clock that is set back must not make it hours.
   */
  readonly #passedOver = new Map<RunId, number>()
  #loop: Promise<void> = Promise.resolve()

  constructor(deps: AttemptDeps) {
    this.#deps = deps
  }

  get stopping(): boolean {
    return this.#stopping.signal.aborted
  }

  start(): void {
    this.#loop = this.#run()
    // A failure is reported by the first run, which loads it again.
    setTimeout(() => loadAttempt().catch(() => {}), loadAfterMs).unref()
  }

  running(): readonly RunId[] {
    return [...this.#running.keys()]
  }

  /** Asks the attempt of a run to end. False: this process has none. */
  end(run: RunId, cause: StopCause): boolean {
    const running = this.#running.get(run)
    running?.stop.abort(cause)
    return running !== undefined
  }

  /** Takes no more work, lets runs end by themselves for a while, then ends them. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop
    const all = Promise.all([...this.#running.values()].map(({ done }) => done))
    await Promise.race([all, after(this.#deps.limits.shutdownGraceMs)])
    this.hurry()
    await all
  }

  /** Ends running attempts at once: the operator sent a second signal. */
  hurry(): void {
    this.#noMoreTime.abort()
    for (const run of this.#running.keys()) this.end(run, 'shutdown')
  }

  async #run(): Promise<void> {
    const { wakes, logger } = this.#deps
    while (!this.stopping) {
      using patience = deadlineOf(lookAgainMs, this.#stopping.signal)
      const wake = wakes.next(topics.queue, patience.signal)
      await this.#fill().catch((error) => logger.error({ err: error }, 'cannot start runs; retrying'))
      await wake
    }
  }

  async #fill(): Promise<void> {
    while (this.#running.size < this.#deps.limits.maxRunning && !this.stopping) {
      const run = await this.#claimNext()
      if (!run) return
      this.#begin(run)
    }
  }

  #begin(run: RunIn<'running'>): void {
    const stop = new AbortController()
    const done = this.#attempt(run, stop)
      .catch((error) => this.#deps.logger.fatal({ err: error, run_id: run.id }, 'the end of a run could not be recorded'))
      .finally(() => {
        // If a reply came at once, the next attempt of the run may be registered here already.
        if (this.#running.get(run.id) === running) this.#running.delete(run.id)
        this.#deps.wakes.wake(topics.queue)
      })
    const running: Running = { stop, done }
    this.#running.set(run.id, running)
  }

  /** Claims the oldest queued run by compare-and-set. Null: the queue is empty. */
  async #claimNext(): Promise<RunIn<'running'> | null> {
    for (;;) {
      const now = performance.now()
      for (const [run, until] of this.#passedOver) if (until <= now) this.#passedOver.delete(run)
      const queued = await this.#deps.store.queue.next([...this.#passedOver.keys()])
      if (!queued) return null
      // Before the claim: a run that cannot be performed stays in the queue.
      await loadAttempt()
      const claimed = await this.#claim(queued)
      if (claimed?.state === 'running') return claimed
      // Another process moved it meanwhile, or it cannot be claimed now: the next look finds another run.
    }
  }

  async #claim(queued: RunIn<'queued'>): Promise<Run | null> {
    try {
      return await claim(this.#deps, queued)
    } catch (error) {
      if (!isRunCorrupt(error)) throw error
      this.#deps.logger.error({ err: error, run_id: queued.id }, 'cannot start a run; it is retried after the others')
      this.#passedOver.set(queued.id, performance.now() + passOverMs)
      return null
    }
  }

  /** Cancel marks the row and then looks for the attempt. The attempt is registered before it reads the mark, so one of them sees the other. */
  async #attempt(run: RunIn<'running'>, stop: AbortController): Promise<void> {
    const read = () => this.#deps.store.runs.get(run.id)
    const now = await persistently(this.#deps, read, this.#noMoreTime.signal, cannotRead)
    if (now?.state === 'running' && now.cancelRequestedAt) stop.abort('canceled' satisfies StopCause)
    const runAttempt = await loadAttempt()
    await runAttempt(this.#deps, run, stop.signal, this.#noMoreTime.signal)
  }
}

async function claim(deps: AttemptDeps, queued: RunIn<'queued'>): Promise<Run | null> {
  const [job] = await deps.store.jobs.ofRun(queued.id)
  return deps.log.move({
    run: queued.id,
    job: job?.id ?? null,
    trigger: 'turn.started',
    seen: queued,
    begins: { attempt: queued.attempt + 1, owner: deps.boot },
    drafts: (from, to) => [
      stateChanged(from, to, 'turn.started'),
      {
        type: 'lifecycle.run.started',
        data: { skill_id: queued.skillId, skill_version: queued.skillVersion, sandbox: deps.sandbox.status },
      },
    ],
  })
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
