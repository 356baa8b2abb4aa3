import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unusableProxies, upstreamFor } from './upstream.ts'

const env = {
  HTTPS_PROXY: 'http://user:p%40ss@proxy.corp:3128',
  http_proxy: 'proxy.corp:8080',
  NO_PROXY: 'localhost, .inside.example,*.also.example,only.example:8443,10.0.0.0/8',
}
const secure = { host: 'proxy.corp', port: 3128, authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}` }
const plain = { host: 'proxy.corp', port: 8080, authorization: null }

test('a host is reached by the proxy for its port, unless it is excepted', () => {
  const rows: readonly (readonly [string, number, object | null])[] = [
    ['listed.example', 443, secure],
    ['listed.example', 8443, secure],
    ['listed.example', 80, plain],
    ['inside.example', 443, null],
    ['a.inside.example', 443, null],
    ['notinside.example', 443, secure],
    ['a.also.example', 443, null],
    ['only.example', 8443, null],
    ['only.example', 443, secure],
  ]
  for (const [host, port, expected] of rows) assert.deepEqual(upstreamFor(env, host, port), expected, `${host}:${port}`)
})

test('one proxy for all is used where none is named for the port, and none where all are excepted or nothing is set', () => {
  assert.deepEqual(upstreamFor({ ALL_PROXY: 'http://[::1]:1' }, 'a.example', 80), { host: '::1', port: 1, authorization: null })
  assert.equal(upstreamFor({ ...env, NO_PROXY: '*' }, 'a.example', 443), null)
  assert.equal(upstreamFor({ HTTPS_PROXY: '' }, 'a.example', 443), null)
})

test('proxies that speak something else are named', () => {
  assert.deepEqual(unusableProxies({ HTTPS_PROXY: 'socks5://x:1', http_proxy: 'http://y', ALL_PROXY: 'https://z' }), [
    'HTTPS_PROXY',
    'ALL_PROXY',
  ])
  assert.equal(upstreamFor({ HTTPS_PROXY: 'socks5://x:1' }, 'a.example', 443), null)
})
