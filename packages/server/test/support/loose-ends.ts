import { openapi } from './answers.ts'
import { type EventName, pointerOf, typesOf } from './event-schemas.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
}

/** Where the schemas of an event take whatever comes: objects that are not closed, lists of anything, values of any type. */
export function looseEnds(name: EventName): string[] {
  return typesOf(name).flatMap((type) => looseIn(schemaAt(pointerOf(name, type) ?? ''), '').map((place) => `${type} ${place}`))
}

function looseIn(schema: Schema, place: string): string[] {
  if (schema.$ref !== undefined) return looseIn(schemaAt(schema.$ref.slice(1)), place)
  if (schema.anyOf) return schema.anyOf.flatMap((part) => looseIn(part, place))
  if (schema.const !== undefined || schema.enum) return []
  if (schema.type === 'array') return schema.items ? looseIn(schema.items, `${place}/*`) : [place]
  if (schema.type !== 'object') return schema.type === undefined ? [place] : []
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, part]) => looseIn(part, `${place}/${key}`))
  return schema.additionalProperties === false ? inside : [place, ...inside]
}

function schemaAt(pointer: string): Schema {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], openapi) as Schema
}
