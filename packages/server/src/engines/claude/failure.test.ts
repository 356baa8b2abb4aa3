import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { badEndsOf } from '../../../test/support/capture-ends.ts'
import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'
import { claudeFailure } from './failure.ts'
import { claude } from './index.ts'

const end: EngineEnd = { exit: { kind: 'exited', code: 1 }, reason: null, understood: false, stderrTail: '' }

const recorded: Readonly<Record<EngineFailure['code'], readonly string[]>> = {
  AUTH_REQUIRED: ['g-403', 'g-nokey.1'],
  RATE_LIMITED: [],
  MODEL_UNAVAILABLE: ['g-refused.1'],
  ENGINE_CONFIG_INVALID: [],
  SESSION_RESUME_FAILED: ['c-nopersist.2', 'c-resume.5'],
  ENGINE_FAILED: [
    ...['a-stdin.3', 'a-stdin.4', 'b-write-dangerous', 'd-schema-badschema.1', 'd-schema-badschema.2'],
    ...['g-400', 'g-400-toolong', 'g-drop-mid-noretry', 'g-max-tokens', 'g-refusal', 'g-refused.2', 'g-sse-error'],
    ...['g-kill-int-hang', 'g-kill-kill-group-tool', 'g-kill-term-group-hang', 'g-kill-term-tool'],
  ],
}

verifies('engine.provider-failures-have-codes', 'every failure that was recorded of claude has its code', () => {
  const expected = Object.entries(recorded).flatMap(([code, names]) => names.map((name) => `${name} ${code}`))
  const told = [...badEndsOf(claude)].map(([name, end]) => `${name} ${claudeFailure(end).code}`)
  assert.deepEqual(told.toSorted(), expected.toSorted())
})

test('the status counts for more than the word, and both for more than what was said', () => {
  const table: readonly (readonly [reason: string, code: EngineFailure['code']])[] = [
    ['api_error 401 authentication_failed: no', 'AUTH_REQUIRED'],
    ['api_error 402 billing_error: no', 'RATE_LIMITED'],
    ['api_error 404 model_not_found: no', 'MODEL_UNAVAILABLE'],
    ['api_error 429 rate_limit: no', 'RATE_LIMITED'],
    ['api_error 529 overloaded: no', 'MODEL_UNAVAILABLE'],
    ['api_error 400 unknown: no', 'ENGINE_FAILED'],
    ['api_error unknown: JSON Parse error', 'MODEL_UNAVAILABLE'],
    ['api_error connection_failed: no', 'MODEL_UNAVAILABLE'],
    ['api_error billing_error: no', 'RATE_LIMITED'],
    ['api_error max_output_tokens: API Error: 401 authentication_failed', 'ENGINE_FAILED'],
    ['error_during_execution: 401 authentication_failed: rate_limit', 'ENGINE_FAILED'],
    ['It ended in the middle of its turn.', 'ENGINE_FAILED'],
  ]
  for (const [reason, code] of table) assert.deepEqual(claudeFailure({ ...end, reason, understood: true }), { code, reason })
})

test('what it says on stderr counts only where it said nothing else', () => {
  const stderrTail = 'Error: Settings file not found: /home/runner/x.json\n'
  const reason = stderrTail.trim()
  assert.deepEqual(claudeFailure({ ...end, stderrTail }), { code: 'ENGINE_CONFIG_INVALID', reason })
  assert.deepEqual(claudeFailure({ ...end, stderrTail, understood: true }), { code: 'ENGINE_FAILED', reason: null })
  assert.deepEqual(claudeFailure(end), { code: 'ENGINE_FAILED', reason: null })
})
