import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { badEndsOf } from '../../../test/support/capture-ends.ts'
import { hear } from '../../../test/support/captures.ts'
import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'
import { codexFailure } from './failure.ts'
import { codex } from './index.ts'

const end: EngineEnd = { exit: { kind: 'exited', code: 1 }, reason: null, understood: false, stderrTail: '' }
const codeFor = (reason: string) => codexFailure({ ...end, understood: true, reason }).code

const recorded: Readonly<Record<EngineFailure['code'], readonly string[]>> = {
  AUTH_REQUIRED: ['e-missing-key', 'g-401', 'g-403'],
  RATE_LIMITED: ['g-429-quota', 'g-failed-quota'],
  MODEL_UNAVAILABLE: ['g-404', 'g-500', 'g-503-overloaded', 'g-drop-before-noretry', 'g-drop-mid', 'g-refused-default.2'],
  ENGINE_CONFIG_INVALID: ['e-bad-toml', 'e-profile-legacy.1', 'e-profile-legacy.2'],
  SESSION_RESUME_FAILED: ['c-ephemeral.2', 'c-resume-unknown'],
  ENGINE_FAILED: [
    ...['d-schema-badjson', 'd-schema-missing', 'e-empty-prompt.2', 'e-home-missing'],
    ...['e-not-git.1', 'e-not-git.2', 'e-openai-base-url-env', 'e-profile.5', 'g-400', 'g-413', 'g-failed-context'],
    ...['g-failed-invalid-prompt', 'g-kill-int-native-hang', 'g-kill-int-wrapper-hang', 'g-kill-int-wrapper-tool'],
    ...['g-kill-int-wrapper-tool-bg', 'g-kill-kill-group-hang', 'g-kill-kill-group-tool', 'g-kill-kill-group-tool-bg'],
    ...['g-kill-kill-group-tool-bg-ws', 'g-kill-kill-native-tool', 'g-kill-kill-wrapper-hang-node24', 'g-kill-term-group-hang'],
    ...['g-kill-term-group-tool', 'g-kill-term-wrapper-hang', 'g-kill-term-wrapper-tool', 'g-kill-term-wrapper-tool-bg'],
    ...[
      'g-kill-term-wrapper-tool-bg-ws',
      'g-kill-term-wrapper-tool-ws',
      'g-refused-default.1',
      'i-mcp-missing.2',
      'j-trusted-nogit',
    ],
  ],
}

verifies('engine.provider-failures-have-codes', 'every failure that was recorded of codex has its code', () => {
  const expected = Object.entries(recorded).flatMap(([code, names]) => names.map((name) => `${name} ${code}`))
  const told = [...badEndsOf(codex)].map(([name, end]) => `${name} ${codexFailure(end).code}`)
  assert.deepEqual(told.toSorted(), expected.toSorted())
})

test('the reason of a failed turn is told as it is', () => {
  const { reason } = codexFailure({
    ...end,
    reason: 'bad request thing',
    understood: true,
    stderrTail: 'Error loading config.toml',
  })
  assert.equal(reason, 'bad request thing')
})

test('reasons that were seen elsewhere have their codes too', () => {
  const table: Readonly<Record<string, EngineFailure['code']>> = {
    'unexpected status 402 Payment Required: Insufficient Balance, url: x': 'RATE_LIMITED',
    'unexpected status 404 Not Found: nothing here, url: x': 'MODEL_UNAVAILABLE',
    'unexpected status 529 <unknown status code>: overloaded, url: x': 'MODEL_UNAVAILABLE',
    'unexpected status 422 Unprocessable Entity: model not found, url: x': 'ENGINE_FAILED',
    'exceeded retry limit, last status: 429 Too Many Requests': 'RATE_LIMITED',
    'exceeded retry limit, last status: 401 Unauthorized, request id: 7': 'AUTH_REQUIRED',
    'exceeded retry limit, last status: 503 Service Unavailable': 'MODEL_UNAVAILABLE',
    "You've hit your usage limit. Try again at 3:00 PM.": 'RATE_LIMITED',
    'stream disconnected before completion: Rate limit reached for gpt-5.5': 'RATE_LIMITED',
    'Your workspace is out of credits. Add credits to continue.': 'RATE_LIMITED',
    'You hit your spend cap set by the owner of your workspace.': 'RATE_LIMITED',
    'Your access token could not be refreshed. Please log out and sign in again.': 'AUTH_REQUIRED',
    'Your refresh token was already used. Please log in again.': 'AUTH_REQUIRED',
    'stream disconnected before completion: idle timeout waiting for SSE': 'MODEL_UNAVAILABLE',
    'stream disconnected before completion: error sending request for url': 'MODEL_UNAVAILABLE',
    'To use Codex with your ChatGPT plan, upgrade to Plus.': 'MODEL_UNAVAILABLE',
    'The model `gpt-9` does not exist or you do not have access to it.': 'MODEL_UNAVAILABLE',
    '{"error":{"message":"The requested model \'gpt-9\' does not exist.","code":"model_not_found"}}': 'MODEL_UNAVAILABLE',
    "The 'gpt-9' model is not supported when using Codex with a ChatGPT account.": 'MODEL_UNAVAILABLE',
    'Incomplete response returned, reason: max_output_tokens': 'ENGINE_FAILED',
    'It ended in the middle of its turn.': 'ENGINE_FAILED',
    'It did not say why.': 'ENGINE_FAILED',
    '': 'ENGINE_FAILED',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(table).map((reason) => [reason, codeFor(reason)])), table)
})

test('statuses count only where codex itself says them', () => {
  const words = [
    'The tool said: unexpected status 401 Unauthorized',
    'Error 429',
    '401',
    'status 500',
    'unexpected status 4010 x',
  ]
  for (const reason of words) assert.equal(codeFor(reason), 'ENGINE_FAILED', reason)
})

verifies('engine.provider-failures-have-codes', 'what the model says of keys and limits is no failure of the provider', () => {
  const said = 'unexpected status 401 Unauthorized: rate limit, usage limit, sign in again'
  const lines = [
    { type: 'thread.started', thread_id: '01a1dd0b-0000-7000-8000-00000000abcd' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: said } },
    { type: 'item.completed', item: { id: 'item_1', type: 'error', message: said } },
    { type: 'error', message: said },
    { type: 'turn.failed', error: { message: 'bad request thing' } },
  ]
  const stdout = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const events = hear(codex.parser(), [{ stream: 'stdout', chunk: stdout }], end.exit)
  const turn = events.findLast((event) => event.type === 'turn')
  const stderrTail = `Error: ${said}\nError loading config.toml:\n`
  assert.deepEqual(codexFailure({ ...end, reason: turn?.reason ?? null, understood: true, stderrTail }), {
    code: 'ENGINE_FAILED',
    reason: 'bad request thing',
  })
  assert.deepEqual(codexFailure({ ...end, understood: true, stderrTail }), { code: 'ENGINE_FAILED', reason: null })
})

test('what it says before there is any turn is told without its chatter', () => {
  const chatter =
    'WARNING: proceeding, even though we could not create PATH aliases: x\nReading additional input from stdin...\n' +
    '2026-11-15T02:52:38.253157Z ERROR codex_core::session: Failed to create session\n'
  const complaint = (words: string) => codexFailure({ ...end, stderrTail: `${chatter}${words}` })
  const ofSettings = [
    'Error loading config.toml:\nskill-runner.config.toml:4:1: unknown configuration field `nonsense`\n  |\n4 | nonsense = 1\n  | ^',
    'Error: Model provider `mine` not found',
    'Error: legacy `profile = "x"` config is no longer supported; use `--profile x` with `x.config.toml` instead',
    'Error: failed to read model instructions file /none.md: No such file or directory (os error 2)',
    'Error: failed to initialize in-process app-server client: default_permissions requires a `[permissions]` table',
    'Error: `experimental_thread_store_endpoint` is no longer supported; remove it from config.toml',
  ]
  for (const reason of ofSettings) assert.deepEqual(complaint(`${reason}\n`), { code: 'ENGINE_CONFIG_INVALID', reason })
  const others = [
    "error: unexpected argument '--strict-config' found\n\nUsage: codex exec [OPTIONS] [PROMPT]",
    'Failed to read output schema file /data/config/profile.json: No such file or directory (os error 2)',
    'Error: no rollout found for thread id x in config.toml',
  ]
  for (const reason of others) assert.deepEqual(complaint(`${reason}\n`), { code: 'ENGINE_FAILED', reason })
  const noSession = 'Error: thread/resume: thread/resume failed: no rollout found for thread id x (code -32600)'
  assert.deepEqual(complaint(`${noSession}\n`), { code: 'SESSION_RESUME_FAILED', reason: noSession })
  assert.deepEqual(complaint(''), { code: 'ENGINE_FAILED', reason: null })
})

test('what it wrote to stderr explains no end but one by itself', () => {
  const stderrTail = 'Error loading config.toml: x\nError: thread/resume failed: no rollout found for thread id x\n'
  const ends: readonly EngineEnd['exit'][] = [
    { kind: 'exited', code: 0 },
    { kind: 'signaled', signal: 'SIGKILL' },
    { kind: 'timed_out' },
    { kind: 'silent' },
    { kind: 'too_much_output' },
    { kind: 'canceled' },
    { kind: 'not_started', reason: 'ENOENT' },
  ]
  for (const exit of ends) assert.deepEqual(codexFailure({ ...end, exit, stderrTail }), { code: 'ENGINE_FAILED', reason: null })
})
