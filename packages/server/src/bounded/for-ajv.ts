import { everySchemaIn, isSchema, type Schema } from './subschemas.ts'

/**
 * Says what Ajv judges wrongly in words that it judges rightly. The schema itself is changed. A text: what it says cannot be said so.
 */
export function rewriteForAjv(root: Schema): string | null {
  const all = everySchemaIn(root)
  const has = (keyword: string): boolean => all.some((schema) => Object.hasOwn(schema, keyword))
  const choice = choices.find(has)
  if (choice && has('unevaluatedItems')) return `unevaluatedItems beside ${choice} is not supported. Use items or prefixItems.`
  const inherited = all.map(withoutProtoNames).find((problem) => problem !== null)
  if (inherited !== undefined) return inherited
  if (has('unevaluatedProperties')) all.forEach(withoutIf)
  return null
}

/** Which items these have evaluated is known only when there is data, and it counts them wrongly: all of them, or none. */
const choices = ['contains', 'anyOf', 'oneOf', 'if', 'dependentSchemas'] as const

/** It leaves out what is said of a property named __proto__, but not what is said of names that fit a pattern. */
function withoutProtoNames(schema: Schema): string | null {
  for (const keyword of ['dependentSchemas', 'dependentRequired', 'dependencies'])
    if (hasProto(schema[keyword])) return `__proto__ is not supported in ${keyword}.`
  const { properties, patternProperties } = schema
  const patterns = isSchema(patternProperties) ? patternProperties : {}
  const moved = [
    ...(hasProto(properties) ? [['^(?:__proto__)$', take(properties)] as const] : []),
    ...(hasProto(patterns) ? [['(?:__proto__)', take(patterns)] as const] : []),
  ]
  if (moved.length > 0) schema['patternProperties'] = { ...patterns, ...Object.fromEntries(moved) }
  return null
}

const hasProto = (names: unknown): names is Schema => isSchema(names) && Object.hasOwn(names, '__proto__')

function take(names: Schema): unknown {
  const { value } = Object.getOwnPropertyDescriptor(names, '__proto__') ?? {}
  Reflect.deleteProperty(names, '__proto__')
  return value
}

/** It counts as evaluated what an `if` has seen that did not hold, and nothing at all of one without `then` and `else`. */
function withoutIf(schema: Schema): void {
  if (!Object.hasOwn(schema, 'if')) return
  const { if: condition, then = true, else: otherwise = true, allOf } = schema
  const either = { anyOf: [{ allOf: [condition, then] }, { allOf: [{ not: condition }, otherwise] }] }
  delete schema['if']
  schema['allOf'] = [...(Array.isArray(allOf) ? allOf : []), either]
}
