/** One keyword: a schema that uses it, what fits and what does not. All by hand, from the two specifications. */
export interface Row {
  readonly keyword: string
  readonly schema: object | boolean
  readonly valid: readonly unknown[]
  readonly invalid: readonly unknown[]
}

const row = (keyword: string, schema: object | boolean, valid: readonly unknown[], invalid: readonly unknown[]): Row => ({
  keyword,
  schema,
  valid,
  invalid,
})

/** `then` as a property of a literal would look like a promise. */
const json = (text: string): object => JSON.parse(text)

/** What means the same in both drafts. */
export const both: readonly Row[] = [
  row('true', true, [1, null, {}, []], []),
  row('false', false, [], [1, null, {}, []]),
  row('no keyword', {}, [0, 'a', [1], { a: 1 }], []),
  row('type: object', { type: 'object' }, [{}, { a: 1 }], [[], 'a', 1, null, true]),
  row('type: array', { type: 'array' }, [[], [1]], [{}, 'a', 1, null]),
  row('type: string', { type: 'string' }, ['', '1'], [1, null, ['a'], true]),
  row('type: number', { type: 'number' }, [0, -1.5, 1e300], ['1', null, true]),
  row('type: integer', { type: 'integer' }, [0, -7, 1.0, 1e20], [1.5, '1', null]),
  row('type: boolean', { type: 'boolean' }, [true, false], [0, 'true', null]),
  row('type: null', { type: 'null' }, [null], [0, '', false, {}]),
  row('type, several', { type: ['string', 'null'] }, ['a', null], [1, [], {}]),
  row('enum', { enum: [1, 'a', null, { b: [2] }] }, [1, 'a', null, { b: [2] }], [2, '1', { b: [3] }, { b: [2], c: 1 }, false]),
  row('enum, 0 and false', { enum: [0] }, [0], [false, '', null, []]),
  row('const', { const: { a: [1, 2], b: null } }, [{ b: null, a: [1, 2] }], [{ a: [2, 1], b: null }, { a: [1, 2] }, null]),
  row('const false', { const: false }, [false], [0, null, '', []]),
  row('multipleOf', { multipleOf: 3 }, [0, 9, -3, 'x'], [1, 4.5]),
  row('multipleOf, a fraction', { multipleOf: 0.5 }, [1.5, 2], [1.25]),
  row('maximum', { maximum: 3 }, [3, 2.9, -10, 'x'], [3.1, 4]),
  row('exclusiveMaximum', { exclusiveMaximum: 3 }, [2.999, 'x'], [3, 4]),
  row('minimum', { minimum: -1 }, [-1, 0, null], [-1.1, -2]),
  row('exclusiveMinimum', { exclusiveMinimum: -1 }, [-0.9, null], [-1, -2]),
  row('maxLength', { maxLength: 2 }, ['', 'ab', '\u{1F4A9}\u{1F4A9}', 100], ['abc']),
  row('minLength', { minLength: 2 }, ['ab', 1], ['a', '\u{1F4A9}', '']),
  row('pattern', { pattern: '^a+b?$' }, ['a', 'aab', 1], ['b', 'abb', '']),
  row('pattern, not anchored', { pattern: 'b' }, ['abc'], ['ac']),
  row('pattern, unicode', { pattern: '^\\p{L}$' }, ['é', 'я'], ['1', 'ab']),
  row('maxItems', { maxItems: 1 }, [[], [1], 'xx'], [[1, 2]]),
  row('minItems', { minItems: 1 }, [[1], ''], [[]]),
  row(
    'uniqueItems',
    { uniqueItems: true },
    [
      [1, 2],
      [1, '1', true],
      [[1], [2]],
    ],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
    ],
  ),
  row('contains', { contains: { minimum: 5 } }, [[5], [1, 6], 'x'], [[], [1, 2]]),
  row('items, one schema', { items: { type: 'integer' } }, [[], [1, 2], {}], [[1, 'a']]),
  row('maxProperties', { maxProperties: 1 }, [{}, { a: 1 }, [1, 2]], [{ a: 1, b: 2 }]),
  row('minProperties', { minProperties: 1 }, [{ a: 1 }, []], [{}]),
  row('required', { required: ['a', 'b'] }, [{ a: null, b: 0 }, [], 'x'], [{}, { a: 1 }]),
  row(
    'required, inherited names',
    { required: ['toString', 'constructor'] },
    [{ toString: 1, constructor: 1 }],
    [{}, { toString: 1 }],
  ),
  row('properties', { properties: { a: { type: 'string' } } }, [{}, { a: 'x' }, { b: 1 }, []], [{ a: 1 }]),
  row('properties, a schema of false', { properties: { a: false } }, [{}, { b: 1 }], [{ a: 1 }, { a: null }]),
  row('patternProperties', { patternProperties: { '^x-': { type: 'integer' } } }, [{ 'x-a': 1, y: 'a' }, {}], [{ 'x-a': 'a' }]),
  row(
    'additionalProperties: false',
    { properties: { a: {} }, additionalProperties: false },
    [{}, { a: 1 }],
    [{ b: 1 }, { a: 1, b: 2 }],
  ),
  row(
    'additionalProperties, a schema',
    { properties: { a: {} }, additionalProperties: { type: 'integer' } },
    [{ a: 'x', b: 1 }],
    [{ b: 'x' }],
  ),
  row(
    'additionalProperties beside patterns',
    { patternProperties: { '^p': {} }, additionalProperties: false },
    [{ p1: 1 }],
    [{ q: 1 }],
  ),
  row('propertyNames', { propertyNames: { maxLength: 2 } }, [{}, { ab: 1 }, [1]], [{ abc: 1 }]),
  row(
    'if, then, else',
    json('{"if":{"properties":{"k":{"const":"a"}},"required":["k"]},"then":{"required":["x"]},"else":{"required":["y"]}}'),
    [{ k: 'a', x: 1 }, { k: 'b', y: 1 }, { y: 1 }],
    [{ k: 'a', y: 1 }, { k: 'b', x: 1 }, {}],
  ),
  row('if without then', { if: { const: 0 } }, [0, 'x'], []),
  row('then without if', json('{"then":{"const":0}}'), [0, 'x'], []),
  row('allOf', { allOf: [{ minimum: 2 }, { maximum: 3 }] }, [2, 3], [1, 4]),
  row('anyOf', { anyOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5, 3], [1.5]),
  row('oneOf', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]),
  row('oneOf, all of them', { oneOf: [true, true] }, [], [1, {}]),
  row('not', { not: { type: 'integer' } }, ['a', 1.5], [1]),
  row('not, nested', { not: { not: { type: 'integer' } } }, [1], ['a']),
  row('default changes nothing', { properties: { a: { type: 'integer', default: 1 } }, required: ['a'] }, [{ a: 2 }], [{}]),
  row('annotations', { title: 't', description: 'd', examples: [1], readOnly: true, $comment: 'c' }, [1, {}], []),
  row('unknown keywords', { 'x-type': 'artifact', unheardOf: { type: 'string' } }, [1, 'a'], []),
  row('format: date', { format: 'date' }, ['2024-02-29', 1], ['2023-02-29', '24-1-1', '']),
  row(
    'format: date-time',
    { format: 'date-time' },
    ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.678+01:00'],
    ['2024-01-02', '2024-13-01T00:00:00Z'],
  ),
  row('format: time', { format: 'time' }, ['03:04:05Z'], ['25:00:00Z', 'noon']),
  row('format: email', { format: 'email' }, ['a@example.org', {}], ['a', '@b', 'a b@c.de']),
  row('format: uri', { format: 'uri' }, ['https://example.org/a?b#c', 'urn:a:b'], ['/a', 'a b']),
  row('format: uri-reference', { format: 'uri-reference' }, ['/a', '#b'], ['\\\\a']),
  row('format: ipv4', { format: 'ipv4' }, ['127.0.0.1'], ['256.0.0.1', '1.2.3']),
  row('format: ipv6', { format: 'ipv6' }, ['::1'], ['1::2::3', 'g::']),
  row('format: hostname', { format: 'hostname' }, ['a.example'], ['-a', 'a_b']),
  row('format: json-pointer', { format: 'json-pointer' }, ['', '/a~1b'], ['a', '/~2']),
  row('format: regex', { format: 'regex' }, ['^a$'], ['(']),
  row('format: uuid', { format: 'uuid' }, ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'], ['2eb8aa08']),
  row('format, unknown', { format: 'colour' }, ['x', 1], []),
  row(
    '$ref to itself',
    { properties: { next: { $ref: '#' } }, additionalProperties: false },
    [{}, { next: { next: {} } }],
    [{ next: { other: 1 } }],
  ),
  row(
    'properties, __proto__',
    json('{"properties":{"__proto__":{"type":"integer"},"a":{}},"additionalProperties":false}'),
    [json('{"__proto__":1,"a":1}'), {}],
    [json('{"__proto__":"x"}'), { b: 1 }],
  ),
  row(
    'patternProperties, __proto__',
    json('{"patternProperties":{"__proto__":{"type":"integer"}}}'),
    [json('{"my__proto__":1}'), { a: 'x' }],
    [json('{"my__proto__":"x"}'), json('{"__proto__":"x"}')],
  ),
  row('a name with / and ~', { properties: { 'a/b~c': { type: 'integer' } } }, [{ 'a/b~c': 1 }], [{ 'a/b~c': 'x' }]),
]

export const in202012: readonly Row[] = [
  row('prefixItems', { prefixItems: [{ type: 'integer' }, { type: 'string' }] }, [[], [1], [1, 'a', null]], [['a'], [1, 2]]),
  row('items after prefixItems', { prefixItems: [{}], items: { type: 'integer' } }, [['a'], ['a', 1]], [['a', 'b']]),
  row('items: false', { prefixItems: [{}], items: false }, [[], [1]], [[1, 2]]),
  row(
    'minContains',
    { contains: { const: 1 }, minContains: 2 },
    [
      [1, 1],
      [1, 2, 1],
    ],
    [[1], []],
  ),
  row('minContains: 0', { contains: { const: 1 }, minContains: 0 }, [[], [2]], []),
  row('maxContains', { contains: { const: 1 }, maxContains: 1 }, [[1], [1, 2]], [[1, 1], []]),
  row('dependentRequired', { dependentRequired: { a: ['b'] } }, [{}, { b: 1 }, { a: 1, b: 2 }], [{ a: 1 }]),
  row('dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]),
  row('$defs and $ref', { items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'integer' } } }, [[1]], [['a']]),
  row('$ref with siblings', { items: { $ref: '#/$defs/n', maximum: 3 }, $defs: { n: { type: 'integer' } } }, [[3]], [[4], ['a']]),
  row('$anchor', { items: { $ref: '#here' }, $defs: { n: { $anchor: 'here', type: 'integer' } } }, [[1]], [['a']]),
  row('$id of a part', { $id: 'http://example.org/a', $ref: 'b', $defs: { b: { $id: 'b', type: 'integer' } } }, [1], ['a']),
  row(
    '$dynamicRef',
    { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } }, additionalProperties: false },
    [{}, { next: { next: {} } }],
    [{ next: { other: 1 } }],
  ),
  row(
    'unevaluatedProperties: false',
    { allOf: [{ properties: { a: {} } }], properties: { b: {} }, unevaluatedProperties: false },
    [{}, { a: 1, b: 1 }],
    [{ c: 1 }],
  ),
  row(
    'unevaluatedProperties, a schema',
    { properties: { a: {} }, unevaluatedProperties: { type: 'integer' } },
    [{ a: 'x', c: 1 }],
    [{ c: 'x' }],
  ),
  row(
    'unevaluatedProperties and if',
    json('{"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"minProperties":1},"unevaluatedProperties":false}'),
    [{ a: 1 }, {}],
    [{ b: 1 }],
  ),
  row('unevaluatedItems: false', { prefixItems: [{}], unevaluatedItems: false }, [[], [1]], [[1, 2]]),
  row(
    '$schema itself',
    { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    [{ type: 'string' }, true],
    [{ type: 'text' }, { minLength: -1 }],
  ),
  row(
    'contentEncoding is an annotation',
    { contentEncoding: 'base64', contentMediaType: 'application/json' },
    ['not base64!', 1],
    [],
  ),
]

/** Where plain Ajv is not right, or runs out of stack. */
export const not07AsAjv: readonly Row[] = [
  row(
    'what stands beside $ref is ignored',
    { properties: { a: { $ref: '#/definitions/n', maxItems: 1 } }, definitions: { n: { type: 'array' } } },
    [{ a: [1, 2] }],
    [{ a: 1 }],
  ),
  row(
    'an $id beside $ref is ignored',
    {
      $id: 'http://example.org/a/',
      definitions: {
        x: { $id: 'http://example.org/b/', type: 'integer' },
        y: { $id: 'n', type: 'string' },
        z: { $id: 'http://example.org/b/n', type: 'integer' },
      },
      items: { $id: 'http://example.org/b/', $ref: 'n' },
    },
    [['a']],
    [[1]],
  ),
]

export const not202012AsAjv: readonly Row[] = [
  row(
    '$dynamicRef to an $anchor',
    { items: { $dynamicRef: '#here' }, $defs: { n: { $anchor: 'here', type: 'integer' } } },
    [[1]],
    [['a']],
  ),
  row(
    '$dynamicRef to a $dynamicAnchor of a part',
    { items: { $dynamicRef: '#here' }, $defs: { n: { $dynamicAnchor: 'here', type: 'integer' } } },
    [[1]],
    [['a']],
  ),
  row('$dynamicRef without a name', { items: { $dynamicRef: '#/$defs/n' }, $defs: { n: { type: 'integer' } } }, [[1]], [['a']]),
  row(
    '$dynamicRef beside $ref',
    {
      items: { $ref: '#/$defs/n', $dynamicRef: '#small' },
      $defs: { n: { type: 'integer' }, s: { $dynamicAnchor: 'small', maximum: 3 } },
    },
    [[1]],
    [['a'], [4]],
  ),
  row(
    'relative $ids inside of each other',
    {
      $id: 'http://example.org/schema-relative',
      allOf: [{ $ref: 'folder/part' }],
      $defs: {
        p: {
          $id: 'folder/part',
          properties: { a: { $ref: 'other' }, b: { $ref: '#/$defs/o' } },
          $defs: { o: { $id: 'other', type: 'integer' } },
        },
      },
    },
    [{ a: 1, b: 2 }],
    [{ a: 'x' }, { b: 'x' }],
  ),
  row(
    'a URN as $id',
    {
      $id: 'urn:uuid:deadbeef-4321-ffff-ffff-1234feebdaed',
      properties: { a: { $ref: 'urn:uuid:deadbeef-4321-ffff-ffff-1234feebdaed#/$defs/n' }, b: { $ref: '#here' } },
      $defs: { n: { $ref: '#/$defs/m' }, m: { $anchor: 'here', type: 'integer' } },
    },
    [{ a: 1, b: 1 }],
    [{ a: 'x' }, { b: 'x' }],
  ),
  row(
    'unevaluatedProperties and if without then',
    json(
      '{"if":{"properties":{"a":{"const":1}},"required":["a"]},"else":{"properties":{"b":true}},"unevaluatedProperties":false}',
    ),
    [{ a: 1 }, { b: 1 }],
    [{ a: 2 }, { a: 1, b: 1 }],
  ),
  row(
    'unevaluatedProperties and if alone',
    json('{"if":{"properties":{"a":{"const":1}},"required":["a"]},"unevaluatedProperties":false}'),
    [{ a: 1 }, {}],
    [{ a: 2 }, { b: 1 }],
  ),
]

/** What is refused, each with the name of the keyword. */
export const refused: readonly (readonly [keyword: string, schema: object])[] = [
  ['unevaluatedItems', { prefixItems: [{}], contains: { type: 'string' }, unevaluatedItems: false }],
  ['unevaluatedItems', { anyOf: [{ items: { type: 'string' } }, true], unevaluatedItems: { type: 'boolean' } }],
  [
    '$dynamicRef',
    {
      $id: 'http://example.org/root',
      $ref: 'list',
      $defs: {
        foo: { $dynamicAnchor: 'items', type: 'string' },
        list: {
          $id: 'list',
          items: { $dynamicRef: '#items' },
          $defs: { items: { $dynamicAnchor: 'items' } },
        },
      },
    },
  ],
  ['__proto__', json('{"dependentRequired":{"__proto__":["a"]}}')],
  ['$id', { $defs: { a: { $id: 'http://example.org/x' }, b: { $id: 'http://example.org/x' } } }],
  ['enum', { enum: [] }],
  ['$schema', { $schema: 'https://example.org/own-dialect' }],
]

export const in07: readonly Row[] = [
  row('items, a list', { items: [{ type: 'integer' }, { type: 'string' }] }, [[], [1], [1, 'a', null]], [['a'], [1, 2]]),
  row('additionalItems: false', { items: [{}], additionalItems: false }, [[], [1]], [[1, 2]]),
  row('additionalItems, a schema', { items: [{}], additionalItems: { type: 'integer' } }, [['a'], ['a', 1]], [['a', 'b']]),
  row('additionalItems without items', { additionalItems: false }, [[1, 2], []], []),
  row(
    'dependencies, names',
    { dependencies: { a: ['b', 'c'] } },
    [{}, { b: 1 }, { a: 1, b: 2, c: 3 }],
    [{ a: 1 }, { a: 1, b: 2 }],
  ),
  row(
    'dependencies, a schema',
    { dependencies: { a: { properties: { b: { type: 'integer' } } } } },
    [{ a: 1, b: 2 }, { b: 'x' }],
    [{ a: 1, b: 'x' }],
  ),
  row('dependencies: false', { dependencies: { a: false } }, [{}, { b: 1 }], [{ a: 1 }]),
  row('definitions and $ref', { $ref: '#/definitions/n', definitions: { n: { type: 'integer' } } }, [1], ['a']),
  row('$ref stands alone', { $ref: '#/definitions/n', maximum: 3, definitions: { n: { type: 'integer' } } }, [3], ['a']),
  row('$id as a name', { allOf: [{ $ref: '#here' }], definitions: { n: { $id: '#here', type: 'integer' } } }, [1], ['a']),
  row(
    '$id of a part',
    { $id: 'http://example.org/a', allOf: [{ $ref: 'b' }], definitions: { b: { $id: 'b', type: 'integer' } } },
    [1],
    ['a'],
  ),
  row('contains with an empty list', { contains: true }, [[1]], [[]]),
  row(
    'draft-07 itself',
    { $ref: 'http://json-schema.org/draft-07/schema#' },
    [{ type: 'string' }, true],
    [{ type: 'text' }, { minLength: -1 }],
  ),
]
