import { request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { openapi } from './answers.ts'

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, object>>
}

export interface Operation extends Described {
  readonly method: string
  readonly path: string
}

export interface HostileRequest {
  readonly method: string
  /** As it goes over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Sends it byte by byte as it is. A stream is left after its head. */
export function sendHostile(url: string, { method, path, headers, body }: HostileRequest): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const length = body ? { 'content-length': body.length } : {}
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers: { ...headers, ...length }, agent: false }, (response) => {
      const { statusCode: status = 0 } = response
      const type = response.headers['content-type'] ?? ''
      if (type.startsWith('text/event-stream')) {
        resolve({ status, type, text: '' })
        return void sent.destroy()
      }
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => resolve({ status, type, text }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

/** Values that fit and that are there, by the name of what they are given for: without them no request would get past the first check. */
export type Known = Readonly<Record<string, readonly unknown[]>>

export const operations: readonly Operation[] = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Described>).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
)

/** A request of an operation: mostly what fits, with something hostile in any of its places. */
export function hostileRequest(
  { method, path, parameters = [], requestBody }: Operation,
  known: Known,
): fc.Arbitrary<HostileRequest> {
  const of = (where: Parameter['in']) => parameters.filter((one) => one.in === where)
  const parts = of('path').map(({ name, schema }) =>
    often(textOf(valuesOf(schema, known, name)).map(spelled), fc.constantFrom(...rawParts)),
  )
  const query = of('query').map(({ name, schema }) =>
    maybe(textOf(valuesOf(schema, known, name)).map((text) => `${name}=${spelled(text)}`)),
  )
  const headers = of('header').map(({ name, schema }) =>
    maybe(textOf(valuesOf(schema, known, name)).map((text) => [name, text.replaceAll(/[^\x20-\x7e]/g, '?')] as const)),
  )
  const names = of('path').map(({ name }) => `{${name}}`)
  return fc
    .record({
      parts: fc.tuple(...parts),
      query: fc.tuple(...query, rarely(fc.constantFrom(...rawQueries))),
      headers: fc.tuple(...headers),
      body: bodyOf(requestBody?.content ?? {}, known),
    })
    .map((made) => {
      const filled = names.reduce((whole, name, at) => whole.replace(name, () => made.parts[at] ?? ''), path)
      const asked = made.query.filter((one) => one !== null).join('&')
      return {
        method,
        path: `${filled}${asked === '' ? '' : `?${asked}`}`,
        headers: {
          ...Object.fromEntries(made.headers.filter((one) => one !== null)),
          ...(made.body ? { 'content-type': made.body.type } : {}),
        },
        body: made.body?.bytes ?? null,
      }
    })
}

const often = <T>(usual: fc.Arbitrary<T>, hostile: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 29, arbitrary: usual }, { weight: 1, arbitrary: hostile })

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 1 })
const rarely = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: one })

const textOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  value.map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')))

/** Half a character has no spelling in a URL: what clients make of it is as good. */
const spelled = (text: string): string => encodeURIComponent(text.toWellFormed())

const rawParts = [
  ...['', '.', '..', '%00', '%2e%2e', '%2F', '%2e%2e%2fetc', '%5c', '%FF', '%ED%A0%80', '%zz', '%', 'a;b', 'a:b', '*', '~'],
  'x'.repeat(2000),
]
const rawQueries = [
  ...['__proto__=1', 'constructor[prototype]=1', 'limit=1&limit=2', 'cursor=%00', 'q=%FF', '%zz', '=', '&&&', 'a[]=1'],
  'limit=1;cursor=2',
]

const hostileTexts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udc00b', '__proto__', 'constructor', 'toString', '../../etc/passwd', '..', '.', '/'],
  ...['\\', "' OR 1=1 --", '%', '_', '*', '\u202e', '💥', '\r\nx: y', '(a+)+$', '[', '{}', '[]', 'null', 'true', 'é'.repeat(300)],
  ...['0', '-1', '1e400', 'NaN', '9007199254740993', '18446744073709551616', '0x10', '1.5', '٣', 'x'.repeat(129)],
  // Instants that are none, or far away, and cursors of others.
  ...['2026-02-30T00:00:00Z', '+275760-09-13T00:00:00.001Z', '-000001-01-01T00:00:00Z', '2026-01-01'],
  ...['[]', '[1,2]', '["",""]', '["\\u0000","\\u0000"]'].map((text) => Buffer.from(text).toString('base64url')),
]
const hostileNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 53 + 2, 2 ** 64, 1e308, -1e308, 5e-324]
const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)
const hostileObjects: readonly object[] = [{}, { '': 1 }, { constructor: { prototype: 1 } }, { toString: 1, valueOf: 1 }]
const hostileLists = [[], [null], [[]], nested(100), Array.from({ length: 300 }, () => 'x')]
const hostileValues = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostileNumbers, null, true) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...hostileObjects, ...hostileLists, 'x'.repeat(70_000)) },
)

function valuesOf(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  return often(fittingOf(schema, known, name), hostileValues)
}

function fittingOf(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const given = known[name]
  if (given) return fc.constantFrom(...given)
  if (schema.$ref !== undefined) return fittingOf(referred(schema.$ref), known, name)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fittingOf(one, known, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.ceil(schema.minimum ?? -10), max: Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known, name), { maxLength: 3 })
    case 'object':
      return objectOf(schema, known)
    case 'string':
      return schema.pattern === undefined
        ? fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 40, 40) })
        : fc.stringMatching(new RegExp(schema.pattern))
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, known, name)] as const)
  const whole = fc.record(Object.fromEntries(members), { requiredKeys: [...required], noNullPrototype: true })
  return often(whole, fc.record(Object.fromEntries(members), { requiredKeys: [], noNullPrototype: true }))
}

function referred(ref: string): Schema {
  const name = ref.slice('#/components/schemas/'.length)
  const schema = openapi.components.schemas[name]
  if (!schema) throw new Error(`openapi.json has no ${ref}`)
  return schema
}

interface Body {
  readonly type: string
  readonly bytes: Buffer
}

function bodyOf(content: Readonly<Record<string, { readonly schema: Schema }>>, known: Known): fc.Arbitrary<Body | null> {
  const made = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? jsonOf(schema, known) : formOf(schema, known),
  )
  const none = fc.constant(null)
  return made.length === 0
    ? rarely(strangeBodies)
    : fc.oneof(
        ...made.map((arbitrary) => ({ weight: 6, arbitrary })),
        { weight: 1, arbitrary: strangeBodies },
        { weight: 1, arbitrary: none },
      )
}

const jsonOf = (schema: Schema, known: Known): fc.Arbitrary<Body> =>
  fc.tuple(valuesOf(schema, known), rarely(fc.constantFrom(...damages))).map(([value, damage]) => {
    const text = JSON.stringify(value)
    return { type: 'application/json', bytes: Buffer.from(damage ? damage(text) : text) }
  })

/** What can be done to a text of JSON that no value could say. */
const damages: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => text + text,
  (text) => `\ufeff${text}`,
  (text) => text.replace('{', '{"__proto__":{"polluted":1},'),
  (text) => text.replace('{', '{"x":1,"x":2,'),
  (text) => text.replace(/"[a-z_]+":/, '$&1e999,"y":'),
  (text) => text.replace(/"[a-z_]+":/, '$&123456789012345678901234567890,"y":'),
  (text) => '['.repeat(5000) + text,
]

const boundary = 'hostile-7f3a'
const filenames = ['a.zip', 'a.txt', '', '../x', '/etc/passwd', 'a\\b', 'x/SKILL.md', '%00', 'é', 'x'.repeat(300), '.', 'con']

function formOf(schema: Schema, known: Known): fc.Arbitrary<Body> {
  const names = Object.keys(schema.$ref === undefined ? (schema.properties ?? {}) : (referred(schema.$ref).properties ?? {}))
  const name = often(fc.constantFrom(...names, 'file'), fc.constantFrom('', '__proto__', 'x', 'a"b', 'n'.repeat(300), 'files[]'))
  const filename = fc.constantFrom(...filenames)
  const content = fc.oneof(
    fc.constantFrom(...(known['content'] ?? ['x'])).map((one) => Buffer.from(one as Buffer)),
    fc
      .constantFrom('', '{}', '[]', 'null', '\0', 'PK\x05\x06', 'PK\x03\x04a', `--${boundary}--`)
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  )
  const part = fc.tuple(name, filename, content).map(([called, file, bytes]) => {
    const head = `form-data; name="${called}"${file === '' ? '' : `; filename="${file}"`}`
    return Buffer.concat([Buffer.from(`--${boundary}\r\nContent-Disposition: ${head}\r\n\r\n`), bytes, Buffer.from('\r\n')])
  })
  const end = often(fc.constant(`--${boundary}--\r\n`), fc.constantFrom('', '--', '\0'))
  return fc.tuple(fc.array(part, { maxLength: 4 }), end).map(([all, last]) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...all, Buffer.from(last)]),
  }))
}

const strangeTypes = [
  ...['application/json', 'application/json; charset=utf-16', 'application/json, text/plain', 'text/plain', 'application/xml'],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'application/x-www-form-urlencoded', ';;;', '__proto__'],
]
const strangeTexts = ['', '{}', 'null', '"x"', '1', '[]', '{', '\xff', '\0', '--\r\n', '{"a":1}']
const strangeBodies = fc
  .tuple(fc.constantFrom(...strangeTypes), fc.constantFrom(...strangeTexts))
  .map(([type, text]) => ({ type, bytes: Buffer.from(text, 'latin1') }))
