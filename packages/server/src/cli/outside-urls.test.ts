import assert from 'node:assert/strict'
import type { NetworkInterfaceInfo } from 'node:os'
import { test } from 'node:test'
import { outsideUrls } from './outside-urls.ts'

const one = { netmask: '', mac: '', cidr: null }
const interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = {
  lo: [{ ...one, family: 'IPv4', address: '127.0.0.1', internal: true }],
  eth0: [
    { ...one, family: 'IPv4', address: '192.0.2.7', internal: false },
    { ...one, family: 'IPv6', address: '2001:db8::7', internal: false, scopeid: 0 },
    { ...one, family: 'IPv6', address: 'fe80::7', internal: false, scopeid: 2 },
  ],
}

test('a server that listens on every address names those of the machine and the host names that are allowed', () => {
  const urls = (host: string) => outsideUrls({ host, port: '8000', allowedHosts: ['runner.example.com'], interfaces })
  assert.deepEqual(urls('0.0.0.0'), ['http://192.0.2.7:8000', 'http://runner.example.com:8000'])
  assert.deepEqual(urls('::'), ['http://192.0.2.7:8000', 'http://[2001:db8::7]:8000', 'http://runner.example.com:8000'])
  assert.deepEqual(urls('127.0.0.1'), [])
})
