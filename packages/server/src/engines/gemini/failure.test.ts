import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { badEndsOf } from '../../../test/support/capture-ends.ts'
import { hear } from '../../../test/support/captures.ts'
import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'
import { geminiFailure } from './failure.ts'
import { gemini } from './index.ts'

const exited = (code: number) => ({ kind: 'exited', code }) as const
const end: EngineEnd = { exit: exited(1), reason: null, understood: false, stderrTail: '' }

const recorded: Readonly<Record<EngineFailure['code'], readonly string[]>> = {
  AUTH_REQUIRED: ['err-400key-json', 'err-401-stream-json', 'no-key', 'system-settings'],
  RATE_LIMITED: ['err-429-json', 'err-429-stream-json', 'err-429day-json', 'err-429day-stream-json'],
  MODEL_UNAVAILABLE: ['err-500-default-attempts', 'err-500-stream-json', 'err-empty-stream-json', 'err-malformed-stream-json'],
  ENGINE_CONFIG_INVALID: [],
  SESSION_RESUME_FAILED: ['session-resume-unknown', 'session-resume-unknown-json'],
  ENGINE_FAILED: [
    ...['bad-flag', 'err-malformed-json', 'max-turns', 'max-turns-json'],
    ...['sigterm-launcher-hang', 'sigterm-norelaunch-hang', 'sigtool-SIGTERM-g', 'sigtool-nopty-SIGINT'],
    ...['trust-denied', 'trust-none-json'],
  ],
}

verifies('engine.provider-failures-have-codes', 'every failure that was recorded of gemini has its code', () => {
  const expected = Object.entries(recorded).flatMap(([code, names]) => names.map((name) => `${name} ${code}`))
  const told = [...badEndsOf(gemini)].map(([name, end]) => `${name} ${geminiFailure(end).code}`)
  assert.deepEqual(told.toSorted(), expected.toSorted())
})

test('the reason of a failed turn is told as it is', () => {
  const reason = '[API Error: You have exhausted your daily quota on this model.]\nPlease wait and try again later.'
  assert.deepEqual(geminiFailure({ ...end, exit: exited(173), reason, understood: true }), { code: 'RATE_LIMITED', reason })
})

test('the status of the answer is told by the reason, else by the exit code, in the stream and in a document', () => {
  const table: readonly (readonly [reason: string, exit: number, code: EngineFailure['code']])[] = [
    ['{"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}', 145, 'AUTH_REQUIRED'],
    ['{"error":{"code":403,"message":"no"}}', 147, 'AUTH_REQUIRED'],
    ['{"error":{"code":404,"message":"models/x is not found"}}', 148, 'MODEL_UNAVAILABLE'],
    ['{"error":{"code":429,"message":"slow down"}}', 173, 'RATE_LIMITED'],
    ['{"error":{"code":503,"message":"overloaded"}}', 247, 'MODEL_UNAVAILABLE'],
    ['{"error":{"code":400,"message":"bad request"}}', 144, 'ENGINE_FAILED'],
    ['{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}', 144, 'AUTH_REQUIRED'],
    // What it says counts for more than a code that does not fit it.
    ['{"error":{"code":401,"message":"no"}}', 1, 'AUTH_REQUIRED'],
    ['You exceeded your current quota, please check your plan and billing details.', 1, 'RATE_LIMITED'],
    ['Something else', 145, 'AUTH_REQUIRED'],
    ['Something else', 148, 'MODEL_UNAVAILABLE'],
    ['Something else', 157, 'ENGINE_FAILED'],
    ['Something else', 173, 'RATE_LIMITED'],
    ['Something else', 244, 'MODEL_UNAVAILABLE'],
    // 524 and 529, less 512.
    ['Something else', 12, 'MODEL_UNAVAILABLE'],
    ['Something else', 17, 'MODEL_UNAVAILABLE'],
    // None of these is a status.
    ['Something else', 255, 'ENGINE_FAILED'],
    ['Something else', 143, 'ENGINE_FAILED'],
    ['Something else', 137, 'ENGINE_FAILED'],
    ['Something else', 53, 'ENGINE_FAILED'],
    ['Something else', 0, 'ENGINE_FAILED'],
    ['exception TypeError: fetch failed sending request', 1, 'MODEL_UNAVAILABLE'],
    ['request to https://example.com failed, reason: connect ECONNREFUSED 127.0.0.1:9', 1, 'MODEL_UNAVAILABLE'],
  ]
  const told = (reason: string, exit: number) => geminiFailure({ ...end, exit: exited(exit), reason, understood: true }).code
  assert.deepEqual(
    table.map(([reason, exit]) => [reason, exit, told(reason, exit)]),
    table,
  )
  for (const [reason, exit, code] of table) assert.equal(told(`[API Error: ${reason}]`, exit), code, reason)
})

test('while it speaks with its provider, an end without any status is that of the provider', () => {
  const told = (reason: string) => geminiFailure({ ...end, reason, understood: true }).code
  assert.equal(told("[API Error: Expected property name or '}' in JSON at position 1]"), 'MODEL_UNAVAILABLE')
  assert.equal(told("Expected property name or '}' in JSON at position 1"), 'ENGINE_FAILED')
})

test('codes of its own count, whatever it says with them', () => {
  const told = (code: number, reason: string | null) => geminiFailure({ ...end, exit: exited(code), reason }).code
  assert.deepEqual([told(41, null), told(41, 'Invalid auth method selected.')], ['AUTH_REQUIRED', 'AUTH_REQUIRED'])
  assert.deepEqual([told(52, null), told(52, 'Error in settings.json')], ['ENGINE_CONFIG_INVALID', 'ENGINE_CONFIG_INVALID'])
  assert.deepEqual([told(42, null), told(55, null), told(1, null), told(145, null)], Array(4).fill('ENGINE_FAILED'))
})

test('a session that it cannot take up again is told from other input that it cannot read', () => {
  const missing =
    'Error resuming session: Invalid session identifier "x".\n  Searched for sessions in /home/x.\n  Use --list-sessions.'
  const told = (over: Partial<EngineEnd>) => geminiFailure({ ...end, exit: exited(42), stderrTail: `${missing}\n`, ...over })
  assert.deepEqual(told({}), { code: 'SESSION_RESUME_FAILED', reason: missing })
  assert.deepEqual(told({ stderrTail: 'No input provided via stdin.\n' }), {
    code: 'ENGINE_FAILED',
    reason: 'No input provided via stdin.',
  })
  assert.deepEqual(told({ exit: exited(1) }), { code: 'ENGINE_FAILED', reason: missing })
  // Somebody has spoken in the session: whatever it says then is not about taking it up.
  assert.deepEqual(told({ understood: true }), { code: 'ENGINE_FAILED', reason: null })
})

verifies('engine.provider-failures-have-codes', 'what the model says of keys and limits is no failure of the provider', () => {
  const said = '[API Error: {"error":{"code":401,"message":"API key not valid, fetch failed"}}]'
  const lines = [
    { type: 'init', session_id: 'x', model: 'm' },
    { type: 'message', role: 'user', content: said },
    { type: 'message', role: 'assistant', content: said, delta: true },
    { type: 'tool_result', tool_id: 'read_file__1', status: 'error', output: said, error: { message: said } },
    { type: 'result', status: 'error', error: { type: 'FatalTurnLimitedError', message: 'Reached max session turns.' } },
  ]
  const stdout = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const events = hear(gemini.parser(), [{ stream: 'stdout', chunk: stdout }], exited(53))
  const turn = events.findLast((event) => event.type === 'turn')
  const reason = turn?.reason ?? null
  assert.deepEqual(geminiFailure({ exit: exited(53), reason, understood: true, stderrTail: said }), {
    code: 'ENGINE_FAILED',
    reason: 'Reached max session turns.',
  })
  assert.deepEqual(geminiFailure({ ...end, understood: true, stderrTail: said }), { code: 'ENGINE_FAILED', reason: null })
})

test('what it says before there is any turn is told without colours and chatter', () => {
  const red = (text: string) => `\u001b[31m${text}\u001b[0m`
  const stderrTail = [
    'Warning: True color (24-bit) support not detected.',
    'YOLO mode is enabled. All tool calls will be automatically approved.',
    "[STARTUP] Phase 'cleanup_ops' was started but never ended.",
    '    at async main (file:///opt/engine/gemini.js:1:1)',
    red('Gemini CLI is not running in a trusted directory.'),
    '',
  ].join('\n')
  assert.deepEqual(geminiFailure({ ...end, exit: exited(55), stderrTail }), {
    code: 'ENGINE_FAILED',
    reason: 'Gemini CLI is not running in a trusted directory.',
  })
  assert.equal(geminiFailure({ ...end, stderrTail: 'one\ntwo\nthree\nfour\nfive\n' }).reason, 'two\nthree\nfour\nfive')
  assert.equal(geminiFailure({ ...end, stderrTail: ' \n\n' }).reason, null)
})

test('what it wrote to stderr explains no end but one by itself', () => {
  const ends: readonly EngineEnd['exit'][] = [
    exited(0),
    { kind: 'signaled', signal: 'SIGKILL' },
    { kind: 'timed_out' },
    { kind: 'canceled' },
  ]
  for (const exit of ends)
    assert.deepEqual(geminiFailure({ ...end, exit, stderrTail: 'Error: x' }), { code: 'ENGINE_FAILED', reason: null })
})
