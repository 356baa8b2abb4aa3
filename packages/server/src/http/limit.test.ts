import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitOf } from './limit.ts'

test('a list has as many entries as asked for, the usual number if nothing is asked for, and never more than 1000', () => {
  assert.deepEqual(
    [limitOf({}, 50), limitOf({ limit: 1 }, 50), limitOf({ limit: 1000 }, 50), limitOf({ limit: 1e20 }, 50)],
    [50, 1, 1000, 1000],
  )
})
