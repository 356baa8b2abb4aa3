import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Decision } from '../gate/open-gate.ts'
import { openRefusals } from './refusals.ts'

const reason = 'the host is not on the allow list of this run'
const refused = (host: string, port = 443): Decision => ({ host, port, outcome: 'refused', reason })

function open() {
  const logged: { readonly host: string; readonly level: number }[] = []
  const logger = pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const refusals = openRefusals(logger)
  return { refusals, hear: refusals.listener(['Planted-Secret']), hosts: () => logged.map(({ host }) => host) }
}

test('each refusal is told once, as a warning, in the log and in the error of a run that failed', () => {
  const { refusals, hear, hosts } = open()
  for (const decision of [refused('a.example'), refused('a.example'), refused('a.example', 80)]) hear(decision)
  hear({ host: 'listed.example', port: 443, outcome: 'connected', reason: null })
  hear({ host: 'down.example', port: 443, outcome: 'failed', reason: 'the host does not answer' })
  assert.deepEqual(refusals.warnings(), [
    {
      code: 'NETWORK_REFUSED',
      message: `The run tried to reach a.example on port 443: ${reason}.`,
      level: 'warning',
      normalization_level: null,
      details: { host: 'a.example', port: 443, reason },
    },
    {
      code: 'NETWORK_REFUSED',
      message: `The run tried to reach a.example on port 80: ${reason}.`,
      level: 'warning',
      normalization_level: null,
      details: { host: 'a.example', port: 80, reason },
    },
  ])
  assert.deepEqual(hosts(), ['a.example', 'a.example', 'down.example'])
  assert.deepEqual(refusals.explain({ code: 'ENGINE_FAILED', message: 'm', details: { exit_code: 1 } }), {
    code: 'ENGINE_FAILED',
    message: 'm',
    details: {
      exit_code: 1,
      not_reached: [
        { host: 'a.example', port: 443, reason },
        { host: 'a.example', port: 80, reason },
        { host: 'down.example', port: 443, reason: 'the host does not answer' },
      ],
    },
  })
})

test('a run that was refused nobody fails as it always did', () => {
  const error = { code: 'TIMEOUT', message: 'm', details: {} } as const
  assert.deepEqual(open().refusals.explain(error), error)
})

test('no more than twenty are kept of each kind', () => {
  const { refusals, hear } = open()
  for (let port = 1; port <= 1000; port += 1) hear(refused('a.example', port))
  assert.equal(refusals.warnings().length, 20)
})

test('a secret that a run put into a name is not told, in capitals or not', () => {
  const { refusals, hear, hosts } = open()
  hear(refused('Planted-Secret.evil.example'))
  hear(refused('planted-secret.evil.example'))
  const covered = '**************.evil.example'
  assert.deepEqual(hosts(), [covered, covered])
  assert.ok(
    !/planted/i.test(JSON.stringify([refusals.warnings(), refusals.explain({ code: 'INTERNAL', message: '', details: {} })])),
  )
})
