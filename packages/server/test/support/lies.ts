import { openPlaces } from '@agent-skill-runner/contract/event-parts.ts'
import fc from 'fast-check'
import type { EventName } from './event-schemas.ts'

interface Known {
  readonly name: EventName
  readonly type: string
  readonly event: object
}

interface Lie {
  readonly what: string
  readonly lie: unknown
}

/** The places of an event that the schema lets be absent, and those that it lets be null: by hand, so that the schemas are held to them. */
const mayBeMissing = /^(diagnostic\.warning \/data\/(confidence|count)|raw\.std(out|err) \/data\/truncated)$/
const mayBeNull =
  /^\S+ \/(raw_ref|source\/parser|correlation\/\w+|data\/(session_id|pending_interaction_id|output_preview|exit_code|cost_usd|reason|error))$/
const enumerated =
  /\/(protocol_version|event\/(category|type)|type|raw_ref\/(stream|encoding)|data\/(from|to|trigger|severity|kind|resolution_mode|status|state|phase|error\/category))$/
const bounded =
  /\/(seq|attempt_number|attempt|local_seq|rasp_seq\/0|confidence|byte_from|byte_to|interaction_id|parent_seq|size|timeout_sec|count|ts|updated_at|accepted_at|sha256)$/

type Change = (before: unknown) => unknown

/** Every kind of change, in every place of an event, that no reader should accept. */
export function liesAbout({ name, type, event }: Known): fc.Arbitrary<Lie>[] {
  const places = placesIn(event, '').filter((place) => !isWithin(name, type, place))
  return places.flatMap((place) => {
    // What stands in an open place may be anything, but it must be there.
    const changes = isOpen(name, type, place) ? [] : changesOf(at(event, place), `${type} ${place}`)
    return [
      ...(canBeMissing(name, type, place) ? [] : [fc.constant({ what: `drop ${place}`, lie: dropped(event, place) })]),
      ...changes.map((change) => change.map(({ what, to }) => ({ what: `${what} ${place}`, lie: changed(event, place, to) }))),
    ]
  })
}

const canBeMissing = (name: EventName, type: string, place: string): boolean =>
  place === '' ||
  /\/\d+$/.test(place) ||
  (mayBeMissing.test(`${type} ${place}`) && !(name === 'FcmpEvent' && type.startsWith('raw.')))

interface Told {
  readonly what: string
  readonly to: Change
}

function changesOf(value: unknown, where: string): fc.Arbitrary<Told>[] {
  const retyped = fc
    .constantFrom(...otherTypes(value, mayBeNull.test(where)))
    .map((other) => ({ what: 'retype', to: () => other }))
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const added = fc
    .tuple(fc.string({ minLength: 1 }), fc.jsonValue())
    .filter(([key]) => !(key in ((value as object) ?? {})) && key !== '__proto__')
    .map(([key, extra]) => ({ what: 'add to', to: (before: unknown) => ({ ...(before as object), [key]: extra }) }))
  const renamed = fc.string().map((tail) => ({ what: 'reword', to: () => `no.such ${tail}` }))
  const strayed = fc.constantFrom(...outOfBounds(value)).map((other) => ({ what: 'stretch', to: () => other }))
  return [
    retyped,
    ...(isObject ? [added] : []),
    ...(typeof value === 'string' && enumerated.test(where) ? [renamed] : []),
    ...(value !== null && bounded.test(where) ? [strayed] : []),
  ]
}

/** Values of another JSON type; one that may be null is not made null, and a null not what it may be instead. */
function otherTypes(value: unknown, nullable: boolean): unknown[] {
  const pool = [null, true, 7, 'text', ['text'], { text: 'text' }]
  if (value === null) return pool.filter((other) => kindOf(other) === 'boolean' || kindOf(other) === 'array')
  return pool.filter((other) => kindOf(other) !== kindOf(value) && !(nullable && other === null))
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const outOfBounds = (value: unknown): unknown[] => (typeof value === 'number' ? [-1, 1e3 + 0.5] : ['', 'yesterday', `${value}x`])

const openIn = (name: EventName, type: string): string[] =>
  openPlaces.filter(({ event, types }) => event === name && types.some((known) => known === type)).map(({ place }) => place)

const isOpen = (name: EventName, type: string, place: string): boolean => openIn(name, type).includes(place)

const isWithin = (name: EventName, type: string, place: string): boolean =>
  openIn(name, type).some((open) => place.startsWith(`${open}/`))

function placesIn(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [place]
  return [place, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, `${place}/${key}`))]
}

const stepsOf = (place: string): string[] => place.split('/').slice(1)

const at = (event: unknown, place: string): unknown =>
  stepsOf(place).reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], event)

function changed(value: unknown, place: string, to: Change): unknown {
  const [step, ...rest] = stepsOf(place)
  if (step === undefined) return to(value)
  const inside = changed((value as Record<string, unknown>)[step], rest.map((name) => `/${name}`).join(''), to)
  if (Array.isArray(value)) return value.with(Number(step), inside)
  return { ...(value as object), [step]: inside }
}

function dropped(event: unknown, place: string): unknown {
  const cut = place.lastIndexOf('/')
  const key = place.slice(cut + 1)
  return changed(event, place.slice(0, cut), (before) =>
    Object.fromEntries(Object.entries(before as object).filter(([name]) => name !== key)),
  )
}
