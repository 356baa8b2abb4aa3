import { invalidArgument } from './arguments.ts'

/** Clients give up on a call after a minute, so none takes longer than this. */
export const longestSec = 45

/** How often a call that waits says so. */
export const sliceSec = 10

export const waitSchema = {
  type: 'integer',
  minimum: 0,
  maximum: longestSec,
  default: longestSec,
  description: 'Most seconds to wait',
}

/** Seconds that a call may wait, as its arguments say. */
export function patienceOf(given: unknown, usual = longestSec): number {
  if (given === undefined) return usual
  if (typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= longestSec) return given
  throw invalidArgument('wait_sec', `must be an integer from 0 to ${longestSec}`, 'maximum')
}

/** Counts down what is left of a wait. */
export function countdown(seconds: number): () => number {
  const end = performance.now() + seconds * 1000
  return () => Math.max(0, (end - performance.now()) / 1000)
}
