import type { Instant } from '../domain/run.ts'

export interface Pace {
  /** After the first failure, the second and so on; the last holds for all that follow. */
  readonly backOffMs: readonly number[]
  /** After this long a message is given up. */
  readonly giveUpMs: number
  /** For one try as a whole. */
  readonly timeoutMs: number
}

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

export const usualPace: Pace = {
  backOffMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs],
  giveUpMs: 72 * hourMs,
  timeoutMs: 10 * secondMs,
}

/** When to try again after so many failures; null: never. Up to a fifth is added by chance, so that those that failed together do not come back together. */
export function nextTry(pace: Pace, failures: number, createdAt: Instant, now: Date, chance: number): Instant | null {
  const { backOffMs, giveUpMs } = pace
  const pauseMs = backOffMs[Math.min(failures, backOffMs.length) - 1] ?? 0
  const at = now.getTime() + pauseMs * (1 + chance / 5)
  return at > Date.parse(createdAt) + giveUpMs ? null : new Date(at).toISOString()
}
