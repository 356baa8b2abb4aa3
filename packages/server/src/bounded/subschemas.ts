/** A schema that is an object. */
export type Schema = Record<string, unknown>

export const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

const holders: Readonly<Record<'one' | 'list' | 'map', readonly string[]>> = {
  one: [
    ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'items', 'additionalItems', 'unevaluatedItems'],
    ...['contains', 'contentSchema', 'not', 'if', 'then', 'else'],
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'],
  map: ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
}

/** The schemas right inside of a schema, with the names and numbers that lead there. What is only data, as in `enum`, is none. */
export function subschemasOf(schema: Schema): { readonly schema: Schema; readonly steps: readonly string[] }[] {
  const at = (keyword: string): unknown => (Object.hasOwn(schema, keyword) ? schema[keyword] : undefined)
  const members = (keyword: string, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, member]) => ({ schema: member as unknown, steps: [keyword, name] }))
      : []
  const all = [
    ...holders.one.map((keyword) => ({ schema: at(keyword), steps: [keyword] })),
    ...holders.list.flatMap((keyword) => (Array.isArray(at(keyword)) ? members(keyword, at(keyword)) : [])),
    ...holders.map.flatMap((keyword) => (isSchema(at(keyword)) ? members(keyword, at(keyword)) : [])),
  ]
  return all.flatMap(({ schema, steps }) => (isSchema(schema) ? [{ schema, steps }] : []))
}

/** A schema and all schemas inside of it. */
export function everySchemaIn(root: Schema): Schema[] {
  const found = [root]
  for (const one of found) found.push(...subschemasOf(one).map(({ schema }) => schema))
  return found
}
