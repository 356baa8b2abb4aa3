import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { lookOver } from './look-over.ts'

const repeatedKeys = (json: string) => lookOver(json).repeated

verifies('output.exactly-what-was-said', 'a name that an object has twice is found, however it is written', () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":1}', ['/a']],
    ['{"a":1,"\\u0061":1}', ['/a']],
    ['{"a":{"a":1},"b":{"a":1}}', []],
    ['[{"a":1},{"a":1},{"b":[0,{"c":1,"c":2,"c":3}]}]', ['/2/b/1/c']],
    ['{"a":"a","b":["a","a"],"c":"\\"a\\":"}', []],
    ['{"a/b":1,"a/b":2,"~":1,"~":2,"":1,"":2}', ['/a~1b', '/~0', '/']],
    ['{"__proto__":1,"constructor":1,"__proto__":2}', ['/__proto__']],
    ['{"{":1,",":2,"}":3}', []],
    ['[]', []],
    ['"a"', []],
  ]
  assert.deepEqual(
    table.map(([text]) => [text, repeatedKeys(text)]),
    table,
  )
})

test('of many only the first twenty are named', () => {
  const names = Array.from({ length: 50 }, (_, index) => `"${index}":0`).join(',')
  assert.deepEqual(
    repeatedKeys(`{${names},${names}}`),
    Array.from({ length: 20 }, (_, index) => `/${index}`),
  )
})

verifies('output.exactly-what-was-said', 'numbers that JavaScript would write otherwise are found at their places', () => {
  const json = '{"a":[0,-0,{"b":1.0}],"1.0":1,"\\\\":"\\\\","c":"2.0\\"3.0","d":-12,"e":1e21,"f":1E2,"g":[[9007199254740993]]}'
  assert.deepEqual(lookOver(json).numbers, [
    { place: ['a', 1], source: '-0' },
    { place: ['a', 2, 'b'], source: '1.0' },
    { place: ['e'], source: '1e21' },
    { place: ['f'], source: '1E2' },
    { place: ['g', 0, 0], source: '9007199254740993' },
  ])
  assert.deepEqual(lookOver('1.0'), { repeated: [], numbers: [{ place: [], source: '1.0' }] })
})

test('what JSON.stringify writes has none', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assert.deepEqual(repeatedKeys(JSON.stringify(value)), [])))
})
