import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import type { EngineParser } from '../../src/engines/engine.ts'
import { assertInOrder, type ByHand, type Expected, everyLineRaw, expectedOf, on } from './by-hand.ts'
import { assertCovered, assertGolden, assertSurvives, type Capture, capturesOf, damaged, feedOf, hear } from './captures.ts'

interface CaptureSuite {
  /** As in the names of the tests. */
  readonly title: string
  readonly engine: string
  readonly parser: () => EngineParser
  /** By the name of the recording; a list alone is that of stdout. */
  readonly byHand: Readonly<Record<string, ByHand | readonly Expected[]>>
  /** So many at least were written by hand. */
  readonly least: number
  /** It does not matter which stream is read first. */
  readonly inAnyOrder?: boolean
}

const streams = ['stdout', 'stderr'] as const

/** What holds for the recordings of every engine: events by hand, reviewed events for the rest, and no byte lost whatever happens to them. */
export function provesCaptures({ title, engine, parser, byHand, least, inAnyOrder = false }: CaptureSuite): void {
  const captures = capturesOf(engine)
  const heard = (capture: Capture) => hear(parser(), feedOf(capture), capture.exit)

  verifies('parser.captures-by-hand', `recorded calls of ${title} give the events that were written by hand`, () => {
    const cases = Object.entries(byHand)
    assert.ok(cases.length >= least)
    for (const [name, expected] of cases) {
      const capture = captures.find((capture) => capture.name === name)
      assert.ok(capture, `${name} was recorded`)
      const events = heard(capture)
      const { stdout, stderr = everyLineRaw } = 'stdout' in expected ? expected : { stdout: expected }
      assert.deepEqual(on('stdout', events), expectedOf(stdout, 'stdout', capture.stdout), name)
      assert.deepEqual(on('stderr', events), expectedOf(stderr, 'stderr', capture.stderr), name)
    }
  })

  verifies('parser.captures-golden', `every other recorded call of ${title} gives the reviewed events`, () => {
    for (const capture of captures.filter(({ name }) => !Object.hasOwn(byHand, name))) {
      const events = heard(capture)
      assertGolden(capture, events)
      for (const stream of streams) assertCovered(events, stream, capture[stream].length)
    }
  })

  if (inAnyOrder)
    test(`which stream of ${title} is read first changes nothing`, () => {
      for (const capture of captures) {
        const [events, other] = [heard(capture), hear(parser(), feedOf(capture).toReversed(), capture.exit)]
        for (const stream of streams) assert.deepEqual(on(stream, other), on(stream, events), capture.name)
      }
    })

  verifies(
    'parser.survives-mutation',
    `whatever happens to a recorded call of ${title}, every byte stays in an event, in its order`,
    () => {
      for (const capture of captures) {
        fc.assert(
          fc.property(damaged(capture, captures), (feed) => {
            const events = assertSurvives(parser(), feed, capture.exit)
            for (const stream of streams) assertInOrder(on(stream, events))
          }),
          { numRuns: 50 },
        )
      }
    },
  )
}
