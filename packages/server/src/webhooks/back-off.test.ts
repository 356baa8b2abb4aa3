import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTry, usualPace } from './back-off.ts'

const created = '2026-01-01T00:00:00.000Z'
const noon = new Date('2026-01-01T12:00:00.000Z')

test('after each failure it waits longer, up to an hour', () => {
  const times = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => nextTry(usualPace, failures, created, noon, 0))
  assert.deepEqual(times, [
    '2026-01-01T12:00:05.000Z',
    '2026-01-01T12:00:30.000Z',
    '2026-01-01T12:02:00.000Z',
    '2026-01-01T12:10:00.000Z',
    '2026-01-01T12:30:00.000Z',
    '2026-01-01T13:00:00.000Z',
    '2026-01-01T13:00:00.000Z',
    '2026-01-01T13:00:00.000Z',
  ])
})

test('chance adds up to a fifth, so that those that failed together do not come back together', () => {
  assert.equal(nextTry(usualPace, 2, created, noon, 0.5), '2026-01-01T12:00:33.000Z')
  assert.equal(nextTry(usualPace, 6, created, noon, 1), '2026-01-01T13:12:00.000Z')
})

test('a try that would come later than three days after the event is not made', () => {
  assert.equal(nextTry(usualPace, 70, created, new Date('2026-01-03T23:00:00.000Z'), 0), '2026-01-04T00:00:00.000Z')
  assert.equal(nextTry(usualPace, 70, created, new Date('2026-01-03T23:00:00.001Z'), 0), null)
})
