import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { firstDifference, shortJson } from './difference.ts'

const table: readonly (readonly [expected: unknown, actual: unknown, found: string | null])[] = [
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, null],
  [1, '1', ': 1, "1"'],
  [null, {}, ': null, {}'],
  [[], {}, ': [], {}'],
  [{ a: [1, 2] }, { a: [1, 3] }, '/a/1: 2, 3'],
  [{ a: [1, 2] }, { a: [1] }, '/a/1: 2, nothing'],
  [{ a: [1] }, { a: [1, 2] }, '/a/1: nothing, 2'],
  [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, '/a~1b/~0: 1, 2'],
  [{}, JSON.parse('{"__proto__":1}'), '/__proto__: nothing, 1'],
  [{ constructor: 1 }, {}, '/constructor: 1, nothing'],
]

verifies('evals.program-checks', 'the first place where two values differ is found', () => {
  for (const [expected, actual, found] of table) {
    const difference = firstDifference(expected, actual)
    assert.equal(difference && `${difference.path}: ${difference.expected}, ${difference.actual}`, found)
  }
})

verifies('evals.program-checks', 'a long value is shown with its beginning and its end', () => {
  assert.equal(shortJson({ a: 'x'.repeat(100) }, 21), '{"a":"xxxx…xxxxxxxx"}')
})
