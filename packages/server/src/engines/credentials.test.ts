import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import type { CredentialFile } from './account.ts'
import { codexAccount } from './codex/account.ts'
import { sameButFor } from './credentials.ts'
import { geminiAccount } from './gemini/account.ts'

const ruleOf = ({ files }: { files: readonly CredentialFile[] }, name: string): CredentialFile['mayReplace'] => {
  const file = files.find((one) => one.name === name)
  assert.ok(file, name)
  return file.mayReplace
}
const codex = ruleOf(codexAccount, '.codex/auth.json')
const gemini = ruleOf(geminiAccount, '.gemini/oauth_creds.json')
const accounts = ruleOf(geminiAccount, '.gemini/google_accounts.json')

const chatgpt = {
  OPENAI_API_KEY: null,
  tokens: { id_token: 'id-1', access_token: 'access-1', refresh_token: 'refresh-1', account_id: 'person' },
  last_refresh: '2026-11-01T10:00:00.000Z',
}
const refreshed = {
  ...chatgpt,
  tokens: { ...chatgpt.tokens, access_token: 'access-2' },
  last_refresh: '2026-11-01T11:00:00.000Z',
}

const google = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  scope: 'openid',
  token_type: 'Bearer',
  id_token: 'id-1',
  expiry_date: 1_000_000,
}

verifies('engine.credentials-go-back', 'a refresh of codex may go back: new tokens of the same account, and a later date', () => {
  const allNew = { id_token: 'id-2', access_token: 'access-2', refresh_token: 'refresh-2', account_id: 'person' }
  assert.equal(codex(chatgpt, { ...chatgpt, tokens: allNew, last_refresh: '2026-11-01T10:00:00.001Z' }), true)
  // The order of names means nothing.
  assert.equal(codex(chatgpt, { last_refresh: '2026-12-01T00:00:00Z', tokens: allNew, OPENAI_API_KEY: null }), true)
})

verifies('engine.credentials-go-back', 'what is more than a refresh of codex stays out', () => {
  const { tokens } = refreshed
  const tampered: Record<string, unknown> = {
    'another account': { ...refreshed, tokens: { ...tokens, account_id: 'somebody else' } },
    'a key instead': { ...refreshed, OPENAI_API_KEY: 'sk-of-the-agent' },
    'one more name': { ...refreshed, base_url: 'https://elsewhere.example' },
    'one more name among the tokens': { ...refreshed, tokens: { ...tokens, more: 'x' } },
    'a name less': { tokens, last_refresh: refreshed.last_refresh },
    'a token less': { ...refreshed, tokens: { id_token: 'x', access_token: 'x', account_id: 'person' } },
    'a token that is no text': { ...refreshed, tokens: { ...tokens, access_token: { $ne: '' } } },
    'tokens as a list': { ...refreshed, tokens: [['account_id', 'person']] },
    'no tokens': { ...refreshed, tokens: null },
    'the same date': { ...refreshed, last_refresh: chatgpt.last_refresh },
    'an older date': { ...refreshed, last_refresh: '2020-01-01T00:00:00Z' },
    'no date': { ...refreshed, last_refresh: 'soon' },
    'a list': [refreshed],
    nothing: null,
    'a text': 'refreshed',
  }
  for (const [what, after] of Object.entries(tampered)) assert.equal(codex(chatgpt, after), false, what)
})

verifies(
  'engine.credentials-go-back',
  'of gemini the short-lived tokens may go back, the lasting one and the account may not',
  () => {
    const hour = { access_token: 'access-2', id_token: 'id-2', expiry_date: 4_600_000 }
    assert.equal(gemini(google, { ...google, ...hour }), true)
    const tampered: Record<string, unknown> = {
      'another lasting token': { ...google, ...hour, refresh_token: 'of somebody else' },
      'no lasting token': { ...google, ...hour, refresh_token: undefined },
      'more rights': { ...google, ...hour, scope: 'openid everything' },
      'another kind': { ...google, ...hour, token_type: 'Basic' },
      'the same end': { ...google, ...hour, expiry_date: google.expiry_date },
      'an end that is no time': { ...google, ...hour, expiry_date: [4_600_000] },
      'one more name': { ...google, ...hour, type: 'authorized_user' },
    }
    for (const [what, after] of Object.entries(tampered)) assert.equal(gemini(google, after), false, what)
    assert.equal(accounts({ active: 'a@example.com', old: [] }, { active: 'b@example.com', old: ['a@example.com'] }), false)
    assert.equal(accounts({ active: 'a@example.com', old: [] }, { active: 'a@example.com', old: [] }), false)
  },
)

test('a table is not the same as the list of its names and values', () => {
  const rule = sameButFor(['token'], 'when')
  const before = { token: 'a', when: 1, person: { id: 'p' } }
  assert.equal(rule(before, { token: 'b', when: 2, person: { id: 'p' } }), true)
  assert.equal(rule(before, { token: 'b', when: 2, person: [['id', 'p']] }), false)
})

test('names of JavaScript itself are names like any other', () => {
  const rule = sameButFor(['token'], 'when')
  const before = { token: 'a', when: 1 }
  assert.equal(rule(before, JSON.parse('{"token":"b","when":2,"__proto__":{"admin":true}}')), false)
  assert.equal(rule(before, JSON.parse('{"token":"b","when":2,"constructor":{}}')), false)
  assert.equal(rule(before, JSON.parse('{"__proto__":{"token":"b","when":2}}')), false)
})

test('where there was no date yet, one may come', () => {
  const rule = sameButFor(['token'], 'when')
  assert.equal(rule({ token: 'a' }, { token: 'b', when: '2026-11-01T10:00:00Z' }), true)
  assert.equal(rule({ token: 'a', when: null }, { token: 'b', when: 'never' }), false)
})
