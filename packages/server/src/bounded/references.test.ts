import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { compileSchema, endlessProblem } from './schemas.ts'

const problemOf = (schema: object): string | null => {
  const compiled = compileSchema(JSON.stringify({ type: 'object', ...schema }))
  return compiled.ok ? null : compiled.problem
}
const circle = (place: string) => `${place} refers back to itself, so that no check would end.`
const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' }

verifies('packages.hostile-documents', 'references that go in a circle are told by their place', () => {
  const circles: [schema: object, place: string][] = [
    [{ $ref: '#' }, 'The schema'],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, '/$defs/b'],
    [{ properties: { x: { $ref: '#/$defs/a~1b' } }, $defs: { 'a/b': { not: { $ref: '#/$defs/a~1b' } } } }, '/$defs/a~1b/not'],
    [{ $dynamicAnchor: 'n', allOf: [{ minProperties: 1 }, { $dynamicRef: '#n' }] }, '/allOf/1'],
    [{ $defs: { x: { $anchor: 'a', if: { $ref: '#a' } } } }, '/$defs/x/if'],
    [{ ...draft07, definitions: { a: { $ref: '#/definitions/a' } } }, '/definitions/a'],
    [{ oneOf: [{ required: ['x'] }, { $ref: '#' }] }, '/oneOf/1'],
    [{ $id: 'http://a/b', allOf: [{ $ref: 'b' }] }, '/allOf/0'],
    [{ allOf: [{ $ref: '#' }], properties: { a: { $id: 'http://x/y' } } }, '/allOf/0'],
    [{ $ref: 'urn:x:a', $defs: { a: { $id: 'urn:x:a', $ref: 'urn:x:b' }, b: { $id: 'urn:x:b', $ref: 'urn:x:a' } } }, '/$defs/b'],
    [{ properties: { a: { anyOf: [{ $ref: '#/properties/a' }] } } }, '/properties/a/anyOf/0'],
  ]
  for (const [schema, place] of circles) assert.equal(problemOf(schema), circle(place))
})

test('references that lead back about other data, or not always, are none of those', () => {
  const fine: object[] = [
    { properties: { child: { $ref: '#' } }, additionalProperties: { $ref: '#' } },
    { $dynamicAnchor: 'n', properties: { list: { items: { $dynamicRef: '#n' } } } },
    { anyOf: [{ type: 'object' }, { $ref: '#' }] },
    { oneOf: [{ type: 'object' }, { type: 'object' }, { $ref: '#' }] },
    { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'object' } } },
    { ...draft07, $ref: '#/definitions/a', allOf: [{ $ref: '#' }], definitions: { a: {} } },
    { $id: 'urn:x:root', $ref: 'urn:x:part', $defs: { a: { $id: 'urn:x:part', type: 'object' } } },
  ]
  for (const schema of fine) assert.equal(problemOf(schema), null, JSON.stringify(schema))
})

verifies(
  'packages.hostile-documents',
  'references that go in a circle in a way that only shows when it is gone are told too',
  () => {
    const endless = (schema: object) => {
      const compiled = compileSchema(JSON.stringify(schema))
      assert.ok(compiled.ok)
      return endlessProblem(compiled)
    }
    const circles: [schema: object, data: string][] = [
      [JSON.parse('{"if":true,"then":{"$ref":"#"}}'), '{}'],
      [{ anyOf: [{ type: 'object' }, { $ref: '#' }] }, '{}'],
      [{ if: { required: ['more'] }, else: { $ref: '#' } }, '{}'],
      [{ ...draft07, anyOf: [{ type: 'object' }, { $ref: '#' }] }, '[]'],
      [{ ...draft07, anyOf: [{ type: ['object', 'array'] }, { $ref: '#' }] }, '""'],
    ]
    for (const [schema, data] of circles)
      assert.equal(endless(schema), `The schema refers back to itself, so that a check of ${data} would not end.`)
    const chain = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`c${at}`, { $ref: `#/$defs/c${at + 1}` }]))
    for (const schema of [{ properties: { child: { $ref: '#' } } }, { $ref: '#/$defs/c0', $defs: { ...chain, c900: {} } }])
      assert.equal(endless(schema), null)
  },
)

verifies('packages.hostile-documents', 'a reference that leads out of the file is told by its place', () => {
  const lost = (reference: string) =>
    `/properties/a refers to ${JSON.stringify(reference)}, which is not in this file. Nothing is fetched.`
  for (const $ref of [
    'http://127.0.0.1/x.json',
    'file:///etc/passwd',
    'urn:uuid:1',
    'other.json#/x',
    '#/$defs/__proto__',
    '#none',
  ])
    assert.equal(problemOf({ properties: { a: { $ref } } }), lost($ref))
})

verifies('packages.hostile-documents', 'a schema is told to be too large before anything is made of it', () => {
  const many = (count: number, one: unknown) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, one]))
  const nested = (levels: number): object => (levels === 0 ? {} : { not: nested(levels - 1) })
  assert.equal(problemOf({ properties: many(998, {}) }), null)
  assert.equal(problemOf({ properties: many(999, {}) }), 'It holds more than 1000 objects. Simplify it.')
  assert.equal(problemOf({ enum: Array(2_000).fill(1) }), null)
  assert.equal(problemOf({ enum: Array(2_001).fill(1) }), 'It has a list of more than 2000 values. Simplify it.')
  const lists = (last: number) => ({ anyOf: [2000, 2000, 2000, 2000, last].map((length) => ({ enum: Array(length).fill(1) })) })
  assert.equal(problemOf(lists(1_988)), null)
  assert.equal(problemOf(lists(1_989)), 'It holds more than 10000 values. Simplify it.')
  assert.equal(problemOf({ anyOf: Array(200).fill({}) }), null)
  const longList = 'It has a list of more than 200 objects or booleans. Simplify it.'
  assert.equal(problemOf({ anyOf: Array(201).fill({}) }), longList)
  assert.equal(problemOf({ oneOf: [...Array(101).fill({}), ...Array(100).fill(true)] }), longList)
  assert.equal(problemOf({ anyOf: Array(200).fill(true) }), null)
  const patterns = (count: number) => ({ patternProperties: many(count, true) })
  const manyPatterns = 'It has more than 200 names in patternProperties. Simplify it.'
  assert.equal(problemOf({ ...patterns(101), properties: { a: patterns(100) } }), manyPatterns)
  assert.equal(problemOf({ ...patterns(101), properties: { a: patterns(99) } }), null)
  assert.equal(problemOf(nested(99)), null)
  assert.equal(problemOf(nested(100)), 'It is nested deeper than 100 levels. Simplify it.')
})
