import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { fromStrict } from './from-strict.ts'

/** An object with the named keys required. */
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })

const string = { type: 'string' }
const stringOrNull = { type: ['string', 'null'] }
const tree = {
  $ref: '#/$defs/node',
  $defs: { node: object({ name: string, note: string, children: { type: 'array', items: { $ref: '#/$defs/node' } } }, ['name']) },
}

const rows: readonly (readonly [sentence: string, original: object, answer: unknown, mapped: unknown])[] = [
  ['goes where the key is optional', object({ a: string, b: string }, ['a']), { a: 'x', b: null }, { a: 'x' }],
  ['stays where the key is required', object({ a: string }, ['a']), { a: null }, { a: null }],
  ['stays where the type allows it', object({ a: stringOrNull }), { a: null }, { a: null }],
  ['stays where the validator takes nullable', object({ a: { type: 'string', nullable: true } }), { a: null }, { a: null }],
  ['goes where the values do not list it', object({ a: { enum: ['x', 1] }, b: { const: 'y' } }), { a: null, b: null }, {}],
  [
    'stays where the values list it',
    object({ a: { enum: ['x', null] }, b: { const: null } }),
    { a: null, b: null },
    { a: null, b: null },
  ],
  [
    'goes where the type allows it and the values do not',
    object({ a: { type: ['string', 'null'], enum: ['x'] } }),
    { a: null },
    {},
  ],
  [
    'stays where anything is allowed',
    object({ a: {}, b: true, c: { minLength: 1 } }),
    { a: null, b: null, c: null },
    { a: null, b: null, c: null },
  ],
  ['goes where nothing is allowed', object({ a: false }), { a: null }, {}],
  ['stays where the key is not known', object({ a: string }), { z: null }, { z: null }],
  ['stays in a list', object({ a: { type: 'array', items: string } }), { a: ['x', null] }, { a: ['x', null] }],
  [
    'goes further in',
    object({ a: object({ b: string }), c: { type: 'array', items: object({ d: string }) } }),
    { a: { b: null }, c: [{ d: null }, { d: 'x' }] },
    { a: {}, c: [{}, { d: 'x' }] },
  ],
  [
    'goes from items by place',
    object({
      a: { type: 'array', prefixItems: [object({ b: string }), object({ b: stringOrNull })], items: object({ c: string }) },
    }),
    { a: [{ b: null }, { b: null }, { c: null }, { c: null }] },
    { a: [{}, { b: null }, {}, {}] },
  ],
  [
    'goes from items by place of draft-07',
    object({ a: { items: [object({ b: string })], additionalItems: object({ c: string }) } }),
    { a: [{ b: null }, { c: null }] },
    { a: [{}, {}] },
  ],
  [
    'goes through references, as often as they repeat',
    tree,
    {
      name: 'a',
      note: null,
      children: [
        { name: 'b', note: 'n', children: null },
        { name: 'c', note: null, children: [] },
      ],
    },
    {
      name: 'a',
      children: [
        { name: 'b', note: 'n' },
        { name: 'c', children: [] },
      ],
    },
  ],
  [
    'goes where the whole refers to itself',
    object({ a: string, more: { $ref: '#' } }),
    { a: null, more: { a: null, more: null } },
    { more: {} },
  ],
  [
    'stays where the reference allows it',
    { ...object({ a: { $ref: '#/definitions/b' } }), definitions: { b: stringOrNull } },
    { a: null },
    { a: null },
  ],
  ['goes where a part forbids it', { allOf: [object({ a: string }), { properties: { a: { minLength: 1 } } }] }, { a: null }, {}],
  ['stays where a part requires the key', { allOf: [object({ a: string }), { required: ['a'] }] }, { a: null }, { a: null }],
  [
    'goes where no choice allows it',
    { anyOf: [object({ a: string }), object({ a: { type: 'number' } }, ['a'])] },
    { a: null },
    {},
  ],
  [
    'stays where a choice allows it',
    { anyOf: [object({ a: string }), object({ a: stringOrNull }, ['a'])] },
    { a: null },
    { a: null },
  ],
  [
    'stays where every choice requires the key',
    { oneOf: [object({ a: string }, ['a']), object({ a: { type: 'number' } }, ['a'])] },
    { a: null },
    { a: null },
  ],
  [
    'goes where only another choice requires the key',
    { ...object({ a: string, b: string }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { a: 'x', b: null },
    { a: 'x' },
  ],
  [
    'goes where the answer has not taken the choice that allows it',
    object({
      v: {
        oneOf: [
          object({ kind: { const: 'a' }, note: string }, ['kind']),
          object({ kind: { const: 'b' }, note: stringOrNull }, ['kind', 'note']),
        ],
      },
    }),
    { v: { kind: 'a', note: null } },
    { v: { kind: 'a' } },
  ],
  [
    'stays where the answer has taken it',
    object({
      v: {
        oneOf: [
          object({ kind: { const: 'a' }, note: string }, ['kind']),
          object({ kind: { const: 'b' }, note: stringOrNull }, ['kind', 'note']),
        ],
      },
    }),
    { v: { kind: 'b', note: null } },
    { v: { kind: 'b', note: null } },
  ],
  [
    'stays where the answer fits no choice',
    object({ v: { oneOf: [object({ kind: { const: 'a' }, note: stringOrNull })] } }),
    { v: { kind: 'c', note: null } },
    { v: { kind: 'c', note: null } },
  ],
  [
    'goes where another choice is no object at all',
    object({ v: { anyOf: [{ type: 'array', items: object({ a: stringOrNull }) }, object({ a: string })] } }),
    { v: { a: null } },
    { v: {} },
  ],
  [
    'stays where the key that would tell is a name of the language and not there',
    { anyOf: [object({ constructor: { const: 'x' }, note: stringOrNull }), object({ note: string })] },
    { note: null },
    { note: null },
  ],
  [
    'is a key like any other',
    JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":["string","null"]}}}',
    ),
    JSON.parse('{"__proto__":null,"constructor":null,"toString":null,"valueOf":null}'),
    JSON.parse('{"toString":null,"valueOf":null}'),
  ],
  [
    'leaves what a name of the language holds',
    object({ a: string }),
    JSON.parse('{"__proto__":{"a":null},"constructor":{"prototype":null},"a":null}'),
    JSON.parse('{"__proto__":{"a":null},"constructor":{"prototype":null}}'),
  ],
  [
    'stays where the reference leads nowhere',
    object({ a: { $ref: 'https://example.org' }, b: { $ref: '#/$defs/x' } }),
    { a: null, b: null },
    { a: null, b: null },
  ],
  [
    'stays where a schema is only itself',
    { ...object({ a: { $ref: '#/$defs/x' } }), $defs: { x: { $ref: '#/$defs/x' } } },
    { a: null },
    { a: null },
  ],
]

for (const [sentence, original, answer, mapped] of rows)
  verifies('engine.native-schema', `null in an answer ${sentence}`, () => {
    const before = structuredClone(answer)
    assert.deepEqual(fromStrict(original, answer), mapped)
    assert.deepEqual(answer, before, 'the answer itself is not changed')
  })

test('an answer that is no object stays as it is', () => {
  const original = object({ a: string })
  for (const answer of [null, 'text', 3, true, undefined, [null, { a: null }]])
    assert.deepEqual(fromStrict(original, answer), answer)
})

test('an own key called __proto__ survives as a key', () => {
  const mapped = fromStrict(object({ a: string }), JSON.parse('{"__proto__":{"polluted":true},"a":null}'))
  assert.equal(JSON.stringify(mapped), '{"__proto__":{"polluted":true}}')
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('an answer deeper than any output is looked at as deep as outputs go', () => {
  const original = object({ a: string, more: { $ref: '#' } })
  let answer: object = { a: null }
  for (let level = 0; level < 100_000; level += 1) answer = { a: null, more: answer }
  let mapped: unknown = fromStrict(original, answer)
  for (let level = 0; level <= 1000; level += 1) {
    assert.deepEqual(Object.keys(mapped as object), ['more'])
    mapped = Reflect.get(mapped as object, 'more')
  }
  assert.deepEqual(Object.keys(mapped as object), ['a', 'more'])
})

const links = (count: number, link: (next: object) => object) => ({
  ...object({ a: { $ref: '#/$defs/d0' }, b: string }),
  $defs: Object.fromEntries(Array.from({ length: count }, (_, index) => [`d${index}`, link({ $ref: `#/$defs/d${index + 1}` })])),
})

/** Alternates all and any around two schemas that know the same key, so that what is said of it grows with every level. */
const growing = {
  $ref: '#/$defs/s',
  $defs: {
    s: { anyOf: [{ $ref: '#/$defs/x' }, { allOf: [{ $ref: '#/$defs/y' }, { $ref: '#/$defs/z' }] }] },
    x: object({ b: string, n: { $ref: '#/$defs/s' } }),
    y: object({ b: string, n: { allOf: [{ $ref: '#/$defs/s' }, { $ref: '#/$defs/y' }] } }),
    z: object({ b: string, n: { anyOf: [{ $ref: '#/$defs/x' }, { $ref: '#/$defs/z' }] } }),
  },
}

function deepAnswer(levels: number): object {
  let answer: object = { b: 'x' }
  for (let level = 0; level < levels; level += 1) answer = { b: 'x', n: answer }
  return answer
}

test('a hostile schema changes nothing that it does not understand, in bounded time', () => {
  const twice = links(1000, (next) => ({ anyOf: [{ allOf: [next, { minLength: 1 }] }, { allOf: [next, { type: 'string' }] }] }))
  assert.deepEqual(fromStrict(twice, { a: null, b: null }), { a: null })
  const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
  const allOf = Array.from({ length: 100_000 }, () => ({ required: ['c'] }))
  const wide = { ...object(Object.fromEntries(names.map((name) => [name, string]))), allOf }
  const nulls = Object.fromEntries(names.map((name) => [name, null]))
  assert.deepEqual(fromStrict(wide, nulls), nulls)
  assert.deepEqual(fromStrict(growing, deepAnswer(900)), deepAnswer(900))
})
