import { isObject, type JsonObject } from '../json-file.ts'

/** Where schemas lie in a schema. All else is data, whatever it looks like: `default: {"$ref": "x"}` refers to nothing. */
const one = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const lists = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'])
const maps = new Set(['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'])

/** What only tells of a value and holds it to nothing. */
const annotations = /^(title|description|default|examples|deprecated|readOnly|writeOnly|\$comment|x-.*)$/

export const isAnnotation = (keyword: string): boolean => annotations.test(keyword)

interface Subschema {
  readonly path: readonly string[]
  readonly schema: unknown
}

/** The schemas directly below one, by their places. */
export function subschemas(schema: JsonObject): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]): Subschema[] => {
    if (Array.isArray(value))
      return lists.has(keyword) ? value.map((item: unknown, index) => ({ path: [keyword, String(index)], schema: item })) : []
    if (one.has(keyword)) return [{ path: [keyword], schema: value }]
    if (!maps.has(keyword) || !isObject(value)) return []
    return Object.entries(value).flatMap(([name, item]) => (Array.isArray(item) ? [] : [{ path: [keyword, name], schema: item }]))
  })
}

/** The same schema with each of those replaced. */
export function mapSubschemas(schema: JsonObject, replace: (schema: unknown) => unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (Array.isArray(value)) return [keyword, lists.has(keyword) ? value.map(replace) : value]
      if (one.has(keyword)) return [keyword, replace(value)]
      if (!maps.has(keyword) || !isObject(value)) return [keyword, value]
      const replaced = Object.entries(value).map(([name, item]) => [name, Array.isArray(item) ? item : replace(item)])
      return [keyword, Object.fromEntries(replaced)]
    }),
  )
}
