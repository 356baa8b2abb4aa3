import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neutral } from './neutral.ts'

test('what npm says is told without registry hosts, addresses and paths', () => {
  const said = {
    'npm error 404 Not Found - GET https://npm.example.com:8443/@openai%2fcodex - Not found':
      'npm error 404 Not Found - GET (the registry) - Not found',
    'request to http://user:pass@npm.example.com/x failed, reason: getaddrinfo ENOTFOUND npm.example.com':
      'request to (the registry) failed, reason: getaddrinfo ENOTFOUND (the registry)',
    'npm error network connect ECONNREFUSED 127.0.0.1:4873': 'npm error network connect ECONNREFUSED (the registry)',
    'npm error connect ECONNREFUSED ::1:4873': 'npm error connect ECONNREFUSED (the registry)',
    'see "http://npm.example.com" or npm.example.com': 'see "(the registry)" or (the registry)',
    'A complete log of this run can be found in: /root/.npm/_logs/2026-debug-0.log':
      'A complete log of this run can be found in: (a path)',
    "EACCES: permission denied, mkdir '/srv/data/npm'": "EACCES: permission denied, mkdir '(a path)'",
    'bwrap: execvp /opt/engine/bin/codex: No such file': 'bwrap: execvp (a path): No such file',
  }
  assert.deepEqual(Object.keys(said).map(neutral), Object.values(said))
})

test('what never ends is told up to a length that can be looked through', () => {
  assert.equal(neutral('a-'.repeat(4 * 1024 * 1024)), 'a-'.repeat(2000))
})

test('what can be told stays as it is', () => {
  for (const text of [
    'added 2 packages in 3s',
    'npm error code E404',
    "'@openai/codex@9.9.9' is not in this registry.",
    'Install it: ./skill-runner engine install codex',
    'error: unexpected argument --json/--yaml',
  ])
    assert.equal(neutral(text), text)
})
