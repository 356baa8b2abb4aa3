import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTry, retryAfterMs, usualPace } from './back-off.ts'

const created = '2026-01-01T00:00:00.000Z'
const noon = new Date('2026-01-01T12:00:00.000Z')
const after = (failures: number, askedMs = 0) => ({ failures, createdAt: created, askedMs })

test('after each failure it waits longer, up to an hour', () => {
  const times = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => nextTry(usualPace, after(failures), noon, 0))
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
  assert.equal(nextTry(usualPace, after(2), noon, 0.5), '2026-01-01T12:00:33.000Z')
  assert.equal(nextTry(usualPace, after(6), noon, 1), '2026-01-01T13:12:00.000Z')
})

test('a try that would come later than three days after the event is not made', () => {
  assert.equal(nextTry(usualPace, after(70), new Date('2026-01-03T23:00:00.000Z'), 0), '2026-01-04T00:00:00.000Z')
  assert.equal(nextTry(usualPace, after(70), new Date('2026-01-03T23:00:00.001Z'), 0), null)
})

test('a receiver may ask for a longer pause, up to an hour, and not for a shorter one', () => {
  const minute = 60_000
  assert.deepEqual(
    [10 * minute, 0.001 * minute, 60 * minute, 600 * minute].map((ms) => nextTry(usualPace, after(1, ms), noon, 0)),
    ['2026-01-01T12:10:00.000Z', '2026-01-01T12:00:05.000Z', '2026-01-01T13:00:00.000Z', '2026-01-01T13:00:00.000Z'],
  )
})

test('Retry-After is a number of seconds or a date of HTTP, and anything else is nothing', () => {
  const said: readonly [header: string | undefined, ms: number][] = [
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 12:30:00 GMT', 1_800_000],
    ['Thu, 01 Jan 2026 11:30:00 GMT', 0],
    [undefined, 0],
    ['', 0],
    ['-5', 0],
    ['1.5', 0],
    ['5 minutes', 0],
    ['2026-02-01', 0],
    ['Thu, never GMT', 0],
  ]
  for (const [header, ms] of said) assert.equal(retryAfterMs(header, noon), ms, header)
})
