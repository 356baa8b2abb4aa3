/** A JSON object in a text, and where it stands. */
export interface Document {
  readonly value: object
  readonly from: number
  readonly to: number
}

/** The names and numbers that lead to a value. */
type JsonPlace = readonly (string | number)[]

/** On one line, or printed with indents over several. */
const candidates = /^\{.*\}\r?$|\{\n(?:[ \t].*\n)+\}/gm

export const documentsIn = (text: string): Document[] =>
  [...text.matchAll(candidates)].flatMap(({ 0: found, index }) => {
    const value = objectIn(found)
    return value === null ? [] : [{ value, from: index, to: index + found.length }]
  })

function objectIn(text: string): object | null {
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}

/** Every value in it, the whole one too. */
export function placesIn(value: unknown): JsonPlace[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [[], ...keys.flatMap((key) => placesIn(Reflect.get(value, key)).map((place) => [key, ...place]))]
}

/** A copy with another value in this place. */
export function withValueAt(value: unknown, [key, ...rest]: JsonPlace, other: unknown): unknown {
  if (key === undefined) return other
  const copy: object = Array.isArray(value) ? [...value] : { ...(value as object) }
  const made = withValueAt(Reflect.get(copy, key), rest, other)
  // Not by assignment: a name may be __proto__.
  Object.defineProperty(copy, key, { value: made, enumerable: true, configurable: true, writable: true })
  return copy
}
