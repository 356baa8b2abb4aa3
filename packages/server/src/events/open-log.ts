import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type CommitPoint,
  type Fence,
  isTerminal,
  type Move,
  next,
  type Run,
  type RunId,
  type RunIn,
  type RunState,
  type Trigger,
} from '../domain/run.ts'
import { type Clock, instant } from '../lib/clock.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { Channel } from './channel.ts'
import { type EchoLimits, usualEcho } from './echo.ts'
import { doubtsAbout, encode, type Folding, type Profile, sizeOf, voiceOf } from './encode.ts'
import { framesOf } from './frames.ts'
import { headAt } from './lines-on-disk.ts'
import { appendAt, cutAt, openAt } from './log-files.ts'
import { type LogWitness, openLogWitness } from './log-witness.ts'
import { openFold } from './open-fold.ts'
import { openParents } from './parents.ts'
import { coalesce, type RaspDraft, rawMeter, type Voice } from './rasp.ts'
import { type EventFiles, type Protocol, readAfter } from './read.ts'

/** Where commit points are kept: the rows of the runs. */
export interface Ledger {
  get(run: RunId): Promise<Run | null>
  move(move: Move): Promise<Run | null>
  advance(run: RunId, fence: Fence, committed: CommitPoint): Promise<boolean>
}

export interface EventLogDeps {
  readonly ledger: Ledger
  readonly files: EventFiles
  readonly clock: Clock
  /** Events of one attempt wait this long, or until so many bytes have come, and are committed together. */
  readonly batchMs?: number
  readonly batchBytes?: number
  /** How what an engine says is read; all are scripts when it is left out. */
  readonly profileOf?: (engine: string) => Profile
  /** What counts as a repetition, for engines that repeat themselves. */
  readonly echo?: EchoLimits
  /** Others can reach the files, so what is written is remembered, and `changed` tells of what is not ours. */
  readonly isWatched?: boolean
  /** Told after every state change that was committed. */
  readonly onMove?: (run: Run) => void
}

/** What a state change brings along; the drafts are made from the run as it is at that instant. */
export interface Change
  extends Pick<
    Move,
    'fence' | 'begins' | 'error' | 'warnings' | 'normalizationLevel' | 'usage' | 'asks' | 'answers' | 'recovery'
  > {
  readonly run: RunId
  readonly job: string | null
  readonly trigger: Trigger
  /** Only from this state: what was decided about a queued run must not happen to a running one. */
  readonly from?: RunState
  readonly drafts: (from: RunState, to: RunState) => readonly RaspDraft[]
  /** When the events are in the files and the change is not yet committed: for what has to be there once it is. */
  readonly onWritten?: (committed: CommitPoint) => Promise<void>
}

/** Another attempt, or nobody, owns the run by now: this writer has to stop. */
export class Fenced extends Error {
  constructor(run: RunId, attempt: number) {
    super(`Attempt ${attempt} of ${run} is no longer the current one`)
    this.name = 'Fenced'
  }
}

/** With every choice made. */
export type Settled = Required<EventLogDeps>

export const usualBatches = { batchMs: 25, batchBytes: 256 * 1024, echo: usualEcho }

/** The log of one run while somebody writes or follows it. One append at a time. */
export class OpenLog {
  holders = 0
  readonly #run: RunId
  readonly #deps: Settled
  #turn: Promise<unknown> = Promise.resolve()
  #channel: Channel | null = null
  #writing: Writing | null = null
  #waiting: Waiting | null = null
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> | null = null
  #failure: { readonly attempt: number; readonly error: Error } | null = null

  constructor(run: RunId, deps: Settled) {
    this.#run = run
    this.#deps = deps
  }

  /** A writer is between its first event and its last. */
  get busy(): boolean {
    return this.#writing !== null || this.#waiting !== null
  }

  async move(change: Change): Promise<Run | null> {
    return this.#exclusive(async () => {
      const run = await this.#requireRun()
      const to = next(run.state, change.trigger)
      if (!to || (change.from && change.from !== run.state)) return null
      const attempt = change.begins?.attempt ?? Math.max(run.attempt, 1)
      const { fence, begins, error, warnings, normalizationLevel, usage, asks, answers, recovery, trigger } = change
      const extra = { fence, begins, error, warnings, normalizationLevel, usage, asks, answers, recovery }
      let moved: Run | null = null
      const commit = async (committed: CommitPoint, at: string) => {
        await change.onWritten?.(committed)
        moved = await this.#deps.ledger.move({ run: run.id, trigger, committed, at, ...defined(extra) })
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
        this.#putBack(waiting)
        this.#flushSoon()
      })
      return moved
    })
  }

  async append(run: RunIn<'running'>, job: string | null, drafts: readonly RaspDraft[]): Promise<void> {
    if (this.#failure?.attempt === run.attempt) throw this.#failure.error
    const fence = { attempt: run.attempt, owner: run.owner }
    this.#keepApart(fence)
    this.#waiting ??= { voice: voiceOf(run, job, run.attempt, this.#deps.profileOf(run.engine)), fence, drafts: [], bytes: 0 }
    const blocks = coalesce(drafts)
    this.#waiting.drafts.push(...blocks)
    this.#waiting.bytes += blocks.reduce((sum, draft) => sum + sizeOf(draft), 0)
    // A full batch is written while the next one fills; with both full the disk is behind, and whoever prints waits.
    if (this.#waiting.bytes >= this.#deps.batchBytes * 2) return this.#flush()
    if (this.#waiting.bytes >= this.#deps.batchBytes) this.#flushAside()
    else this.#flushSoon()
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
    return this.#exclusive(async () => {
      const { attempt, witness } = this.#writing ?? {}
      if (!witness || attempt === undefined) return []
      return witness.changed((protocol) => this.#deps.files(this.#run, attempt, protocol))
    })
  }

  letGo(): void {
    this.#channel?.publish(null, true)
  }

  async close(): Promise<void> {
    this.#disarm()
    this.#waiting = null
    await this.#exclusive(() => this.#closeFiles())
  }

  async #fromDisk(cursor: number): Promise<{ bytes: Buffer; last: number } | null> {
    const run = await this.#requireRun()
    return framesOf(await readAfter(this.#deps.files, run, 'fcmp', cursor, 256 * 1024))
  }

  /** Nobody waits for it: what goes wrong is told to whoever appends next. */
  #flushAside(): void {
    const attempt = this.#waiting?.fence.attempt ?? 0
    this.#flushing ??= this.#flush()
      .catch((error) => this.#fail(attempt, error))
      .finally(() => {
        this.#flushing = null
        if (this.#waiting && this.#waiting.fence.attempt !== this.#failure?.attempt) this.#flushSoon()
      })
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#flushAside()
    }, this.#deps.batchMs)
  }

  #flush(): Promise<void> {
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

  /** What waits is taken to be written; when that fails it waits again, in front of what has come since: nothing is lost for a full disk. */
  async #withWaiting<T>(write: (waiting: Waiting | null) => Promise<T>): Promise<T> {
    const waiting = this.#waiting
    this.#disarm()
    this.#waiting = null
    try {
      return await write(waiting)
    } catch (error) {
      if (waiting && !(error instanceof Fenced)) this.#putBack(waiting)
      throw error
    }
  }

  #putBack(waiting: Waiting): void {
    const { drafts, bytes } = this.#waiting ?? { drafts: [], bytes: 0 }
    this.#waiting = { ...waiting, drafts: [...waiting.drafts, ...drafts], bytes: waiting.bytes + bytes }
  }

  /** What two attempts say never waits together: it would be committed as the words of one of them. */
  #keepApart(fence: Fence): void {
    if (!this.#waiting || this.#waiting.fence.attempt === fence.attempt) return
    if (this.#waiting.fence.attempt > fence.attempt) throw new Fenced(this.#run, fence.attempt)
    this.#disarm()
    this.#waiting = null
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
    const writing = await this.#openFiles(run, voice.attempt)
    const before = voice.attempt === run.attempt ? run.committed : { ...run.committed, raspBytes: 0, fcmpBytes: 0 }
    const at = [instant(this.#deps.clock), run.committed.lastAt ?? ''].sort().at(-1) ?? ''
    const folding = { ...writing, isEnd: to !== 'running' }
    const lines = encode(voice, coalesce(drafts).map(writing.meter), folding, before, at)
    const [raspBytes, fcmpBytes] = await this.#orClose(
      Promise.all([appendAt(writing.rasp, before.raspBytes, lines.rasp), appendAt(writing.fcmp, before.fcmpBytes, lines.fcmp)]),
    )
    const committed = {
      raspSeq: before.raspSeq + lines.rasp.length,
      raspBytes,
      fcmpSeq: before.fcmpSeq + lines.fcmp.length,
      fcmpBytes,
      lastAt: at,
    }
    const kept = await this.#orClose(commit(committed, at))
    if (!kept) await Promise.all([writing.rasp.truncate(before.raspBytes), writing.fcmp.truncate(before.fcmpBytes)])
    if (kept) writing.witness?.saw(lines)
    if (!kept || to !== 'running') await this.#closeFiles()
    if (kept) this.#channel?.publish(framesOf(lines.fcmp), isTerminal(to))
    return kept
  }

  /** Whatever a write that failed left behind the commit point is cut when the files are opened again. */
  async #orClose<T>(writing: Promise<T>): Promise<T> {
    try {
      return await writing
    } catch (error) {
      await this.#closeFiles()
      throw error
    }
  }

  async #openFiles(run: Run, attempt: number): Promise<Writing> {
    if (this.#writing?.attempt === attempt) return this.#writing
    await this.#closeFiles()
    const same = run.attempt === attempt
    if (!same && run.attempt > 0) await this.#seal(run)
    await using opened = new AsyncDisposableStack()
    const openAs = async (protocol: Protocol, bytes: number) =>
      opened.use(await openAt(this.#deps.files(run.id, attempt, protocol), same ? bytes : 0))
    const rasp = await openAs('rasp', run.committed.raspBytes)
    const fcmp = await openAs('fcmp', run.committed.fcmpBytes)
    if (!same) await syncFolder(dirname(this.#deps.files(run.id, attempt, 'rasp')))
    if (same && run.committed.raspBytes > 0) await headAt(rasp, 0)
    const localBase = same ? await firstSeqOf(fcmp, run.committed) : run.committed.fcmpSeq
    const told = { bytes: same ? run.committed.raspBytes : 0, state: run.state }
    const fold = await openFold(this.#deps.profileOf(run.engine), this.#deps.echo, rasp, told)
    // What was there before cannot be vouched for.
    const witness = this.#deps.isWatched && !same ? openLogWitness() : null
    this.#writing = { attempt, witness, rasp, fcmp, localBase, meter: rawMeter(), parents: openParents(), fold }
    // From here on they are closed with the writing; until here a throw closes them.
    opened.move()
    return this.#writing
  }

  /** From the next attempt on the files of this one count as a whole. */
  async #seal({ id, attempt, committed }: Run): Promise<void> {
    await Promise.all([
      cutAt(this.#deps.files(id, attempt, 'rasp'), committed.raspBytes),
      cutAt(this.#deps.files(id, attempt, 'fcmp'), committed.fcmpBytes),
    ])
  }

  async #closeFiles(): Promise<void> {
    const writing = this.#writing
    this.#writing = null
    await Promise.all([writing?.rasp.close(), writing?.fcmp.close()])
  }

  /** In a turn of its own: what is committed before it counts as past, what comes after is published. */
  #openChannel(): Promise<Channel> {
    return this.#exclusive(async () => {
      const run = await this.#deps.ledger.get(this.#run)
      // A run that was removed a moment ago has nothing more to tell.
      this.#channel ??= run ? new Channel(run.committed.fcmpSeq, isTerminal(run.state)) : new Channel(0, true)
      return this.#channel
    })
  }

  async #requireRun(): Promise<Run> {
    const run = await this.#deps.ledger.get(this.#run)
    if (!run) throw new Error(`Run ${this.#run} is gone`)
    return run
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

/** Events that are to be committed together. */
interface Waiting {
  readonly voice: Voice
  readonly fence: Fence
  readonly drafts: RaspDraft[]
  bytes: number
}

const isOf = (run: Run, { fence }: Waiting): boolean => run.attempt === fence.attempt

interface Writing extends Omit<Folding, 'isEnd'> {
  readonly attempt: number
  readonly rasp: FileHandle
  readonly fcmp: FileHandle
  readonly meter: (draft: RaspDraft) => RaspDraft
  readonly witness: LogWitness | null
}

/** Events of earlier attempts: the number before the first one in the file. */
async function firstSeqOf(fcmp: FileHandle, committed: CommitPoint): Promise<number> {
  return committed.fcmpBytes === 0 ? committed.fcmpSeq : (await headAt(fcmp, 0)).seq - 1
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }
function defined<T extends object>(value: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<Defined<T>>
}
