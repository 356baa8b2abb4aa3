import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide } from './decide.ts'
import { type GateRule, parseRule } from './rules.ts'

const rule = (text: string, by: GateRule['by'] = 'skill'): GateRule => {
  const parsed = parseRule(text, by)
  assert.ok(parsed, text)
  return parsed
}

const listed = rule('listed.example')
const below = rule('*.wild.example')
const oneOfPort = rule('port.example:8443')
const rules = [listed, below, oneOfPort]

test('a name on the list is allowed on the two usual ports, or on the one that is named', () => {
  const allowed: readonly (readonly [string, number, string, GateRule])[] = [
    ['listed.example', 443, 'listed.example', listed],
    ['listed.example', 80, 'listed.example', listed],
    ['LISTED.Example.', 443, 'listed.example', listed],
    ['a.wild.example', 443, 'a.wild.example', below],
    ['a.b.wild.example', 443, 'a.b.wild.example', below],
    ['port.example', 8443, 'port.example', oneOfPort],
  ]
  for (const [host, port, name, by] of allowed) assert.deepEqual(decide(rules, host, port), { kind: 'allowed', name, rule: by })
})

const notListed = 'the host is not on the allow list of this run'
const noSuchPort = 'the port is not on the allow list of this run'

test('everything else is refused, with the reason', () => {
  const reasons: readonly (readonly [string, number, string])[] = [
    ['other.example', 443, notListed],
    ['wild.example', 443, notListed],
    ['evilwild.example', 443, notListed],
    ['listed.example.evil.example', 443, notListed],
    ['x.listed.example', 443, notListed],
    ['listed.example', 22, noSuchPort],
    ['port.example', 443, noSuchPort],
    ['localhost', 80, notListed],
  ]
  for (const [host, port, reason] of reasons) assert.deepEqual(decide(rules, host, port), { kind: 'refused', reason })
})

test('addresses are refused in every spelling, and so is what is no host or no port at all', () => {
  const reason = 'only host names with a port can be allowed, not addresses'
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '::1',
    '[::1]',
    '[::ffff:7f00:1]',
    '1.2.3.4',
  ]
  const noHosts = [
    '',
    '.',
    ' listed.example',
    'listed.example\0.evil.example',
    'listed.example/',
    'user@listed.example',
    '*.wild.example',
  ]
  for (const host of [...hosts, ...noHosts]) assert.deepEqual(decide(rules, host, 443), { kind: 'refused', reason }, host)
  for (const port of [0, -1, 65_536, Number.NaN, 1.5])
    assert.deepEqual(decide(rules, 'listed.example', port), { kind: 'refused', reason }, String(port))
})

test('every host is every public name, and none of the networks that only this machine knows', () => {
  const any = [rule('*'), rule('gateway.internal:4000', 'operator')]
  for (const host of ['a.example', 'registry.npmjs.org', 'LOCAL.example', 'internal.example'])
    assert.equal(decide(any, host, 443).kind, 'allowed', host)
  assert.equal(decide(any, 'gateway.internal', 4000).kind, 'allowed')
  const own = ['localhost', 'a.localhost', 'router', 'metadata', 'metadata.google.internal', 'nas.local', 'x.home.arpa', 'a.corp']
  for (const host of own) assert.deepEqual(decide(any, host, 443), { kind: 'refused', reason: notListed }, host)
  for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', '2130706433'])
    assert.equal(decide(any, host, 80).kind, 'refused', host)
  assert.deepEqual(decide(any, 'mail.example', 25), { kind: 'refused', reason: noSuchPort })
})

test('a host that skill and operator both name is the operator’s', () => {
  const gateway = rule('gateway.example:443', 'operator')
  const both = [rule('gateway.example'), gateway]
  assert.deepEqual(decide(both, 'gateway.example', 443), { kind: 'allowed', name: 'gateway.example', rule: gateway })
  assert.deepEqual(decide(both, 'gateway.example', 80), {
    kind: 'allowed',
    name: 'gateway.example',
    rule: rule('gateway.example'),
  })
})
