import { isObject, type JsonObject } from '../json-file.ts'
import { type Places, placesOf } from './places.ts'
import { fragmentOf, joined, partsOf } from './pointer.ts'

/**
 * A schema as draft 2020-12 writes it and without names of its own, so that it can be put anywhere: each reference is a pointer behind
 * `prefix`, which says where the schema will lie. Names would otherwise cut it off from its surroundings: below an `$id`, `#/$defs/x`
 * means another document. What leads out of the schema stays as it is.
 */
export function selfContained(schema: JsonObject, prefix = '#'): JsonObject {
  const places = placesOf(schema)
  const isOld = typeof schema['$schema'] === 'string' && /draft-0[3-7]/.test(schema['$schema'])
  const refer = (pointer: string): string => prefix + fragmentOf(isOld ? moved(places, pointer) : pointer)
  return copied({ places, isOld, refer }, schema, '') as JsonObject
}

interface Work {
  readonly places: Places
  /** Draft 7, which has other words for some things. */
  readonly isOld: boolean
  readonly refer: (pointer: string) => string
}

const dropped = new Set(['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary'])

function copied(work: Work, value: unknown, at: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, index) => copied(work, item, joined(at, [String(index)])))
  if (!isObject(value)) return value
  const place = work.places.at.get(at)
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [name, copied(work, item, joined(at, [name]))])
  if (place?.schema !== value) return Object.fromEntries(entries)
  const reference = referring(work, value, place.base)
  const kept = entries.filter(([keyword]) => !dropped.has(keyword) && !(reference && keyword === '$dynamicRef'))
  const own = { ...Object.fromEntries(kept), ...reference }
  return work.isOld ? modernized(own) : own
}

/** One that leads elsewhere by how it was reached leads where it stands here: nothing but the schema itself is around it. */
function referring({ places, refer }: Work, schema: JsonObject, base: string): { $ref: string } | null {
  const { $ref, $dynamicRef } = schema
  const written = typeof $ref === 'string' ? $ref : $dynamicRef
  const target = typeof written === 'string' ? places.target(written, base) : null
  return target === null ? null : { $ref: refer(target) }
}

/** Draft 7 in the words of 2020-12. */
function modernized(schema: JsonObject): JsonObject {
  const { items, additionalItems, dependencies, ...rest } = schema
  return { ...rest, ...itemsOf(items, additionalItems), ...dependent(dependencies) }
}

function itemsOf(items: unknown, rest: unknown): JsonObject {
  if (Array.isArray(items)) return { prefixItems: items, ...(rest === undefined ? {} : { items: rest }) }
  return items === undefined ? {} : { items }
}

function dependent(dependencies: unknown): JsonObject {
  if (!isObject(dependencies)) return {}
  const [names, schemas] = [true, false].map((named) =>
    Object.entries(dependencies).filter(([, item]) => Array.isArray(item) === named),
  )
  return { dependentRequired: Object.fromEntries(names ?? []), dependentSchemas: Object.fromEntries(schemas ?? []) }
}

/** Where a place of draft 7 lies once it was put into other words. */
function moved({ at }: Places, pointer: string): string {
  let old = ''
  return partsOf(pointer).reduce((now, part) => {
    const schema = at.get(old)?.schema
    old = joined(old, [part])
    return joined(now, [isObject(schema) ? newWord(schema, part) : part])
  }, '')
}

function newWord(schema: JsonObject, word: string): string {
  if (word === 'items' && Array.isArray(schema['items'])) return 'prefixItems'
  if (word === 'additionalItems' && Array.isArray(schema['items'])) return 'items'
  return word === 'dependencies' ? 'dependentSchemas' : word
}
