import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { execCurl, requestOf } from './request.ts'

const entered = { skill: 'tool', command: `echo "it's" $HOME`, session: '', workdir: 'w' }

test('a request has what was entered, and nothing that is left to the server', () => {
  assert.deepEqual(requestOf(entered), { skill_name: 'tool', command: `echo "it's" $HOME`, workdir: 'w' })
  assert.deepEqual(requestOf({ ...entered, session: 's', workdir: '' }), {
    skill_name: 'tool',
    command: `echo "it's" $HOME`,
    session_id: 's',
  })
})

test('the request as curl survives the shell as it is, and names a token only by its variable', () => {
  const place = { url: 'http://127.0.0.1:8000', project: 'default', needsToken: true }
  const line = execCurl('tasks', requestOf(entered), place)
  const words = execFileSync('sh', ['-c', line.replace(/^curl/, 'printf "%s\\n"')], {
    encoding: 'utf8',
    env: { ...process.env, SKILL_RUNNER_TOKEN: 'secret' },
  })
  assert.deepEqual(words.trimEnd().split('\n'), [
    '-s',
    'http://127.0.0.1:8000/v1/projects/default/exec/tasks',
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify(requestOf(entered)),
  ])
  assert.ok(!line.includes('secret'))
})
