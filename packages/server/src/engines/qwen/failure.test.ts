import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { badEndsOf } from '../../../test/support/capture-ends.ts'
import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'
import { qwenFailure } from './failure.ts'
import { qwen } from './index.ts'

const end: EngineEnd = { exit: { kind: 'exited', code: 1 }, reason: null, understood: false, stderrTail: '' }

verifies(
  ['engine.provider-failures-have-codes', 'qwen.runs-as-promised'],
  'a refused key is a failure of qwen, though the recorded call ended with 0 and called it a success',
  () => {
    const told = [...badEndsOf(qwen)].map(([name, end]) => [name, end.exit, qwenFailure(end).code])
    assert.deepEqual(told, [['err-401', { kind: 'exited', code: 0 }, 'AUTH_REQUIRED']])
  },
)

test('the status counts, and else what it says of itself', () => {
  const table: readonly (readonly [reason: string, code: EngineFailure['code']])[] = [
    ['[API Error: 401 no]', 'AUTH_REQUIRED'],
    ['[API Error: 429 no]\nPlease wait and try again later.', 'RATE_LIMITED'],
    ['[API Error: 404 no]', 'MODEL_UNAVAILABLE'],
    ['[API Error: 503 no]', 'MODEL_UNAVAILABLE'],
    ['[API Error: 400 no]', 'ENGINE_FAILED'],
    ['[API Error: It exceeds the limit (HTTP 413) and cannot be made smaller.]', 'ENGINE_FAILED'],
    ['[API Error: Model stream ended without a finish reason.]', 'MODEL_UNAVAILABLE'],
    ['[API Error: Connection error. (cause: fetch failed)]', 'MODEL_UNAVAILABLE'],
    [
      "Missing API key for OpenAI-compatible auth. Set settings.security.auth.apiKey, or set the 'OPENAI_API_KEY' environment variable.",
      'AUTH_REQUIRED',
    ],
    ['Something with [API Error: 401 no] in it', 'ENGINE_FAILED'],
    ['It ended in the middle of its turn.', 'ENGINE_FAILED'],
  ]
  for (const [reason, code] of table) assert.deepEqual(qwenFailure({ ...end, reason, understood: true }), { code, reason })
})

test('what it says on stderr counts only where it said nothing else', () => {
  const stderrTail = 'Unknown argument: x\n'
  assert.deepEqual(qwenFailure({ ...end, stderrTail }), { code: 'ENGINE_FAILED', reason: 'Unknown argument: x' })
  assert.deepEqual(qwenFailure({ ...end, stderrTail, understood: true }), { code: 'ENGINE_FAILED', reason: null })
})
