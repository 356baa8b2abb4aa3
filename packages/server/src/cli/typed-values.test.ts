import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedValue } from './typed-values.ts'

const schema = {
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    list: { type: 'array' },
    maybe: { type: ['string', 'null'] },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    unclear: { oneOf: [{ type: 'string' }, { minimum: 1 }] },
    colour: { enum: ['1', 'red'] },
    fixed: { const: 5 },
    referred: { $ref: '#/$defs/a~1b' },
    circle: { $ref: '#/$defs/circle' },
    open: {},
  },
  $defs: { 'a/b': { type: 'string' }, circle: { $ref: '#/$defs/circle' } },
}

const cases: readonly (readonly [name: string, text: string, value: unknown])[] = [
  ['text', '5', '5'],
  ['text', '"5"', '"5"'],
  ['text', 'true', 'true'],
  ['text', '', ''],
  ['count', '5', 5],
  ['count', 'five', 'five'],
  ['count', '', ''],
  ['list', '[1,2]', [1, 2]],
  ['maybe', 'null', null],
  ['maybe', '5', '5'],
  ['maybe', 'nothing', 'nothing'],
  ['either', '5', 5],
  ['either', 'true', 'true'],
  ['unclear', '5', 5],
  ['colour', '1', '1'],
  ['fixed', '5', 5],
  ['referred', '5', '5'],
  ['circle', '5', 5],
  ['open', '{"a":1}', { a: 1 }],
  ['open', 'a=b', 'a=b'],
  ['unknown', '5', 5],
  ['constructor', '5', 5],
]

for (const [name, text, value] of cases) {
  test(`--input ${name}=${text} is ${JSON.stringify(value)}`, () => assert.deepEqual(typedValue(schema, name, text), value))
}

test('without a schema a value is JSON where it can be read as such', () => {
  assert.deepEqual([typedValue(null, 'a', '1'), typedValue(undefined, 'a', 'x')], [1, 'x'])
})
