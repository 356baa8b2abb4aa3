/** What is said to those who are not let in. */
export interface NoRoom {
  readonly queued: number
  readonly limit: number
  readonly caller_queued?: number
  readonly caller_share?: number
  readonly reason?: string
}

/**
 * Why there is no room for one more of a caller; null: there is. Alone, a caller may have all places. Each of several has its share of them,
 * also when another came first and took them all: so a few more may wait than the limit says, but never twice as many.
 */
export function noRoomFor(caller: string, waiting: ReadonlyMap<string, number>, limit: number): NoRoom | null {
  const own = waiting.get(caller) ?? 0
  const queued = [...waiting.values()].reduce((sum, count) => sum + count, 0)
  const callers = waiting.size + (own > 0 ? 0 : 1)
  if (callers === 1) return own < limit ? null : { queued, limit }
  const share = Math.max(1, Math.floor(limit / callers))
  if (own >= share) return { queued, limit, caller_queued: own, caller_share: share, reason: shareIsUsed }
  return queued < 2 * limit ? null : { queued, limit }
}

const shareIsUsed = 'Other callers wait too, and your share of the places is used. Retry when some of your own jobs have started.'
