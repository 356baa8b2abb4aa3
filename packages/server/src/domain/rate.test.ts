import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Bucket, take } from './rate.ts'

test('all of a minute can be asked for at once, then one for each part of it', () => {
  let bucket: Bucket | undefined
  const ask = (now: number) => {
    const taken = take(bucket, 3, now)
    bucket = taken.bucket
    return [taken.isAllowed, taken.remaining, taken.waitMs, taken.fullMs]
  }
  assert.deepEqual(
    [ask(0), ask(0), ask(0), ask(0), ask(19_999), ask(20_000), ask(1_000_000)],
    [
      [true, 2, 0, 20_000],
      [true, 1, 0, 40_000],
      [true, 0, 20_000, 60_000],
      [false, 0, 20_000, 60_000],
      [false, 0, 1, 40_001],
      [true, 0, 20_000, 60_000],
      [true, 2, 0, 20_000],
    ],
  )
})

test('however it is asked, in any time no more is allowed than a burst and what came back since', () => {
  const asked = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), asked, (perMinute, pauses) => {
      let bucket: Bucket | undefined
      let now = 0
      let allowed = 0
      for (const pause of pauses) {
        now += pause
        const taken = take(bucket, perMinute, now)
        bucket = taken.bucket
        if (taken.isAllowed) allowed += 1
      }
      return allowed <= perMinute + (now * perMinute) / 60_000 + 1e-6
    }),
  )
})

test('a clock that goes backwards gives nothing and takes nothing', () => {
  const { bucket } = take({ left: 5, at: 1000 }, 10, 500)
  assert.deepEqual(bucket, { left: 4, at: 500 })
})
