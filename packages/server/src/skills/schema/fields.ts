import { Fault } from '../../lib/fault.ts'
import { isTooDeep } from '../../lib/json-depth.ts'
import { propertiesOf } from '../inputs.ts'
import { isObject, type JsonObject } from '../json-file.ts'
import type { SkillPackage } from '../package.ts'
import { selfContained } from './self-contained.ts'
import { standaloneIn } from './standalone.ts'

/** One field of a form. */
interface FormField {
  readonly name: string
  readonly part: 'input' | 'parameter'
  /** file: uploaded under its name; inline: a member of its part of the request. */
  readonly source: 'inline' | 'file'
  readonly required: boolean
  /** Whole by itself: whoever has it needs nothing else of the skill. */
  readonly schema: unknown
}

/** Deeper than anybody nests a form, and shallow enough for whoever walks through it. */
const deepest = 200

/** What a person or a program fills in to run a skill, in the order of its schemas. */
export function fieldsOf({ schemas, inputs }: Pick<SkillPackage, 'schemas' | 'inputs'>): FormField[] {
  const isFile = new Set(inputs.filter(({ source }) => source === 'file').map(({ name }) => name))
  return [
    ...fieldsIn(schemas.input).map((field) => ({
      ...field,
      part: 'input' as const,
      source: isFile.has(field.name) ? ('file' as const) : ('inline' as const),
    })),
    ...fieldsIn(schemas.parameter).map((field) => ({ ...field, part: 'parameter' as const, source: 'inline' as const })),
  ]
}

function fieldsIn(schema: JsonObject): Pick<FormField, 'name' | 'required' | 'schema'>[] {
  requireShallow(schema)
  const whole = selfContained(schema)
  const standalone = standaloneIn(whole)
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return propertiesOf(whole).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: isObject(property) ? standalone(property) : property,
  }))
}

/** Of all pointers into one schema together. They are looked up by the hundred, and to tell long ones apart took 14 s for a name of 100 KiB. */
const longestPointers = 1024 * 1024

/** Whether it may be walked through, which is ours to bear: compiling is done elsewhere. */
export function requireShallow(schema: JsonObject): void {
  if (isTooDeep(JSON.stringify(schema), deepest)) throw tooMuch(`is nested deeper than ${deepest} levels`)
  if (lengthOfPointers(schema, 0) > longestPointers) throw tooMuch('has names that are too long for all that lies below them')
}

const tooMuch = (what: string): Fault => new Fault('SKILL_LIMIT_EXCEEDED', { reason: `A schema of the skill ${what}.` })

/** A name counts once more for each object below it, and so does what a schema calls itself: names below begin with it. */
function lengthOfPointers(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null) return 0
  const length = above + ('$id' in value && typeof value.$id === 'string' ? value.$id.length : 0)
  return Object.entries(value).reduce((sum, [name, below]) => sum + lengthOfPointers(below, length + name.length + 1), length)
}
