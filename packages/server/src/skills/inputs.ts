import { isObject, type JsonObject } from './json-file.ts'

/** One input of a skill: given in the request, or uploaded as a file of that name. */
export interface InputField {
  readonly name: string
  readonly source: 'file' | 'inline'
  readonly required: boolean
}

export function inputFields(schema: JsonObject): InputField[] {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return propertiesOf(schema).map(([name, property]) => ({ name, source: sourceOf(property), required: required.includes(name) }))
}

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

/** What the inline part of an input must satisfy at create. A key that nothing declares is not its matter: see inputFields. */
export function inlineSchemaOf(schema: JsonObject): JsonObject {
  const fields = inputFields(schema)
  const isInline = new Set(fields.filter(({ source }) => source === 'inline').map(({ name }) => name))
  const hasFiles = fields.some(({ source }) => source === 'file')
  const kept = Object.entries(schema).filter(([keyword]) => !(hasFiles && acrossFields.includes(keyword)))
  return {
    ...Object.fromEntries(kept),
    properties: Object.fromEntries(propertiesOf(schema).filter(([name]) => isInline.has(name))),
    required: fields.filter(({ name, required }) => required && isInline.has(name)).map(({ name }) => name),
    additionalProperties: true,
  }
}

/** What is wrong with the marks that only we understand; the rest of a schema is the worker's to judge. */
export function markProblems(kind: 'input' | 'parameter' | 'output', schema: JsonObject): string[] {
  const problems = schema['type'] === 'object' ? [] : ['type must be "object"']
  const marks = { input: { 'x-input-source': ['file', 'inline'] }, parameter: {}, output: { 'x-type': ['artifact', 'file'] } }[
    kind
  ]
  for (const [name, property] of propertiesOf(schema)) {
    for (const [mark, values] of Object.entries(marks)) {
      const value = isObject(property) ? property[mark] : undefined
      if (value !== undefined && !values.includes(String(value)))
        problems.push(`properties.${name}.${mark} must be ${values.join(' or ')}`)
    }
  }
  return problems
}
