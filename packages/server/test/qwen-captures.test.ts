import assert from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import type { EngineEvent } from '../src/domain/engine-event.ts'
import type { Span, Stream } from '../src/domain/launch.ts'
import { qwenParser } from '../src/engines/qwen/parse.ts'
import { byHand, type Expected } from './captures/qwen/by-hand.ts'
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

const captures = capturesOf('qwen')
const heard = (capture: Capture) => hear(qwenParser(), feedOf(capture), capture.exit)
const on = (stream: Stream, events: readonly EngineEvent[]) => events.filter(({ at }) => at.stream === stream)

verifies('parser.captures-by-hand', 'recorded calls of Qwen Code give the events that were written by hand', () => {
  const names = Object.keys(byHand)
  assert.deepEqual(names.sort(), ['err-401', 'tools-stream'])
  for (const name of names) {
    const capture = captures.find((capture) => capture.name === name)
    assert.ok(capture, `${name} was recorded`)
    const events = heard(capture)
    assert.deepEqual(on('stdout', events), expectedOf(byHand[name] ?? [], capture.stdout), name)
    assert.deepEqual(on('stderr', events), rawLinesOf(capture.stderr), name)
  }
})

verifies('parser.captures-golden', 'every other recorded call of Qwen Code gives the reviewed events', () => {
  for (const capture of captures.filter(({ name }) => !Object.hasOwn(byHand, name))) {
    const events = heard(capture)
    assertGolden(capture, events)
    assertCovered(events, 'stdout', capture.stdout.length)
    assertCovered(events, 'stderr', capture.stderr.length)
  }
})

verifies(
  'parser.survives-mutation',
  'whatever happens to a recorded call of Qwen Code, every byte stays in an event, in its order',
  () => {
    for (const capture of captures) {
      fc.assert(
        fc.property(damaged(capture, captures), (feed) => {
          const events = assertSurvives(qwenParser(), feed, capture.exit)
          for (const stream of ['stdout', 'stderr'] as const) assertInOrder(on(stream, events))
        }),
        { numRuns: 50 },
      )
    }
  },
)

/** The hand-written events, at the bytes of the lines they name. */
function expectedOf(expected: readonly Expected[], stdout: Buffer): unknown[] {
  const spans = spansOf('stdout', stdout)
  const end = { stream: 'stdout', from: stdout.length, to: stdout.length }
  return expected.map(([line, event]) => ({ ...event, at: line === 'end' ? end : spans[line - 1] }))
}

/** What stands on stderr is no event of Qwen Code, and nobody is warned of it. */
const rawLinesOf = (stderr: Buffer): unknown[] => spansOf('stderr', stderr).map((at) => rawAt(stderr, at))

const rawAt = (bytes: Buffer, at: Pick<Span, 'from' | 'to'>): unknown => {
  const text = bytes.subarray(at.from, at.to).toString('utf8')
  return { type: 'unparsed', text, why: null, tooLong: false, at }
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
