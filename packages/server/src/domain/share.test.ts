import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { noRoomFor } from './share.ts'

const waiting = (counts: Record<string, number>) => new Map(Object.entries(counts))

verifies('fair.queue-by-caller', 'alone a caller has all places, and among others its share', () => {
  const reason = 'Other callers wait too, and your share of the places is used. Retry when some of your own jobs have started.'
  const table: [caller: string, counts: Record<string, number>, answer: ReturnType<typeof noRoomFor>][] = [
    ['a', {}, null],
    ['a', { a: 9 }, null],
    ['a', { a: 10 }, { queued: 10, limit: 10 }],
    // All places are taken, and another still has its share.
    ['b', { a: 10 }, null],
    ['b', { a: 10, b: 4 }, null],
    ['b', { a: 10, b: 5 }, { queued: 15, limit: 10, caller_queued: 5, caller_share: 5, reason }],
    // There is room, but it belongs to the others.
    ['a', { a: 5, b: 1 }, { queued: 6, limit: 10, caller_queued: 5, caller_share: 5, reason }],
    ['c', { a: 10, b: 5, c: 2 }, null],
    ['c', { a: 10, b: 5, c: 3 }, { queued: 18, limit: 10, caller_queued: 3, caller_share: 3, reason }],
    // Never twice as many.
    ['e', { a: 10, b: 5, c: 3, d: 2 }, { queued: 20, limit: 10 }],
  ]
  for (const [caller, counts, answer] of table)
    assert.deepEqual(noRoomFor(caller, waiting(counts), 10), answer, `${caller} of ${JSON.stringify(counts)}`)
  assert.equal(noRoomFor('b', waiting({ a: 1 }), 1), null)
})
