import type { Part } from './branches.ts'
import { refuseUnknownKeys } from './conditions.ts'
import { type Schema, said, sizeOf, type TypeName } from './read.ts'
import type { Work } from './work.ts'

/** What the dialect has a word for, by the type it is about. */
const sayable: Readonly<Record<string, TypeName>> = {
  properties: 'object',
  required: 'object',
  additionalProperties: 'object',
  unevaluatedProperties: 'object',
  patternProperties: 'object',
  items: 'array',
  prefixItems: 'array',
  additionalItems: 'array',
  minItems: 'array',
  maxItems: 'array',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
}

interface Dropped {
  readonly type: TypeName | null
  readonly note: string
}

const asks = (type: TypeName | null, note: string): Dropped => ({ type, note })

/** What it has none for: the answer is held to these afterwards. */
const dropped: Readonly<Record<string, Dropped>> = {
  minLength: asks('string', 'the length is not held'),
  maxLength: asks('string', 'the length is not held'),
  uniqueItems: asks('array', 'items may repeat'),
  contains: asks('array', 'what it must contain is not held'),
  unevaluatedItems: asks('array', 'further items are not held'),
  propertyNames: asks('object', 'names are not held'),
  minProperties: asks('object', 'the number of keys is not held'),
  maxProperties: asks('object', 'the number of keys is not held'),
  dependentRequired: asks('object', 'what goes together is not held'),
  dependentSchemas: asks('object', 'what goes together is not held'),
  dependencies: asks('object', 'what goes together is not held'),
  if: asks(null, 'the condition is not held'),
  not: asks(null, 'what it must not be is not held'),
}

const spoken = new Set([...Object.keys(sayable), ...Object.keys(dropped), 'type', 'enum', 'const'])

/** Whether a schema says anything about a value by itself, apart from its combinations. */
export const speaks = (schema: Schema): boolean => Object.keys(schema).some((keyword) => spoken.has(keyword))

export const isOnlyType = ({ schema, withoutChoices }: Part): boolean =>
  !withoutChoices && Object.keys(schema).every((keyword) => keyword === 'type' || !spoken.has(keyword))

/** The types that the keywords of untyped parts are about. */
export function typesMeant(parts: readonly Part[]): ReadonlySet<TypeName> {
  const keywords = parts.flatMap(({ schema }) => Object.keys(schema))
  return new Set(
    keywords.flatMap((keyword) => (Object.hasOwn(sayable, keyword) ? sayable[keyword] : dropped[keyword]?.type) ?? []),
  )
}

/** Notes what is left out of a branch. Refuses where that would forbid what the schema allows. */
export function drop(work: Work, parts: readonly Part[], types: ReadonlySet<TypeName>, known: ReadonlySet<string>): void {
  for (const part of parts) {
    work.spend(sizeOf(part.schema))
    for (const keyword of Object.keys(part.schema)) {
      const entry = Object.hasOwn(dropped, keyword) ? dropped[keyword] : undefined
      if (!entry || (entry.type && !types.has(entry.type)) || saysNothing(part.schema, keyword)) continue
      work.relax(part, keyword, entry.note)
    }
    refuseUnknownKeys(work, part, known)
    for (const keyword of part.withoutChoices ? ['anyOf', 'oneOf'] : [])
      if (said(part.schema, keyword) !== undefined) work.relax(part, keyword, 'the whole answer cannot be a choice')
  }
}

function saysNothing(schema: Schema, keyword: string): boolean {
  if (keyword === 'uniqueItems') return said(schema, keyword) !== true
  if (keyword === 'unevaluatedItems') return said(schema, keyword) === true
  return keyword === 'if' && said(schema, 'then') === undefined && said(schema, 'else') === undefined
}
