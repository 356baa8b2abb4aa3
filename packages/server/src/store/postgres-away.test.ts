import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { Away, isAway, Reach } from './postgres-away.ts'

const refused = { code: 'DATABASE_UNAVAILABLE' }
const away = () => Promise.reject(new Away('ECONNREFUSED'))

function openReach(patienceMs = 0) {
  const told: string[] = []
  const reach = new Reach(patienceMs, { lost: (reason) => void told.push(reason), back: () => void told.push('back') })
  return { reach, told }
}

verifies(
  'postgres.outlives-a-restart',
  'while the database is away one finds out whether it is back, and all others are refused without being asked for',
  async () => {
    const { reach, told } = openReach()
    await assert.rejects(reach.ask(away), refused)
    const { promise: answer, resolve } = Promise.withResolvers<string>()
    const first = reach.ask(() => answer)
    let asked = 0
    const others = Array.from({ length: 20 }, () => reach.ask(async () => asked++))
    for (const other of others) await assert.rejects(other, refused)
    assert.deepEqual([asked, told], [0, ['ECONNREFUSED']])
    resolve('here')
    assert.equal(await first, 'here')
    assert.deepEqual([await reach.ask(async () => 'here too'), told], ['here too', ['ECONNREFUSED', 'back']])
  },
)

test('who tries in vain leaves it to the next one', async () => {
  const { reach } = openReach()
  for (const _ of [1, 2, 3]) await assert.rejects(reach.ask(away), refused)
  await assert.rejects(
    reach.ask(() => Promise.reject(new Error('unique'))),
    /unique/,
  )
  assert.equal(await reach.ask(async () => 'here'), 'here')
})

test('a question that takes too long is refused, and the database is not said to be lost', async () => {
  const { reach, told } = openReach()
  const slow = [Object.assign(new Error('canceled'), { code: '57014' }), new Error('timeout exceeded when trying to connect')]
  for (const error of slow)
    await assert.rejects(
      reach.ask(() => Promise.reject(error)),
      refused,
    )
  assert.deepEqual([told, reach.refusal()], [[], null])
})

test('a certificate that is no longer valid is something that passes, and an error of a query is not', async () => {
  const codes = ['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'EPROTO']
  for (const code of codes) {
    const error = Object.assign(new Error('TLS'), { code })
    await assert.rejects(
      openReach().reach.ask(() => Promise.reject(error)),
      { ...refused, details: { reason: code } },
    )
  }
  for (const code of ['23505', '42P01', '40001']) assert.equal(isAway(Object.assign(new Error('SQL'), { code })), false)
})

test('who asks after the end is refused, and nothing is told', async () => {
  const { reach, told } = openReach(60_000)
  reach.close()
  await assert.rejects(
    reach.ask(async () => 'here'),
    refused,
  )
  assert.deepEqual(told, [])
})
