import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { badEndsOf } from '../../../test/support/capture-ends.ts'
import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'
import { opencodeFailure } from './failure.ts'
import { opencode } from './index.ts'

const end: EngineEnd = { exit: { kind: 'exited', code: 1 }, reason: null, understood: false, stderrTail: '' }
const codeFor = (reason: string) => opencodeFailure({ ...end, understood: true, reason }).code

const recorded: Readonly<Record<string, readonly string[]>> = {
  AUTH_REQUIRED: ['err-401'],
  MODEL_UNAVAILABLE: ['bad-config-key', 'bad-provider', 'err-500', 'err-malformed'],
  SESSION_RESUME_FAILED: ['session-unknown'],
  ENGINE_FAILED: ['conc-3', 'empty-prompt', 'err-429quota', 'err-500-logs', 'sigint-hang', 'sigterm-hang'],
}

verifies('engine.provider-failures-have-codes', 'every failure that was recorded of opencode has its code', () => {
  const expected = Object.entries(recorded).flatMap(([code, names]) => names.map((name) => `${name} ${code}`))
  const told = [...badEndsOf(opencode)].map(([name, end]) => `${name} ${opencodeFailure(end).code}`)
  assert.deepEqual(told.toSorted(), expected.toSorted())
})

test('the status of the answer decides, and where it was ended the words of its log do', () => {
  const told: Readonly<Record<string, EngineFailure['code']>> = {
    'APIError 403: No.': 'AUTH_REQUIRED',
    'APIError 429: Slowly.': 'RATE_LIMITED',
    'APIError 404: None.': 'MODEL_UNAVAILABLE',
    'APIError 400: What?': 'ENGINE_FAILED',
    'APIError: Cannot connect to API': 'MODEL_UNAVAILABLE',
    'ProviderAuthError: No key.': 'AUTH_REQUIRED',
    'ContextOverflowError: APIError 401: x': 'ENGINE_FAILED',
    'MessageOutputLengthError: x': 'ENGINE_FAILED',
    'It was ended after 3 tries: AI_APICallError: Too many requests.': 'RATE_LIMITED',
    'It was ended after 3 tries: AI_APICallError: You exceeded your current quota.': 'RATE_LIMITED',
    'It was ended after 3 tries: AI_APICallError: The server had an error.': 'MODEL_UNAVAILABLE',
    'It was ended after 3 unfinished answers.': 'MODEL_UNAVAILABLE',
    'It was ended after 3 errors: ContextOverflowError: Too large.': 'ENGINE_FAILED',
    'It was ended after 3 errors: APIError 401: No.': 'AUTH_REQUIRED',
    'It ended in the middle of its turn.': 'ENGINE_FAILED',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(told).map((reason) => [reason, codeFor(reason)])), told)
})

test('settings that it does not take are told in its words, without the place of the file', () => {
  const stderrTail =
    '\u001b[91m\u001b[1mError: \u001b[0mConfiguration is invalid at /home/runner/.config/opencode/opencode.json\n↳ Expected string | undefined, got 5 model\n'
  assert.deepEqual(opencodeFailure({ ...end, stderrTail }), {
    code: 'ENGINE_CONFIG_INVALID',
    reason: 'Error: Configuration is invalid\n↳ Expected string | undefined, got 5 model',
  })
})

test('a settings file that is not JSON is told without the file itself, whole or with its beginning lost', () => {
  const errors = '--- Errors ---\nValueExpected at line 1, column 6\n   Line 1: {"a":\n               ^\n--- End ---'
  const stderrTail = `\u001b[91m\u001b[1mError: \u001b[0mConfig file at /home/runner/.config/opencode/opencode.json is not valid JSON(C): \n--- JSONC Input ---\n{"a":\n${errors}\n`
  const reason = `Error: Config file is not valid JSON(C): \n${errors}`
  assert.deepEqual(opencodeFailure({ ...end, stderrTail }), { code: 'ENGINE_CONFIG_INVALID', reason })
  const named = stderrTail.replace('/home/runner/.config/opencode/opencode.json', 'OPENCODE_CONFIG_CONTENT')
  assert.equal(opencodeFailure({ ...end, stderrTail: named }).code, 'ENGINE_CONFIG_INVALID')
  assert.equal(opencodeFailure({ ...end, stderrTail: stderrTail.slice(-60) }).code, 'ENGINE_CONFIG_INVALID')
})

test('an error inside of itself is told as its log tells it', () => {
  const reason = 'UnknownError: Unexpected server error. Check server logs for details.'
  const log = (error: string) =>
    `timestamp=2026-11-16T02:31:47.031Z level=ERROR run=7c message=failed ref=err_1 error=${JSON.stringify(error)}\n`
  const told = (stderrTail: string) => opencodeFailure({ ...end, understood: true, reason, stderrTail })
  const noAgent = 'Error: default agent "nope" not found'
  assert.deepEqual(told(log(noAgent)), { code: 'ENGINE_CONFIG_INVALID', reason: noAgent })
  const noModel = 'ProviderModelNotFoundError: Model not found: nope/nope.'
  assert.deepEqual(told(log(noModel)), { code: 'MODEL_UNAVAILABLE', reason: noModel })
  assert.deepEqual(told('Error: default agent "nope" not found\n'), { code: 'MODEL_UNAVAILABLE', reason })
  assert.equal(codeFor('UnknownError: "nonsense/chat/completions" cannot be parsed as a URL.'), 'ENGINE_CONFIG_INVALID')
})

test('once it has spoken, and where it was ended, stderr is not taken for its reason', () => {
  const stderrTail = 'Error: Configuration is invalid\n'
  const unknown = { code: 'ENGINE_FAILED', reason: null }
  assert.deepEqual(opencodeFailure({ ...end, understood: true, stderrTail }), unknown)
  assert.deepEqual(opencodeFailure({ ...end, exit: { kind: 'signaled', signal: 'SIGTERM' }, stderrTail }), unknown)
  assert.deepEqual(opencodeFailure({ ...end, stderrTail: 'timestamp=1 level=ERROR message=x\n' }), unknown)
})
