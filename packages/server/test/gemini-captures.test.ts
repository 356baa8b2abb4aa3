import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { geminiParser } from '../src/engines/gemini/parse.ts'
import { byHand } from './captures/gemini/by-hand.ts'
import { assertInOrder, everyLineRaw, expectedOf, on } from './support/by-hand.ts'
import {
  assertCovered,
  assertGolden,
  assertSurvives,
  type Capture,
  capturesOf,
  damaged,
  feedOf,
  hear,
} from './support/captures.ts'

const captures = capturesOf('gemini')
const streams = ['stdout', 'stderr'] as const
const heard = (capture: Capture) => hear(geminiParser(), feedOf(capture), capture.exit)

verifies('parser.captures-by-hand', 'recorded calls of Gemini CLI give the events that were written by hand', () => {
  const cases = Object.entries(byHand)
  assert.ok(cases.length >= 14)
  for (const [name, { stdout, stderr = everyLineRaw }] of cases) {
    const capture = captures.find((capture) => capture.name === name)
    assert.ok(capture, `${name} was recorded`)
    const events = heard(capture)
    assert.deepEqual(on('stdout', events), expectedOf(stdout, 'stdout', capture.stdout), name)
    assert.deepEqual(on('stderr', events), expectedOf(stderr, 'stderr', capture.stderr), name)
  }
})

verifies('parser.captures-golden', 'every other recorded call of Gemini CLI gives the reviewed events', () => {
  for (const capture of captures.filter(({ name }) => !Object.hasOwn(byHand, name))) {
    const events = heard(capture)
    assertGolden(capture, events)
    for (const stream of streams) assertCovered(events, stream, capture[stream].length)
  }
})

test('which stream is read first changes nothing', () => {
  for (const capture of captures) {
    const events = heard(capture)
    const other = hear(geminiParser(), feedOf(capture).toReversed(), capture.exit)
    for (const stream of streams) assert.deepEqual(on(stream, other), on(stream, events), capture.name)
  }
})

verifies(
  'parser.survives-mutation',
  'whatever happens to a recorded call of Gemini CLI, every byte stays in an event, in its order',
  () => {
    for (const capture of captures) {
      fc.assert(
        fc.property(damaged(capture, captures), (feed) => {
          const events = assertSurvives(geminiParser(), feed, capture.exit)
          for (const stream of streams) assertInOrder(on(stream, events))
        }),
        { numRuns: 100 },
      )
    }
  },
)
