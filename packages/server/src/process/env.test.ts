import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { childEnv } from './env.ts'

verifies(
  'process.environment-is-an-allow-list',
  'of the server a child sees language and time zone, and else what its launch asks for',
  () => {
    const server = {
      LANG: 'C.UTF-8',
      LC_ALL: 'C',
      TZ: 'UTC',
      PATH: '/srv',
      HOME: '/root',
      SKILL_RUNNER_TOKEN: 't',
      LC_: 'x',
      NODE_OPTIONS: '--inspect',
    }
    assert.deepEqual(childEnv(server, { HOME: '/home/runner', TZ: 'Asia/Tokyo' }), {
      ...{ LANG: 'C.UTF-8', LC_ALL: 'C' },
      ...{ HOME: '/home/runner', TZ: 'Asia/Tokyo' },
    })
  },
)

test('a name or value that no environment can hold is refused, and the value is not said', () => {
  assert.throws(() => childEnv({}, { 'A=B': 'x' }), {
    name: 'TypeError',
    message: 'Not a name for an environment variable: "A=B"',
  })
  assert.throws(() => childEnv({}, { '': 'x' }), TypeError)
  assert.throws(() => childEnv({}, { KEY: 'se\0cret' }), { message: 'The environment variable KEY holds a zero byte' })
})
