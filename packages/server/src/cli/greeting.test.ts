import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greetingOf } from './greeting.ts'

const served = { version: '1.2.3', url: 'http://127.0.0.1:8000', sandbox: 'available', needsToken: false, fromOutside: [] }
const job = `'{"skill_id":"demo-prime-number","input":{"numbers":[2,3,4,10,11,97]},"parameter":{"divisor":5}}'`
const header = '-H "Authorization: Bearer $SKILL_RUNNER_TOKEN" '

const lines = (needsToken: boolean): string[] => greetingOf({ ...served, needsToken }).split('\n')

test('a server says where it is and how a job is run', () => {
  assert.deepEqual(lines(false), [
    'Agent Skill Runner 1.2.3 listens on http://127.0.0.1:8000',
    '',
    '  API      http://127.0.0.1:8000/v1',
    '  Docs     http://127.0.0.1:8000/docs',
    '  Page     http://127.0.0.1:8000/ui',
    '  Sandbox  available',
    '',
    'Run a job:',
    `  curl -s -H 'Prefer: wait=30' -H 'Content-Type: application/json' http://127.0.0.1:8000/v1/jobs -d ${job}`,
    '',
    '',
  ])
})

test('one with a token says that its pages need it too, and how it is sent', () => {
  assert.deepEqual(lines(true).slice(5, 9), [
    '  Sandbox  available',
    `  Token    required for all of these; the page asks for it, other clients send it: curl ${header}http://127.0.0.1:8000/docs`,
    '',
    'Run a job:',
  ])
  assert.ok(lines(true)[9]?.startsWith(`  curl -s ${header}-H 'Prefer: wait=30' `))
})

test('one that other machines reach says where, and how other names are allowed', () => {
  const fromOutside = ['http://192.0.2.7:8000', 'http://runner.example.com:8000']
  assert.deepEqual(
    greetingOf({ ...served, fromOutside })
      .split('\n')
      .slice(4, 7),
    [
      '  Page     http://127.0.0.1:8000/ui',
      '  Network  http://192.0.2.7:8000 http://runner.example.com:8000; to allow other host names: SKILL_RUNNER_ALLOWED_HOSTS=name,…',
      '  Sandbox  available',
    ],
  )
})
