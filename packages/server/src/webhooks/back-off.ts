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

interface Failure {
  /** This one included. */
  readonly failures: number
  readonly createdAt: Instant
  /** For how long the receiver asked to be left alone; it may ask for the longest pause, and for no more. */
  readonly askedMs: number
}

/** When to try again after a failure; null: never. Up to a fifth is added by chance, so that those that failed together do not come back together. */
export function nextTry(pace: Pace, { failures, createdAt, askedMs }: Failure, now: Date, chance: number): Instant | null {
  const { backOffMs, giveUpMs } = pace
  const usualMs = backOffMs[Math.min(failures, backOffMs.length) - 1] ?? 0
  const pauseMs = Math.max(usualMs, Math.min(askedMs, backOffMs.at(-1) ?? 0))
  const at = now.getTime() + pauseMs * (1 + chance / 5)
  return at > Date.parse(createdAt) + giveUpMs ? null : new Date(at).toISOString()
}

/** What a Retry-After says, in seconds or as a date; 0: nothing that can be understood. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * secondMs
  // Dates have names of days and months; Date.parse alone would take almost any number for one.
  const at = /^[A-Z][a-z]{2,8}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
