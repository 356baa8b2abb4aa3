import { Fault } from '../lib/fault.ts'

/** So much a recording may hold, as JSON. It is made in memory, and lies in the folder of a skill. */
export const mostBytes = 8 * 1024 * 1024

/** What is left of it. */
export interface Room {
  /** Refuses what does not fit, before it is read. */
  take(bytes: number, what: string): void
}

export function openRoom(most: number = mostBytes): Room {
  let left = most
  return {
    take(bytes, what) {
      left -= bytes
      if (left < 0) throw new Fault('RECORDING_TOO_LARGE', { most_bytes: most, at: what.slice(0, 200) })
    },
  }
}
