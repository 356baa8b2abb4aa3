import { type Schema as Checked, type OutputUnit, Validator } from '@cfworker/json-schema'
import { type Field, formSchemaOf, movedTo, type Schema, type Values, valuesWithoutGaps } from './form-schema.ts'
import { type FieldProblem, missingAt, problemsOf, stepOf } from './problems.ts'

/** What is wrong with what was entered, before it is sent. The server checks everything again, and what only it can judge. */
export function check(fields: readonly Field[], values: Values, files: Readonly<Record<string, File>>): FieldProblem[] {
  const schema = formSchemaOf(fields, { input: '', parameter: '' })
  return [...problemsOf(violations(schema, withObjects(fields, values))), ...missingFiles(fields, files)]
}

/** A required object that nobody entered anything into is taken as empty: each of its fields then says that it is missing. */
function withObjects(fields: readonly Field[], values: Values): Values {
  const whole = valuesWithoutGaps(values, fields)
  const added = (part: Field['part']) => {
    const objects = fields.filter(
      ({ part: own, required, schema, source }) => own === part && required && source === 'inline' && isObjectSchema(schema),
    )
    return { ...Object.fromEntries(objects.map(({ name }) => [name, {}])), ...whole[part] }
  }
  return { input: added('input'), parameter: added('parameter') }
}

const isObjectSchema = (schema: unknown): boolean => (schema as { type?: unknown } | null)?.type === 'object'

const missingFiles = (fields: readonly Field[], files: Readonly<Record<string, File>>): FieldProblem[] =>
  fields
    .filter(({ source, required, name }) => source === 'file' && required && !files[name])
    .map(({ name }) => missingAt(`/input/${stepOf(name)}`))

/** By a schema, or by a part of one that refers to the rest of it. A schema that cannot be judged here finds nothing. */
export function violations(schema: Schema, value: unknown, root: Schema = schema): readonly OutputUnit[] {
  try {
    return validatorOf(schema, root).validate(value).errors
  } catch {
    return []
  }
}

const known = new WeakMap<Schema, Validator>()

function validatorOf(schema: Schema, root: Schema): Validator {
  const before = known.get(schema)
  if (before) return before
  const whole = schema === root ? schema : partOf(schema, root)
  const validator = new Validator(withoutPatterns(whole) as Checked, '2020-12', false)
  known.set(schema, validator)
  return validator
}

/** A document of its own: what it refers to is at hand in it, and nothing else of the root counts. */
const partOf = (schema: Schema, root: Schema): Schema => ({
  ...(movedTo('#/$defs/root', schema) as Schema),
  $defs: { root: movedTo('#/$defs/root', root) },
})

/** A pattern of a skill could keep the page busy for minutes; the server matches it with a time limit. */
function withoutPatterns(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withoutPatterns(one))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema)
    .filter(([name]) => isNames || (name !== 'pattern' && name !== 'patternProperties' && name !== '$schema' && name !== '$id'))
    .map(([name, value]) => [name, withoutPatterns(value, !isNames && named.has(name))])
  return Object.fromEntries(members)
}

/** Keywords whose members are names of the skill and not keywords. */
const named = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependentRequired'])
