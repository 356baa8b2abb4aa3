import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { thorough } from '../../../../test/thorough.ts'
import { verifies } from '../../../../test/verifies.ts'
import { fromStrict } from './from-strict.ts'
import { strictSchema } from './strict-schema.ts'

/**
 * A kind of value: its schema, the values that fit it, and how a strict answer would write each of them. Built together, so that
 * what is expected comes from the grammar and not from the code under test.
 */
interface Kind {
  readonly schema: object
  readonly values: fc.Arbitrary<unknown>
  readonly write: (value: unknown) => unknown
  readonly allowsNull: boolean
}

const plain = (schema: object, values: fc.Arbitrary<unknown>, allowsNull = false): Kind => ({
  schema,
  values,
  write: (value) => value,
  allowsNull,
})

const scalars: fc.Arbitrary<Kind> = fc.constantFrom(
  plain({ type: 'string' }, fc.string()),
  plain({ type: 'string', minLength: 2, title: 'Long' }, fc.string({ minLength: 2 })),
  plain({ type: 'string', pattern: '^a+$', description: 'As' }, fc.constantFrom('a', 'aa')),
  plain({ type: 'string', pattern: '^(?=b)' }, fc.constantFrom('b', 'bc')),
  plain({ type: 'string', format: 'ipv4' }, fc.ipV4()),
  plain({ type: 'string', format: 'uri' }, fc.constant('https://example.org/a')),
  plain({ type: 'integer', minimum: -5, exclusiveMaximum: 5 }, fc.integer({ min: -5, max: 4 })),
  plain(
    { type: 'number', multipleOf: 0.5 },
    fc.integer().map((value) => value / 2),
  ),
  plain({ type: 'boolean', default: true }, fc.boolean()),
  plain({ type: 'null' }, fc.constant(null), true),
  plain({ type: ['string', 'null'], maxLength: 3 }, fc.constantFrom('abc', '', null), true),
  plain({ type: ['integer', 'boolean'], minimum: 1 }, fc.constantFrom(1, 2, true)),
  plain({ enum: ['x', 'y', 1, true] }, fc.constantFrom('x', 'y', 1, true)),
  plain({ enum: ['x', null] }, fc.constantFrom('x', null), true),
  plain({ const: 'only' }, fc.constant('only')),
  plain({ oneOf: [{ type: 'string' }, { type: 'number' }] }, fc.oneof(fc.string(), fc.integer())),
  plain({ not: { const: 'no' }, type: 'string' }, fc.constantFrom('yes', 'maybe')),
  plain({ allOf: [{ type: 'number', minimum: 1 }, { maximum: 3 }] }, fc.constantFrom(1, 2.5, 3)),
)

interface Key {
  readonly name: string
  readonly kind: Kind
  readonly isRequired: boolean
}

const names = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString', 'a/b', '~', '', '$ref', 'properties', 'type', 'ünï')

const keysOf = (kinds: fc.Arbitrary<Kind>): fc.Arbitrary<readonly Key[]> =>
  fc.uniqueArray(fc.record({ name: names, kind: kinds, isRequired: fc.boolean() }), {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 4,
  })

const schemaOf = (keys: readonly Key[], more: object) => ({
  type: 'object',
  properties: Object.fromEntries(keys.map(({ name, kind }) => [name, kind.schema])),
  required: keys.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  ...more,
})

/** Null that is allowed and null for nothing look the same in an answer, so a key that may be null is always there. */
const valuesOf = (keys: readonly Key[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      ...keys.map(({ name, kind, isRequired }) => {
        const value = kind.values.map((value) => [[name, value]] as const)
        return isRequired || kind.allowsNull ? value : fc.option(value, { nil: [] })
      }),
    )
    .map((entries) => Object.fromEntries(entries.flat()))

const writeAs = (keys: readonly Key[]) => (value: unknown) =>
  Object.fromEntries(
    keys.map(({ name, kind }) => [
      name,
      Object.hasOwn(value as object, name) ? kind.write(Reflect.get(value as object, name)) : null,
    ]),
  )

const objectKind = (keys: readonly Key[], more: object): Kind => ({
  schema: schemaOf(keys, more),
  values: valuesOf(keys),
  write: writeAs(keys),
  allowsNull: false,
})

const objects = (kinds: fc.Arbitrary<Kind>): fc.Arbitrary<Kind> =>
  fc
    .tuple(
      keysOf(kinds),
      fc.constantFrom(
        {},
        { additionalProperties: false },
        { additionalProperties: true, description: 'Open' },
        { minProperties: 0 },
      ),
    )
    .map(([keys, more]) => objectKind(keys, more))

const lists = (kinds: fc.Arbitrary<Kind>): fc.Arbitrary<Kind> =>
  fc
    .tuple(kinds, fc.constantFrom({}, { minItems: 1 }, { maxItems: 3, contains: true }))
    .map(([{ schema, values, write }, more]) => ({
      schema: { type: 'array', items: schema, ...more },
      values: fc.array(values, { minLength: 1, maxLength: 3 }),
      write: (value) => (value as unknown[]).map(write),
      allowsNull: false,
    }))

/** One object in two parts, of which the second narrows a key of the first. */
const joined = (kinds: fc.Arbitrary<Kind>): fc.Arbitrary<Kind> =>
  keysOf(kinds).map((keys) => {
    const half = Math.ceil(keys.length / 2)
    const [first, second] = [schemaOf(keys.slice(0, half), {}), schemaOf(keys.slice(half), { title: 'Second' })]
    const again = { properties: Object.fromEntries(keys.slice(0, 1).map(({ name }) => [name, { title: 'Again' }])) }
    return { ...objectKind(keys, {}), schema: { allOf: [first, second, again] } }
  })

/** A choice that is told by a key. The kinds of the other key differ, also in whether it may be null. */
const choices = (kinds: fc.Arbitrary<Kind>): fc.Arbitrary<Kind> =>
  fc.array(keysOf(kinds), { minLength: 2, maxLength: 3 }).map((options) => {
    const alternatives = options.map((keys, index) =>
      objectKind(
        [{ name: 'kind', kind: plain({ const: `k${index}` }, fc.constant(`k${index}`)), isRequired: true }, ...keys],
        {},
      ),
    )
    return {
      schema: { oneOf: alternatives.map(({ schema }) => schema) },
      values: fc.oneof(...alternatives.map(({ values }) => values)),
      write: (value) => alternatives[Number((value as { kind: string }).kind.slice(1))]?.write(value),
      allowsNull: false,
    }
  })

/** A tree whose nodes hold one more value. */
const trees = (kinds: fc.Arbitrary<Kind>): fc.Arbitrary<Kind & { readonly definition: object }> =>
  kinds.map((kind) => {
    const required = kind.allowsNull ? ['value', 'items'] : ['items']
    const leaf = fc.record(
      { value: kind.values, items: fc.constant([]) },
      { requiredKeys: required as 'items'[], noNullPrototype: true },
    )
    const { node: values } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record(
          { value: kind.values, left: tie('node'), items: fc.array(tie('node'), { maxLength: 2 }) },
          { requiredKeys: required as 'items'[], noNullPrototype: true },
        ),
      ),
    }))
    const write = (node: unknown): unknown => {
      const { value, left, items } = node as { value?: unknown; left?: unknown; items: unknown[] }
      return {
        value: value === undefined ? null : kind.write(value),
        left: left === undefined ? null : write(left),
        items: items.map(write),
      }
    }
    const properties = {
      value: kind.schema,
      left: { $ref: '#/$defs/tree' },
      items: { type: 'array', items: { $ref: '#/$defs/tree' } },
    }
    return {
      schema: { $ref: '#/$defs/tree', description: 'A tree' },
      definition: { type: 'object', properties, required: ['items'] },
      values,
      write,
      allowsNull: false,
    }
  })

const { kind: kinds } = fc.letrec<{ kind: Kind }>((tie) => ({
  kind: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'kind' },
    { arbitrary: scalars, weight: 4 },
    { arbitrary: objects(tie('kind')), weight: 2 },
    { arbitrary: lists(tie('kind')), weight: 1 },
    { arbitrary: joined(tie('kind')), weight: 1 },
    { arbitrary: choices(tie('kind')), weight: 1 },
  ),
}))

/** A whole schema with a tree among its definitions, and a value that fits it. */
const wholes = fc.tuple(keysOf(kinds), trees(scalars), fc.boolean()).chain(([keys, tree, hasTree]) => {
  const all = hasTree ? [...keys, { name: 'tree', kind: tree, isRequired: false }] : keys
  const schema = { ...schemaOf(all, {}), $defs: { tree: tree.definition } }
  return fc.record({ schema: fc.constant(schema), value: valuesOf(all), write: fc.constant(writeAs(all)) })
})

// Each schema is used for a value or two: code that is made faster first costs more than it saves.
const code = { optimize: false }
const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, validateSchema: false, meta: false, code })
formats.default(ajv)

verifies('engine.native-schema', 'a value that fits the original fits the strict schema, and comes back as it was', () => {
  fc.assert(
    fc.property(wholes, ({ schema, value, write }) => {
      const fitsOriginal = ajv.compile(schema)
      assert.ok(fitsOriginal(value), 'the grammar makes values that fit')
      const strict = strictSchema(schema)
      assert.ok(strict.ok)
      assert.deepEqual(problemsOf(strict.schema), [])
      const answer = write(value)
      assert.ok(ajv.compile(strict.schema)(answer), 'what a strict answer would be fits the strict schema')
      const back = fromStrict(schema, answer)
      assert.deepEqual(back, value)
      assert.ok(fitsOriginal(back))
    }),
    { numRuns: thorough ? 200 : 120 },
  )
})

const kept = {
  object: ['type', 'description', 'properties', 'required', 'additionalProperties'],
  array: ['type', 'description', 'items', 'minItems', 'maxItems'],
  string: ['type', 'description', 'enum', 'pattern', 'format'],
  number: ['type', 'description', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['type', 'description', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: ['type', 'description', 'enum'],
  null: ['type', 'description'],
}

/** Every rule of the dialect that a schema breaks, by the words of the guide and of the errors that the service gives. */
function problemsOf(schema: object): string[] {
  const problems: string[] = []
  const counts = { properties: 0, values: 0, text: 0 }
  const { $defs = {}, ...root } = schema as { $defs?: Record<string, unknown>; type?: unknown; anyOf?: unknown }
  if (root.type !== 'object' || root.anyOf) problems.push('the root is not an object')
  const visit = (node: unknown, depth: number): void => {
    const bad = (problem: string) => problems.push(`${problem}: ${JSON.stringify(node)}`)
    if (depth > 10) return void bad('deeper than 10 levels')
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return void bad('no schema')
    const {
      type,
      anyOf,
      $ref,
      properties,
      required,
      additionalProperties,
      items,
      enum: values,
      description,
    } = node as Record<string, unknown>
    if (description !== undefined && typeof description !== 'string') bad('a description that is no text')
    if ($ref !== undefined) {
      if (Object.keys(node).length > 1) bad('a reference with company')
      if ($ref !== '#' && !Object.keys($defs).some((name) => $ref === `#/$defs/${name}`)) bad('a reference to nothing')
      return
    }
    if (anyOf !== undefined) {
      if (Object.keys(node).some((keyword) => !['anyOf', 'description'].includes(keyword))) bad('a choice with company')
      if (!Array.isArray(anyOf) || anyOf.length === 0) return void bad('a choice of nothing')
      for (const one of anyOf) visit(one, depth)
      return
    }
    const [own, ...others] = [type].flat() as (keyof typeof kept)[]
    if (own === undefined || !Object.hasOwn(kept, own)) return void bad('no type')
    if (others.length > 0 && (others.length > 1 || others[0] !== 'null' || own === 'null')) bad('more types than one and null')
    for (const keyword of Object.keys(node)) if (!kept[own].includes(keyword)) bad(`the keyword ${keyword}`)
    if (Array.isArray(values)) {
      if (values.length === 0 || new Set(values.map((value) => typeof value)).size > 1 || others.length > 0) bad('mixed values')
      counts.values += values.length
      counts.text += values.join('').length
      if (values.length > 250 && values.join('').length > 15_000) bad('an enum that is too long')
    }
    if (own === 'array') visit(items, depth + 1)
    if (own !== 'object') return
    const names = Object.keys(properties as object)
    if (additionalProperties !== false) bad('an open object')
    if (JSON.stringify(names.toSorted()) !== JSON.stringify((required as string[]).toSorted())) bad('a key that is not required')
    counts.properties += names.length
    counts.text += names.join('').length
    for (const inside of Object.values(properties as object)) visit(inside, depth + 1)
  }
  visit(root, 0)
  for (const [name, definition] of Object.entries($defs)) {
    if (!/^[\w-]+$/.test(name)) problems.push(`the name ${name}`)
    counts.text += name.length
    visit(definition, 0)
  }
  if (counts.properties > 5000) problems.push('more than 5000 properties')
  if (counts.values > 1000) problems.push('more than 1000 values')
  if (counts.text > 120_000) problems.push('more than 120000 characters')
  return problems
}

const short = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '')
const types = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'file')
const refs = fc.constantFrom(
  '#',
  '#/',
  '#/$defs/a',
  '#/$defs/b',
  '#/properties/a',
  '#/definitions/a/items',
  '#/$defs/__proto__',
  '#%',
  'https://x/y',
  '#x',
)

/** Schemas with any keyword, sometimes with a value that makes no sense for it. */
const { schema: junk } = fc.letrec<{ schema: unknown }>((tie) => {
  const schema = tie('schema')
  const list = fc.array(schema, { maxLength: 3 })
  const map = fc.dictionary(short, schema, { maxKeys: 3 })
  const words = fc.array(short, { maxLength: 3 })
  const number = fc.integer({ min: -2, max: 4 })
  const keywords = {
    type: fc.oneof(types, fc.array(types, { maxLength: 3 })),
    properties: map,
    required: words,
    additionalProperties: fc.oneof(fc.boolean(), schema),
    items: fc.oneof(schema, list),
    enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    const: fc.jsonValue({ maxDepth: 1 }),
    anyOf: list,
    oneOf: list,
    allOf: list,
    $ref: refs,
    $defs: map,
    definitions: map,
    prefixItems: list,
    patternProperties: map,
    dependentSchemas: map,
    dependentRequired: fc.dictionary(short, words, { maxKeys: 2 }),
    dependencies: fc.dictionary(short, fc.oneof(schema, words), { maxKeys: 2 }),
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
    then: schema,
    else: schema,
    not: schema,
    contains: schema,
    unevaluatedProperties: fc.oneof(fc.boolean(), schema),
    pattern: fc.constantFrom('a', '(?=a)', '['),
    format: fc.constantFrom('date', 'uri'),
    minimum: number,
    minItems: number,
    maxItems: number,
    minLength: number,
    nullable: fc.boolean(),
    description: fc.string({ maxLength: 3 }),
    $id: fc.constantFrom('#a', 'https://x/y'),
  }
  const pairs = Object.entries(keywords).map(([keyword, values]) =>
    fc.tuple(fc.constant(keyword), values as fc.Arbitrary<unknown>),
  )
  const sensible = fc.array(fc.oneof(...pairs), { maxLength: 4 }).map((some): object => Object.fromEntries(some))
  return {
    schema: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'junk' },
      { arbitrary: fc.boolean(), weight: 1 },
      { arbitrary: types.map((type) => ({ type })), weight: 3 },
      { arbitrary: sensible, weight: 6 },
      {
        arbitrary: fc
          .tuple(
            sensible,
            fc.constantFrom('type', 'properties', 'required', 'items', 'anyOf', 'enum', '$ref'),
            fc.jsonValue({ maxDepth: 1 }),
          )
          .map(([some, keyword, value]) => ({ ...some, [keyword]: value })),
        weight: 1,
      },
    ),
  }
})

/** More of them can be said when the whole is a closed object. */
const junkWholes = fc.oneof(
  junk,
  fc
    .dictionary(short, junk, { minKeys: 1, maxKeys: 3 })
    .map((properties) => ({ type: 'object', properties, additionalProperties: false, $defs: properties })),
)

verifies(
  'engine.native-schema',
  'whatever a schema is, its translation keeps to the rules of the dialect, or there is none',
  () => {
    let said = 0
    fc.assert(
      fc.property(junkWholes, (schema) => {
        const before = JSON.stringify(schema)
        const strict = strictSchema(schema as object)
        assert.equal(JSON.stringify(schema), before)
        if (!strict.ok) return assert.match(strict.reason, /\.$/)
        said += 1
        assert.deepEqual(problemsOf(strict.schema), [])
      }),
      { numRuns: thorough ? 3000 : 1500 },
    )
    assert.ok(said > 100, `only ${said} of them could be said`)
  },
)

verifies('engine.native-schema', 'whatever schema and answer are, mapping back only ever takes nulls away', () => {
  const answers = fc.oneof(fc.jsonValue(), fc.dictionary(short, fc.jsonValue({ maxDepth: 3 })), fc.anything())
  fc.assert(
    fc.property(junkWholes, answers, (schema, answer) => {
      const mapped = fromStrict(schema as object, answer)
      assert.deepEqual(withoutNulls(mapped), withoutNulls(answer))
    }),
    { numRuns: thorough ? 3000 : 1500 },
  )
})

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inside]) => inside !== null)
      .map(([name, inside]) => [name, withoutNulls(inside)]),
  )
}
