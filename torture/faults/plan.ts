import type { Action } from '../plan.ts'
import { planOf, type RoundPlan } from '../plan.ts'
import { chance, listOf, oneOf, type Random, randomOf, whole } from '../random.ts'

/** What is done to a server in one round. */
export type Fault =
  | { readonly kind: 'files-fail' | 'rows-fail'; readonly share: number; readonly reads: boolean; readonly forMs: number }
  | { readonly kind: 'all-slow'; readonly share: number; readonly delayMs: number; readonly forMs: number }
  /** Of a job that runs alone the n-th write and all that follow find a full disk, for each of these n. */
  | { readonly kind: 'nth-write'; readonly nths: readonly number[] }
  | { readonly kind: 'disk-full'; readonly freePages: readonly number[]; readonly forMs: number }
  | { readonly kind: 'rows-locked'; readonly forMs: number }
  | { readonly kind: 'descriptors'; readonly spare: number; readonly forMs: number }
  | { readonly kind: 'server-stopped' | 'engines-stopped'; readonly forMs: number }
  | { readonly kind: 'readers'; readonly readers: number }
  | { readonly kind: 'webhooks'; readonly forMs: number }
  | { readonly kind: 'clock'; readonly hours: number }

export type FaultKind = Fault['kind']

/** In the order of the rounds, and then from the beginning. */
export const faultKinds: readonly FaultKind[] = [
  ...(['files-fail', 'clock', 'rows-fail', 'all-slow', 'nth-write', 'server-stopped'] as const),
  ...(['disk-full', 'readers', 'rows-locked', 'webhooks', 'descriptors', 'engines-stopped'] as const),
]

/** After these nothing may fail: they take time, and nothing else. */
export const harmless: readonly FaultKind[] = [
  ...(['all-slow', 'server-stopped', 'engines-stopped', 'readers', 'webhooks', 'clock'] as const),
]

export interface FaultPlan {
  readonly round: number
  readonly fault: Fault
  readonly afterMs: number
  /** The server is killed as soon as the fault is over, with all that it has not written yet. */
  readonly dies: boolean
  readonly actions: readonly Action[]
}

/** Writes of one small job, and a few more: some belong to what else the server does. */
const mostWrites = 96
const nthsPerRound = 8

export function planOfFaults(seed: number, round: number): FaultPlan {
  const random = randomOf(seed, round)
  const kind = faultKinds[round % faultKinds.length] ?? 'files-fail'
  const turn = Math.floor(round / faultKinds.length)
  return {
    round,
    fault: faultOf(kind, turn, random),
    afterMs: whole(random, 100, 700),
    dies: kind !== 'nth-write' && chance(random, 0.25),
    actions: actionsBeside(kind, planOf(seed, round).actions),
  }
}

/** A question that is asked while the clock is ahead is due by that clock: the one of the round itself says what then has to happen. */
function actionsBeside(kind: FaultKind, actions: RoundPlan['actions']): RoundPlan['actions'] {
  if (kind === 'nth-write') return []
  return kind === 'clock' ? actions.filter((action) => action.kind !== 'talk' || !action.isAuto) : actions
}

function faultOf(kind: FaultKind, turn: number, random: Random): Fault {
  switch (kind) {
    case 'files-fail':
    case 'rows-fail':
      return { kind, share: oneOf(random, [0.02, 0.1, 0.4, 1]), reads: chance(random, 0.5), forMs: whole(random, 600, 2000) }
    case 'all-slow':
      return { kind, share: oneOf(random, [0.1, 0.5]), delayMs: oneOf(random, [20, 100, 400]), forMs: whole(random, 1000, 2500) }
    case 'nth-write': {
      // Each turn begins one further, so that in so many turns each write was the first that failed.
      const step = mostWrites / nthsPerRound
      return { kind, nths: listOf(nthsPerRound, (index) => 1 + (turn % step) + index * step) }
    }
    case 'disk-full':
      return { kind, freePages: [0, whole(random, 1, 12), whole(random, 13, 64)], forMs: whole(random, 300, 900) }
    case 'descriptors':
      return { kind, spare: whole(random, 0, 12), forMs: whole(random, 600, 1500) }
    case 'rows-locked':
      return { kind, forMs: oneOf(random, [800, 2500, 6000]) }
    case 'server-stopped':
    case 'engines-stopped':
      return { kind, forMs: whole(random, 1500, 4000) }
    case 'readers':
      return { kind, readers: whole(random, 9, 18) }
    case 'webhooks':
      return { kind, forMs: whole(random, 800, 2000) }
    case 'clock':
      return { kind, hours: whole(random, 2, 9) }
  }
}
