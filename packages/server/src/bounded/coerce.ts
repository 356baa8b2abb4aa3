import type { ErrorObject } from 'ajv'
import { isExactNumber } from '../lib/exact-json.ts'

/** One thing that was changed, and where (a JSON pointer). */
export interface Coercion {
  readonly path: string
  readonly change: string
}

interface Coerced {
  readonly data: unknown
  readonly changes: readonly Coercion[]
}

const mostRounds = 8
const mostChanges = 1000

/**
 * Makes data fit a schema by changes that lose nothing: "3" becomes 3, a single value becomes a list of one, and names that the schema
 * does not allow are dropped. The data itself is changed. What a choice between schemas complains of is left alone: to
 * pick one would be to guess.
 */
export function coerce(data: unknown, errorsOf: (data: unknown) => readonly ErrorObject[]): Coerced {
  const root: Record<string, unknown> = { '': data }
  const changes: Coercion[] = []
  for (let round = 0; round < mostRounds; round += 1) {
    const made = changesFor(root, certain(errorsOf(root['']))).slice(0, mostChanges - changes.length)
    if (made.length === 0) break
    changes.push(...made)
  }
  return { data: root[''], changes }
}

const choices = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains'])

function certain(errors: readonly ErrorObject[]): ErrorObject[] {
  const open = errors.filter(({ keyword }) => choices.has(keyword)).map(({ instancePath }) => instancePath)
  const isBelow = (path: string) => open.some((place) => path === place || path.startsWith(`${place}/`))
  return errors.filter(({ instancePath }) => !isBelow(instancePath))
}

function changesFor(root: Record<string, unknown>, errors: readonly ErrorObject[]): Coercion[] {
  return errors.flatMap((error) => {
    const place = placeOf(root, error.instancePath)
    const change = place && (dropped(place, error) ?? converted(place, error))
    return change ? [change] : []
  })
}

interface Place {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly value: unknown
}

function placeOf(root: Record<string, unknown>, path: string): Place | null {
  let [holder, key]: [unknown, string] = [root, '']
  for (const part of path.split('/').slice(1)) {
    if (!isHolder(holder) || !Object.hasOwn(holder, key)) return null
    holder = holder[key]
    key = part.replaceAll('~1', '/').replaceAll('~0', '~')
  }
  return isHolder(holder) && Object.hasOwn(holder, key) ? { holder, key, value: holder[key] } : null
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function dropped({ value }: Place, { keyword, params, instancePath }: ErrorObject): Coercion | null {
  const name: unknown = params[keyword === 'additionalProperties' ? 'additionalProperty' : 'unevaluatedProperty']
  if (keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties') return null
  if (!isHolder(value) || typeof name !== 'string' || !Object.hasOwn(value, name)) return null
  delete value[name]
  return { path: `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, change: 'dropped' }
}

function converted({ holder, key, value }: Place, { keyword, params, instancePath: path }: ErrorObject): Coercion | null {
  if (keyword !== 'type') return null
  const types = [params['type']].flat().filter((type) => typeof type === 'string')
  // A list is the last resort: "3" for a number or a list of numbers is the number.
  const scalars = types.flatMap((type) => conversions[type]?.(value) ?? [])
  const [made] =
    scalars.length > 0 ? scalars : types.includes('array') && value !== null && !Array.isArray(value) ? [[value]] : []
  if (made === undefined) return null
  // Not by assignment: a name may be __proto__.
  Object.defineProperty(holder, key, { value: made, enumerable: true, configurable: true, writable: true })
  return { path, change: Array.isArray(made) ? 'made a list of one' : `${shown(value)} became ${shown(made)}` }
}

/** Each answers the value as another type, or nothing where writing it back would not give the same. */
const conversions: Readonly<Record<string, (value: unknown) => unknown[]>> = {
  number: asNumber,
  integer: (value) => asNumber(value).filter(Number.isInteger),
  boolean: (value) => (value === 'true' ? [true] : value === 'false' ? [false] : []),
  string: (value) =>
    isExactNumber(value) ? [value.rawJSON] : typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [],
}

function asNumber(value: unknown): number[] {
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) && String(number) === value ? [number] : []
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 80)
