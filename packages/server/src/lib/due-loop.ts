import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import { deadlineOf } from './deadline.ts'
import type { Wakes } from './wakes.ts'

/** Longest time between two looks: it notices a clock that was set, and a wake that was missed. */
export const lookAgainMs = 60_000

interface DueWork {
  /** Wakes the loop before its time. */
  readonly topic: string
  /** The log line when `doDue` throws. */
  readonly failure: string
  /** How long the loop waits after that. */
  readonly pauseMs: number
}

export interface DueLoop {
  start(): void
  /** Waits for the call of `doDue` that is under way. */
  stop(): Promise<void>
}

/** Calls `doDue` at the time that its last call returned, or earlier at a wake of the topic. What is due is in the store, so a restart forgets nothing. */
export function openDueLoop(
  deps: { readonly clock: Clock; readonly wakes: Wakes; readonly logger: Logger },
  { topic, failure, pauseMs }: DueWork,
  doDue: (stopping: AbortSignal) => Promise<number>,
): DueLoop {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      using patience = deadlineOf(lookAgainMs, stopping.signal)
      const wake = deps.wakes.next(topic, patience.signal)
      const until = await doDue(stopping.signal).catch((error) => {
        deps.logger.error({ err: error }, failure)
        return deps.clock.now().getTime() + pauseMs
      })
      const ms = until - deps.clock.now().getTime()
      if (ms > 0) await Promise.race([wake, wait(ms, undefined, { signal: patience.signal }).catch(() => {})])
    }
  }
  let loop: Promise<void> = Promise.resolve()
  return {
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
