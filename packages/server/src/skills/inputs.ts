import { isObject, type JsonObject } from './json-file.ts'

/** One input of a skill: given in the request, or uploaded as a file of that name. */
export interface InputField {
  readonly name: string
  readonly source: 'file' | 'inline'
  readonly required: boolean
}

export function inputFields(schema: JsonObject): InputField[] {
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : [])
  return propertiesOf(schema).map(([name, property]) => ({ name, source: sourceOf(property), required: required.has(name) }))
}

/** File inputs of a type that no path has: most likely they were meant to come in the request. */
export const unlikelyFiles = (schema: JsonObject): string[] =>
  propertiesOf(schema).flatMap(([name, property]) =>
    sourceOf(property) === 'file' && isObject(property) && !takesText(property['type']) ? [name] : [],
  )

const takesText = (type: unknown): boolean => type === undefined || [type].flat().includes('string')

export const propertiesOf = (schema: JsonObject): [string, unknown][] =>
  isObject(schema['properties']) ? Object.entries(schema['properties']) : []

const sourceOf = (property: unknown): 'file' | 'inline' =>
  isObject(property) && property['x-input-source'] === 'inline' ? 'inline' : 'file'

// These speak of several fields at once, so they cannot be judged before the files are there.
const acrossFields = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'minProperties',
]

/** Whether something of this schema can be judged only when files and inline inputs are both known. */
export const judgesTogether = (schema: JsonObject): boolean => acrossFields.some((keyword) => keyword in schema)

/** What the inline part of an input must satisfy at create. A key that nothing declares is not its matter: see inputFields. */
export function inlineSchemaOf(schema: JsonObject): JsonObject {
  const fields = inputFields(schema)
  const isInline = new Set(fields.filter(({ source }) => source === 'inline').map(({ name }) => name))
  const hasFiles = fields.some(({ source }) => source === 'file')
  const kept = Object.entries(schema).filter(([keyword]) => !(hasFiles && acrossFields.includes(keyword)))
  return {
    // Files stay in `properties`: what refers to one has to find it.
    ...Object.fromEntries(kept),
    required: fields.filter(({ name, required }) => required && isInline.has(name)).map(({ name }) => name),
    additionalProperties: true,
  }
}
