import { isObject, type JsonObject } from '../json-file.ts'
import { subschemas } from './keywords.ts'
import { fragmentText, joined, valueAt } from './pointer.ts'

/** A schema within a schema: where it lies, and what its relative references start from. */
export interface Place {
  readonly schema: unknown
  readonly base: string
}

export interface Places {
  /** By JSON pointer from the root. */
  readonly at: ReadonlyMap<string, Place>
  /** The pointer that a reference found at a place leads to; null: it leads out of this schema, or nowhere. */
  target(ref: string, base: string): string | null
}

/** Nobody's address: what a schema without a name of its own is called by. */
const nameless = 'http://schema.invalid/'

/** Every schema in a schema and the names they go by, also where references lead into keywords that nobody knows. */
export function placesOf(root: JsonObject): Places {
  const at = new Map<string, Place>()
  const names = new Map<string, string>([[nameless, '']])
  const waiting: { pointer: string; schema: unknown; base: string }[] = [{ pointer: '', schema: root, base: nameless }]
  const target = (ref: string, base: string): string | null => targetOf(names, ref, base)
  // It grows while we go through it.
  for (const { pointer, schema, base: outer } of waiting) {
    if (at.has(pointer)) continue
    const base = isObject(schema) ? nameAll(names, schema, pointer, outer) : outer
    at.set(pointer, { schema, base })
    if (!isObject(schema)) continue
    for (const below of subschemas(schema)) waiting.push({ pointer: joined(pointer, below.path), schema: below.schema, base })
  }
  for (const [, { schema, base }] of at) {
    const led = isObject(schema) && typeof schema['$ref'] === 'string' ? target(schema['$ref'], base) : null
    if (led === null || at.has(led)) continue
    for (const found of unknownPlaces(root, led))
      if (!at.has(found.pointer)) at.set(found.pointer, { schema: found.schema, base })
  }
  return { at, target }
}

function* unknownPlaces(root: JsonObject, pointer: string): Generator<{ pointer: string; schema: unknown }> {
  const schema = valueAt(root, pointer)
  if (!isObject(schema) && typeof schema !== 'boolean') return
  yield { pointer, schema }
  if (isObject(schema)) for (const { path } of subschemas(schema)) yield* unknownPlaces(root, joined(pointer, path))
}

/** Notes what a schema is called, and tells what references in it start from. */
function nameAll(names: Map<string, string>, schema: JsonObject, pointer: string, outer: string): string {
  const { $id: id, $anchor, $dynamicAnchor } = schema
  const plain = typeof id === 'string' && !id.startsWith('#') ? withoutFragment(id, outer) : null
  const base = plain ?? outer
  if (plain !== null && !names.has(plain)) names.set(plain, pointer)
  // The older draft writes an anchor as an id.
  const anchors = [$anchor, $dynamicAnchor, typeof id === 'string' && id.startsWith('#') ? id.slice(1) : undefined]
  for (const anchor of anchors) {
    const name = `${base}#${String(anchor)}`
    if (typeof anchor === 'string' && !names.has(name)) names.set(name, pointer)
  }
  return base
}

const withoutFragment = (ref: string, base: string): string | null => URL.parse(ref, base)?.href.replace(/#.*$/s, '') ?? null

function targetOf(names: ReadonlyMap<string, string>, ref: string, base: string): string | null {
  const whole = URL.parse(ref, base)
  const resource = whole && names.get(whole.href.replace(/#.*$/s, ''))
  if (!whole || resource === undefined) return null
  const fragment = fragmentText(whole.hash.slice(1))
  if (fragment === null) return null
  if (fragment === '' || fragment.startsWith('/')) return resource + fragment
  return names.get(`${whole.href.replace(/#.*$/s, '')}#${fragment}`) ?? null
}
