import type { Tokens } from './engine-event.ts'

/** What an attempt adds to what the run has used before. */
export function usageAfter(before: Tokens | null, attempt: Tokens | null, isRunningTotal: boolean): Tokens | null {
  if (attempt === null || before === null) return attempt ?? before
  // The engine counts from the beginning of its session, so what it said last is all there is.
  return isRunningTotal && !isLess(attempt, before) ? attempt : sumOf(before, attempt)
}

/** What is known of the use of a turn while it lasts, and at its end. */
export interface TurnUse {
  /** As the engine tells it; null: it has not yet, or never did. */
  readonly usage: Tokens | null
  /** As lines tell in passing; null: none did. */
  readonly atLeast: Tokens | null
}

/** What a run has used with this turn: as its engine tells, or as much as it must have been. */
export function usageWith(before: Tokens | null, { usage, atLeast }: TurnUse, isRunningTotal: boolean): Tokens | null {
  const told = usageAfter(before, usage, isRunningTotal)
  const least = atLeast && usageAfter(before, atLeast, false)
  if (told === null || least === null) return told ?? least
  // Lines in passing tell no cost: that of the end of the turn is the only one there is.
  return tokensOf(least) > tokensOf(told) ? { ...least, costUsd: told.costUsd ?? least.costUsd } : told
}

const tokensOf = ({ input, output }: Tokens): number => input + output

/** A running total never falls: one that does was begun anew, in another session. */
const isLess = (a: Tokens, b: Tokens): boolean => a.input < b.input || a.output < b.output || a.cached < b.cached

export const sumOf = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cached: a.cached + b.cached,
  costUsd: a.costUsd === null && b.costUsd === null ? null : (a.costUsd ?? 0) + (b.costUsd ?? 0),
})
