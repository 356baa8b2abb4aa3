import type { Part } from './branches.ts'
import { below, isRecord, type Source, said, saidList, saidNames, saidRecord, sizeOf } from './read.ts'
import { Unsayable, type Work } from './work.ts'

/**
 * A condition can be left out when it only narrows what the rest says. One that brings keys of its own cannot: the object is
 * closed to all keys but those described, and an answer that meets the condition would be impossible.
 */
export function refuseUnknownKeys(work: Work, part: Part, known: ReadonlySet<string>): void {
  for (const { schema, at } of conditions(part))
    if (!onlyNarrows(work, schema, known, 0)) throw new Unsayable(`${at} says more than can be left out.`)
}

function conditions({ schema, at, withoutChoices }: Part): readonly Source[] {
  const single = ['then', 'else'].filter((keyword) => said(schema, keyword) !== undefined && said(schema, 'if') !== undefined)
  const listed = withoutChoices ? ['anyOf', 'oneOf'] : []
  const named = ['dependentSchemas', 'dependentRequired', 'dependencies']
  return [
    ...single.map((keyword) => ({ schema: said(schema, keyword), at: below(at, keyword) })),
    ...listed.flatMap((keyword) =>
      saidList(schema, keyword).map((member, index) => ({ schema: member, at: below(at, keyword, index) })),
    ),
    ...named.flatMap((keyword) =>
      Object.entries(saidRecord(schema, keyword)).map(([name, asked]) => ({
        schema: Array.isArray(asked) ? { required: asked } : asked,
        at: below(at, keyword, name),
      })),
    ),
  ]
}

const deepest = 20

function onlyNarrows(work: Work, schema: unknown, known: ReadonlySet<string>, depth: number): boolean {
  if (!isRecord(schema)) return true
  if (depth > deepest) return false
  work.spend(sizeOf(schema) + sizeOf(saidRecord(schema, 'properties')) + saidList(schema, 'required').length)
  const goesOn = (member: unknown) => onlyNarrows(work, member, known, depth + 1)
  return (
    !Object.keys(schema).some((keyword) => reaching.has(keyword)) &&
    saidNames(schema, 'required').every((name) => known.has(name)) &&
    Object.entries(saidRecord(schema, 'properties')).every(([name, value]) => known.has(name) && isPlain(work, value)) &&
    ['allOf', 'anyOf', 'oneOf'].every((keyword) => saidList(schema, keyword).every(goesOn)) &&
    ['then', 'else'].every((keyword) => goesOn(said(schema, keyword)))
  )
}

/** Keywords whose reach is not looked into here. */
const reaching = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'items',
  'prefixItems',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
])

const structural = new Set([...reaching, 'properties', 'required', 'allOf', 'anyOf', 'oneOf', 'if'])

function isPlain(work: Work, schema: unknown): boolean {
  if (!isRecord(schema)) return true
  work.spend(sizeOf(schema))
  return !Object.keys(schema).some((keyword) => structural.has(keyword))
}
