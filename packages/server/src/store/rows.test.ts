import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf } from './rows.ts'

test('an error has details, also one that an older version recorded without', () => {
  const error = { code: 'TIMEOUT', message: 'm' }
  assert.deepEqual(errorOf(JSON.stringify({ ...error, details: null })), { ...error, details: {} })
  assert.deepEqual(errorOf(JSON.stringify({ ...error, details: { a: 1 } })), { ...error, details: { a: 1 } })
})
