import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOwn, isPublic } from './addresses.ts'

test('addresses of the internet are public', () => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ]
  const more = [
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '168.63.129.17',
    '93.184.216.34',
  ]
  const six = ['2606:4700::1111', '2a00:1450:4001:82a::200a', '2001:4860:4860::8888', '2003::1']
  for (const address of [...addresses, ...more, ...six]) assert.equal(isPublic(address), true, address)
})

test('addresses of this machine and of networks that only it can see are not', () => {
  const own = ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.255']
  const privateOnes = [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.0.0.8',
    '100.64.0.1',
    '100.100.100.200',
  ]
  const linkLocal = ['169.254.0.1', '169.254.169.254', '168.63.129.16']
  const special = [
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.10',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ]
  const six = [
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
  ]
  const withFourInside = [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:0:4136:e378::1',
  ]
  for (const address of [...own, ...privateOnes, ...linkLocal, ...special, ...six, ...withFourInside])
    assert.equal(isPublic(address), false, address)
})

test('what is no address is not public', () => {
  for (const text of ['', 'example.com', '1.2.3', '127.1', '1.2.3.4.5', '[::1]', '1.2.3.4:80'])
    assert.equal(isPublic(text), false, text)
})

test('no address below 10/8, 127/8 or 192.168/16 is public, nor the same mapped into IPv6', () => {
  const prefix = fc.constantFrom([10], [127], [192, 168])
  fc.assert(
    fc.property(prefix, fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }), (head, rest) => {
      const address = [...head, ...rest].slice(0, 4).join('.')
      assert.deepEqual([isPublic(address), isPublic(`::ffff:${address}`)], [false, false])
    }),
  )
})

test('this machine knows its own addresses', () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  assert.ok(own.length > 0)
  for (const { address } of own) assert.equal(isOwn(address), true, address)
  assert.deepEqual([isOwn('93.184.216.34'), isOwn('2606:4700::1111'), isOwn('no address')], [false, false, false])
})
