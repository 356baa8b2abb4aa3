import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { plainSchema } from './plain-schema.ts'

// One of each for all: they look at a schema whole, and a new one costs more than most schemas do.
const draft07 = new Ajv({ logger: false })
const draft2020 = new Ajv2020({ strict: false })

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const noWord = 'There is no word for it.'

type Row = readonly [sentence: string, original: object, plain: object, ...losses: (readonly [path: string, keyword: string])[]]

const rows: readonly Row[] = [
  [
    'what draft-07 can say stays as it is',
    object(
      { a: { type: 'string', minLength: 2, pattern: '^x' }, b: { type: ['integer', 'null'], minimum: 1 } },
      { required: ['a'] },
    ),
    object(
      { a: { type: 'string', minLength: 2, pattern: '^x' }, b: { type: ['integer', 'null'], minimum: 1 } },
      { required: ['a'] },
    ),
  ],
  [
    'annotations go without a word, but for the description',
    object({ a: { type: 'string', title: 'T', 'x-type': 'artifact', description: 'D', default: 'x' } }, { $schema: 'any' }),
    object({ a: { type: 'string', description: 'D' } }),
  ],
  [
    'a property may be called like a keyword',
    object({ title: { type: 'string' }, default: { type: 'string' }, type: { type: 'string' } }),
    object({ title: { type: 'string' }, default: { type: 'string' }, type: { type: 'string' } }),
  ],
  [
    'a tuple is said in the older words',
    object({ a: { type: 'array', prefixItems: [{ type: 'string' }], items: false } }),
    object({ a: { type: 'array', items: [{ type: 'string' }], additionalItems: false } }),
  ],
  [
    'references to kept parts stay',
    object({ a: { $ref: '#/$defs/n' } }, { $defs: { n: object({ kids: { type: 'array', items: { $ref: '#/$defs/n' } } }) } }),
    object({ a: { $ref: '#/$defs/n' } }, { $defs: { n: object({ kids: { type: 'array', items: { $ref: '#/$defs/n' } } }) } }),
  ],
  [
    'what has no word is left out, and told',
    object({ a: { type: 'object', unevaluatedProperties: false, dependentRequired: { a: ['b'] } } }),
    object({ a: { type: 'object' } }),
    ['/properties/a', 'unevaluatedProperties'],
    ['/properties/a', 'dependentRequired'],
  ],
  [
    'what would say more without another word goes with it',
    object({
      a: { type: 'object', additionalProperties: false, patternProperties: { '^x': {} } },
      b: { type: 'array', contains: { type: 'string' }, minContains: 0 },
    }),
    object({ a: { type: 'object' }, b: { type: 'array' } }),
    ['/properties/a', 'additionalProperties'],
    ['/properties/a', 'patternProperties'],
    ['/properties/b', 'contains'],
    ['/properties/b', 'minContains'],
  ],
]

for (const [sentence, original, schema, ...losses] of rows) {
  test(`plain: ${sentence}`, () => {
    const relaxations = losses.map(([path, keyword]) => ({ path, keyword, note: noWord }))
    assert.deepEqual(plainSchema(original), { ok: true, schema, relaxations })
    assert.ok(draft07.compile(schema), 'a strict validator of draft-07 takes it')
  })
}

test('plain: a choice at the root is left out, and told', () => {
  const original = object({ a: { type: 'string' } }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] })
  assert.deepEqual(plainSchema(original), {
    ok: true,
    schema: object({ a: { type: 'string' } }),
    relaxations: [{ path: '', keyword: 'oneOf', note: 'The whole answer cannot be a choice.' }],
  })
})

test('plain: what stands below a negation or an exclusive choice is kept whole, or says less', () => {
  const loose = { type: 'object', dependentRequired: { a: ['b'] } }
  const original = object({ a: { not: { type: 'string' } }, b: { not: loose }, c: { oneOf: [loose, { type: 'string' }] } })
  const note = 'Something in it cannot be said.'
  assert.deepEqual(plainSchema(original), {
    ok: true,
    schema: object({ a: { not: { type: 'string' } }, b: {}, c: { anyOf: [{ type: 'object' }, { type: 'string' }] } }),
    relaxations: [
      { path: '/properties/b', keyword: 'not', note },
      { path: '/properties/c', keyword: 'oneOf', note },
    ],
  })
})

const unsayable: readonly (readonly [sentence: string, schema: object, reason: string])[] = [
  ['an answer that is no object', { type: 'array' }, 'The whole answer is not said to be an object.'],
  ['an answer of two types', { type: ['object', 'null'] }, 'The whole answer is not said to be an object.'],
  ['a name that providers refuse', object({ 'a b': { type: 'string' } }), 'The schema names something "a b".'],
  ['a name that is too long', object({ ['a'.repeat(65)]: {} }), `The schema names something "${'a'.repeat(65)}".`],
  ['a schema with a name of its own', object({ a: { $id: 'x' } }), '/properties/a uses $id.'],
  [
    'a reference elsewhere',
    object({ a: { $ref: 'other.json' } }),
    'Something refers to "other.json", which is not in the schema.',
  ],
  [
    'a reference to what was left out',
    object({ a: { $ref: '#/$defs/b/if' } }, { $defs: { b: { if: {} } } }),
    'Something refers to "#/$defs/b/if", which is not in the schema.',
  ],
  [
    'more than a command line takes',
    object({ a: { description: 'x'.repeat(100_000) } }),
    'The schema is too long for a command line.',
  ],
  [
    'more than a command line takes, whatever else is wrong with it,',
    object({ a: { description: 'x'.repeat(100_000), $id: 'a' } }),
    'The schema is too long for a command line.',
  ],
]

for (const [sentence, schema, reason] of unsayable)
  test(`plain: ${sentence} leaves the engine without a schema`, () => {
    assert.deepEqual(plainSchema(schema), { ok: false, reason })
  })

test('plain: nesting without end is refused', () => {
  const nested = Array.from({ length: 200 }).reduce<object>((inner) => object({ a: inner }), {})
  assert.deepEqual(plainSchema(nested), { ok: false, reason: 'The schema is nested too deeply.' })
})

const leaf = fc.constantFrom(
  { type: 'string', minLength: 1 },
  { type: 'integer', multipleOf: 2 },
  { enum: ['a', 1, null] },
  { const: 'b' },
  true,
)
const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(3) }, { requiredKeys: ['type'] }),
    fc.record({
      type: fc.constant('array'),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      items: fc.boolean(),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('schema') }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')),
        required: fc.uniqueArray(fc.constantFrom('a', 'b')),
        additionalProperties: fc.boolean(),
        patternProperties: fc.constant({ '^c': { type: 'string' } }),
        dependentRequired: fc.constant({ a: ['b'] }),
      },
      { requiredKeys: ['type'] },
    ),
  ),
}))

/** Values that are likely to meet what such schemas say. */
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('a', 'b', '', 1, 2, null, true),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}))

verifies(
  'engine.native-schema',
  'whatever satisfies a schema satisfies its plain form, which a strict draft-07 validator takes',
  () => {
    const tried = { fitting: 0, other: 0 }
    fc.assert(
      fc.property(anySchema, fc.array(anyValue, { minLength: 20, maxLength: 20 }), (schema, values) => {
        const original = object({ a: schema })
        const plain = plainSchema(original)
        assert.ok(plain.ok)
        const fitsPlain = draft07.compile(plain.schema)
        const fits = draft2020.compile(original)
        for (const value of values.map((a) => ({ a }))) {
          const isFitting = fits(value)
          tried[isFitting ? 'fitting' : 'other'] += 1
          if (isFitting) assert.ok(fitsPlain(value))
        }
      }),
      { numRuns: 300 },
    )
    assert.ok(tried.fitting > 500 && tried.other > 500, 'both kinds were tried')
  },
)
