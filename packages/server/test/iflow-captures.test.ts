import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { iflowParser } from '../src/engines/iflow/parse.ts'
import { byHand } from './captures/iflow/by-hand.ts'
import { assertInOrder, expectedOf, on } from './support/by-hand.ts'
import { assertCovered, assertSurvives, type Capture, capturesOf, damaged, feedOf, hear } from './support/captures.ts'

const captures = capturesOf('iflow')
const streams = ['stdout', 'stderr'] as const
const heard = (capture: Capture) => hear(iflowParser(), feedOf(capture), capture.exit)

verifies(
  ['parser.captures-by-hand', 'iflow.documented-contract'],
  'every recorded call of iFlow CLI gives the events that were written by hand',
  () => {
    assert.deepEqual(
      captures.map(({ name }) => name),
      Object.keys(byHand).sort(),
    )
    for (const capture of captures) {
      const events = heard(capture)
      for (const stream of streams) {
        const expected = expectedOf(byHand[capture.name]?.[stream] ?? [], stream, capture[stream])
        assert.deepEqual(on(stream, events), expected, capture.name)
        assertCovered(events, stream, capture[stream].length)
      }
    }
  },
)

test('which stream of iFlow is read first changes nothing', () => {
  for (const capture of captures) {
    const events = heard(capture)
    const other = hear(iflowParser(), feedOf(capture).toReversed(), capture.exit)
    for (const stream of streams) assert.deepEqual(on(stream, other), on(stream, events), capture.name)
  }
})

verifies(
  'parser.survives-mutation',
  'whatever happens to a recorded call of iFlow CLI, every byte stays in an event, in its order',
  () => {
    for (const capture of captures) {
      fc.assert(
        fc.property(damaged(capture, captures), (feed) => {
          const events = assertSurvives(iflowParser(), feed, capture.exit)
          for (const stream of streams) assertInOrder(on(stream, events))
        }),
        { numRuns: 100 },
      )
    }
  },
)
