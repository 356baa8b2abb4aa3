import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedLabel } from './bounded-label.ts'

test('the first values keep their names, and all others share one', () => {
  const label = boundedLabel(2)
  assert.deepEqual(['a', 'b', 'c', 'a', 'd', 'b'].map(label), ['a', 'b', '(other)', 'a', '(other)', 'b'])
})
