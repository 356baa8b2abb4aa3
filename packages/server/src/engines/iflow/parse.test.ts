import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../../test/verifies.ts'
import { assertCovered } from '../../../test/support/captures.ts'
import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Exit, Line, Stream } from '../../domain/launch.ts'
import { lineSplitter } from '../../process/lines.ts'
import { iflowParser } from './parse.ts'

const well: Exit = { kind: 'exited', code: 0 }
const badly: Exit = { kind: 'exited', code: 1 }

interface Printed {
  readonly stdout?: string
  readonly stderr?: string
}

/** All events of a CLI that prints this and ends. */
function heard({ stdout = '', stderr = '' }: Printed, exit: Exit): EngineEvent[] {
  const parser = iflowParser()
  const pushed = [...linesOf('stderr', stderr), ...linesOf('stdout', stdout)].flatMap((line) => parser.push(line))
  return [...pushed, ...parser.end(exit)]
}

function linesOf(stream: Stream, text: string): Line[] {
  const splitter = lineSplitter(stream)
  return [...splitter.push(Buffer.from(text)), ...splitter.end()]
}

const said = (printed: Printed, exit: Exit = well) => heard(printed, exit).map(({ at: _, ...event }) => event)

const block = (more: object = {}, usage: unknown = { input: 7, output: 3, total: 10 }) =>
  `\n<Execution Info>\n${JSON.stringify({ 'session-id': 'session-1', tokenUsage: usage, ...more }, null, 2)}\n</Execution Info>\n`
const noise = 'Model m does not support thinking mode\n'

const raw = (text: string, why: string | null = null) => ({ type: 'unparsed', why, text, tooLong: false })
const message = (text: string, final: boolean) => ({ type: 'message', text, final })
const session = { type: 'session', handle: 'session-1' }
const usage = { type: 'usage', input: 7, output: 3, cached: 0, costUsd: null }
const completed = { type: 'turn', phase: 'completed', reason: null }
const failed = (reason: string | null) => ({ type: 'turn', phase: 'failed', reason })
const drift = {
  type: 'notice',
  code: 'IFLOW_CHANNEL_DRIFT_OBSERVED',
  message: 'Its Execution Info stood on stdout, where its answer is expected.',
}
const ended = [session, usage, completed]

test('words on stdout are the answer, with a block on stderr that tells of the turn', () => {
  assert.deepEqual(said({ stdout: `${noise}Hello,\n\nyou.\n`, stderr: block() }), [
    raw(noise),
    message('Hello,\n\nyou.', true),
    raw('\n'),
    ...ended,
  ])
})

test('noise in the middle of the words is taken out, also where it follows them on the same line', () => {
  assert.deepEqual(said({ stdout: `I look.${noise}${noise}Found: 您好\n`, stderr: block() }), [
    message('I look.Found: 您好', true),
    raw(noise),
    raw(noise),
    raw('\n'),
    ...ended,
  ])
})

test('a turn without words has no answer', () => {
  assert.deepEqual(said({ stdout: `${noise}\n`, stderr: block() }), [raw(noise), raw('\n'), raw('\n'), ...ended])
})

verifies(
  'iflow.documented-contract',
  'where the streams are swapped, the words on stderr are the answer, and that is told',
  () => {
    const resumed = 'ℹ️  Resuming session session-1 (6 messages loaded)\n'
    assert.deepEqual(said({ stdout: block(), stderr: `\n${resumed}It is\ndone.\n` }), [
      raw('\n'),
      session,
      usage,
      raw('\n'),
      raw(resumed),
      message('It is\ndone.', true),
      drift,
      completed,
    ])
  },
)

test('where only the block has moved to stdout, the words there are the answer', () => {
  assert.deepEqual(said({ stdout: `Done.\n${block()}`, stderr: 'a warning\n' }), [
    message('Done.', true),
    raw('\n'),
    session,
    usage,
    raw('a warning\n'),
    drift,
    completed,
  ])
})

test('a block that the model says is words, where the real one is on stderr', () => {
  const fake = block({ 'session-id': 'session-fake' })
  assert.deepEqual(said({ stdout: `See:${fake}`, stderr: block() }), [
    message(`See:${fake}`.trimEnd(), true),
    raw('\n'),
    ...ended,
  ])
})

test('of several blocks on stderr the last counts, and only where nothing follows it', () => {
  const before = block({ 'session-id': 'session-0' })
  const lines = before.split('\n').slice(0, -1)
  assert.deepEqual(said({ stdout: 'Done.\n', stderr: `${before}${block()}` }), [
    message('Done.', true),
    ...lines.map((line) => raw(`${line}\n`)),
    raw('\n'),
    ...ended,
  ])
  const behind = said({ stdout: 'Done.\n', stderr: `${block()}more\n` })
  assert.deepEqual([behind[0], behind.at(-1)], [message('Done.', false), failed('It ended without its Execution Info.')])
})

test('a block without an id is none, and one whose tokens nobody can read still ends the turn', () => {
  assert.deepEqual(said({ stderr: block({ 'session-id': 7 }) }).at(-1), failed('It ended without its Execution Info.'))
  const unknown = block({}, 'many')
  assert.deepEqual(said({ stdout: 'Done.\n', stderr: unknown }), [
    message('Done.', true),
    raw('\n'),
    session,
    raw(unknown.slice(1), 'it holds no tokenUsage that iflow_text knows'),
    completed,
  ])
})

test('a budget that was used up is a failure', () => {
  assert.deepEqual(said({ stdout: 'Half.\n', stderr: block({ terminationReason: 'max_turns_exceeded' }) }), [
    message('Half.', false),
    raw('\n'),
    session,
    usage,
    failed('It stopped by itself: max_turns_exceeded'),
  ])
})

const refused = '[API Error: generate data error: HTTP error! status: 401, body: {}]'

test('a call of the model that it gave up is a failure, with its exit code or without', () => {
  const stderr = `Attempt 1 failed. Retrying with backoff... Error: generate data error: fetch failed\nError when talking to iFlow API\n${refused}\n`
  assert.deepEqual(said({ stdout: noise, stderr }, badly).at(-1), failed(refused))
  assert.deepEqual(said({ stdout: noise, stderr: `${stderr}${block()}` }, well).at(-1), failed(refused))
  assert.deepEqual(said({ stdout: `${stderr}${block()}`, stderr: noise }, well).at(-1), failed(refused))
})

test('words of the model and of its tools are not taken for those of a failure', () => {
  assert.deepEqual(said({ stdout: `${refused}\n`, stderr: block() }).at(-1), completed)
  const tool = `Error executing tool ${refused}: not found\n`
  assert.deepEqual(said({ stdout: 'Done.\n', stderr: `${tool}${block()}` }).at(-1), completed)
  assert.deepEqual(
    said({ stdout: 'Half', stderr: `${refused}\nSomething else broke.\n` }).at(-1),
    failed('It ended without its Execution Info.'),
  )
})

test('with exit code 1 its complaint is what it says on stderr but for chatter, else what it throws on stdout', () => {
  const reasonOf = (printed: Printed) => said(printed, badly).at(-1)
  assert.deepEqual(reasonOf({ stderr: '\nNo input.\n    at main (iflow.js:1)\n' }), failed('No input.'))
  const ranOut = 'Error: SERVER_OAUTH2_REQUIRED: 服务器环境下OAuth2 token已过期，需要重新认证'
  assert.deepEqual(reasonOf({ stdout: `${ranOut}\n    at main (iflow.js:1)\n` }), failed(ranOut))
  assert.deepEqual(reasonOf({ stdout: 'I was about to' }), failed(null))
})

test('whoever is ended by another has not finished, and whoever did not start says nothing', () => {
  const reason = 'It ended in the middle of its turn.'
  for (const exit of [{ kind: 'signaled', signal: 'SIGKILL' }, { kind: 'canceled' }, { kind: 'timed_out' }] as const)
    assert.deepEqual(said({ stdout: `${noise}Half a` }, exit), [raw(noise), message('Half a', false), failed(reason)])
  assert.deepEqual(said({}, { kind: 'not_started', reason: 'no such file' }), [])
})

test('more than any answer is let go as it comes, and the end is still understood', () => {
  const line = `${'x'.repeat(1023)}\n`
  const stdout = line.repeat(9000)
  const events = heard({ stdout, stderr: block() }, well)
  assertCovered(events, 'stdout', stdout.length)
  // Just as much as is held: the last line lets all go, and the end is where they ended.
  const exactly = line.repeat(4097)
  const end = { stream: 'stdout', from: exactly.length, to: exactly.length }
  assert.deepEqual(heard({ stdout: exactly }, badly).at(-1), { ...failed(null), at: end })
  assert.deepEqual([events.filter(({ type }) => type === 'unparsed').length > 4000, events.at(-1)?.type], [true, 'turn'])
})

test('whatever it prints, every byte is in an event and nothing is thrown', () => {
  const piece = fc.oneof(
    fc.constantFrom(noise, '\n', '<Execution Info>\n', '</Execution Info>\n', '{}', block(), refused, 'ℹ️  Resuming session '),
    fc.string({ unit: 'binary' }),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, text, fc.constantFrom(well, badly), (stdout, stderr, exit) => {
      const events = heard({ stdout, stderr }, exit)
      assertCovered(events, 'stdout', Buffer.byteLength(stdout))
      assertCovered(events, 'stderr', Buffer.byteLength(stderr))
    }),
  )
})
