import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { characterAround, endOfWhole } from './utf8.ts'

const around = (hex: string, at: number): [number, number] => {
  const { start, end } = characterAround(Buffer.from(hex, 'hex'), at)
  return [start, end]
}

test('a place inside a character is widened to all of it, a place between two stays', () => {
  // a é 你 😀 b
  const text = '61c3a9e4bda0f09f988062'
  const expected = [0, 1, [1, 3], 3, [3, 6], [3, 6], 6, [6, 10], [6, 10], [6, 10], 10, 11]
  assert.deepEqual(
    expected.map((_, at) => around(text, at)),
    expected.map((place) => (typeof place === 'number' ? [place, place] : place)),
  )
})

test('bytes that are no characters stand alone, and half a character holds together as far as it goes', () => {
  const cases: [string, number, [number, number]][] = [
    ['8080808080', 2, [2, 2]],
    // The fourth continuation belongs to nobody.
    ['e4bda080', 3, [3, 3]],
    // Half of 😀, then a letter.
    ['f09f9861', 2, [0, 3]],
    ['f09f9861', 3, [3, 3]],
    ['f09f98', 1, [0, 3]],
    // A long form of "/", a surrogate, and more than Unicode has: none of them begins a character.
    ['c0af', 1, [1, 1]],
    ['e080af', 1, [1, 1]],
    ['eda080', 1, [1, 1]],
    ['f4908080', 1, [1, 1]],
    ['f5808080', 1, [1, 1]],
  ]
  for (const [hex, at, expected] of cases) assert.deepEqual(around(hex, at), expected, `${hex} at ${at}`)
})

test('text of any bytes that is cut at such borders reads the same when it is joined', () => {
  const leads = fc.constantFrom(0x61, 0x80, 0x90, 0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xe4, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff)
  fc.assert(
    fc.property(fc.array(leads, { maxLength: 12 }), (values) => {
      const bytes = Buffer.from(values)
      for (let at = 0; at <= bytes.length; at++) {
        const { start, end } = characterAround(bytes, at)
        for (const border of [start, end])
          assert.equal(bytes.toString('utf8', 0, border) + bytes.toString('utf8', border), bytes.toString())
      }
    }),
    { numRuns: 2000 },
  )
})

test('the beginning of a character at the end is told from bytes that are none', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['61c3a9', 3],
    ['61c3', 1],
    ['61e4bd', 1],
    ['61f09f98', 1],
    ['f09f9880', 4],
    // Nothing that may come makes these a character.
    ['61ff', 2],
    ['6180', 2],
    ['61c0', 2],
    ['61eda0', 3],
    ['e4bda080', 4],
  ]
  for (const [hex, expected] of cases) assert.equal(endOfWhole(Buffer.from(hex, 'hex')), expected, hex)
})
