import { at, isList, isObject, type Json } from './json.ts'

/** A closed description of JSON: whatever it does not name is a finding. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'anything'
  | Fields
  | { readonly each: Shape }
  | { readonly map: Shape }
  | { readonly words: readonly (string | number | boolean)[] }
  | { readonly either: readonly Shape[] }
  | Kinds

interface Fields {
  readonly fields: Readonly<Record<string, Shape>>
  readonly required: readonly string[]
  /** Whether a field that is `null` counts as left out, as it does for the providers. */
  readonly nulls: boolean
}

/** The field `by` tells which of the kinds an object is; `absent` is the kind of one that does not tell. */
interface Kinds {
  readonly by: string
  readonly kinds: Readonly<Record<string, Fields>>
  readonly absent?: string
}

export const anyObject: Shape = { map: 'anything' }

export function fields(table: Readonly<Record<string, Shape>>, ...required: readonly string[]): Fields {
  return { fields: table, required, nulls: true }
}

/** Fields of our own making: none may be `null`. */
export function ownFields(table: Readonly<Record<string, Shape>>, ...required: readonly string[]): Fields {
  return { fields: table, required, nulls: false }
}

/** Everything in the value that the shape does not know, each as the rest of a sentence. */
export function unknownIn(shape: Shape, value: Json, path = ''): string[] {
  if (shape === 'anything') return []
  const fitting = branchFor(shape, value)
  if (fitting === undefined) return [`${named(path)} is ${kindOf(value)}, expected ${describe(shape)}`]
  if (typeof fitting === 'string') return []
  if ('each' in fitting) return items(value).flatMap((item, index) => unknownIn(fitting.each, item, `${path}[${index}]`))
  if ('map' in fitting) return members(value).flatMap(([key, item]) => unknownIn(fitting.map, item, join(path, key)))
  if ('words' in fitting) return unknownWord(fitting.words, value, path)
  if ('fields' in fitting) return unknownFields(fitting, value, path)
  if ('by' in fitting) return unknownKind(fitting, value, path)
  return []
}

/** The alternative that has the value's own kind of JSON. */
function branchFor(shape: Shape, value: Json): Exclude<Shape, { either: readonly Shape[] }> | undefined {
  if (typeof shape === 'object' && 'either' in shape) {
    for (const branch of shape.either) {
      const found = branchFor(branch, value)
      if (found !== undefined) return found
    }
    return undefined
  }
  return accepts(shape, value) ? shape : undefined
}

function accepts(shape: Exclude<Shape, { either: readonly Shape[] }>, value: Json): boolean {
  if (shape === 'anything') return true
  if (typeof shape === 'string') return typeof value === shape
  if ('each' in shape) return isList(value)
  if ('words' in shape) return shape.words.some((word) => typeof word === typeof value)
  return isObject(value)
}

function unknownWord(words: readonly (string | number | boolean)[], value: Json, path: string): string[] {
  if (words.some((word) => word === value)) return []
  return [`${named(path)} is ${JSON.stringify(value)}, expected one of ${words.join(', ')}`]
}

function unknownFields(shape: Fields, value: Json, path: string): string[] {
  const missing = shape.required.filter((key) => (at(value, key) ?? null) === null)
  const found = members(value).flatMap(([key, item]) => {
    const known = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined
    if (known === undefined) return [`unknown field ${join(path, key)}`]
    return item === null && shape.nulls ? [] : unknownIn(known, item, join(path, key))
  })
  return [...missing.map((key) => `field ${join(path, key)} is missing`), ...found]
}

function unknownKind(shape: Kinds, value: Json, path: string): string[] {
  const kind = at(value, shape.by) ?? shape.absent
  if (kind === undefined) return [`field ${join(path, shape.by)} is missing`]
  const known = typeof kind === 'string' && Object.hasOwn(shape.kinds, kind) ? shape.kinds[kind] : undefined
  if (known === undefined) return [`unknown ${join(path, shape.by)} ${JSON.stringify(kind)}`]
  return unknownFields({ ...known, fields: { [shape.by]: 'string', ...known.fields } }, value, path)
}

function describe(shape: Shape): string {
  if (typeof shape === 'string') return `a ${shape}`
  if ('either' in shape) return shape.either.map(describe).join(' or ')
  if ('each' in shape) return 'a list'
  if ('words' in shape) return `one of ${shape.words.join(', ')}`
  return 'an object'
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (isList(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const members = (value: Json): [string, Json][] => (isObject(value) ? Object.entries(value) : [])
const items = (value: Json): readonly Json[] => (isList(value) ? value : [])
const join = (path: string, key: string): string => (path ? `${path}.${key}` : key)
const named = (path: string): string => (path ? `field ${path}` : 'it')
