import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { nearest } from '../config/near.ts'
import { warningOf } from '../domain/warning.ts'

/** A name in a request that nothing declares. It is ignored, and the answer says so. */
export interface UnknownName {
  /** As violations name places: a pointer into the body, or query/name. */
  readonly path: string
  /** What was most likely meant; null: nothing is near. */
  readonly nearest: string | null
}

/** A value without its unknown names. */
export interface Known<T> {
  readonly value: T
  readonly unknown: readonly UnknownName[]
}

export interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly patternProperties?: unknown
}

/** What a body has beyond its schema. An object that the schema closes, or leaves to somebody else to judge, is taken as it is. */
export function knownMembers(schema: Schema, value: unknown, resolve: (ref: string) => Schema, path = ''): Known<unknown> {
  const properties = declaredIn(schema, resolve)
  if (properties === null || typeof value !== 'object' || value === null || Array.isArray(value)) return { value, unknown: [] }
  const { value: known, unknown } = knownNames(value, Object.keys(properties), path)
  const members = Object.entries(known).map(([name, member]) => {
    const below = knownMembers(properties[name] ?? {}, member, resolve, `${path}/${pointerPart(name)}`)
    return { name, ...below }
  })
  return {
    value: Object.fromEntries(members.map(({ name, value: member }) => [name, member])),
    unknown: [...unknown, ...members.flatMap((member) => member.unknown)],
  }
}

/** The members that an open object declares; null: it is none. */
function declaredIn(schema: Schema, resolve: (ref: string) => Schema): Readonly<Record<string, Schema>> | null {
  if (schema.$ref !== undefined) return declaredIn(resolve(schema.$ref), resolve)
  if (schema.anyOf) return schema.anyOf.map((one) => declaredIn(one, resolve)).find((found) => found !== null) ?? null
  const isOpen = schema.additionalProperties === undefined && schema.patternProperties === undefined
  return isOpen ? (schema.properties ?? null) : null
}

export function knownNames(value: object, names: readonly string[], path: string): Known<object> {
  const entries = Object.entries(value)
  const unknown = entries.filter(([name]) => !names.includes(name))
  if (unknown.length === 0) return { value, unknown: [] }
  return {
    value: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    unknown: unknown.map(([name], index) => ({
      path: `${path}/${pointerPart(name)}`,
      // A body may hold a hundred thousand names, and only the first of them are told.
      nearest: index < mostNamed ? meant(name, names) : null,
    })),
  }
}

const mostNamed = 100
const longest = 128

// A name comes from the caller: a long one is compared with nothing, and is told by its beginning.
const meant = (name: string, names: readonly string[]): string | null =>
  name.length > longest ? null : (nearest(name, names)[0] ?? soleOfTheWord(name, names))

/** `timeout` and `timeout_seconds` mean `timeout_sec`, where no other name begins with that word. */
function soleOfTheWord(name: string, names: readonly string[]): string | null {
  const [first] = name.split('_')
  const [sole = null, ...others] = names.filter((known) => known.split('_')[0] === first)
  return others.length === 0 ? sole : null
}

const pointerPart = (name: string): string =>
  (name.length > longest ? `${name.slice(0, longest - 1)}…` : name).replaceAll('~', '~0').replaceAll('/', '~1')

/** What the answer says of them. */
export function warningsOf(unknown: readonly UnknownName[]): Warning[] {
  const named = unknown.slice(0, mostNamed).map(({ path, nearest: known }) => {
    const guess = known === null ? '' : ` Did you mean ${known}?`
    return ignored(`${path} is not known here and was ignored.${guess}`, { path, nearest: known })
  })
  const more = unknown.length - named.length
  return more > 0 ? [...named, ignored(`${more} more names are not known here and were ignored.`, { more })] : named
}

const ignored = (message: string, details: object): Warning => warningOf('REQUEST_NAME_IGNORED', message, details)
