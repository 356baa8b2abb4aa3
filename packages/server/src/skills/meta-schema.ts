import { pathProblem } from '../lib/relative-path.ts'
import { propertiesOf } from './inputs.ts'
import { isObject, type JsonObject } from './json-file.ts'

type SchemaKind = 'input' | 'parameter' | 'output'

type Rule = readonly string[] | 'text'

/** The marks that only we understand, and what they may say. `extensions` may say anything: nothing is done with it. */
const marks: Record<SchemaKind, Readonly<Record<string, Rule>>> = {
  input: { 'x-input-source': ['file', 'inline'] },
  parameter: {},
  output: { 'x-type': ['artifact', 'file'], 'x-role': 'text', 'x-filename': 'text' },
}

/** What a schema of a skill lacks, each by its place. This is ours to ask; what JSON Schema asks is judged when it is compiled. */
export function metaProblems(kind: SchemaKind, schema: JsonObject): string[] {
  const problems = schema['type'] === 'object' ? [] : ['type must be "object"']
  if (schema['properties'] !== undefined && !isObject(schema['properties'])) problems.push('properties must be an object')
  problems.push(...propertiesOf(schema).flatMap(([name, property]) => propertyProblems(kind, name, property)))
  return [...problems, ...requiredProblems(kind, schema)]
}

function propertyProblems(kind: SchemaKind, name: string, property: unknown): string[] {
  const place = placeOf(name)
  if (typeof property !== 'boolean' && !isObject(property)) return [`${place} must be a schema`]
  const own = isObject(property) ? property : {}
  const wrong = Object.entries(marks[kind]).flatMap(([mark, rule]) => {
    const problem = own[mark] === undefined ? null : markProblem(own[mark], rule)
    return problem ? [`${place}.${mark} ${problem}`] : []
  })
  const isFile = kind === 'input' && own['x-input-source'] !== 'inline'
  return isFile && !isFileName(name) ? [...wrong, `${place} is a file input, but no file can have that name`] : wrong
}

function markProblem(value: unknown, rule: Rule): string | null {
  if (rule === 'text') return typeof value === 'string' && value.trim() !== '' ? null : 'must be a text'
  return typeof value === 'string' && rule.includes(value) ? null : `must be ${rule.join(' or ')}`
}

/** An input that is required but not declared could never be given, since undeclared ones are refused. */
function requiredProblems(kind: SchemaKind, { required = [], ...schema }: JsonObject): string[] {
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string')) return ['required must be a list of texts']
  const declared = new Set(propertiesOf(schema).map(([name]) => name))
  const unknown = kind === 'input' ? required.filter((name) => !declared.has(name)) : []
  return unknown.map((name) => `required names ${JSON.stringify(name)}, which properties does not declare`)
}

/** A file input is uploaded as the file of its name. */
const isFileName = (name: string): boolean =>
  pathProblem(name) === null && !/[/\p{Cc}\ufffd]/u.test(name) && Buffer.byteLength(name) <= 255

const placeOf = (name: string): string => (/^[\w-]+$/.test(name) ? `properties.${name}` : `properties[${JSON.stringify(name)}]`)
