import type { SkillSchemas } from '@agent-skill-runner/sdk'

export type Field = SkillSchemas['fields'][number]
export type Part = Field['part']
export type Schema = Readonly<Record<string, unknown>>

/** What is entered for the two parts of a job. */
export type Values = Readonly<Record<Part, Readonly<Record<string, unknown>>>>

export const noValues: Values = { input: {}, parameter: {} }

/** One schema for all inline fields of a skill: an object with its input and its parameters. A part without fields is left out. */
export function formSchemaOf(fields: readonly Field[], titles: Readonly<Record<Part, string>>): Schema {
  const parts = (['input', 'parameter'] as const).flatMap((part) => {
    const own = fields.filter((field) => field.part === part && field.source === 'inline')
    return own.length === 0 ? [] : [[part, partOf(part, own, titles[part])] as const]
  })
  return { type: 'object', properties: Object.fromEntries(parts), required: parts.map(([part]) => part) }
}

function partOf(part: Part, fields: readonly Field[], title: string): Schema {
  const place = (name: string) => `#/properties/${part}/properties/${escaped(name)}`
  return {
    type: 'object',
    title,
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, movedTo(place(name), schema)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** A schema of a field refers to itself as the whole document, which it no longer is. */
export function movedTo(place: string, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => movedTo(place, one))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    name === '$ref' && typeof value === 'string' && /^#(\/|$)/.test(value) ? `${place}${value.slice(1)}` : movedTo(place, value),
  ])
  return Object.fromEntries(members)
}

/** As a step of a JSON pointer that is the fragment of a URL. */
const escaped = (name: string): string => encodeURI(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What was left empty is left out: undefined, and objects and lists without content, unless the field is required. */
export function valuesWithoutGaps({ input, parameter }: Values, fields: readonly Field[] = []): Values {
  const needed = (part: Part) => fields.filter((field) => field.required && field.part === part).map(({ name }) => name)
  return { input: kept(input, needed('input')), parameter: kept(parameter, needed('parameter')) }
}

function kept(members: Readonly<Record<string, unknown>>, needed: readonly string[] = []): Readonly<Record<string, unknown>> {
  const entries = Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
    const whole = isObject(value) ? kept(value) : value
    if (whole === undefined || (isVoid(whole) && !needed.includes(name))) return []
    return [[name, Array.isArray(whole) ? whole.map(keptItem) : whole]]
  })
  return Object.fromEntries(entries)
}

const keptItem = (item: unknown): unknown => (isObject(item) ? kept(item) : item)

const isVoid = (value: unknown): boolean =>
  (isObject(value) && Object.keys(value).length === 0) || (Array.isArray(value) && value.length === 0)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
