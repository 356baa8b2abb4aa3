import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../lib/fault.ts'
import { waitOf } from './prefer.ts'

test('the time to wait comes from the query, else from Prefer, else there is none', () => {
  const cases: [query: { wait?: number }, prefer: string | undefined, expected: number | null][] = [
    [{}, undefined, null],
    [{ wait: 5 }, undefined, 5],
    [{ wait: 5 }, 'wait=9', 5],
    [{}, 'wait=9', 9],
    [{}, 'respond-async, WAIT = 300', 300],
    [{}, 'wait="7"; x', 7],
    [{}, 'return=minimal', null],
  ]
  for (const [query, prefer, expected] of cases) assert.equal(waitOf(query, prefer === undefined ? {} : { prefer }), expected)
})

test('a time that is not from 1 to 300 whole seconds is refused', () => {
  for (const prefer of ['wait=0', 'wait=301', 'wait=-1', 'wait=1.5', 'wait=', 'wait=soon', 'wait=99999999999']) {
    assert.throws(
      () => waitOf({}, { prefer }),
      (error) => error instanceof Fault && error.code === 'INVALID_REQUEST',
      prefer,
    )
  }
})
