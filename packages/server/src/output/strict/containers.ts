import type { Part } from './branches.ts'
import { below, isRecord, type Source, said, saidNames, saidRecord, sizeOf, tupleOf } from './read.ts'
import { tightest } from './scalars.ts'
import { type Node, type Shape, unionOf, written } from './shape.ts'
import { place, Unsayable, type Work } from './work.ts'

/** Translates what is inside. */
type Inside = (sources: readonly Source[]) => Shape

/** An object closed to all keys but those described, all of them required; null: none can fit. */
export function objectNode(work: Work, parts: readonly Part[], inside: Inside): Node | null {
  const described = propertiesOf(work, parts)
  closeToOthers(work, parts, described.size === 0)
  const isAllowed = (name: string) =>
    parts.every((part) => !isClosed(part) || Object.hasOwn(saidRecord(part.schema, 'properties'), name))
  const required = new Set(parts.flatMap(({ schema }) => saidNames(schema, 'required')))
  work.spend(required.size + described.size * parts.length)
  for (const name of required)
    if (!isAllowed(name)) return null
    else if (!described.has(name))
      throw new Unsayable(`${at(parts)} requires ${JSON.stringify(name.slice(0, 100))} and does not describe it.`)
  const properties: [string, Node][] = []
  for (const [name, sources] of described) {
    if (!isAllowed(name)) continue
    work.spend(1 + name.length / 64)
    const shape = inside(sources)
    const isPossible = shape.nodes.length > 0 || shape.nullable
    if (!isPossible && required.has(name)) return null
    const node = written(required.has(name) ? shape : { ...shape, nullable: true })
    if (isPossible && node) properties.push([name, node])
  }
  return {
    // Not by assignment: a name may be __proto__.
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  }
}

const at = (parts: readonly Part[]): string => place(parts[0]?.at ?? '')

function propertiesOf(work: Work, parts: readonly Part[]): ReadonlyMap<string, readonly Source[]> {
  const described = new Map<string, Source[]>()
  for (const part of parts) {
    const properties = saidRecord(part.schema, 'properties')
    work.spend(sizeOf(properties))
    for (const [name, schema] of Object.entries(properties)) {
      const source = { schema, at: below(part.at, 'properties', name) }
      const sources = described.get(name)
      if (sources) sources.push(source)
      else described.set(name, [source])
    }
  }
  return described
}

const hasPatterns = ({ schema }: Part): boolean => sizeOf(saidRecord(schema, 'patternProperties')) > 0

const isClosed = (part: Part): boolean => said(part.schema, 'additionalProperties') === false && !hasPatterns(part)

function closeToOthers(work: Work, parts: readonly Part[], isEmpty: boolean): void {
  const isClosedAnyway = parts.some(({ schema }) =>
    ['additionalProperties', 'unevaluatedProperties'].some((keyword) => said(schema, keyword) === false),
  )
  if (isEmpty && (!isClosedAnyway || parts.some(hasPatterns))) throw new Unsayable(`${at(parts)} is an object with free keys.`)
  for (const part of parts.filter(hasPatterns)) work.relax(part, 'patternProperties', 'keys that fit a pattern are not possible')
  const [first] = parts
  if (!isClosedAnyway && first) work.relax(first, 'additionalProperties', 'no other keys are possible')
}

/** A list with one schema for its items. */
export function arrayNode(work: Work, parts: readonly Part[], inside: Inside): Node {
  const { shape, limits } = parts.some(({ schema }) => tupleOf(schema))
    ? tupleItems(work, parts, inside)
    : plainItems(parts, inside)
  const items = written(shape)
  if (!items) throw new Unsayable(`${at(parts)} is a list whose items can be nothing.`)
  return { items, ...limits }
}

interface Items {
  readonly shape: Shape
  readonly limits: { readonly minItems?: number; readonly maxItems?: number }
}

const limitsOf = (parts: readonly Part[]): Items['limits'] => ({
  ...tightest(parts, 'minItems', Math.max),
  ...tightest(parts, 'maxItems', Math.min),
})

function plainItems(parts: readonly Part[], inside: Inside): Items {
  const sources = parts
    .map(({ schema, at }) => ({ schema: said(schema, 'items'), at: below(at, 'items') }))
    .filter(({ schema }) => isRecord(schema) || schema === false)
  if (sources.length === 0) throw new Unsayable(`${at(parts)} is a list of anything.`)
  return { shape: inside(sources), limits: limitsOf(parts) }
}

/** Items that differ by place become items that may be any of them. */
function tupleItems(work: Work, parts: readonly Part[], inside: Inside): Items {
  const [part, ...others] = parts.filter(({ schema }) => said(schema, 'items') !== undefined || tupleOf(schema))
  const tuple = part && tupleOf(part.schema)
  if (!tuple || others.length > 0) throw new Unsayable(`${at(parts)} says in several ways what its items are.`)
  const { keyword, items, rest } = tuple
  const limits = limitsOf(parts)
  const isOpen = rest === undefined || rest === true
  if (isOpen && (limits.minItems ?? 0) > items.length) throw new Unsayable(`${at(parts)} is a list of anything.`)
  work.relax(part, keyword, isOpen ? 'places are not held, and no further items are possible' : 'places are not held')
  const sources = items.map((schema, index) => ({ schema, at: below(part.at, keyword, index) }))
  if (isRecord(rest)) sources.push({ schema: rest, at: below(part.at, keyword === 'items' ? 'additionalItems' : 'items') })
  const shape = unionOf(sources.map((source) => inside([source])))
  return {
    shape,
    limits: isRecord(rest) ? limits : { ...limits, maxItems: Math.min(items.length, limits.maxItems ?? items.length) },
  }
}
