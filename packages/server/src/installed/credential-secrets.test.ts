import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { engines } from '../engines/index.ts'
import { secretsInSettings } from './credential-secrets.ts'
import { keysIn } from './environment.ts'

verifies('engine.secrets-stay-inside', 'of the settings of every engine, keys, headers and variables are secrets', () => {
  const settings: Readonly<Record<string, object>> = {
    claude: {
      env: {
        AWS_BEARER_TOKEN_BEDROCK: 'bedrock-1',
        ANTHROPIC_CUSTOM_HEADERS: 'X-Gate: gateway-1\nX-Door: doorway-1',
        ODD: 'odd-value-1',
        DEBUG: '1',
      },
    },
    codex: {
      model_providers: {
        x: { http_headers: { 'X-Api': 'header-1' }, experimental_bearer_token: 'bearer-1', env_key: 'MY_KEY_NAME' },
      },
    },
    gemini: { mcpServers: { x: { env: { PAT: 'mcp-secret-1' }, headers: { Authorization: 'Bearer mcp-bearer-1' } } } },
    iflow: { searchApiKey: 'search-1', apiKey: '$MY_KEY_NAME' },
    opencode: {
      provider: { x: { env: ['MY_KEY_NAME'], options: { apiKey: 'literal-1', headers: { a: 'Bearer {env:NAMED}' } } } },
    },
    qwen: {
      env: { MY_OWN: 'variable-1' },
      security: { auth: { apiKey: 'auth-key-1' } },
      model: { generationConfig: { apiKey: 'model-key-1' } },
      modelProviders: { openai: [{ envKey: 'MY_KEY_NAME', id: 'a-model-of-some-name' }] },
    },
  }
  const found = Object.entries(settings).map(([name, set]) => {
    const engine = engines[name]
    assert.ok(engine)
    return [name, keysIn(engine, { ...set }, {})]
  })
  assert.deepEqual(Object.fromEntries(found), {
    claude: ['X-Gate: gateway-1\nX-Door: doorway-1', 'odd-value-1', 'bedrock-1', 'gateway-1', 'doorway-1'],
    codex: ['header-1', 'bearer-1'],
    gemini: ['Bearer mcp-bearer-1', 'mcp-secret-1', 'mcp-bearer-1'],
    iflow: ['search-1'],
    opencode: ['literal-1'],
    qwen: ['model-key-1', 'variable-1', 'auth-key-1'],
  })
})

test('what is ordinary in settings may be shown', () => {
  const settings = {
    model: 'a-model-of-some-name',
    env: {
      ANTHROPIC_BASE_URL: 'https://mine.example/v1',
      ANTHROPIC_MODEL: 'claude-sonnet-5-5',
      AWS_REGION: 'eu-central-1',
      A: 'short',
      STAGE: 'production',
      GREETING: 'whoever comes here is welcome',
    },
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'somebody/1.0', 'HTTP-Referer': 'https://mine.example' },
    maxTokens: 100_000,
    tools: { exclude: ['run_shell_command'] },
  }
  assert.deepEqual(secretsInSettings(settings), [])
})

test('the password in an address is a secret wherever it stands', () => {
  assert.deepEqual(secretsInSettings({ proxy: 'http://somebody:pass-word@proxy.example:80' }), ['pass-word'])
})
