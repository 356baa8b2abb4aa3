import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../gate/world.ts'
import { addressesOf, shownUrl, targetOf } from './target.ts'

const outcome = (url: string, allow: readonly string[] = []): string => {
  const target = targetOf(url, allow)
  return 'problem' in target ? target.problem : `${target.isAllowed ? 'allowed' : 'public'} ${target.host}`
}

const notPublic = 'leads to an address that is not public'
const notHttp = 'must be an http or https URL'
const ofPrivateNet = 'names a host of a private network'

const cases: Readonly<Record<string, string>> = {
  'https://hooks.example.com/a?b=c': 'public hooks.example.com',
  'HTTP://HOOKS.Example.COM.:8080/': 'public hooks.example.com',
  'https://bücher.example/': 'public xn--bcher-kva.example',
  'https://93.184.216.34/': 'public 93.184.216.34',
  'https://[2606:4700::6810:84e5]/': 'public 2606:4700::6810:84e5',
  'ftp://example.com/': notHttp,
  'file:///etc/passwd': notHttp,
  'javascript:alert(1)': notHttp,
  '//example.com/': notHttp,
  'https:example.com': notHttp,
  'http://': notHttp,
  'http://exa mple.com/': notHttp,
  'http://1.2.3.4.5/': notHttp,
  'https://127.0.0.1%2eexample.com/': 'must name its host without %',
  'https://user%40example.com/': notHttp,
  'https://user@example.com/': 'must not hold a user or password',
  'https://:secret@example.com/': 'must not hold a user or password',
  'https://example.com@127.0.0.1/': 'must not hold a user or password',
  'http://127.0.0.1/': notPublic,
  'http://127.1/': notPublic,
  'http://2130706433/': notPublic,
  'http://0x7f000001/': notPublic,
  'http://0177.0.0.1/': notPublic,
  'http://127.0.0.1./': notPublic,
  'http://０.０.０.０/': notPublic,
  'http://0.0.0.0/': notPublic,
  'http://0/': notPublic,
  'http://10.1.2.3/': notPublic,
  'http://172.16.0.1/': notPublic,
  'http://192.168.0.1/': notPublic,
  'http://100.64.0.1/': notPublic,
  'http://169.254.169.254/latest/meta-data/': notPublic,
  'http://[::1]/': notPublic,
  'http://[::]/': notPublic,
  'http://[::ffff:127.0.0.1]/': notPublic,
  'http://[::ffff:7f00:1]/': notPublic,
  'http://[64:ff9b::7f00:1]/': notPublic,
  'http://[fe80::1]/': notPublic,
  'http://[fd00::1]/': notPublic,
  'http://localhost/': ofPrivateNet,
  'http://LOCALHOST./': ofPrivateNet,
  'http://a.localhost/': ofPrivateNet,
  'http://printer.local/': ofPrivateNet,
  'http://metadata.google.internal/': ofPrivateNet,
  'http://redis/': ofPrivateNet,
  'http://router.home.arpa/': ofPrivateNet,
}

for (const [url, expected] of Object.entries(cases)) test(`${url}: ${expected}`, () => assert.equal(outcome(url), expected))

test('what the operator names may be private, under exactly that name and in any spelling of it', () => {
  const allow = ['Receiver', '127.0.0.1', '::1', 'fd00:0:0::5', 'build.corp.example']
  assert.deepEqual(
    [
      'http://receiver:9000/x',
      'http://RECEIVER./x',
      'http://2130706433/',
      'http://[::1]:1/',
      'http://[fd00::5]/',
      'http://build.corp.example/',
      'http://other.corp.example/',
      'http://127.0.0.2/',
      'http://xreceiver/',
    ].map((url) => outcome(url, allow)),
    [
      'allowed receiver',
      'allowed receiver',
      'allowed 127.0.0.1',
      'allowed ::1',
      'allowed fd00::5',
      'allowed build.corp.example',
      'public other.corp.example',
      notPublic,
      ofPrivateNet,
    ],
  )
})

test('one address that is not public, or that is our own, spoils all of a name', async () => {
  const own = '93.184.216.99'
  const names: Record<string, string[]> = {
    'good.example': ['93.184.216.34', '2606:4700::1'],
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
    'own.example': [own],
  }
  const world: World = {
    resolve: async (name) => (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    connect: () => assert.fail('nobody is dialled here'),
    isOwn: (address) => address === own,
  }
  const look = async (url: string, allow: readonly string[] = []) => {
    const target = targetOf(url, allow)
    if ('problem' in target) return target.problem
    const found = await addressesOf(target, world)
    return 'problem' in found ? found.problem : found.map(({ address }) => address)
  }
  assert.deepEqual(await look('https://good.example/'), ['93.184.216.34', '2606:4700::1'])
  assert.equal(await look('https://mixed.example/'), 'the host leads to an address that is not public')
  assert.equal(await look('https://own.example/'), 'the host leads to an address that is not public')
  assert.equal(await look('https://nobody.example/'), 'the host has no address')
  assert.deepEqual(await look('https://mixed.example/', ['mixed.example']), ['93.184.216.34', '10.0.0.1'])
})

test('an address is shown without what could be a password', () => {
  assert.equal(shownUrl('https://example.com:8443/hook?token=hunter2#frag'), 'https://example.com:8443/hook?…')
  assert.equal(shownUrl('https://example.com/hook'), 'https://example.com/hook')
})
