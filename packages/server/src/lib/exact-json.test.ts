import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { parseExactly, parseToDoubles, withNumbersOf } from './exact-json.ts'

const said = 'output.exactly-what-was-said'

verifies(said, 'every number that JSON can say is written back as it was read', () => {
  const numbers = [
    ...['9223372036854775807', '-9223372036854775808', '9007199254740993', '12345678901234567890123', '1.5e9999', '-1e400'],
    ...[
      '1e-400',
      '0.1000000000000000055511151231257827',
      '1.0',
      '1.50',
      '-0',
      '-0.0',
      '0e0',
      '1E5',
      '1e+5',
      '100000000000000000000',
    ],
    ...['0', '1', '-1', '0.1', '0.30000000000000004', '1e21', '5e-324', '1234567.891'],
  ]
  for (const number of numbers) {
    const text = `{"a":[${number},{"b":${number}}],"c":"${number}"}`
    assert.equal(JSON.stringify(parseExactly(text)), text)
  }
})

verifies(said, 'any JSON that is written without space is written back byte for byte', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,20})?([eE][-+]?\d{1,4})?$/)
  const leaf = fc.oneof(
    digits,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('null', 'true'),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    // Names that are numbers would change their order, which means nothing.
    object: fc
      .uniqueArray(fc.stringMatching(/^[a-z_]{1,9}$/), { maxLength: 4 })
      .chain((names) =>
        fc
          .tuple(...names.map(() => tie('value')))
          .map((values) => `{${names.map((name, at) => `"${name}":${values[at]}`).join(',')}}`),
      ),
  }))
  fc.assert(fc.property(value, (text) => assert.equal(JSON.stringify(parseExactly(String(text))), text)))
})

test('for a check no number is infinite, and none is zero that is not', () => {
  assert.deepEqual(parseToDoubles('[1.5e9999,-1e400,1e-400,-1e-400,0e9,-0.0,9223372036854775807,1.0]'), [
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Number.MIN_VALUE,
    -Number.MIN_VALUE,
    0,
    -0,
    2 ** 63,
    1,
  ])
})

test('a value that was made of another has its numbers, where it still has any', () => {
  const before = parseExactly('{"a":1.0,"b":[2.0,{"c":3.0}],"d":null,"e":4.0,"__proto__":5.0}')
  const made = JSON.parse('{"a":1,"b":[2,{"c":3}],"e":"4","__proto__":5,"f":6}')
  assert.equal(JSON.stringify(withNumbersOf(before, made)), '{"a":1.0,"b":[2.0,{"c":3.0}],"e":"4","__proto__":5.0,"f":6}')
})
