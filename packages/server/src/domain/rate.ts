/** What is left to ask for, and since when. It fills up by itself. */
export interface Bucket {
  readonly left: number
  readonly at: number
}

export interface Taken {
  readonly bucket: Bucket
  readonly isAllowed: boolean
  /** Whole requests that are left now. */
  readonly remaining: number
  /** Until one more is allowed; 0: at once. */
  readonly waitMs: number
  /** Until all of them are there again. */
  readonly fullMs: number
}

const minuteMs = 60_000

/** Takes one of so many per minute; nobody known begins with all of them. Who asks in vain loses nothing by it. */
export function take(known: Bucket | undefined, perMinute: number, now: number): Taken {
  const perMs = perMinute / minuteMs
  const left = known ? Math.min(perMinute, known.left + Math.max(0, now - known.at) * perMs) : perMinute
  const isAllowed = left >= 1
  const after = isAllowed ? left - 1 : left
  return {
    bucket: { left: after, at: now },
    isAllowed,
    remaining: Math.floor(after),
    waitMs: after >= 1 ? 0 : Math.ceil((1 - after) / perMs),
    fullMs: Math.ceil((perMinute - after) / perMs),
  }
}
