import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Exit, Stream } from '../../domain/launch.ts'
import { opencodeParser } from './parse.ts'

const fine: Exit = { kind: 'exited', code: 0 }
const badly: Exit = { kind: 'exited', code: 1 }
const ended: Exit = { kind: 'signaled', signal: 'SIGTERM' }

type Fed = string | { readonly stderr: string }

/** What is heard of these lines, without where they stood. */
function heardOf(lines: readonly Fed[], exit: Exit = fine) {
  const parser = opencodeParser()
  const at = { stdout: 0, stderr: 0 }
  const push = (stream: Stream, text: string): EngineEvent[] => {
    const from = at[stream]
    at[stream] += text.length + 1
    return parser.push({ text: `${text}\n`, at: { stream, from, to: at[stream] }, tooLong: false })
  }
  const events = lines.flatMap((line) => (typeof line === 'string' ? push('stdout', line) : push('stderr', line.stderr)))
  const hopeless = parser.hopeless?.() ?? null
  return { events: [...events, ...parser.end(exit)].map(({ at: _, ...event }) => event), hopeless }
}

const line = (type: string, part: object, sessionID = 'ses_1') => JSON.stringify({ type, timestamp: 1, sessionID, part })
const step = line('step_start', { type: 'step-start' })
const text = (words: string) => line('text', { type: 'text', text: words })
const finish = (reason: string, session = 'ses_1') =>
  line('step_finish', { reason, tokens: { input: 1, output: 2, reasoning: 3, cache: { read: 4, write: 5 } }, cost: 0.5 }, session)
const call = line('tool_use', {
  tool: 'bash',
  callID: 'c',
  state: { status: 'completed', input: {}, output: 'x', metadata: { exit: 3 } },
})
const error = (name: string, data: object) =>
  JSON.stringify({ type: 'error', timestamp: 1, sessionID: 'ses_1', error: { name, data } })
const logged = (message: string, session = 'ses_1', small = false): Fed => ({
  stderr: `timestamp=2026-11-15T03:00:28.603Z level=ERROR run=1 message="stream error" session.id=${session} small=${small} agent=build error.error="${message}"`,
})

const session = { type: 'session', handle: 'ses_1' }
const started = { type: 'turn', phase: 'started', reason: null }
const completed = { type: 'turn', phase: 'completed', reason: null }
const failed = (reason: string) => ({ type: 'turn', phase: 'failed', reason })
const says = (words: string, final: boolean) => ({ type: 'message', text: words, final })
const usage = { type: 'usage', input: 10, output: 5, cached: 4, costUsd: 0.5 }

test('the last words of a step that ends with stop are the answer; those beside a tool are not', () => {
  const { events } = heardOf([step, text('First.'), call, finish('tool-calls'), text('Second.'), finish('stop')])
  const told = { type: 'tool', id: 'c', name: 'bash', input: {} }
  assert.deepEqual(events, [
    session,
    started,
    says('First.', false),
    { ...told, phase: 'started', output: null, exitCode: null },
    { ...told, phase: 'failed', output: 'x', exitCode: 3 },
    usage,
    says('Second.', true),
    usage,
    completed,
  ])
})

test('an end after anything but stop is a failure, whatever the exit code', () => {
  const lastOf = (reason: string) => heardOf([step, text('Once upon'), finish(reason)]).events.at(-1)
  assert.deepEqual(lastOf('tool-calls'), failed('It ended in the middle of its turn.'))
  assert.deepEqual(lastOf('length'), failed('It ended without an answer: length.'))
  assert.deepEqual(heardOf([step]).events.at(-1), failed('It ended in the middle of its turn.'))
})

test('a price of nothing is one that nobody knows', () => {
  const free = line('step_finish', { reason: 'stop', tokens: { input: 1, output: 2 }, cost: 0 })
  const { events } = heardOf([step, free])
  assert.deepEqual(events[2], { type: 'usage', input: 1, output: 2, cached: 0, costUsd: null })
})

test('an error ends the turn, with its kind and its status in front', () => {
  const { events } = heardOf([error('APIError', { message: 'No.', statusCode: 401 })], badly)
  assert.deepEqual(events, [session, started, failed('APIError 401: No.')])
  assert.deepEqual(heardOf([error('Odd', {})], badly).events.at(-1), failed('Odd: It did not say why.'))
})

test('words that it puts into the conversation itself are not taken for those of the model', () => {
  const own = line('text', { type: 'text', text: 'Continue.', synthetic: true })
  const { events } = heardOf([step, text('Yes.'), own, finish('stop')])
  assert.deepEqual(events.slice(2), [
    says('Yes.', true),
    { type: 'unparsed', why: null, text: `${own}\n`, tooLong: false },
    usage,
    completed,
  ])
})

test('a conversation that was too large and was made smaller still ends with the error that it exits with', () => {
  const tooLarge = error('ContextOverflowError', { message: 'Too large.' })
  const { events } = heardOf([tooLarge, step, text('A summary.'), finish('stop'), step, text('Done.'), finish('stop')], badly)
  const turn = (words: string) => [started, says(words, true), usage, completed]
  const reason = 'ContextOverflowError: Too large.'
  assert.deepEqual(events, [session, started, failed(reason), ...turn('A summary.'), ...turn('Done.'), failed(reason)])
})

test('what it does not know stays raw, with the reason', () => {
  const odd = [
    'hello',
    '{"type":"new","sessionID":"ses_1"}',
    '{"type":"text","sessionID":"ses_1","part":{}}',
    '{"type":"text"}',
    '',
  ]
  assert.deepEqual(
    heardOf(odd).events.map((event) => event.type === 'unparsed' && event.why),
    [
      'it is not a JSON object',
      'it is an event that opencode_ndjson does not know',
      'its fields are not those that opencode_ndjson knows',
      'its fields are not those that opencode_ndjson knows',
      null,
    ],
  )
})

verifies('opencode.retries-are-bounded', 'requests that fail are told from its log, and the third in a row is the last', () => {
  const twice = heardOf([logged('A: b'), logged('A: b')], ended)
  const notice = { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message: 'A: b' }
  assert.deepEqual(twice, { events: [notice, notice], hopeless: null })
  const reason = 'It was ended after 3 tries: A: "b"'
  const thrice = heardOf([logged('A: b'), logged('A: b'), logged('A: \\"b\\"')], ended)
  assert.deepEqual([thrice.hopeless, thrice.events.at(-1)], [reason, failed(reason)])
})

verifies('opencode.retries-are-bounded', 'only failures in a row count, only those of the run itself, and never a title', () => {
  const gotOn = [logged('x'), logged('x'), step, text('y'), finish('tool-calls'), logged('x'), logged('x')]
  const helpers = [step, logged('x', 'ses_2'), logged('x', 'ses_2'), logged('x', 'ses_2')]
  const titles = [logged('x', 'ses_1', true), logged('x', 'ses_1', true), logged('x', 'ses_1', true)]
  // A step that begins again and again is no progress.
  const begins = [logged('x'), step, logged('x'), step, logged('x'), step]
  const hopes = [gotOn, helpers, titles, begins].map((lines) => heardOf(lines).hopeless)
  assert.deepEqual(hopes, [null, null, null, 'It was ended after 3 tries: x'])
})

verifies(
  'opencode.retries-are-bounded',
  'three answers that do not end, one after the other, are enough; a call of a tool is one that does',
  () => {
    const empty = [step, finish('unknown')]
    const cutOff = [step, text('x'), finish('unknown')]
    const acting = [step, call, finish('unknown')]
    const reason = 'It was ended after 3 unfinished answers.'
    assert.equal(heardOf([...empty, ...cutOff, ...acting, ...empty, ...cutOff]).hopeless, null)
    assert.equal(heardOf([...empty, ...cutOff, ...empty]).hopeless, reason)
    const { hopeless, events } = heardOf([...empty, ...empty, ...empty, step], ended)
    assert.deepEqual([hopeless, events.at(-1)], [reason, failed(reason)])
    // Who got over it before it was ended has ended well.
    assert.deepEqual(heardOf([...empty, ...empty, ...empty, step, text('x'), finish('stop')]).events.at(-1), completed)
  },
)

test('a line of its log that never ends, or holds no field, is read as quickly as any other', () => {
  const much = 8 * 1024 * 1024 - 1000
  const begins = 'timestamp=2026-11-15T03:00:28.603Z level=ERROR message="stream error" session.id=ses_1 error.error='
  const message = (rest: string) =>
    heardOf([{ stderr: `${begins}${rest}` }]).events.map((event) => 'message' in event && event.message)
  assert.deepEqual(message(`x ${'a'.repeat(much)}`), ['x'])
  assert.deepEqual(message(`x ${'a.'.repeat(much / 2)}`), ['x'])
  // Each of these took seconds, however short it was cut.
  const many = Array<Fed>(1000).fill({ stderr: `${begins}x ${'a'.repeat(64 * 1024)}` })
  assert.equal(heardOf(many).events.filter(({ type }) => type === 'notice').length, 1000)
  assert.equal(String(message(`"${'\\"'.repeat(much / 2)}"`)).slice(0, 3), '"\\"')
})

verifies('opencode.retries-are-bounded', 'errors that it gets over do not count together', () => {
  const round = [error('ContextOverflowError', { message: 'Too large.' }), step, text('A summary.'), finish('stop')]
  const goesOn = [step, call, finish('tool-calls')]
  assert.equal(heardOf([...round, ...goesOn, ...round, ...goesOn, ...round]).hopeless, null)
  assert.equal(heardOf([...round, step, text('x'), finish('stop'), ...round, ...round]).hopeless, null)
})

verifies('opencode.retries-are-bounded', 'a conversation that stays too large three times is given up', () => {
  const round = [error('ContextOverflowError', { message: 'Too large.' }), step, text('A summary.'), finish('stop')]
  const reason = 'It was ended after 3 errors: ContextOverflowError: Too large.'
  const { hopeless, events } = heardOf([...round, ...round, ...round], ended)
  assert.deepEqual([hopeless, events.at(-1)], [reason, failed(reason)])
})
