/** Numbers that look random, and are the same for the same seed. */
export type Random = () => number

export function randomOf(seed: number, round: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(round + 1, 0xc2b2ae35)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Both ends may come. */
export const whole = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1))

export const chance = (random: Random, share: number): boolean => random() < share

export const oneOf = <T>(random: Random, [first, ...rest]: readonly [T, ...T[]]): T =>
  rest[whole(random, -1, rest.length - 1)] ?? first

export const listOf = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index))
