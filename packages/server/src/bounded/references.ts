import { isSchema, type Schema } from './subschemas.ts'

interface Place {
  readonly schema: Schema
  /** A JSON pointer. */
  readonly at: string
}

const nameIn = (at: string): string => at || 'The schema'

/** Where a reference stands, for a sentence about one that leads nowhere. */
export function placeOfReference(root: Schema, reference: string): string {
  return nameIn(placesIn(root).find(({ schema }) => schema['$ref'] === reference)?.at ?? '')
}

/**
 * Where a schema asks for itself again, about the same data: no check against it would ever end. Null: nowhere, as far as can be told
 * without running it. A reference from inside of `properties` or `items` is about other data and may lead anywhere. All references are
 * JSON pointers by now.
 */
export function circleIn(root: Schema, isDraft07: boolean): string | null {
  const places = placesIn(root)
  const states = new Map<Schema, 'open' | 'done'>()
  /** The schema that asks for one which is not done yet. */
  const lastOfCircle = (schema: Schema): Schema | null => {
    states.set(schema, 'open')
    for (const asked of askedOf(schema, places, isDraft07)) {
      if (states.get(asked) === 'open') return schema
      const found = states.has(asked) ? null : lastOfCircle(asked)
      if (found) return found
    }
    states.set(schema, 'done')
    return null
  }
  for (const { schema } of places) {
    const found = states.has(schema) ? null : lastOfCircle(schema)
    if (found) return nameIn(places.find((place) => place.schema === found)?.at ?? '')
  }
  return null
}

/** What a schema always asks of the very data that it is asked about itself. */
function askedOf(schema: Schema, places: readonly Place[], isDraft07: boolean): Schema[] {
  const referred = targetOf(schema['$ref'], places)
  // Draft-07 ignores what stands beside a reference.
  const isAlone = isDraft07 && schema['$ref'] !== undefined
  const own = isAlone
    ? []
    : [schema['not'], schema['if'], ...first(schema, 'allOf'), ...first(schema, 'oneOf', 2), ...first(schema, 'anyOf', 1)]
  return [referred, ...own].filter(isSchema)
}

/** Of alternatives only the first are always asked: of one, until it holds; of exactly one, until two do. */
function first(schema: Schema, keyword: string, count?: number): unknown[] {
  const list = schema[keyword]
  return Array.isArray(list) ? list.slice(0, count) : []
}

function targetOf(reference: unknown, places: readonly Place[]): Schema | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined
  const pointer = decodeURIComponent(reference.slice(1))
  return places.find(({ at }) => at === pointer)?.schema
}

/** Every object in it, also those that are no schemas: only references lead there. */
function placesIn(root: Schema): Place[] {
  const places: Place[] = []
  const open: { readonly value: object; readonly at: string }[] = [{ value: root, at: '' }]
  for (let next = open.shift(); next; next = open.shift()) {
    const { value, at } = next
    if (isSchema(value)) places.push({ schema: value, at })
    for (const [key, member] of Object.entries(value))
      if (typeof member === 'object' && member !== null)
        open.push({ value: member, at: `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` })
  }
  return places
}
