import type { Part } from './branches.ts'
import { isOfType, said, type TypeName } from './read.ts'
import { place, Unsayable, type Work } from './work.ts'

type Scalar = string | number | boolean | null

/** The values that every part lists; null: none of them lists any. */
export function valuesOf(work: Work, parts: readonly Part[], mayBe: (type: TypeName) => boolean): readonly Scalar[] | null {
  let values: Map<string, Scalar> | null = null
  for (const part of parts)
    for (const keyword of ['enum', 'const']) {
      if (said(part.schema, keyword) === undefined) continue
      const listed = scalars(work, part, keyword, mayBe)
      values = new Map([...(values ?? listed)].filter(([text]) => listed.has(text)))
    }
  return values && [...values.values()]
}

function scalars(work: Work, { schema, at }: Part, keyword: string, mayBe: (type: TypeName) => boolean): Map<string, Scalar> {
  const value = said(schema, keyword)
  const listed: readonly unknown[] = keyword === 'enum' && Array.isArray(value) ? value : [value]
  work.spend(listed.length)
  if (listed.some((value) => typeof value === 'object' && value !== null && mayBe(Array.isArray(value) ? 'array' : 'object')))
    throw new Unsayable(`${place(at)} lists a value that is an object or an array.`)
  return new Map(listed.filter(isScalar).map((value) => [JSON.stringify(value), value]))
}

/** What JSON can write: 1e999 is read as Infinity. */
const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** The types that listed values are of. */
export function typesOfValues(values: readonly Scalar[]): ReadonlySet<TypeName> {
  const number = values.every((value) => typeof value !== 'number' || Number.isInteger(value)) ? 'integer' : 'number'
  return new Set((['string', number, 'boolean', 'null'] as const).filter((type) => values.some((value) => isOfType(value, type))))
}

const formats = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'])

export const stringLimits = (work: Work, parts: readonly Part[]) => ({
  ...first(work, parts, 'pattern', (value) => typeof value === 'string' && isPlainPattern(value), 'the pattern is not held'),
  ...first(work, parts, 'format', (value) => typeof value === 'string' && formats.has(value), 'the format is not held'),
})

/** "regex lookaround is not supported", says the validator; nothing that reads letter by letter can look back at a group either. */
const isPlainPattern = (pattern: string): boolean => !/\(\?<?[=!]|\\[1-9k]/.test(pattern.replace(/\\[^1-9k]/gs, ''))

export const numberLimits = (work: Work, parts: readonly Part[]) => ({
  ...tightest(parts, 'minimum', Math.max),
  ...tightest(parts, 'exclusiveMinimum', Math.max),
  ...tightest(parts, 'maximum', Math.min),
  ...tightest(parts, 'exclusiveMaximum', Math.min),
  ...first(work, parts, 'multipleOf', (value) => Number.isFinite(value), 'the step is not held'),
})

export function tightest(parts: readonly Part[], keyword: string, choose: (a: number, b: number) => number) {
  const limits = parts.map(({ schema }) => said(schema, keyword)).filter((value): value is number => Number.isFinite(value))
  return limits.length > 0 ? { [keyword]: limits.reduce((a, b) => choose(a, b)) } : {}
}

/** Where several parts say something that cannot be joined, the first that can be said stays. */
function first(work: Work, parts: readonly Part[], keyword: string, isSayable: (value: unknown) => boolean, note: string) {
  const chosen = parts.map(({ schema }) => said(schema, keyword)).find(isSayable)
  for (const part of parts) {
    const value = said(part.schema, keyword)
    if (value !== undefined && value !== chosen) work.relax(part, keyword, note)
  }
  return chosen === undefined ? {} : { [keyword]: chosen }
}
