import type { Logger } from 'pino'
import type { Exceeded } from '../domain/resource-limit.ts'
import type { ProcessMark } from '../domain/run.ts'
import { type SessionLimits, sessionExceeded } from '../domain/session-quota.ts'
import { heldBy, nothingHeld } from '../process/held-files.ts'
import type { Layout } from '../workspace/layout.ts'
import { writtenInAll } from '../workspace/written.ts'
import { sessionFolder } from './session-folder.ts'

/** Somebody who writes in the folder of a session. */
export interface Writer {
  readonly limits: SessionLimits
  /** When it was about to start: what has changed in the session since may be its work. */
  readonly sinceMs: number
  /** Where its output is. */
  readonly folder: string
  /** Null: it has not started. */
  process(): ProcessMark | null
  end(exceeded: Exceeded): void
}

/** What is remembered of a session from one look to the next. */
interface Seen {
  readonly bytes: number
  readonly files: number
  readonly nextAt: number
}

/** To look takes time in proportion to what is there, of which this is a small part. */
const restPerLook = 50

/** Looks now and then at what the sessions take of the disk in which something runs, and ends what runs in those that take too much. */
export class SessionQuota {
  readonly #deps: QuotaDeps
  readonly #writers = new Map<string, Set<Writer>>()
  readonly #seen = new Map<string, Seen>()
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null
  readonly #settling = new Map<string, Promise<void>>()

  constructor(deps: QuotaDeps) {
    this.#deps = deps
  }

  /** Until it is disposed. */
  enter(session: string, writer: Writer): Disposable {
    const writers = this.#writers.get(session) ?? new Set()
    this.#writers.set(session, writers.add(writer))
    this.#timer ??= setInterval(() => this.#lookOnce(), this.#deps.diskLookMs).unref()
    return { [Symbol.dispose]: () => this.#leave(session, writer) }
  }

  /** Who writes now, by session. */
  writers(): ReadonlyMap<string, ReadonlySet<Writer>> {
    return this.#writers
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    await this.#looking
    await Promise.all(this.#settling.values())
  }

  #leave(session: string, writer: Writer): void {
    const writers = this.#writers.get(session)
    writers?.delete(writer)
    if (writers?.size) return
    this.#writers.delete(session)
    const seen = this.#seen.get(session)
    if (seen && !sessionExceeded(seen, writer.limits)) this.#seen.delete(session)
    else if (seen) this.#settle(session, writer.limits)
    if (this.#writers.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /** Of one that is full it is remembered how full it is, with what was written from the last look to the end. */
  #settle(session: string, limits: SessionLimits): void {
    const settled = this.#measure(session, new Set())
      .then((seen) => {
        if (sessionExceeded(seen, limits)) this.#seen.set(session, { ...seen, nextAt: 0 })
        else this.#seen.delete(session)
      })
      .catch((error) => this.#deps.logger.error({ err: error, session }, 'cannot measure the disk use of a session'))
      .finally(() => this.#settling.delete(session))
    this.#settling.set(session, settled)
  }

  #lookOnce(): void {
    this.#looking ??= this.#look()
      .catch((error) => this.#deps.logger.error({ err: error }, 'cannot measure the disk use of sessions'))
      .finally(() => {
        this.#looking = null
      })
  }

  async #look(): Promise<void> {
    for (const [session, writers] of [...this.#writers]) {
      const before = this.#seen.get(session)
      const [first] = writers
      if (!first || this.#settling.has(session) || (before?.nextAt ?? 0) > performance.now()) continue
      const seen = await this.#measure(session, writers)
      this.#seen.set(session, seen)
      const exceeded = sessionExceeded(seen, first.limits)
      // Whoever tidies up a session that is full is let go on.
      const hasGrown = seen.bytes > (before?.bytes ?? 0) || seen.files > (before?.files ?? 0)
      if (!exceeded || !hasGrown) continue
      this.#deps.logger.warn({ session, ...exceeded }, 'session exceeds its disk limit; its commands and tasks are ended')
      for (const writer of writers) writer.end(exceeded)
    }
  }

  async #measure(session: string, writers: ReadonlySet<Writer>): Promise<Seen> {
    const began = performance.now()
    const { root } = sessionFolder(this.#deps.layout.execSession(session))
    const { bytes, files } = await writtenInAll([root], Number.POSITIVE_INFINITY)
    const marks = [...writers].map((writer) => writer.process())
    const held = await Promise.all(marks.map((mark) => (mark ? heldBy(mark) : nothingHeld)))
    const now = performance.now()
    return { bytes: held.reduce((sum, one) => sum + one.bytes, bytes), files, nextAt: now + restPerLook * (now - began) }
  }
}

interface QuotaDeps {
  readonly layout: Layout
  readonly diskLookMs: number
  readonly logger: Logger
}
