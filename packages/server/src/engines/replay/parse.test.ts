import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../../test/verifies.ts'
import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Line, Stream } from '../../domain/launch.ts'
import { lineSplitter } from '../../process/lines.ts'
import { replayParser } from './parse.ts'

const lineOf = (text: string, stream: Stream = 'stdout'): Line => ({
  text,
  at: { stream, from: 10, to: 10 + Buffer.byteLength(text) },
  tooLong: false,
})
const heard = (text: string, stream?: Stream) =>
  replayParser()
    .push(lineOf(text, stream))
    .map(({ at: _, ...event }) => event)

const known: [object, object][] = [
  [
    { type: 'session', handle: 's-1' },
    { type: 'session', handle: 's-1' },
  ],
  [
    { type: 'turn', phase: 'started' },
    { type: 'turn', phase: 'started', reason: null },
  ],
  [
    { type: 'turn', phase: 'failed', reason: 'no quota' },
    { type: 'turn', phase: 'failed', reason: 'no quota' },
  ],
  [
    { type: 'message', text: 'hi' },
    { type: 'message', text: 'hi', final: false },
  ],
  [
    { type: 'message', text: '', final: true },
    { type: 'message', text: '', final: true },
  ],
  [
    { type: 'reasoning', text: 'hm' },
    { type: 'reasoning', text: 'hm' },
  ],
  [
    { type: 'tool', phase: 'started', id: 'c', name: 'sh', input: { a: [1] } },
    { type: 'tool', phase: 'started', id: 'c', name: 'sh', input: { a: [1] }, output: null, exitCode: null },
  ],
  [
    { type: 'tool', phase: 'completed', id: 'c', name: 'sh', output: 'ok', exit_code: 0 },
    { type: 'tool', phase: 'completed', id: 'c', name: 'sh', input: null, output: 'ok', exitCode: 0 },
  ],
  [
    { type: 'usage', input_tokens: 1, output_tokens: 2 },
    { type: 'usage', input: 1, output: 2, cached: 0, costUsd: null },
  ],
  [
    { type: 'usage', input_tokens: 1, output_tokens: 2, cached_tokens: 3, cost_usd: 0.5 },
    { type: 'usage', input: 1, output: 2, cached: 3, costUsd: 0.5 },
  ],
]

test('each kind of event is heard with its fields', () => {
  for (const [said, event] of known) assert.deepEqual(heard(`${JSON.stringify(said)}\n`), [event])
})

const unknown: [string, string][] = [
  ['plain words', 'it is not a JSON object'],
  ['{"type":"message","text":"cut', 'it is not a JSON object'],
  ['[1]', 'it is not a JSON object'],
  ['null', 'it is not a JSON object'],
  [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'it is not a JSON object'],
  [
    `{"type":"tool","phase":"started","id":"c","name":"x","input":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    'it is not a JSON object',
  ],
  ['{}', 'it is not an event of replay_ndjson'],
  ['{"type":"surprise"}', 'it is not an event of replay_ndjson'],
  ['{"type":"message","text":5}', 'it is not an event of replay_ndjson'],
  ['{"type":"turn","phase":"halfway"}', 'it is not an event of replay_ndjson'],
  ['{"type":"tool","phase":"started","id":1,"name":"x"}', 'it is not an event of replay_ndjson'],
  ['{"type":"usage","input_tokens":-1,"output_tokens":0}', 'it is not an event of replay_ndjson'],
  ['{"type":"usage","input_tokens":1e99,"output_tokens":0}', 'it is not an event of replay_ndjson'],
]

test('what is no event stays raw, and says why', () => {
  for (const [text, why] of unknown) assert.deepEqual(heard(text), [{ type: 'unparsed', why, text, tooLong: false }])
})

test('empty lines and stderr stay raw, and nobody expected more', () => {
  assert.deepEqual(heard(' \n'), [{ type: 'unparsed', why: null, text: ' \n', tooLong: false }])
  const event = '{"type":"message","text":"hi"}'
  assert.deepEqual(heard(event, 'stderr'), [{ type: 'unparsed', why: null, text: event, tooLong: false }])
})

test('the head of a line that is too long is not taken for the line', () => {
  const line = { ...lineOf('{"type":"message","text":"hi"}'), tooLong: true }
  assert.deepEqual(replayParser().push(line), [{ type: 'unparsed', why: 'it is not a JSON object', ...line }])
})

verifies('entry.parsers-never-throw', 'whatever bytes come, nothing is thrown and every byte is in the span of an event', () => {
  const event = fc.constantFrom(...known.map(([said]) => JSON.stringify(said)))
  const piece = fc.oneof(fc.uint8Array({ maxLength: 40 }), event.map(Buffer.from), fc.constant(Buffer.from('\n')))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const parser = replayParser()
      const splitter = lineSplitter('stdout')
      const lines = [...pieces.flatMap((bytes) => splitter.push(Buffer.from(bytes))), ...splitter.end()]
      const events = [...lines.flatMap((line) => parser.push(line)), ...parser.end({ kind: 'exited', code: 0 })]
      assert.equal(
        covered(events),
        pieces.reduce((sum, { length }) => sum + length, 0),
      )
      JSON.stringify(events)
    }),
    { numRuns: 500 },
  )
})

/** The end of what the events cover from 0 on without a gap. */
function covered(events: readonly EngineEvent[]): number {
  return events.reduce((end, { at }) => {
    assert.ok(at.from <= end, 'there is a gap')
    return Math.max(end, at.to)
  }, 0)
}
