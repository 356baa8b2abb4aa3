import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import type { EngineEvent } from '../src/domain/engine-event.ts'
import type { Span, Stream } from '../src/domain/launch.ts'
import { geminiParser } from '../src/engines/gemini/parse.ts'
import { byHand, type Expected } from './captures/gemini/by-hand.ts'
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
const on = (stream: Stream, events: readonly EngineEvent[]) => events.filter(({ at }) => at.stream === stream)

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

/** However many lines there are. */
const everyLineRaw: readonly Expected[] = [[[1, Number.POSITIVE_INFINITY], 'raw']]

/** The hand-written events, at the bytes of the lines they name. */
function expectedOf(expected: readonly Expected[], stream: Stream, bytes: Buffer): unknown[] {
  const spans = spansOf(stream, bytes)
  return expected.flatMap(([place, event]): unknown[] => {
    if (place === 'end') return event === 'raw' ? [] : [{ ...event, at: { stream, from: bytes.length, to: bytes.length } }]
    const [first, last] = typeof place === 'number' ? [place, place] : place
    const named = spans.slice(first - 1, last)
    if (event === 'raw') return named.map((at) => ({ type: 'unparsed', text: textAt(bytes, at), why: null, tooLong: false, at }))
    return [{ ...event, at: { stream, from: named[0]?.from, to: named.at(-1)?.to } }]
  })
}

const textAt = (bytes: Buffer, { from, to }: Span): string => bytes.subarray(from, to).toString('utf8')

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
