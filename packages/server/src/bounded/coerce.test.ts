import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { coerce } from './coerce.ts'
import { compileSchema } from './schemas.ts'

function coerced(schema: object, data: unknown) {
  const compiled = compileSchema(JSON.stringify(schema))
  assert.ok(compiled.ok)
  return coerce(structuredClone(data), compiled.errors)
}

const property = (schema: object) => ({ type: 'object', properties: { v: schema } })

verifies('output.program-repair', 'a value becomes another type only where that loses nothing', () => {
  const cases: [type: string | string[], before: unknown, after: unknown][] = [
    ['integer', '3', 3],
    ['integer', '-3', -3],
    ['number', '3.25', 3.25],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['string', 3, '3'],
    ['string', true, 'true'],
    ['array', 'x', ['x']],
    ['array', { a: 1 }, [{ a: 1 }]],
    [['integer', 'array'], '3', 3],
    [['array', 'integer'], 'x', ['x']],
    [['integer', 'null'], '3', 3],
  ]
  for (const [type, before, after] of cases) {
    assert.deepEqual(coerced(property({ type }), { v: before }).data, { v: after }, `${JSON.stringify(before)} to ${type}`)
  }
})

verifies('output.program-repair', 'what would lose something, or be a guess, stays as it is', () => {
  const cases: [type: string | string[], value: unknown][] = [
    ['integer', '3.5'],
    ['integer', 3.5],
    ['integer', '3 '],
    ['integer', '03'],
    ['integer', ''],
    ['integer', '12345678901234567890'],
    ['number', '1.10'],
    ['number', 'NaN'],
    ['number', 'Infinity'],
    ['number', '0x10'],
    ['number', true],
    ['number', null],
    ['boolean', 'True'],
    ['boolean', 'yes'],
    ['boolean', 1],
    ['string', null],
    ['string', ['x']],
    ['string', { a: 1 }],
    ['array', null],
    ['object', 'x'],
    ['object', '{"a":1}'],
    ['null', ''],
    ['null', 'null'],
  ]
  for (const [type, value] of cases) {
    assert.deepEqual(
      coerced(property({ type }), { v: value }),
      { data: { v: value }, changes: [] },
      `${JSON.stringify(value)} to ${type}`,
    )
  }
})

verifies('output.program-repair', 'every change is told with its place', () => {
  const schema = {
    type: 'object',
    properties: {
      'a/b': { type: 'integer' },
      list: { type: 'array', items: { type: 'integer' } },
      part: { type: 'object', properties: { x: {} }, additionalProperties: false },
    },
    additionalProperties: false,
  }
  assert.deepEqual(coerced(schema, { 'a/b': '3', list: '4', part: { x: 1, 'y~': 2 }, extra: { deep: 1 } }), {
    data: { 'a/b': 3, list: [4], part: { x: 1 } },
    changes: [
      { path: '/extra', change: 'dropped' },
      { path: '/a~1b', change: '"3" became 3' },
      { path: '/list', change: 'made a list of one' },
      { path: '/part/y~0', change: 'dropped' },
      { path: '/list/0', change: '"4" became 4' },
    ],
  })
})

verifies('output.program-repair', 'names are dropped only where the schema forbids them', () => {
  assert.deepEqual(coerced({ type: 'object', properties: { a: {} } }, { a: 1, b: 2 }), { data: { a: 1, b: 2 }, changes: [] })
  const unevaluated = { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }
  assert.deepEqual(coerced(unevaluated, { a: 1, b: 2 }).data, { a: 1 })
})

verifies('output.program-repair', 'a choice between schemas is not decided by changing the value', () => {
  const choices = [
    { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
    { oneOf: [{ $ref: '#/$defs/n' }, { type: 'array' }] },
    { not: { type: 'string' } },
  ]
  for (const choice of choices) {
    const schema = { ...property(choice), $defs: { n: { type: 'integer' } } }
    assert.deepEqual(coerced(schema, { v: '3' }), { data: { v: '3' }, changes: [] })
  }
})

test('references and combined schemas are followed, and a value that is refused twice is changed once', () => {
  const schema = { ...property({ allOf: [{ $ref: '#/$defs/l' }, { type: 'array' }] }), $defs: { l: { type: 'array' } } }
  assert.deepEqual(coerced(schema, { v: 1 }), { data: { v: [1] }, changes: [{ path: '/v', change: 'made a list of one' }] })
})

test('the whole output can become a list of one', () => {
  assert.deepEqual(coerced({ type: 'array' }, { a: 1 }), {
    data: [{ a: 1 }],
    changes: [{ path: '', change: 'made a list of one' }],
  })
})

test('a name such as __proto__ is only a name', () => {
  const schema = JSON.parse('{"additionalProperties":{"type":"integer"}}')
  const { data } = coerced(schema, JSON.parse('{"__proto__":"3","constructor":"4"}'))
  assert.equal(JSON.stringify(data), '{"__proto__":3,"constructor":4}')
  assert.equal(Object.getPrototypeOf(data), Object.prototype)
})

test('a schema that asks for the impossible ends after a few rounds', () => {
  const schema = property({ allOf: [{ type: 'integer' }, { type: 'string' }] })
  const { changes } = coerced(schema, { v: '3' })
  assert.ok(changes.length <= 16)
})
