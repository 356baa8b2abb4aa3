import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { claudeAccount } from './account.ts'
import { behindGate, claudeHosts } from './hosts.ts'

verifies('engine.auth-is-probed', 'claude is signed in when its own status says so', () => {
  const { isSignedIn } = claudeAccount.probe
  const asked = [0, 1, null].map((code) => isSignedIn({ code, stdout: '', stderr: '' }))
  assert.deepEqual(asked, [true, false, false])
})

const [file] = claudeAccount.files
const signIn = (more: object = {}) => ({
  claudeAiOauth: { accessToken: 'a', refreshToken: 'r', expiresAt: 1000, scopes: ['user:inference'], ...more },
})

verifies('engine.credentials-go-back', 'a refresh brings newer tokens, and may tell the plan anew', () => {
  const refreshed = { accessToken: 'b', refreshToken: 's', expiresAt: 2000 }
  assert.equal(file?.mayReplace(signIn(), signIn(refreshed)), true)
  assert.equal(file?.mayReplace(signIn(), signIn({ ...refreshed, refreshTokenExpiresAt: 9000, subscriptionType: 'max' })), true)
})

verifies('engine.credentials-go-back', 'what is older, empty, or of another shape does not go back', () => {
  const others: readonly unknown[] = [
    signIn({ accessToken: 'b' }),
    signIn({ accessToken: 'b', expiresAt: 999 }),
    signIn({ accessToken: '', refreshToken: '', expiresAt: 0 }),
    signIn({ expiresAt: 2000, scopes: ['user:inference', 'org:admin'] }),
    signIn({ expiresAt: 2000, accessToken: null }),
    { ...signIn({ expiresAt: 2000 }), primaryApiKey: 'k' },
    {},
    null,
  ]
  for (const other of others) assert.equal(file?.mayReplace(signIn(), other), false, JSON.stringify(other))
})

test('its hosts are those of its provider, or the one that it is sent to', () => {
  const url = 'ANTHROPIC_BASE_URL'
  assert.deepEqual(claudeHosts({}, {}), ['api.anthropic.com', 'platform.claude.com'])
  assert.deepEqual(claudeHosts({}, { [url]: 'http://127.0.0.1:4000' }), ['127.0.0.1:4000'])
  assert.deepEqual(claudeHosts({ env: { [url]: 'https://mine.example' } }, { [url]: 'http://127.0.0.1:4000' }), [
    'mine.example:443',
  ])
})

test('behind a gate only its address is told by another name', () => {
  const nameFor = (url: string) => url.replace('127.0.0.1', 'model.internal')
  const env = { ANTHROPIC_API_KEY: '127.0.0.1', ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000' }
  assert.deepEqual(behindGate(env, nameFor), { ...env, ANTHROPIC_BASE_URL: 'http://model.internal:4000' })
  assert.deepEqual(behindGate({}, nameFor), {})
})
