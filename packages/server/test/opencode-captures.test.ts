import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import type { EngineEvent } from '../src/domain/engine-event.ts'
import type { Span, Stream } from '../src/domain/launch.ts'
import { opencodeParser } from '../src/engines/opencode/parse.ts'
import { byHand, type Expected } from './captures/opencode/by-hand.ts'
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

const captures = capturesOf('opencode')
const streams = ['stdout', 'stderr'] as const
const heard = (capture: Capture) => hear(opencodeParser(), feedOf(capture), capture.exit)
const on = (stream: Stream, events: readonly EngineEvent[]) => events.filter(({ at }) => at.stream === stream)

verifies('parser.captures-by-hand', 'recorded calls of opencode give the events that were written by hand', () => {
  const cases = Object.entries(byHand)
  assert.ok(cases.length >= 15)
  for (const [name, expected] of cases) {
    const capture = captures.find((capture) => capture.name === name)
    assert.ok(capture, `${name} was recorded`)
    const events = heard(capture)
    for (const stream of streams) {
      const lines = spansOf(stream, capture[stream])
      const raw = lines.map((_, index): Expected => [index + 1, 'raw'])
      assert.deepEqual(on(stream, events), eventsAt(lines, expected[stream] ?? raw, capture[stream]), `${name}: ${stream}`)
    }
  }
})

verifies('parser.captures-golden', 'every other recorded call of opencode gives the reviewed events', () => {
  for (const capture of captures.filter(({ name }) => !Object.hasOwn(byHand, name))) {
    const events = heard(capture)
    assertGolden(capture, events)
    for (const stream of streams) assertCovered(events, stream, capture[stream].length)
  }
})

test('which stream is read first changes nothing', () => {
  for (const capture of captures) {
    const events = heard(capture)
    const other = hear(opencodeParser(), feedOf(capture).toReversed(), capture.exit)
    for (const stream of streams) assert.deepEqual(on(stream, other), on(stream, events), capture.name)
  }
})

verifies(
  'parser.survives-mutation',
  'whatever happens to a recorded call of opencode, every byte stays in an event, in its order',
  () => {
    for (const capture of captures) {
      fc.assert(
        fc.property(damaged(capture, captures), (feed) => {
          const events = assertSurvives(opencodeParser(), feed, capture.exit)
          for (const stream of streams) assertInOrder(on(stream, events))
        }),
        { numRuns: 50 },
      )
    }
  },
)

/** The hand-written events, at the bytes of the lines they name. */
function eventsAt(lines: readonly Span[], expected: readonly Expected[], bytes: Buffer): unknown[] {
  return expected.map(([line, event]): unknown => {
    const at = lines[line - 1]
    assert.ok(at, `there is a line ${line}`)
    if (event !== 'raw') return { ...event, at }
    return { type: 'unparsed', text: bytes.subarray(at.from, at.to).toString('utf8'), why: null, tooLong: false, at }
  })
}

function spansOf(stream: Stream, bytes: Buffer): Span[] {
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([place]) => place + 1)
  if (bytes.length > (ends.at(-1) ?? 0)) ends.push(bytes.length)
  return ends.map((to, index) => ({ stream, from: ends[index - 1] ?? 0, to }))
}

function assertInOrder(events: readonly EngineEvent[]): void {
  const starts = events.map(({ at }) => at.from)
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  )
}
