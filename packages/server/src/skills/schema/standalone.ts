import { Fault } from '../../lib/fault.ts'
import { isObject, type JsonObject } from '../json-file.ts'
import { isAnnotation, mapSubschemas, subschemas } from './keywords.ts'
import { fragmentText, partsOf, valueAt } from './pointer.ts'

/** What references may bring along, as JSON, for one part and for all of them: a few small definitions can name each other into gigabytes. */
const mostForOne = 256 * 1024
const mostForAll = 4 * 1024 * 1024
const deepest = 100

/**
 * Parts of a schema that are whole by themselves: what one refers to stands where the reference stood. A definition that leads back to
 * itself cannot; it comes along in `$defs`, and so does every one where replacing them would make too much.
 */
export function standaloneIn(root: JsonObject): (part: JsonObject) => JsonObject {
  const circular = circularIn(root)
  const sizes = new Map<string, number>()
  const sizeOf = (ref: string, target: unknown): number => {
    const size = sizes.get(ref) ?? JSON.stringify(target).length
    sizes.set(ref, size)
    return size
  }
  let left = mostForAll
  const take = (most: number) => {
    let room = most
    return (ref: string, target: unknown): boolean => {
      room -= sizeOf(ref, target)
      left -= sizeOf(ref, target)
      if (left < 0) throw tooMuch()
      return room >= 0
    }
  }
  return (part) =>
    expanded(root, part, (ref) => circular.has(ref), take(mostForOne)) ??
    expanded(root, part, () => true, take(Number.POSITIVE_INFINITY)) ??
    part
}

const tooMuch = (): Fault =>
  new Fault('SKILL_LIMIT_EXCEEDED', { reason: 'The definitions of a schema of the skill refer to each other too often.' })

/** Null: there is no room for that, or it is nested too deeply. */
function expanded(
  root: JsonObject,
  part: JsonObject,
  isKept: (ref: string) => boolean,
  hasRoom: (ref: string, target: unknown) => boolean,
): JsonObject | null {
  const kept = new Map<string, { readonly name: string; readonly target: unknown }>()
  const names = new Set<string>()
  let fits = true
  const expand = (schema: unknown, depth: number): unknown => {
    if (!fits || !isObject(schema)) return schema
    const { $ref: ref, $defs: _defs, definitions: _old, ...rest } = schema
    const own = mapSubschemas(rest, (below) => expand(below, depth))
    const target = typeof ref === 'string' ? targetOf(root, ref) : undefined
    if (typeof ref !== 'string' || target === undefined) return ref === undefined ? own : { ...own, $ref: ref }
    if (isKept(ref)) return { ...own, $ref: `#/$defs/${keep(ref, target)}` }
    fits &&= depth < deepest && hasRoom(ref, target)
    return merged(own, expand(target, depth + 1))
  }
  const keep = (ref: string, target: unknown): string => {
    const known = kept.get(ref)
    if (known) return known.name
    fits &&= hasRoom(ref, target)
    const name = nameFor(ref, names)
    names.add(name)
    kept.set(ref, { name, target })
    return name
  }
  const whole = expand(part, 0) as JsonObject
  const definitions: [string, unknown][] = []
  // It grows while we go through it.
  for (const { name, target } of kept.values()) definitions.push([name, expand(target, 0)])
  if (!fits) return null
  return definitions.length === 0 ? whole : { ...whole, $defs: Object.fromEntries(definitions) }
}

/** Words that only tell something may stand beside those of the target; any other could change what its neighbours mean. */
function merged(beside: JsonObject, target: unknown): JsonObject {
  if (isObject(target) && Object.keys(beside).every(isAnnotation)) return { ...target, ...beside }
  const { allOf, ...rest } = beside
  return { ...rest, allOf: [...(Array.isArray(allOf) ? allOf : []), target] }
}

function targetOf(root: JsonObject, ref: string): unknown {
  const pointer = ref.startsWith('#') ? fragmentText(ref.slice(1)) : null
  const target = pointer === null ? undefined : valueAt(root, pointer)
  return isObject(target) || typeof target === 'boolean' ? target : undefined
}

function nameFor(ref: string, taken: ReadonlySet<string>): string {
  const last = partsOf(fragmentText(ref) ?? '').at(-1) ?? 'all'
  const plain = /^[\w.-]+$/.test(last) ? last : 'part'
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}-${number}`
    if (!taken.has(name)) return name
  }
}

/** At least one reference of every circle: those that are met again while what they lead to is being gone through. */
function circularIn(root: JsonObject): ReadonlySet<string> {
  const circular = new Set<string>()
  const done = new Set<string>()
  const above = new Set<string>()
  const way: { readonly ref: string; readonly below: string[] }[] = [{ ref: '', below: refsIn(root) }]
  for (let here = way.at(-1); here; here = way.at(-1)) {
    const next = here.below.pop()
    if (next === undefined) {
      done.add(here.ref)
      above.delete(here.ref)
      way.pop()
    } else if (above.has(next)) circular.add(next)
    else if (!done.has(next)) {
      above.add(next)
      way.push({ ref: next, below: refsIn(targetOf(root, next)) })
    }
  }
  return circular
}

/** The references in a schema, those below it included, wherever they lead. */
function refsIn(schema: unknown): string[] {
  if (!isObject(schema)) return []
  const { $ref: ref, $defs: _defs, definitions: _old, ...rest } = schema
  return [...(typeof ref === 'string' ? [ref] : []), ...subschemas(rest).flatMap((below) => refsIn(below.schema))]
}
