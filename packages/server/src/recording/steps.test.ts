import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { RecordedStep } from '@agent-skill-runner/contract/recording.ts'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import type { EngineEvent } from '../domain/engine-event.ts'
import { replayParser } from '../engines/replay/parse.ts'
import { draftsOf } from '../events/from-engine.ts'
import { type RaspDraft, stamp } from '../events/rasp.ts'
import { inOneSession, stepsOf } from './steps.ts'
import { usageByTurn } from './usage.ts'

const at = { stream: 'stdout', from: 0, to: 1 } as const
const voice = { run: 'run_1', job: 'job_1', attempt: 1, engine: 'codex', parser: 'codex_ndjson', confidence: 1 }
const both = { stdout: true, stderr: true }

/** As they are read from the log of a run. */
const logged = (drafts: readonly RaspDraft[]): RaspEvent[] =>
  drafts.map((draft, index) => JSON.parse(JSON.stringify(stamp(voice, draft, index + 1, '2026-01-01T00:00:00.000Z'))))

const raw = (stream: 'stdout' | 'stderr', text: string): RaspDraft => ({ type: `raw.${stream}`, data: { text }, at })

test('raw lines of one stream become one step, and those of stderr come last', () => {
  const message: RaspDraft = { type: 'agent.message.final', data: { message_id: 'm_1', text: 'hi' }, at }
  const drafts = [raw('stderr', 'a\n'), raw('stdout', 'b\n'), raw('stdout', 'c\n'), message, raw('stderr', 'd\n')]
  const said = { event: { type: 'message', text: 'hi', final: true } }
  assert.deepEqual(stepsOf(logged(drafts), both), [{ stdout: 'b\nc' }, said, { stderr: 'a\nd' }])
  assert.deepEqual(stepsOf(logged(drafts), { stdout: false, stderr: false }), [said])
})

test('all turns of a conversation are in one session with a name that replay takes', () => {
  const session = (handle: string): RecordedStep => ({ event: { type: 'session', handle } })
  const word: RecordedStep = { event: { type: 'reasoning', text: 'hm' } }
  const table: readonly (readonly [RecordedStep[][], RecordedStep[][]])[] = [
    [[[word]], [[word]]],
    [[[word, session('s-1')]], [[word, session('s-1')]]],
    [
      [[session('s-1'), word], [word]],
      [
        [session('s-1'), word],
        [session('s-1'), word],
      ],
    ],
    [[[word], [word]], Array.from({ length: 2 }, () => [session('recorded'), word])],
    [[[session('../up'), word]], [[session('recorded'), word]]],
  ]
  for (const [given, expected] of table) assert.deepEqual(inOneSession(given), expected)
})

test('where an engine counts its session, a turn is said to have used the difference', () => {
  const used = (input: number, output: number): RecordedStep => ({
    event: { type: 'usage', input_tokens: input, output_tokens: output, cached_tokens: 0, cost_usd: null },
  })
  const turns = [[used(5, 1), used(10, 2)], [used(30, 5)], [], [used(7, 1)]]
  assert.deepEqual(usageByTurn(turns, 'per_turn'), turns)
  // The last total is less than the one before it, so it is of another session.
  assert.deepEqual(usageByTurn(turns, 'per_session'), [[used(10, 2)], [used(20, 3)], [], [used(7, 1)]])
})

const phase = fc.constantFrom('started' as const, 'completed' as const, 'failed' as const)
/** Halves of pairs, NUL and names like __proto__ among them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('\ud800', '\0', '__proto__', '{{ x }}', 'é'.repeat(9000)),
)
const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const saying: fc.Arbitrary<EngineEvent> = fc.oneof(
  fc.record({ type: fc.constant('session' as const), handle: text, at: fc.constant(at) }),
  fc.record({ type: fc.constant('turn' as const), phase, reason: fc.constant(null), at: fc.constant(at) }),
  fc.record({ type: fc.constant('message' as const), text, final: fc.boolean(), at: fc.constant(at) }),
  fc.record({ type: fc.constant('reasoning' as const), text, at: fc.constant(at) }),
  fc.record({
    type: fc.constant('tool' as const),
    phase,
    id: text,
    name: text,
    input: fc.jsonValue({ maxDepth: 6 }),
    output: fc.option(text),
    exitCode: fc.option(fc.integer()),
    at: fc.constant(at),
  }),
  fc.record({
    type: fc.constant('usage' as const),
    input: count,
    output: count,
    cached: count,
    costUsd: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
    at: fc.constant(at),
  }),
  fc.record({
    type: fc.constant('notice' as const),
    code: fc.constant('ENGINE_ERROR_REPORTED' as const),
    message: text,
    at: fc.constant(at),
  }),
)

verifies('recording.hostile-runs', 'whatever an engine said is said again, word for word, by what was recorded of it', () => {
  const counting = () => {
    let messages = 0
    return () => `m_1_${++messages}`
  }
  const lineOf = (step: RecordedStep) => {
    assert.ok('event' in step)
    const line = `${JSON.stringify(step.event)}\n`
    assert.equal(line.indexOf('\n'), line.length - 1)
    return { text: line, at, tooLong: false }
  }
  fc.assert(
    fc.property(fc.array(saying), (events) => {
      const told = logged(draftsOf(events, counting()))
      const parser = replayParser()
      const again = stepsOf(told, both).flatMap((step) => parser.push(lineOf(step)))
      const toldAgain = logged(draftsOf(again, counting()))
      assert.deepEqual(
        toldAgain.map(({ event, data }) => [event, data]),
        told.map(({ event, data }) => [event, data]),
      )
    }),
    { numRuns: 1000 },
  )
})
