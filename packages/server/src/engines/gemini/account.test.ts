import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { geminiAccount } from './account.ts'

const { isSignedIn } = geminiAccount.probe
const init =
  '{"type":"init","timestamp":"2026-11-15T07:57:53.902Z","session_id":"48c3d043-7f98-4b12-beb0-b9455266ad85","model":"m"}\n'

verifies('engine.auth-is-probed', 'gemini is signed in when a session of its has begun, whatever became of that', () => {
  for (const code of [0, 1, 144]) assert.equal(isSignedIn({ code, stdout: init, stderr: '' }), true)
  assert.equal(isSignedIn({ code: 1, stdout: `Some noise\n${init}`, stderr: '' }), true)
})

verifies('engine.auth-is-probed', 'gemini is not signed in when it says so, or when it did not get as far', () => {
  assert.equal(isSignedIn({ code: 41, stdout: '', stderr: 'Manual authorization is required' }), false)
  // Its settings, a folder that is not trusted, a crash.
  for (const code of [52, 55, 1, 0, null]) assert.equal(isSignedIn({ code, stdout: '', stderr: 'Error: x' }), false)
  assert.equal(isSignedIn({ code: 1, stdout: 'it printed {"type":"init"}\n', stderr: init }), false)
})

test('a sign-in that only Google could judge counts, as nobody can reach Google here', () => {
  const stderr = (why: string) => `Cached credentials are not valid: ${why}\nManual authorization is required\n`
  const offline = stderr('request to https://oauth2.googleapis.com/tokeninfo failed, reason: getaddrinfo EAI_AGAIN')
  assert.equal(isSignedIn({ code: 41, stdout: '', stderr: offline }), true)
  assert.equal(isSignedIn({ code: 41, stdout: '', stderr: stderr('No refresh token is set.') }), false)
})
