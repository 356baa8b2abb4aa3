export type Schema = Readonly<Record<string, unknown>>

/** A schema, or what stands where one is expected, and the JSON pointer to it. */
export interface Source {
  readonly schema: unknown
  readonly at: string
}

export const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a keyword says. Own names only: a schema may well describe a property called `constructor`. */
export const said = (schema: Schema, keyword: string): unknown => (Object.hasOwn(schema, keyword) ? schema[keyword] : undefined)

export const saidList = (schema: Schema, keyword: string): readonly unknown[] => {
  const value = said(schema, keyword)
  return Array.isArray(value) ? value : []
}

export const saidRecord = (schema: Schema, keyword: string): Schema => {
  const value = said(schema, keyword)
  return isRecord(value) ? value : {}
}

export const saidNames = (schema: Schema, keyword: string): readonly string[] =>
  saidList(schema, keyword).filter((name) => typeof name === 'string')

/** Names in it, which is about what looking at it costs. */
export const sizeOf = (record: Schema): number => Object.keys(record).length

export type TypeName = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

const fits: Readonly<Record<TypeName, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

export const isOfType = (value: unknown, type: TypeName): boolean => fits[type](value)

/** The types a schema names; null: it names none, and so allows all. */
export function typesOf(schema: Schema): ReadonlySet<TypeName> | null {
  const type = said(schema, 'type')
  if (type === undefined) return null
  const types = new Set([type].flat().filter((name): name is TypeName => typeof name === 'string' && Object.hasOwn(fits, name)))
  // Ajv, which judges the answer, takes this word of OpenAPI.
  if (said(schema, 'nullable') === true) types.add('null')
  if (types.has('number')) types.delete('integer')
  return types
}

/** The items of a list that have a schema of their own (draft-07 wrote them as `items`), and the schema of those after them. */
export function tupleOf(
  schema: Schema,
): { readonly keyword: string; readonly items: readonly unknown[]; readonly rest: unknown } | null {
  const items = said(schema, 'items')
  const prefix = saidList(schema, 'prefixItems')
  if (prefix.length > 0) return { keyword: 'prefixItems', items: prefix, rest: items }
  return Array.isArray(items) ? { keyword: 'items', items, rest: said(schema, 'additionalItems') } : null
}

const longestPointer = 1000

/** One step further into a schema. Pointers are for people: an endless one is cut. */
export function below(at: string, ...steps: readonly (string | number)[]): string {
  const pointer = [at, ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
  return pointer.length > longestPointer ? `${pointer.slice(0, longestPointer - 1)}…` : pointer
}

/** What a reference within the same schema points to; null: nothing, or something elsewhere. */
export function resolve(root: Schema, ref: string): Source | null {
  if (ref !== '#' && !ref.startsWith('#/')) return null
  const steps = decoded(ref)
  let schema: unknown = root
  for (const step of steps ?? []) {
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, step)) return null
    schema = Reflect.get(schema, step)
  }
  return steps && (isRecord(schema) || typeof schema === 'boolean')
    ? { schema, at: below('', ...steps.slice(0, longestPointer)) }
    : null
}

function decoded(ref: string): readonly string[] | null {
  try {
    const steps = decodeURIComponent(ref).split('/').slice(1)
    return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return null
  }
}
