import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchRequest } from '../engine.ts'
import type { Settings } from '../settings.ts'
import { codexAccount } from './account.ts'

const request: LaunchRequest = {
  prompt: '',
  model: '',
  script: null,
  program: { path: '/opt/engine/bin/codex', runBy: 'itself' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: {},
  env: {},
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const provider = (mine: object): Settings => ({
  model_provider: 'mine',
  model_providers: { mine, other: { env_key: 'OTHER_KEY' } },
})

test('codex sees the keys that it knows, and those that its provider is told to use', () => {
  const usual = ['CODEX_API_KEY', 'OPENAI_API_KEY']
  assert.deepEqual(codexAccount.env({}), usual)
  assert.deepEqual(codexAccount.env(provider({ env_key: 'MY_KEY' })), [...usual, 'MY_KEY'])
  const headers = { 'X-One': 'MY_HEADER', 'X-Two': 'MY_KEY', 'X-Odd': 5 }
  assert.deepEqual(codexAccount.env(provider({ env_key: 'MY_KEY', env_http_headers: headers })), [
    ...usual,
    'MY_KEY',
    'MY_HEADER',
  ])
  assert.deepEqual(codexAccount.env(provider({ env_key: 'OPENAI_API_KEY' })), usual)
  assert.deepEqual(codexAccount.env({ model_providers: { mine: { env_key: 'MY_KEY' } } }), usual)
  for (const odd of [{ env_key: 5 }, { env_http_headers: 'x' }]) assert.deepEqual(codexAccount.env(provider(odd)), usual)
})

test('nobody is asked where the settings or a key tell already', () => {
  const probe = (settings: Settings, env: Record<string, string> = {}) => codexAccount.probe.launch({ ...request, settings, env })
  assert.deepEqual([probe({}, { CODEX_API_KEY: 'a' }), probe({}, { OPENAI_API_KEY: 'a' })], [true, true])
  assert.deepEqual(
    [probe(provider({ env_key: 'MY_KEY' }), { MY_KEY: 'a' }), probe(provider({ env_key: 'MY_KEY' }))],
    [true, false],
  )
  // It takes no key of OpenAI.
  assert.equal(probe(provider({ env_key: 'MY_KEY' }), { CODEX_API_KEY: 'a' }), false)
  assert.deepEqual([probe(provider({})), probe({ model_provider: 'ollama' })], [true, true])
  assert.equal(probe(provider({ requires_openai_auth: true }), { OPENAI_API_KEY: 'a' }), true)
})

test('else codex is asked for its own sign-in', () => {
  const asked = codexAccount.probe.launch(request)
  assert.deepEqual(codexAccount.probe.launch({ ...request, settings: provider({ requires_openai_auth: true }) }), asked)
  assert.ok(typeof asked === 'object')
  assert.deepEqual(
    { ...asked, files: asked.files.map(({ name }) => name) },
    {
      argv: ['/opt/engine/bin/codex', 'login', 'status'],
      env: { CODEX_HOME: '/home/runner/.codex' },
      stdin: null,
      files: ['.codex/config.toml', '.codex/skill-runner.config.toml'],
      shown: [],
    },
  )
  const answer = (code: number | null) => codexAccount.probe.isSignedIn({ code, stdout: '', stderr: 'Logged in using ChatGPT' })
  assert.deepEqual([answer(0), answer(1), answer(null)], [true, false, false])
})
