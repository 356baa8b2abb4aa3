import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './differences.ts'

test('differences are told by their places, in order, and no more than asked for', () => {
  const table: readonly (readonly [unknown, unknown, readonly [string, unknown, unknown][]])[] = [
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    [1, '1', [['', 1, '1']]],
    [
      { a: 1, b: 2 },
      { b: 3, c: 4 },
      [
        ['/a', 1, undefined],
        ['/b', 2, 3],
        ['/c', undefined, 4],
      ],
    ],
    [[1, 2], [1], [['/1', 2, undefined]]],
    [[], {}, [['', [], {}]]],
    [{ 'a/b~c': [0] }, { 'a/b~c': [1] }, [['/a~1b~0c/0', 0, 1]]],
  ]
  for (const [one, other, expected] of table) {
    const told = differencesOf(one, other, 10).map(({ at, expected: before, found }) => [at, before, found])
    assert.deepEqual(told, expected)
  }
  assert.equal(differencesOf([1, 2, 3], [4, 5, 6], 2).length, 2)
})
