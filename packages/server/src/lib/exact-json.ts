import { lookOver } from './look-over.ts'

/** A number as it was written, where JavaScript would write it otherwise. JSON.stringify gives it back unchanged. */
interface ExactNumber {
  readonly rawJSON: string
}

// The types of TypeScript 5.9 do not know them yet.
const json = JSON as typeof JSON & {
  rawJSON(text: string): ExactNumber
  isRawJSON(value: unknown): value is ExactNumber
}

export const isExactNumber = (value: unknown): value is ExactNumber => json.isRawJSON(value)

interface Exact {
  readonly value: unknown
  /** Names that an object has twice, as JSON pointers. The last one counts. */
  readonly repeated: readonly string[]
}

/** JSON.parse, but that no number changes: 9223372036854775807, 1.5e9999 and 1.0 stay what they are. And it tells of repeated names. */
export function readExactly(text: string): Exact {
  const value: unknown = JSON.parse(text)
  const { repeated, numbers } = lookOver(text)
  // Where a name is repeated, a place may be that of something that is gone.
  if (repeated.length > 0) return { value: JSON.parse(text, keepExact), repeated }
  const root = { value }
  for (const { place, source } of numbers) put(root, ['value', ...place], json.rawJSON(source))
  return { ...root, repeated }
}

function keepExact(_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined && source !== String(value) ? json.rawJSON(source) : value
}

/** In the place of something that is there: a name such as __proto__ is only a name then. */
function put(root: object, place: readonly (string | number)[], value: unknown): void {
  const last = place.length - 1
  let holder = root
  for (const step of place.slice(0, last)) holder = Reflect.get(holder, step)
  Reflect.set(holder, place[last] ?? '', value)
}

/** All that JavaScript could write otherwise, and some that it would not, in texts for example: those cost time and nothing else. */
const mayDiffer = /[\d.]{16}|\.\d*0(?!\d)|\d[eE]|-0/

/** The same for text that is known to repeat no name. */
export const parseExactly = (text: string): unknown => (mayDiffer.test(text) ? readExactly(text).value : JSON.parse(text))

/**
 * The closest that a double comes, for those who calculate. Never infinite, and never zero where the number is not: it is still larger
 * than every limit, or still more than nothing.
 */
function closestDouble({ rawJSON }: ExactNumber): number {
  const number = Number(rawJSON)
  if (!Number.isFinite(number)) return Math.sign(number) * Number.MAX_VALUE
  const isLost = number === 0 && /^-?[0.]*[1-9]/.test(rawJSON)
  return isLost ? (rawJSON.startsWith('-') ? -Number.MIN_VALUE : Number.MIN_VALUE) : number
}

/** For checks: as JSON.parse reads it, but that no number becomes infinite, and none becomes zero. */
export const parseToDoubles = (text: string): unknown =>
  mayDiffer.test(text) ? withDoubles(parseExactly(text)) : JSON.parse(text)

/** A copy in which every number is a double. */
export function withDoubles(value: unknown): unknown {
  if (isExactNumber(value)) return closestDouble(value)
  if (Array.isArray(value)) return value.map(withDoubles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withDoubles(member)]))
}

/** A value with the numbers of the one that it was made of, by their places. */
export function withNumbersOf(said: unknown, made: unknown): unknown {
  if (isExactNumber(said)) return typeof made === 'number' ? said : made
  if (Array.isArray(made)) return Array.isArray(said) ? made.map((item, index) => withNumbersOf(said[index], item)) : made
  if (typeof made !== 'object' || made === null || typeof said !== 'object' || said === null) return made
  const at = (name: string): unknown => (Object.hasOwn(said, name) ? Reflect.get(said, name) : undefined)
  return Object.fromEntries(Object.entries(made).map(([name, member]) => [name, withNumbersOf(at(name), member)]))
}
