import type { RunId } from '../../src/domain/run.ts'
import type { EventLog } from '../../src/events/log.ts'
import { deadlineOf } from '../../src/lib/deadline.ts'
import { dataOf } from './log.ts'

/** A client that follows a run live and goes on where it was when the server comes back. */
export interface Follower {
  /** The events it was given, in order, as text. */
  readonly received: readonly string[]
  /** It hears nothing from here on. */
  cut(): void
  /** Waits until it has so many. */
  has(count: number): Promise<void>
  /** Waits until the stream has ended by itself. */
  hasEnded(): Promise<void>
}

/** Who waits in vain for so long has lost something. */
const patienceMs = 300_000

export function followIn(log: EventLog, run: RunId, before: readonly string[]): Follower {
  const received = [...before]
  const stop = new AbortController()
  let isOver = false
  let ring = () => {}
  const hear = async () => {
    for await (const chunk of log.follow(run, received.length, stop.signal)) {
      if (stop.signal.aborted) return
      received.push(...dataOf(chunk.toString()))
      ring()
    }
    isOver = true
  }
  const heard = hear().finally(() => ring())
  // Whoever waits for it is told; if nobody does, the comparison of what was received tells enough.
  heard.catch(() => {})

  async function until(what: string, look: () => boolean): Promise<void> {
    using patience = deadlineOf(patienceMs)
    while (!look()) {
      const rung = Promise.withResolvers<void>()
      ring = rung.resolve
      patience.signal.addEventListener('abort', ring, { once: true })
      await rung.promise
      if (patience.signal.aborted) throw new Error(`Waited in vain for ${what} after ${received.length} events`)
    }
  }

  return {
    received,
    cut: () => stop.abort(),
    has: (count) => until(`event ${count}`, () => received.length >= count),
    hasEnded: () => until('the end of the stream', () => isOver),
  }
}
