export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const instant = (clock: Clock): string => clock.now().toISOString()
