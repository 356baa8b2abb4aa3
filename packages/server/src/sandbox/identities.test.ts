import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openIdentities } from './identities.ts'

test('every live run has a user of its own, and the one that rested longest comes next', () => {
  const identities = openIdentities(true, { from: 500, to: 501 })
  assert.ok(identities)
  assert.deepEqual(
    [identities.take(), identities.take()],
    [
      { uid: 500, gid: 500 },
      { uid: 501, gid: 501 },
    ],
  )
  assert.throws(() => identities.take(), {
    message: 'All 2 users of SKILL_RUNNER_RUN_AS are taken by live runs. Widen the range.',
  })
  identities.release({ uid: 501, gid: 501 })
  identities.release({ uid: 501, gid: 501 })
  identities.release({ uid: 500, gid: 500 })
  assert.deepEqual(
    [identities.take(), identities.take()],
    [
      { uid: 501, gid: 501 },
      { uid: 500, gid: 500 },
    ],
  )
  assert.throws(() => identities.take())
})

test('a server that is not root has no spare users', () => {
  assert.equal(openIdentities(false, { from: 500, to: 501 }), null)
})
