import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { badEndsOf } from '../../../test/support/capture-ends.ts'
import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'
import { qwenFailure } from './failure.ts'
import { qwen } from './index.ts'

const end: EngineEnd = { exit: { kind: 'exited', code: 1 }, reason: null, understood: false, stderrTail: '' }

const recorded: Readonly<Record<EngineFailure['code'], readonly string[]>> = {
  // Of the first the recorded call ended with 0 and called it a success.
  AUTH_REQUIRED: ['err-401', 'key-refused', 'no-key'],
  RATE_LIMITED: ['rate-limited', 'rate-limited-twice'],
  MODEL_UNAVAILABLE: ['cut-always', 'empty', 'garbled', 'model-unknown', 'refused', 'server-error'],
  ENGINE_CONFIG_INVALID: [],
  SESSION_RESUME_FAILED: ['resume.3'],
  ENGINE_FAILED: [
    ...['bad-request', 'killed-hard', 'killed-in-tool', 'killed-waiting'],
    ...['max-tools', 'max-turns', 'schema-only-said'],
  ],
}
const badEnds = badEndsOf(qwen)

verifies(
  ['engine.provider-failures-have-codes', 'qwen.runs-as-promised'],
  'every failure that was recorded of qwen has its code',
  () => {
    const expected = Object.entries(recorded).flatMap(([code, names]) => names.map((name) => `${name} ${code}`))
    const told = [...badEnds].map(([name, end]) => `${name} ${qwenFailure(end).code}`)
    assert.deepEqual(told.toSorted(), expected.toSorted())
  },
)

test('of a limit of its own, and of a session that is not there, it tells on stderr', () => {
  const reasonOf = (name: string) => qwenFailure(badEnds.get(name) ?? end).reason
  assert.deepEqual(['max-turns', 'max-tools', 'resume.3'].map(reasonOf), [
    'Reached max session turns for this session. Increase the number of turns by specifying maxSessionTurns in settings.json.',
    'Run aborted: tool-call budget of 1 exceeded (--max-tool-calls); observed 2.',
    'No saved session found with ID 11111111-2222-4333-8444-555555555555. Run `qwen --resume` without an ID to choose from existing sessions.',
  ])
})

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
