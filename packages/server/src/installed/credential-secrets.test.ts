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
        ANTHROPIC_CUSTOM_HEADERS: 'X-Gate-Key: gateway-1\nX-Door: Bearer doorway1',
        ODD: 'odd-value-of-a-key-1',
        DEBUG: '1',
      },
    },
    codex: {
      model_providers: {
        x: { http_headers: { 'X-Api-Key': 'header-1' }, experimental_bearer_token: 'bearer-1', env_key: 'MY_KEY_NAME' },
      },
    },
    gemini: { mcpServers: { x: { env: { PAT: 'mcp-secret-1' }, headers: { Authorization: 'Bearer mcp-bearer-1' } } } },
    iflow: { searchApiKey: 'search-1', apiKey: '$MY_KEY_NAME' },
    opencode: {
      provider: { x: { env: ['MY_KEY_NAME'], options: { apiKey: 'literal-1', headers: { a: 'Bearer {env:NAMED}' } } } },
    },
    qwen: {
      env: { DB_PASS: 'correcthorse' },
      security: { auth: { apiKey: 'auth-key-1', selectedType: 'openai-with-a-key-1' } },
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
    claude: ['odd-value-of-a-key-1', 'Bearer doorway1', 'bedrock-1', 'gateway-1', 'doorway1'],
    codex: ['header-1', 'bearer-1'],
    gemini: ['Bearer mcp-bearer-1', 'mcp-secret-1', 'mcp-bearer-1'],
    iflow: ['search-1'],
    opencode: ['literal-1'],
    qwen: ['correcthorse', 'model-key-1', 'auth-key-1'],
  })
})

verifies('engine.secrets-stay-inside', 'a variable or a header counts by its own name, or by the look of its value', () => {
  const secrets: readonly (readonly [settings: object, secrets: readonly string[]])[] = [
    [{ env: { GATEWAY_AUTH: 'Bearer sk-abc123456789' } }, ['Bearer sk-abc123456789', 'sk-abc123456789']],
    [{ env: { DB_PASS: 'correcthorsebatt' } }, ['correcthorsebatt']],
    [{ env: { 'my-pwd': 'correcthorse', GH_PAT: 'battery-staple' } }, ['battery-staple', 'correcthorse']],
    [{ env: { HTTPS_PROXY: 'http://u:pass-word1@proxy:80' } }, ['pass-word1']],
    [{ env: { DATABASE: 'postgres://u:pass-word1@db:5432/x' } }, ['pass-word1']],
    [{ env: { DB_SECRET: 'postgres://u:pass-word1@db' } }, ['postgres://u:pass-word1@db', 'pass-word1']],
    [{ env: { ODD: 'with0digitsInIt0' } }, ['with0digitsInIt0']],
    [{ env: { ODD: 'onlyLettersOfTwentyC' } }, ['onlyLettersOfTwentyC']],
    [{ headers: { 'x-portkey-api-key': 'portkeys', 'X-Signature': 'signed-by' } }, ['signed-by', 'portkeys']],
    [{ headers: { 'X-Upstream': 'Basic dTpwYXNz' } }, ['Basic dTpwYXNz', 'dTpwYXNz']],
    [{ env: { OTEL_EXPORTER_OTLP_HEADERS: 'x-team=engineering,api-key=otel-one' } }, ['otel-one']],
  ]
  for (const [settings, expected] of secrets) assert.deepEqual(secretsInSettings(settings), expected, JSON.stringify(settings))
})

test('what is ordinary in settings may be shown', () => {
  const settings = {
    model: 'a-model-of-some-name',
    cli_auth_credentials_store: 'ephemeral',
    awsAuthRefresh: 'aws sso login --profile engineering',
    model_providers: { portkey: { name: 'The gateway', wire_api: 'responses' } },
    env: {
      ANTHROPIC_BASE_URL: 'https://mine.example/v1',
      ANTHROPIC_MODEL: 'claude-sonnet-5-5',
      ANTHROPIC_CUSTOM_HEADERS: 'X-Team: engineering\nanthropic-beta: some-feature-2026-01-01',
      AWS_REGION: 'eu-central-1',
      LC_ALL: 'en_US.UTF-8',
      NO_PROXY: 'localhost,127.0.0.1',
      CERTIFICATES: '/etc/ssl/certs/of-2026.pem',
      A: 'short',
      STAGE: 'production',
      GREETING: 'whoever comes here is welcome',
    },
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'somebody/1.0',
      'HTTP-Referer': 'https://mine.example',
      'x-portkey-provider': 'anthropic',
    },
    maxTokens: 100_000,
    tools: { exclude: ['run_shell_command'] },
  }
  assert.deepEqual(secretsInSettings(settings), [])
})

test('the password in an address is a secret wherever it stands', () => {
  assert.deepEqual(secretsInSettings({ proxy: 'http://somebody:pass-word@proxy.example:80' }), ['pass-word'])
})
