import assert from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import type { Exit } from '../src/domain/launch.ts'
import type { Engine } from '../src/engines/engine.ts'
import { engines } from '../src/engines/index.ts'
import { assertSurvives, type Capture, capturesOf } from './support/captures.ts'
import { type Document, documentsIn, placesIn, withValueAt } from './support/json-places.ts'

/** Values that have broken parsers: names that objects inherit, methods that are none, and what no field expects. */
const oddValues: readonly unknown[] = [
  '{"toString":1}',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"type":"error"}}',
  '{"toJSON":1,"then":1,"length":-1}',
  '[[{"toString":1}]]',
  '[]',
  '{}',
  '""',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"\\ud800"',
  'null',
  'true',
  '-1.5',
  '1e999',
  '9223372036854775807',
  `${'['.repeat(900)}${']'.repeat(900)}`,
].map((text) => JSON.parse(text))

/** One recorded document, in the stream that it was printed to. */
interface Recorded {
  readonly capture: Capture
  readonly stream: 'stdout' | 'stderr'
  readonly document: Document
}

const recordedBy = ({ id }: Engine): Recorded[] =>
  capturesOf(id).flatMap((capture) =>
    (['stdout', 'stderr'] as const).flatMap((stream) =>
      documentsIn(capture[stream].toString('utf8')).map((document) => ({ capture, stream, document })),
    ),
  )

for (const engine of Object.values(engines).filter(({ id }) => id !== 'replay')) {
  const recorded = recordedBy(engine)

  verifies('parser.any-json', `${engine.id}: an odd value in any place of any recorded document is read or stays raw`, () => {
    const seen = new Set<string>()
    for (const one of recorded) {
      for (const place of placesIn(one.document.value)) {
        // The same place of the same kind of document is the same case.
        const kind = `${one.stream} ${kindOf(one.document.value)} ${place.map((key) => (typeof key === 'number' ? '*' : key)).join('/')}`
        if (seen.has(kind)) continue
        seen.add(kind)
        for (const value of oddValues) survives(engine, one, JSON.stringify(withValueAt(one.document.value, place, value)))
      }
    }
    assert.ok(seen.size > 5, `${seen.size} places`)
  })

  verifies('parser.any-json', `${engine.id}: any JSON in any place of any recorded document is read or stays raw`, () => {
    const replaced = fc
      .constantFrom(...recorded)
      .chain((one) =>
        fc
          .tuple(fc.constantFrom(...placesIn(one.document.value)), fc.jsonValue({ depthSize: 'medium' }))
          .map(([place, value]) => ({ one, text: JSON.stringify(withValueAt(one.document.value, place, value)) })),
      )
    fc.assert(
      fc.property(replaced, ({ one, text }) => survives(engine, one, text)),
      { numRuns: 500 },
    )
  })
}

verifies('parser.any-json', 'any JSON as a line of its own is read or stays raw, by every parser', () => {
  fc.assert(
    fc.property(fc.json({ depthSize: 'medium' }), fc.constantFrom(...Object.values(engines)), (text, engine) => {
      const feed = [{ stream: 'stdout' as const, chunk: Buffer.from(`${text}\n`) }]
      assertSurvives(engine.parser(), feed, { kind: 'exited', code: 0 })
    }),
    { numRuns: 2000 },
  )
})

/** What tells documents apart: their own names for their kind. */
function kindOf(value: object): string {
  const { type, subtype, item, part } = value as Record<string, unknown>
  const inner = (item ?? part ?? {}) as Record<string, unknown>
  return JSON.stringify([type, subtype, inner['type']])
}

/** The whole recorded call with another document in the place of this one: no byte is lost, and what its end means can be told. */
function survives(engine: Engine, { capture, stream, document }: Recorded, text: string): void {
  const recorded = capture[stream].toString('utf8')
  const changed = `${recorded.slice(0, document.from)}${text}${recorded.slice(document.to)}`
  const others = stream === 'stdout' ? capture.stderr : capture.stdout
  const feed = [
    { stream, chunk: Buffer.from(changed) },
    { stream: stream === 'stdout' ? ('stderr' as const) : ('stdout' as const), chunk: others },
  ]
  const exit: Exit = capture.exit
  const events = assertSurvives(engine.parser(), feed, exit)
  const lastTurn = events.findLast((event) => event.type === 'turn')
  const reason = lastTurn?.phase === 'failed' ? lastTurn.reason : null
  const { code } = engine.failureOf({ exit, reason, understood: true, stderrTail: capture.stderr.toString('utf8').slice(-4096) })
  assert.equal(typeof code, 'string')
}
