import { type CommitPoint, isAsSeen, isTerminal, next, type Run, type RunId, type RunIn, type RunState } from '../domain/run.ts'
import { instant } from '../lib/clock.ts'
import { type AttemptFiles, openAttemptFiles } from './attempt-files.ts'
import { Batch, isOf, type Waiting } from './batch.ts'
import { Channel } from './channel.ts'
import { doubtsAbout, encode, voiceOf } from './encode.ts'
import { framesOf } from './frames.ts'
import { Fenced, type Settled, type StateChange } from './log-deps.ts'
import { coalesce, type RaspDraft, type Voice } from './rasp.ts'
import { readAfter } from './read.ts'

/**
 * What a log is doing. It begins idle and ends closed; between them it goes
 *
 *     idle    → writing   a change of state begins an attempt, or something waited long enough
 *     open    → writing   the same, with the files of the attempt open from before
 *     waiting → writing   the batch is old or large enough, or a change of state takes it along
 *     writing → open      it was committed, and the attempt goes on
 *     writing → idle      it was committed, and the attempt is over; or it was refused, and cut again
 *     writing → failed    the disk or the store did not take it: the batch waits again, and the next event of its attempt is told why
 *     failed  → writing   a change of state takes it along
 *     idle, open → waiting  an event of the attempt came
 */
export type LogState = 'idle' | 'open' | 'waiting' | 'writing' | 'failed' | 'closed'

/** The log of one run while somebody writes or follows it. One append at a time. */
export class OpenLog {
  holders = 0
  readonly #run: RunId
  readonly #deps: Settled
  readonly #batch: Batch
  #turn: Promise<unknown> = Promise.resolve()
  #channel: Channel | null = null
  #files: AttemptFiles | null = null
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> | null = null
  #failure: { readonly attempt: number; readonly error: Error } | null = null
  #isWriting = false
  #isClosed = false

  constructor(run: RunId, deps: Settled) {
    this.#run = run
    this.#deps = deps
    this.#batch = new Batch(run)
  }

  get state(): LogState {
    if (this.#isClosed) return 'closed'
    if (this.#isWriting) return 'writing'
    if (this.#failure !== null && this.#failure.attempt === this.#batch.attempt) return 'failed'
    if (this.#batch.attempt !== null) return 'waiting'
    return this.#files === null ? 'idle' : 'open'
  }

  /** A writer is between its first event and its last. While it is written nothing may wait and no file be open, as when a write is tried again. */
  get busy(): boolean {
    return this.#files !== null || this.#batch.attempt !== null || this.#isWriting || this.#flushing !== null
  }

  async move(change: StateChange): Promise<Run | null> {
    return this.#exclusive(async () => {
      let run = await this.#find()
      while (run && (!change.seen || isAsSeen(run, change.seen))) {
        const moved = await this.#moveFrom(run, change)
        if (moved) return moved
        const now = await this.#find()
        // Nobody came first: it is the change itself that does not fit.
        if (now && isAsSeen(now, run) && now.committed.raspSeq === run.committed.raspSeq) return null
        run = now
      }
      return null
    })
  }

  /** Null: the run is no longer this one, or takes no such change. */
  async #moveFrom(run: Run, change: StateChange): Promise<Run | null> {
    const to = next(run.state, change.trigger)
    if (!to) return null
    const attempt = change.begins?.attempt ?? Math.max(run.attempt, 1)
    const { fence, begins, error, warnings, normalizationLevel, usage, asks, answers, recovery, trigger } = change
    const extra = { fence, begins, error, warnings, normalizationLevel, usage, asks, answers, recovery }
    let moved: Run | null = null
    const commit = async (committed: CommitPoint, at: string) => {
      await change.onWritten?.(committed)
      moved = await this.#deps.ledger.move({ seen: run, trigger, committed, at, ...defined(extra) })
      return moved !== null
    }
    await this.#withWaiting(async (waiting) => {
      const carried = waiting && run.state === 'running' && isOf(run, waiting) ? waiting.drafts : []
      const profile = this.#deps.profileOf(run.engine)
      const doubts = begins ? doubtsAbout(profile, run.engine) : []
      const drafts = [...carried, ...change.drafts(run.state, to), ...doubts]
      const voice = voiceOf(run, change.job, attempt, profile)
      const kept = await this.#write(run, voice, drafts, to, commit)
      if (kept || !waiting) return
      // A change that was refused takes nothing with it of what the attempt has said.
      this.#batch.putBack(waiting)
      this.#flushSoon()
    })
    return moved
  }

  async append(run: RunIn<'running'>, job: string | null, drafts: readonly RaspDraft[]): Promise<void> {
    if (this.#failure?.attempt === run.attempt) throw this.#failure.error
    if (drafts.length === 0) return
    const voice = voiceOf(run, job, run.attempt, this.#deps.profileOf(run.engine))
    this.#batch.add(voice, { attempt: run.attempt, owner: run.owner }, drafts)
    // A full batch is written while the next one fills; with both full the disk is behind, and whoever prints waits.
    if (this.#batch.bytes >= this.#deps.batchBytes * 2) return this.#flush()
    if (this.#batch.bytes >= this.#deps.batchBytes) this.#flushAside()
    else this.#flushSoon()
  }

  async flush(): Promise<void> {
    await this.#flush()
    await this.#exclusive(async () => this.#closeFiles())
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    const channel = await this.#openChannel()
    const bell = channel.subscribe(signal)
    let cursor = after
    try {
      while (!signal.aborted) {
        const ready = channel.after(cursor) ?? (cursor < channel.last ? await this.#fromDisk(cursor) : null)
        if (ready) {
          cursor = ready.last
          yield ready.bytes
        } else if (channel.ended) return
        else await bell.wait()
      }
    } finally {
      bell.leave()
    }
  }

  /** Files of the attempt under way that hold something else than what was committed to them. */
  changed(): Promise<string[]> {
    return this.#exclusive(async () => this.#files?.changed() ?? [])
  }

  letGo(): void {
    this.#channel?.publish(null, true)
  }

  async close(): Promise<void> {
    this.#disarm()
    this.#batch.take()
    await this.#exclusive(async () => this.#closeFiles())
    this.#isClosed = true
  }

  async #fromDisk(cursor: number): Promise<{ bytes: Buffer; last: number } | null> {
    const run = await this.#requireRun()
    return framesOf(await readAfter(this.#deps.files, run, 'fcmp', cursor, 256 * 1024))
  }

  /** Nobody waits for it: what goes wrong is told to whoever appends next. */
  #flushAside(): void {
    const attempt = this.#batch.attempt ?? 0
    this.#flushing ??= this.#flush()
      .catch((error) => this.#fail(attempt, error))
      .finally(() => {
        this.#flushing = null
        if (this.#batch.attempt !== null && this.#batch.attempt !== this.#failure?.attempt) this.#flushSoon()
      })
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#flushAside()
    }, this.#deps.batchMs)
  }

  #flush(): Promise<void> {
    return this.#deps.patiently(() => this.#flushOnce())
  }

  #flushOnce(): Promise<void> {
    return this.#exclusive(() =>
      this.#withWaiting(async (waiting) => {
        if (!waiting) return
        const run = await this.#requireRun()
        // The files of an attempt that is over are history: they are not even opened.
        if (!isOf(run, waiting)) throw new Fenced(run.id, waiting.fence.attempt)
        const commit = (committed: CommitPoint) => this.#deps.ledger.advance(run.id, waiting.fence, committed)
        const kept = await this.#write(run, waiting.voice, waiting.drafts, 'running', commit)
        if (!kept) throw new Fenced(run.id, waiting.fence.attempt)
      }),
    )
  }

  /** What waits is taken to be written; when that fails it waits again. */
  async #withWaiting<T>(write: (waiting: Waiting | null) => Promise<T>): Promise<T> {
    this.#disarm()
    const waiting = this.#batch.take()
    this.#isWriting = true
    try {
      return await write(waiting)
    } catch (error) {
      if (waiting && !(error instanceof Fenced)) this.#batch.putBack(waiting)
      throw error
    } finally {
      this.#isWriting = false
    }
  }

  #disarm(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Files first, then the commit point, then the readers. Not committed: cut again, as if it had never been. */
  async #write(
    run: Run,
    voice: Voice,
    drafts: readonly RaspDraft[],
    to: RunState,
    commit: (committed: CommitPoint, at: string) => Promise<boolean>,
  ): Promise<boolean> {
    const files = await this.#open(run, voice.attempt)
    const before = voice.attempt === run.attempt ? run.committed : { ...run.committed, raspBytes: 0, fcmpBytes: 0 }
    const at = [instant(this.#deps.clock), run.committed.lastAt ?? ''].sort().at(-1) ?? ''
    const isEnd = to !== 'running'
    const lines = encode(voice, coalesce(drafts).map(files.meter), { ...files.folding, isEnd }, before, at)
    const bytes = await this.#orClose(files.append(lines, before))
    const committed = {
      ...bytes,
      raspSeq: before.raspSeq + lines.rasp.length,
      fcmpSeq: before.fcmpSeq + lines.fcmp.length,
      lastAt: at,
    }
    const isKept = await this.#orClose(commit(committed, at))
    if (isKept) files.saw(lines)
    else files.cut(before)
    if (!isKept || isEnd) this.#closeFiles()
    if (isKept) this.#channel?.publish(framesOf(lines.fcmp), isTerminal(to))
    return isKept
  }

  /** Whatever a write that failed left behind the commit point is cut when the files are opened again. */
  async #orClose<T>(writing: Promise<T>): Promise<T> {
    try {
      return await writing
    } catch (error) {
      this.#closeFiles()
      throw error
    }
  }

  async #open(run: Run, attempt: number): Promise<AttemptFiles> {
    if (this.#files?.attempt === attempt) return this.#files
    this.#closeFiles()
    this.#files = await openAttemptFiles(this.#deps, run, attempt)
    return this.#files
  }

  #closeFiles(): void {
    this.#files?.[Symbol.dispose]()
    this.#files = null
  }

  /** In a turn of its own: what is committed before it counts as past, what comes after is published. */
  #openChannel(): Promise<Channel> {
    return this.#exclusive(async () => {
      const run = await this.#find()
      // A run that was removed a moment ago has nothing more to tell.
      this.#channel ??= run ? new Channel(run.committed.fcmpSeq, isTerminal(run.state)) : new Channel(0, true)
      return this.#channel
    })
  }

  async #requireRun(): Promise<Run> {
    const run = await this.#find()
    if (!run) throw new Error(`Run ${this.#run} is gone`)
    return run
  }

  #find(): Promise<Run | null> {
    return this.#deps.ledger.get(this.#run)
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => {})
    return mine
  }

  #fail(attempt: number, error: unknown): void {
    this.#failure = { attempt, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }
function defined<T extends object>(value: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<Defined<T>>
}
