import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { verifies } from '../../../../../test/verifies.ts'
import { Fault } from '../../lib/fault.ts'
import { inputFields } from '../inputs.ts'
import type { JsonObject } from '../json-file.ts'
import { fieldsOf } from './fields.ts'
import { selfContained } from './self-contained.ts'

// One for all: a new one costs more than most schemas do.
const ajv = new Ajv2020({ strict: false, logger: false })

const nothing = { type: 'object' }
const fields = (input: JsonObject) =>
  fieldsOf({ schemas: { input, parameter: nothing, output: nothing }, inputs: inputFields(input) })
const schemas = (input: JsonObject) => fields(input).map(({ schema }) => schema)
const inline = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...rest })

verifies('management.schemas-render-forms', 'fields come in the order of the schemas, and say what they are', () => {
  const input = inline(
    { paper: { type: 'string' }, title: { type: 'string', 'x-input-source': 'inline' }, any: true },
    { required: ['title', 'paper'] },
  )
  const parameter = { type: 'object', properties: { depth: { type: 'integer', default: 3 } }, required: ['depth'] }
  assert.deepEqual(fieldsOf({ schemas: { input, parameter, output: nothing }, inputs: inputFields(input) }), [
    { name: 'paper', part: 'input', source: 'file', required: true, schema: { type: 'string' } },
    { name: 'title', part: 'input', source: 'inline', required: true, schema: { type: 'string', 'x-input-source': 'inline' } },
    { name: 'any', part: 'input', source: 'file', required: false, schema: true },
    { name: 'depth', part: 'parameter', source: 'inline', required: true, schema: { type: 'integer', default: 3 } },
  ])
})

verifies('management.schemas-render-forms', 'what a field refers to stands where the reference stood', () => {
  const input = inline(
    {
      plain: { $ref: '#/$defs/name' },
      told: { $ref: '#/$defs/name', description: 'Your name', default: 'Ann' },
      held: { $ref: '#/$defs/name', maxLength: 3 },
      list: { type: 'array', items: { $ref: '#/$defs/pair' } },
      other: { $ref: '#/properties/list/items' },
      never: { $ref: '#/$defs/none' },
    },
    {
      $defs: {
        name: { type: 'string', minLength: 1, description: 'A name' },
        pair: { type: 'object', properties: { left: { $ref: '#/$defs/name' } }, additionalProperties: false },
        none: false,
      },
    },
  )
  const name = { type: 'string', minLength: 1, description: 'A name' }
  const pair = { type: 'object', properties: { left: name }, additionalProperties: false }
  assert.deepEqual(schemas(input), [
    name,
    { ...name, description: 'Your name', default: 'Ann' },
    { maxLength: 3, allOf: [name] },
    { type: 'array', items: pair },
    pair,
    { allOf: [false] },
  ])
})

verifies('management.schemas-render-forms', 'a definition that leads back to itself comes along with the field', () => {
  const tree = {
    type: 'object',
    properties: { name: { $ref: '#/$defs/name' }, below: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  }
  const input = inline({ root: { $ref: '#/$defs/tree' }, self: { $ref: '#' } }, { $defs: { tree, name: { type: 'string' } } })
  const whole = {
    type: 'object',
    properties: { name: { type: 'string' }, below: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  }
  const [root, self] = schemas(input)
  assert.deepEqual(root, { $ref: '#/$defs/tree', $defs: { tree: whole } })
  assert.deepEqual(self, {
    $ref: '#/$defs/all',
    $defs: {
      all: { type: 'object', properties: { root: { $ref: '#/$defs/tree' }, self: { $ref: '#/$defs/all' } } },
      tree: whole,
    },
  })
})

test('names of a schema lead where they say, and are gone afterwards', () => {
  const schema = inline(
    {
      a: { $ref: '#named' },
      b: { $ref: 'part.json#/$defs/c' },
      c: { $ref: '#/$defs/with%20space~1slash' },
      d: { $ref: '#/shared/d' },
    },
    {
      $id: 'https://example.com/input.json',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: {
        x: { $anchor: 'named', type: 'string' },
        y: { $id: 'part.json', $defs: { c: { type: 'integer', maximum: { $ref: 'no' } } }, not: { $ref: '#/$defs/c' } },
        'with space/slash': { type: 'null' },
      },
      shared: { d: { anyOf: [{ $ref: '#named' }] } },
      default: { $ref: '#named', $id: 'data' },
    },
  )
  assert.deepEqual(selfContained(schema, '#/there'), {
    type: 'object',
    properties: {
      a: { $ref: '#/there/$defs/x' },
      b: { $ref: '#/there/$defs/y/$defs/c' },
      c: { $ref: '#/there/$defs/with%20space~1slash' },
      d: { $ref: '#/there/shared/d' },
    },
    $defs: {
      x: { type: 'string' },
      y: { $defs: { c: { type: 'integer', maximum: { $ref: 'no' } } }, not: { $ref: '#/there/$defs/y/$defs/c' } },
      'with space/slash': { type: 'null' },
    },
    shared: { d: { anyOf: [{ $ref: '#/there/$defs/x' }] } },
    default: { $ref: '#named', $id: 'data' },
  })
})

test('a property may be called like a keyword', () => {
  const schema = inline({ $ref: { type: 'string' }, $id: { $ref: '#/properties/$ref' }, properties: { const: { $ref: '#' } } })
  assert.deepEqual(schemas(schema), [{ type: 'string' }, { type: 'string' }, { const: { $ref: '#' } }])
})

test('draft 7 is put into the words of 2020-12, and holds values to the same', () => {
  const old = inline(
    {
      pair: { items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
      again: { $ref: '#/properties/pair/items/1', maximum: 3, description: 'Less' },
      card: { type: 'object', dependencies: { number: ['name'], name: { required: ['number', 'month'] } } },
      named: { $ref: '#old' },
    },
    { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { x: { $id: '#old', type: 'boolean' } } },
  )
  const integer = { type: 'integer' }
  assert.deepEqual(schemas(old), [
    { prefixItems: [{ type: 'string' }, integer], items: false },
    { maximum: 3, description: 'Less', allOf: [integer] },
    { type: 'object', dependentRequired: { number: ['name'] }, dependentSchemas: { name: { required: ['number', 'month'] } } },
    { type: 'boolean' },
  ])
  const before = new Ajv({ strict: false }).compile(old)
  const after = ajv.compile(selfContained(old))
  for (const value of [
    { pair: ['a', 1] },
    { pair: ['a', 1, 2] },
    { pair: [1] },
    { again: 9 },
    { again: 'x' },
    { card: { number: 1 } },
    { card: { name: 1, number: 2, month: 3 } },
    { card: { name: 1 } },
    { named: true },
    { named: 1 },
  ])
    assert.equal(after(value), before(value), JSON.stringify(value))
})

/** Each doubles what the one before it makes: thirty of them would make gigabytes. */
const doubling = (levels: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, at) => [
      `d${at}`,
      at === 0
        ? { type: 'string' }
        : { type: 'array', prefixItems: [{ $ref: `#/$defs/d${at - 1}` }, { $ref: `#/$defs/d${at - 1}` }] },
    ]),
  )

verifies(
  'management.schemas-render-forms',
  'definitions that would make gigabytes stay definitions, and too many of them are refused',
  () => {
    const one = schemas(inline({ all: { $ref: '#/$defs/d29' } }, { $defs: doubling(30) }))
    const [{ $ref, $defs }] = one as [{ $ref: string; $defs: JsonObject }]
    assert.deepEqual([$ref, Object.keys($defs).length], ['#/$defs/d29', 30])
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, { $ref: '#/$defs/large' }]))
    const large = { enum: Array.from({ length: 5000 }, (_, at) => `value ${at}`) }
    assert.throws(
      () => schemas(inline(many, { $defs: { large } })),
      (error) => error instanceof Fault && error.code === 'SKILL_LIMIT_EXCEEDED',
    )
  },
)

test('a chain of thousands, a schema nested by thousands, names by the kilobyte and references that lead nowhere end well', () => {
  const chain = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`c${at}`, { $ref: `#/$defs/c${at + 1}` }]))
  const [first] = schemas(inline({ a: { $ref: '#/$defs/c0' } }, { $defs: chain })) as [{ $defs: JsonObject }]
  assert.equal(Object.keys(first.$defs).length, 5000)
  let deep: JsonObject = {}
  for (let level = 0; level < 2000; level++) deep = { not: deep }
  assert.throws(
    () => schemas(inline({ deep })),
    (error) => error instanceof Fault && error.code === 'SKILL_LIMIT_EXCEEDED',
  )
  // Every object below has the long name in its pointer, and they differ only at their ends.
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`p${at + 100}`, {}]))
  for (const long of [
    inline({}, { $defs: { ['n'.repeat(20_000)]: { properties: many } } }),
    inline({}, { $id: `https://example.com/${'n'.repeat(20_000)}/`, $defs: many }),
  ])
    assert.throws(
      () => schemas(long),
      (error) => error instanceof Fault && error.code === 'SKILL_LIMIT_EXCEEDED',
    )
  const lost = { a: { $ref: '#/nowhere' }, b: { $ref: 'https://example.com/other.json' }, c: { $ref: '#%' }, d: { $ref: 7 } }
  assert.deepEqual(schemas(inline(lost)), Object.values(lost))
})

const leaf = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'integer', minimum: 2 },
  { enum: ['a', 3, null] },
  { const: true },
)
const { schema: anySchema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.constantFrom('a', 'b', 'c').map((name) => ({ $ref: `#/$defs/${name}` })),
    fc.record({ $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'), maxLength: fc.constant(1) }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ type: fc.constant('object'), properties: fc.record({ x: tie('schema') }), additionalProperties: fc.boolean() }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
}))
const anyValue = fc.jsonValue({ maxDepth: 3, noUnicodeString: true }).map((value) => ({ x: value }))

verifies('management.schemas-render-forms', 'a field alone holds a value to what it is held to inside its schema', () => {
  const definitions = fc.record({ a: anySchema, b: anySchema, c: leaf })
  fc.assert(
    fc.property(
      anySchema,
      definitions,
      fc.array(fc.oneof(anyValue, fc.constantFrom('a', 3, true, null, [], ['a'], [[2]])), { minLength: 5 }),
      (field, $defs, values) => {
        // What refers to nothing but itself is no schema that anything could be held to.
        fc.pre(!leadsInCircles($defs) && !leadsInCircles({ ...$defs, field }))
        const whole = inline({ field }, { $defs })
        const inside = ajv.compile(whole)
        const alone = ajv.compile(schemas(whole)[0] as JsonObject)
        const moved = ajv.compile({
          $ref: '#/there',
          there: selfContained(whole, '#/there'),
        })
        for (const value of values) {
          assert.equal(alone(value), inside({ field: value }), JSON.stringify(value))
          assert.equal(moved({ field: value }), inside({ field: value }), JSON.stringify(value))
        }
      },
    ),
  )
})

/** Whether validating could go on for ever: a reference that comes back without going into a value. */
function leadsInCircles($defs: Record<string, JsonObject>): boolean {
  const next = (schema: unknown): string[] => {
    const { $ref, anyOf } = (schema ?? {}) as { $ref?: string; anyOf?: unknown[] }
    return [...($ref ? [$ref.slice('#/$defs/'.length)] : []), ...(anyOf ?? []).flatMap(next)]
  }
  const from = (name: string, way: readonly string[]): boolean =>
    way.includes(name) || next($defs[name]).some((below) => from(below, [...way, name]))
  return Object.keys($defs).some((name) => from(name, []))
}
