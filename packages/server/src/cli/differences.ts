import { isDeepStrictEqual } from 'node:util'

/** A place where two JSON values differ, as a pointer, and what is there in each; undefined: nothing. */
export interface Difference {
  readonly at: string
  readonly expected: unknown
  readonly found: unknown
}

/** The first of them, in the order of the document. */
export function differencesOf(expected: unknown, found: unknown, most: number, at = ''): Difference[] {
  if (isDeepStrictEqual(expected, found)) return []
  const [one, other] = [membersOf(expected), membersOf(found)]
  if (one === null || other === null || Array.isArray(expected) !== Array.isArray(found)) return [{ at, expected, found }]
  const differences: Difference[] = []
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    if (differences.length >= most) return differences
    const step = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    differences.push(...differencesOf(one.get(name), other.get(name), most - differences.length, step))
  }
  return differences
}

/** Null: it has none. */
const membersOf = (value: unknown): Map<string, unknown> | null =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
