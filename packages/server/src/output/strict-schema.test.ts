import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { type Relaxation, strictSchema } from './strict-schema.ts'

/** A closed object, with all keys required unless others are named. */
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

type Loss = readonly [path: string, keyword: string, note: string]

const losses = (all: readonly Loss[]): Relaxation[] => all.map(([path, keyword, note]) => ({ path, keyword, note }))

type Row = readonly [sentence: string, original: unknown, strict: object, ...losses: Loss[]]

const required: readonly Row[] = [
  ['plain types stay', { type: 'string' }, { type: 'string' }],
  ['a description stays', { type: 'boolean', description: 'Whether.' }, { type: 'boolean', description: 'Whether.' }],
  [
    'annotations go without a word',
    { type: 'integer', title: 'T', default: 1, examples: [2], $comment: 'c', 'x-type': 'file', deprecated: true, readOnly: true },
    { type: 'integer' },
  ],
  ['null is a type', { type: 'null' }, { type: 'null' }],
  ['a nullable type stays one', { type: ['string', 'null'], pattern: '^a' }, { type: ['string', 'null'], pattern: '^a' }],
  ['the nullable of OpenAPI is null, as for the validator', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'several types become a choice',
    { type: ['integer', 'string'], minimum: 1, pattern: 'a' },
    {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', pattern: 'a' },
      ],
    },
  ],
  ['an integer is a number', { type: ['integer', 'number', 'null'] }, { type: ['number', 'null'] }],
  [
    'limits of numbers stay',
    { type: 'number', minimum: 1, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
    { type: 'number', minimum: 1, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
  ],
  ['a format that is known stays', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
  [
    'one that is not goes',
    { type: 'string', format: 'uri' },
    { type: 'string' },
    ['/properties/v', 'format', 'the format is not held'],
  ],
  [
    'a pattern that looks around goes',
    { type: 'string', pattern: '^(?!x).*' },
    { type: 'string' },
    ['/properties/v', 'pattern', 'the pattern is not held'],
  ],
  [
    'so does one that looks back at a group',
    { type: 'string', pattern: '(a)\\1' },
    { type: 'string' },
    ['/properties/v', 'pattern', 'the pattern is not held'],
  ],
  [
    'a pattern that only looks like it stays',
    { type: 'string', pattern: '\\(\\?=\\\\d(?:x)' },
    { type: 'string', pattern: '\\(\\?=\\\\d(?:x)' },
  ],
  [
    'lengths of strings go',
    { type: 'string', minLength: 1, maxLength: 3 },
    { type: 'string' },
    ['/properties/v', 'minLength', 'the length is not held'],
    ['/properties/v', 'maxLength', 'the length is not held'],
  ],
  [
    'what is about another type goes without a word',
    { type: 'boolean', minLength: 1, uniqueItems: true, minimum: 1 },
    { type: 'boolean' },
  ],
  ['a list of strings keeps its values', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
  [
    'a constant is a list of one',
    { const: 'a', description: 'Always a.' },
    { type: 'string', enum: ['a'], description: 'Always a.' },
  ],
  ['null as a constant is its type', { const: null }, { type: 'null' }],
  [
    'values of several types are told apart',
    { enum: ['a', 1, 2.5, true, null] },
    {
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'number', enum: [1, 2.5] },
        { type: 'boolean', enum: [true] },
        { type: 'null' },
      ],
    },
  ],
  ['values that their type forbids go', { type: ['string', 'null'], enum: ['a', 1] }, { type: 'string', enum: ['a'] }],
  ['values that come twice are listed once', { enum: [1, 1, 2] }, { type: 'integer', enum: [1, 2] }],
  [
    'a list keeps its length',
    { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 },
    { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 },
  ],
  [
    'what a list must hold goes',
    { type: 'array', items: { type: 'number' }, uniqueItems: true, contains: { const: 1 }, unevaluatedItems: false },
    { type: 'array', items: { type: 'number' } },
    ['/properties/v', 'uniqueItems', 'items may repeat'],
    ['/properties/v', 'contains', 'what it must contain is not held'],
    ['/properties/v', 'unevaluatedItems', 'further items are not held'],
  ],
  [
    'items by place become items of any place',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }, { type: 'string' }], items: false, minItems: 2 },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, minItems: 2, maxItems: 3 },
    ['/properties/v', 'prefixItems', 'places are not held'],
  ],
  [
    'items by place can be followed by others',
    { type: 'array', prefixItems: [{ type: 'string', description: 'Name' }], items: { type: ['integer', 'null'] } },
    { type: 'array', items: { anyOf: [{ type: 'string', description: 'Name' }, { type: 'integer' }, { type: 'null' }] } },
    ['/properties/v', 'prefixItems', 'places are not held'],
  ],
  [
    'items by place, as draft-07 writes them',
    { type: 'array', items: [{ type: 'string' }] },
    { type: 'array', items: { type: 'string' }, maxItems: 1 },
    ['/properties/v', 'items', 'places are not held, and no further items are possible'],
  ],
  ['a closed object without keys stays', { type: 'object', additionalProperties: false }, object({})],
  [
    'an open object is closed',
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: { type: 'string' } },
    object({ a: { type: 'string' } }),
    ['/properties/v', 'additionalProperties', 'no other keys are possible'],
  ],
  [
    'what an object asks of its keys goes',
    {
      ...object({ a: { type: 'string' } }),
      propertyNames: { pattern: 'a' },
      minProperties: 1,
      maxProperties: 2,
      dependentRequired: { a: ['a'] },
      patternProperties: { '^b': {} },
    },
    object({ a: { type: 'string' } }),
    ['/properties/v', 'propertyNames', 'names are not held'],
    ['/properties/v', 'minProperties', 'the number of keys is not held'],
    ['/properties/v', 'maxProperties', 'the number of keys is not held'],
    ['/properties/v', 'dependentRequired', 'what goes together is not held'],
    ['/properties/v', 'patternProperties', 'keys that fit a pattern are not possible'],
  ],
  [
    'conditions go when they only narrow',
    {
      ...object({ a: { type: 'string' }, b: { type: 'number' } }),
      if: { properties: { a: { const: 'x' } } },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: { properties: { b: { minimum: 3 } }, required: ['b'] },
      not: { properties: { zzz: { const: 1 } } },
      dependencies: { a: ['b'], b: { required: ['a'] } },
    },
    object({ a: { type: 'string' }, b: { type: 'number' } }),
    ['/properties/v', 'if', 'the condition is not held'],
    ['/properties/v', 'not', 'what it must not be is not held'],
    ['/properties/v', 'dependencies', 'what goes together is not held'],
  ],
  [
    'a key that must not be there is not there',
    object({ a: { type: 'string' }, b: false }, ['a']),
    object({ a: { type: 'string' } }),
  ],
  [
    'anyOf stays',
    { anyOf: [{ type: 'string' }, object({ a: { type: 'null' } })], description: 'Either.' },
    { anyOf: [{ type: 'string' }, object({ a: { type: 'null' } })], description: 'Either.' },
  ],
  [
    'a choice within a choice is one choice',
    { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'integer' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
  ],
  ['what cannot be is no choice', { anyOf: [{ type: 'string' }, false, { enum: [] }] }, { type: 'string' }],
  [
    'oneOf becomes anyOf',
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ['/properties/v', 'oneOf', 'more than one of them may fit'],
  ],
  [
    'what stands beside a choice holds for all of it',
    { type: 'string', anyOf: [{ enum: ['a'] }, { pattern: '^b' }] },
    {
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'string', pattern: '^b' },
      ],
    },
  ],
  [
    'allOf is joined',
    {
      allOf: [
        object({ a: { type: 'number', minimum: 1 }, b: { type: 'string' } }, ['a']),
        { properties: { a: { type: 'integer', minimum: 2, maximum: 5 } }, required: ['b'] },
      ],
    },
    object({ a: { type: 'integer', minimum: 2, maximum: 5 }, b: { type: 'string' } }),
  ],
  [
    'of what cannot be joined the first stays',
    { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }, { pattern: 'a' }] },
    { type: 'string', pattern: 'a' },
    ['/properties/v/allOf/0', 'pattern', 'the pattern is not held'],
  ],
  [
    'a key that a closed object does not know cannot be added to it',
    { allOf: [object({ a: { type: 'string' } }), { properties: { b: { type: 'string' } } }] },
    object({ a: { type: 'string' } }),
  ],
  [
    'unevaluatedProperties closes what is joined',
    {
      allOf: [{ properties: { a: { type: 'string' } } }],
      type: 'object',
      properties: { b: { type: 'null' } },
      required: ['a', 'b'],
      unevaluatedProperties: false,
    },
    object({ b: { type: 'null' }, a: { type: 'string' } }),
  ],
  [
    'without a type the keywords tell it',
    { properties: { a: { minLength: 1 } }, required: ['a'], additionalProperties: false },
    object({ a: { type: 'string' } }),
    ['/properties/v', 'type', 'taken to be object'],
    ['/properties/v/properties/a', 'type', 'taken to be string'],
    ['/properties/v/properties/a', 'minLength', 'the length is not held'],
  ],
  [
    'names are data',
    object(JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"null"},"a/b~c":{"type":"string","minLength":1}}')),
    object(JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"null"},"a/b~c":{"type":"string"}}')),
    ['/properties/v/properties/a~1b~0c', 'minLength', 'the length is not held'],
  ],
]

for (const [sentence, original, strict, ...lost] of required)
  verifies('engine.native-schema', `in the strict dialect ${sentence}`, () => {
    assert.deepEqual(strictSchema(object({ v: original })), {
      ok: true,
      schema: object({ v: strict }),
      relaxations: losses(lost),
    })
  })

const optional: readonly Row[] = [
  ['a string', { type: 'string', format: 'email' }, { type: ['string', 'null'], format: 'email' }],
  ['what may be null already', { type: ['integer', 'null'] }, { type: ['integer', 'null'] }],
  [
    'listed values',
    { enum: ['a', 'b'], description: 'One.' },
    { description: 'One.', anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
  ],
  [
    'an object',
    object({ a: { type: 'string' } }, []),
    { anyOf: [object({ a: { type: ['string', 'null'] } }), { type: 'null' }] },
  ],
  [
    'a list',
    { type: 'array', items: { type: 'string' } },
    { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
  ],
  [
    'a choice',
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
  ],
  ['a choice that may be null already', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }],
]

for (const [sentence, original, strict] of optional)
  verifies('engine.native-schema', `${sentence} that is optional may be null`, () => {
    assert.deepEqual(strictSchema(object({ v: original }, [])), { ok: true, schema: object({ v: strict }), relaxations: [] })
  })

const wholes: readonly (readonly [sentence: string, original: object, strict: object, ...losses: Loss[]])[] = [
  [
    'definitions are kept by their names, those of draft-07 too, and only if they are used',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.org/answer',
      ...object({ a: { $ref: '#/definitions/point', description: 'Where' }, b: { $ref: '#/definitions/point' } }, ['a']),
      definitions: { point: object({ x: { type: 'number' } }), unused: true },
    },
    {
      ...object({ a: { $ref: '#/$defs/point' }, b: { anyOf: [{ $ref: '#/$defs/point' }, { type: 'null' }] } }),
      $defs: { point: object({ x: { type: 'number' } }) },
    },
  ],
  [
    'a schema may refer to itself',
    object({ value: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } }),
    object({ value: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } }),
  ],
  [
    'a definition may refer to itself, also beside its type',
    {
      ...object({ list: { $ref: '#/$defs/node' } }),
      $defs: {
        node: object({ value: { type: 'number' }, next: { type: 'object', oneOf: [{ $ref: '#/$defs/node' }] } }, ['value']),
      },
    },
    {
      ...object({ list: { $ref: '#/$defs/node' } }),
      $defs: { node: object({ value: { type: 'number' }, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } }) },
    },
  ],
  [
    'references to other places become definitions with names that need no escape and do not clash',
    object({
      a: { type: 'string' },
      'b c': object({ a: { type: 'null' } }),
      d: { $ref: '#/properties/a' },
      e: { $ref: '#/properties/b%20c/properties/a' },
      f: { $ref: '#/properties/b%20c' },
    }),
    {
      ...object({
        a: { type: 'string' },
        'b c': object({ a: { type: 'null' } }),
        d: { $ref: '#/$defs/a' },
        e: { $ref: '#/$defs/a_2' },
        f: { $ref: '#/$defs/b_c' },
      }),
      $defs: { a: { type: 'string' }, a_2: { type: 'null' }, b_c: object({ a: { type: 'null' } }) },
    },
  ],
  [
    'a reference that only leads on is followed',
    { ...object({ a: { $ref: '#/$defs/b' } }), $defs: { b: { $ref: '#/$defs/c', title: 'B' }, c: { type: 'string' } } },
    { ...object({ a: { $ref: '#/$defs/c' } }), $defs: { c: { type: 'string' } } },
  ],
  [
    'a reference with company is joined with it',
    {
      allOf: [{ $ref: '#/$defs/base' }],
      ...object({ b: { type: 'string' } }, []),
      additionalProperties: true,
      $defs: { base: { type: 'object', properties: { a: { $ref: '#/$defs/name' } }, required: ['a'] }, name: { type: 'string' } },
    },
    { ...object({ b: { type: ['string', 'null'] }, a: { $ref: '#/$defs/name' } }), $defs: { name: { type: 'string' } } },
    ['', 'additionalProperties', 'no other keys are possible'],
  ],
  [
    'the whole may be a reference',
    { $ref: '#/$defs/a', description: 'D', $defs: { a: object({ b: { type: 'null' } }) } },
    { ...object({ b: { type: 'null' } }), description: 'D' },
  ],
  [
    'the whole is only ever an object',
    { ...object({ a: { type: 'string' } }), type: ['object', 'null'] },
    object({ a: { type: 'string' } }),
    ['', 'type', 'only an object can be the whole answer'],
  ],
  [
    'a choice of what the whole must have is left out',
    { ...object({ a: { type: 'string' }, b: { type: 'string' } }, []), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    object({ a: { type: ['string', 'null'] }, b: { type: ['string', 'null'] } }),
    ['', 'anyOf', 'the whole answer cannot be a choice'],
  ],
  [
    'the same choice further in is kept, and what is lost is told once',
    object({
      v: {
        ...object({ a: { type: 'string', minLength: 1 }, b: { type: 'string' } }, []),
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    }),
    object({
      v: {
        anyOf: [
          object({ a: { type: 'string' }, b: { type: ['string', 'null'] } }),
          object({ a: { type: ['string', 'null'] }, b: { type: 'string' } }),
        ],
      },
    }),
    ['/properties/v/properties/a', 'minLength', 'the length is not held'],
  ],
]

for (const [sentence, original, strict, ...lost] of wholes)
  verifies('engine.native-schema', `in the strict dialect ${sentence}`, () => {
    assert.deepEqual(strictSchema(original), { ok: true, schema: strict, relaxations: losses(lost) })
  })

const names = (count: number, length = 0) => Array.from({ length: count }, (_, index) => `n${index}`.padEnd(length, '_'))
const properties = (keys: readonly string[]) => object(Object.fromEntries(keys.map((key) => [key, { type: 'null' }])))
const nested = (levels: number): object => (levels === 0 ? { type: 'string' } : object({ a: nested(levels - 1) }))

const unsayable: readonly (readonly [sentence: string, original: object, reason: string])[] = [
  ['a list instead of a schema', [], 'The schema is not an object.'],
  ['anything at all', {}, 'The schema allows any value.'],
  ['a whole that is a list', { type: 'array', items: { type: 'string' } }, 'The whole answer is never an object.'],
  ['a whole that cannot be', object({ a: false }), 'The whole answer is never an object.'],
  [
    'a whole that is a choice',
    { anyOf: [object({ a: { type: 'null' } }), object({ b: { type: 'null' } })] },
    'The whole answer would be a choice between objects.',
  ],
  [
    'a whole whose choices bring keys',
    {
      ...object({ a: { type: 'null' } }),
      additionalProperties: true,
      oneOf: [{ properties: { b: { type: 'null' } }, required: ['b'] }, { required: ['a'] }],
    },
    'The whole answer would be a choice between objects.',
  ],
  ['a value that may be anything', object({ v: { description: 'Whatever' } }), '/properties/v allows any value.'],
  ['a value that may be anything, said with a word', object({ v: true }), '/properties/v allows any value.'],
  [
    'a map',
    object({ v: { type: 'object', additionalProperties: { type: 'string' } } }),
    '/properties/v is an object with free keys.',
  ],
  [
    'a map by pattern',
    object({ v: { type: 'object', patternProperties: { a: {} }, additionalProperties: false } }),
    '/properties/v is an object with free keys.',
  ],
  [
    'a key that is not described',
    object({ v: { type: 'object', properties: { a: { type: 'null' } }, required: ['b'] } }),
    '/properties/v requires "b" and does not describe it.',
  ],
  ['a list of anything', object({ v: { type: 'array' } }), '/properties/v is a list of anything.'],
  [
    'a list with an open end',
    object({ v: { type: 'array', prefixItems: [{ type: 'string' }], minItems: 2 } }),
    '/properties/v is a list of anything.',
  ],
  ['a list of nothing', object({ v: { type: 'array', items: false } }), '/properties/v is a list whose items can be nothing.'],
  [
    'a list described twice',
    object({ v: { type: 'array', items: { type: 'string' }, allOf: [{ prefixItems: [{ type: 'string' }] }] } }),
    '/properties/v says in several ways what its items are.',
  ],
  [
    'values made of others',
    object({ v: { enum: ['a', { b: 1 }] } }),
    '/properties/v lists a value that is an object or an array.',
  ],
  [
    'a condition that brings keys',
    { ...object({ a: { type: 'string' } }), if: {}, else: { properties: { b: { type: 'null' } } } },
    '/else says more than can be left out.',
  ],
  [
    'a reference to elsewhere',
    object({ v: { $ref: 'https://example.org/schema' } }),
    '/properties/v refers to "https://example.org/schema", which is not in the schema.',
  ],
  [
    'a reference to nothing',
    { ...object({ v: { $ref: '#/$defs/__proto__' } }), $defs: {} },
    '/properties/v refers to "#/$defs/__proto__", which is not in the schema.',
  ],
  [
    'a reference by anchor',
    { ...object({ v: { $ref: '#name' } }), $defs: { a: { $anchor: 'name', type: 'null' } } },
    '/properties/v refers to "#name", which is not in the schema.',
  ],
  ['a dynamic reference', object({ v: { $dynamicRef: '#' } }), '/properties/v has $dynamicRef, which cannot be said.'],
  [
    'a schema within the schema',
    object({ v: { $id: 'https://example.org/v', type: 'string' } }),
    '/properties/v has an $id of its own.',
  ],
  [
    'a definition that cannot be',
    { ...object({ v: { $ref: '#/$defs/a' } }), $defs: { a: { enum: [] } } },
    '/$defs/a allows no value.',
  ],
  [
    'references in a circle',
    { ...object({ v: { $ref: '#/$defs/a' } }), $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    '/$defs/a refers to itself.',
  ],
  [
    'what is part of itself',
    { ...object({ v: { $ref: '#/$defs/a' } }), $defs: { a: { type: 'string', allOf: [{ $ref: '#/$defs/a' }] } } },
    'The definition a leads back to itself.',
  ],
  [
    'what may be itself',
    {
      ...object({ v: { $ref: '#/$defs/a' } }),
      $defs: {
        a: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/b' }] },
        b: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] },
      },
    },
    'The definition a leads back to itself.',
  ],
  [
    'what is one of several with itself',
    { ...object({ v: { $ref: '#/$defs/a' } }), $defs: { a: { minLength: 1, allOf: [{ $ref: '#/$defs/a' }] } } },
    '/$defs/a/allOf/0 is nested too deeply, or refers to itself.',
  ],
  [
    'eleven levels',
    nested(11),
    '/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a/properties/a is nested deeper than 10 levels.',
  ],
  ['5001 properties', properties(names(5001)), 'The schema has more than 5000 properties.'],
  [
    '1001 values',
    object({ v: { enum: Array.from({ length: 1001 }, (_, index) => index) } }),
    'The schema lists more than 1000 values.',
  ],
  ['251 long values', object({ v: { enum: names(251, 60) } }), 'An enum of more than 250 values has more than 15000 characters.'],
  ['long names', properties(names(1201, 100)), 'The names and listed values of the schema have more than 120000 characters.'],
]

for (const [sentence, original, reason] of unsayable)
  verifies('engine.native-schema', `the strict dialect cannot say ${sentence}`, () => {
    assert.deepEqual(strictSchema(original), { ok: false, reason })
  })

test('what is at a limit can still be said', () => {
  for (const schema of [
    nested(10),
    properties(names(5000)),
    object({ v: { type: 'integer', enum: Array.from({ length: 1000 }, (_, index) => index) } }),
    object({ v: { type: 'string', enum: names(250, 60) } }),
    properties(names(1200, 100)),
  ])
    assert.deepEqual(strictSchema(schema), { ok: true, schema, relaxations: [] })
})

test('the original is never changed', () => {
  const original = {
    ...object({ a: { $ref: '#/$defs/b' }, c: { allOf: [{ type: 'string', minLength: 1 }] } }, ['a']),
    $defs: { b: { oneOf: [{ type: 'string' }, object({ d: { const: 1 } }, [])] } },
  }
  const before = structuredClone(original)
  assert.ok(strictSchema(deepFreeze(original)).ok)
  assert.deepEqual(original, before)
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inside of Object.values(Object.freeze(value))) deepFreeze(inside)
  return value
}

const chain = (count: number, link: (next: object, index: number) => object, last: object) => ({
  ...object({ a: { $ref: '#/$defs/d0' } }),
  $defs: Object.fromEntries([
    ...Array.from({ length: count }, (_, index) => [`d${index}`, link({ $ref: `#/$defs/d${index + 1}` }, index)]),
    [`d${count}`, last],
  ]),
})

function wrapped(times: number, wrap: (inside: object) => object): object {
  let schema: object = { type: 'string' }
  for (let count = 0; count < times; count += 1) schema = wrap(schema)
  return object({ a: schema })
}

const tooMuch = 'The schema is too large or too entangled to be translated.'

/** Each of them would take for ever, all the memory or the whole stack if it were followed to its end. */
const hostile: readonly (readonly [sentence: string, original: object, reason: string | RegExp])[] = [
  ['lists in lists', wrapped(100_000, (items) => ({ type: 'array', items })), /nested deeper than 10 levels/],
  ['choices in choices', wrapped(100_000, (inside) => ({ anyOf: [inside] })), /nested too deeply/],
  [
    'conditions in conditions',
    object({
      v: {
        if: {},
        ...wrapped(100_000, (inside) => ({ else: inside })),
        else: wrapped(100_000, (inside) => ({ allOf: [inside] })),
      },
    }),
    /says more than can be left out/,
  ],
  [
    '2^40 branches by reference',
    chain(40, (next) => ({ anyOf: [{ allOf: [next, { minLength: 1 }] }, { allOf: [next, { maxLength: 2 }] }] }), {
      type: 'string',
    }),
    /nested too deeply/,
  ],
  [
    '2^16 branches by reference',
    chain(16, (next, index) => ({ allOf: [next, { anyOf: [{ minLength: index }, { maxLength: index }] }] }), { type: 'string' }),
    tooMuch,
  ],
  [
    '2^40 branches side by side',
    object({
      v: { type: 'string', allOf: names(40).map((name) => ({ anyOf: [{ pattern: name }, { not: { pattern: name } }] })) },
    }),
    tooMuch,
  ],
  [
    'a long way of references',
    {
      ...chain(12_000, (next) => next, { type: 'string' }),
      ...properties([]),
      properties: Object.fromEntries(names(2000).map((name) => [name, { $ref: '#/$defs/d0' }])),
    },
    tooMuch,
  ],
  [
    'a tree of two, joined with itself',
    {
      ...object({ v: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] } }),
      $defs: {
        a: object({ l: { $ref: '#/$defs/a' }, r: { $ref: '#/$defs/a' } }, []),
        b: object({ l: { $ref: '#/$defs/b' }, r: { $ref: '#/$defs/b' } }, []),
      },
    },
    /nested deeper than 10 levels/,
  ],
  [
    'a large condition for many branches',
    object({
      v: {
        ...object({ a: { type: 'string' } }),
        dependentRequired: Object.fromEntries(names(20_000).map((name) => [name, ['a']])),
        anyOf: names(20_000).map(() => ({ required: ['a'] })),
      },
    }),
    tooMuch,
  ],
  [
    'a large text for many branches',
    object({
      v: {
        description: 'x'.repeat(900_000),
        ...object({ a: { type: 'string', description: 'x'.repeat(100_000) } }),
        anyOf: names(1000).map((name) => ({ properties: { a: { pattern: name } } })),
      },
    }),
    tooMuch,
  ],
  [
    'a name of half a megabyte',
    object({ ['x'.repeat(500_000)]: properties(names(4000)) }),
    'The names and listed values of the schema have more than 120000 characters.',
  ],
]

for (const [sentence, original, reason] of hostile)
  verifies('engine.native-schema', `${sentence}: refused in bounded time and space`, () => {
    const strict = strictSchema(original)
    assert.ok(!strict.ok)
    if (reason instanceof RegExp) assert.match(strict.reason, reason)
    else assert.equal(strict.reason, reason)
  })
