import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isName, parseRule } from './rules.ts'

const usual = { below: false, ports: [443, 80], by: 'skill', at: null } as const

test('a rule is a host, those below a host, or one port of a host', () => {
  assert.deepEqual(parseRule('api.example.com', 'skill'), { ...usual, name: 'api.example.com' })
  assert.deepEqual(parseRule('API.Example.Com.', 'skill'), { ...usual, name: 'api.example.com' })
  assert.deepEqual(parseRule('*.example.com', 'skill'), { ...usual, name: 'example.com', below: true })
  assert.deepEqual(parseRule('api.example.com:8443', 'skill'), { ...usual, name: 'api.example.com', ports: [8443] })
  assert.deepEqual(parseRule('*.example.com.:8443', 'skill'), { ...usual, name: 'example.com', below: true, ports: [8443] })
})

test('names of one word are for the operator, whose network they belong to', () => {
  assert.deepEqual(parseRule('gateway:4000', 'operator'), { ...usual, by: 'operator', name: 'gateway', ports: [4000] })
  assert.deepEqual(
    ['gateway', 'localhost', '*.com'].map((text) => parseRule(text, 'skill')),
    [null, null, null],
  )
  assert.equal(parseRule('*.com', 'operator'), null)
})

test('a star is every host of the internet, on the ports of the web or on the one that is named', () => {
  const any = { name: '*', below: true, by: 'skill', at: null } as const
  assert.deepEqual(parseRule('*', 'skill'), { ...any, ports: [443, 80, 8080, 8443] })
  assert.deepEqual(parseRule('*:5432', 'skill'), { ...any, ports: [5432] })
  assert.deepEqual([parseRule('*:0', 'skill'), parseRule('*:99999', 'skill'), parseRule('**', 'skill')], [null, null, null])
})

const noRules = [
  ...[
    '',
    '*',
    '*.',
    '.',
    'a..b',
    '*.*.example.com',
    'a.*.example.com',
    'http://example.com',
    'example.com/path',
    'user@example.com',
  ],
  ...[
    'example.com:0',
    'example.com:65536',
    'example.com:http',
    'example.com:',
    '-a.example.com',
    `${'a'.repeat(64)}.example.com`,
  ],
  ...[`${'a.'.repeat(126)}com`, 'exa mple.com', 'example.com\n', 'exämple.com'],
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '::1',
    '[::1]:443',
    '1.2.3.4:443',
    '10.0.0.1.',
  ],
]

test('whatever is no name is no rule, least of all an address', () => {
  assert.deepEqual(
    noRules.filter((text) => parseRule(text, 'operator') !== null),
    [],
  )
})

test('no number is a name, however it is written', () => {
  const spelled = fc.nat().map((value) => [String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`])
  fc.assert(
    fc.property(fc.array(spelled, { minLength: 1, maxLength: 4 }), fc.nat(2), (parts, way) =>
      assert.equal(isName(parts.map((part) => part[way]).join('.')), false),
    ),
  )
})
