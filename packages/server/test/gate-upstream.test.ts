import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { planGate } from '../src/gate/plan.ts'
import { dialThrough, upstreamFor } from '../src/gate/upstream.ts'
import type { World } from '../src/gate/world.ts'
import { blockedAt, gateOn, listenOn, serve, worldOf } from './support/gate.ts'

/** The only way to the internet of this world: a proxy that knows one host unless it knows all, and remembers what it was asked. */
async function openProxy(context: TestContext, answering: number, known = 'known.example:') {
  const asked: (readonly [string, string | undefined])[] = []
  const proxy = createServer((_request, response) => response.writeHead(405).end())
  proxy.on('connect', ({ url = '', headers }, client, head) => {
    asked.push([url, headers['proxy-authorization']])
    if (!url.startsWith(known)) return client.end('HTTP/1.1 503 No\r\n\r\n')
    const socket = connect(answering, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.write(head)
      socket.pipe(client).pipe(socket)
    })
    for (const one of [socket, client]) one.on('error', () => {})
  })
  return { asked, port: await listenOn(context, proxy) }
}

async function open(context: TestContext, names: Parameters<typeof worldOf>[0] = {}) {
  const answering = await serve(context, (request, response) => response.end(`for ${request.headers.host}`))
  const proxy = await openProxy(context, answering)
  const env = { HTTPS_PROXY: `http://user:word@127.0.0.1:${proxy.port}`, HTTP_PROXY: `http://127.0.0.1:${proxy.port}` }
  const direct = worldOf(names, answering)
  const world: World = {
    ...direct,
    upstreamFor: (name, port) => upstreamFor({ ...env, NO_PROXY: '.inside.example' }, name, port),
  }
  const plan = planGate([`127.0.0.1:${answering}`, 'gateway:4000'], ['*', 'metadata.google.internal'])
  return { ...(await gateOn(context, plan.rules, world)), proxy, answering, dialled: direct.dialled }
}

async function say(port: number, said: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}).write(said)
  return textOf(socket)
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
const statusOf = (answer: string): string => answer.split('\r\n')[0] ?? ''

verifies(
  'network.upstream-proxy',
  'a server behind a proxy reaches public hosts by it, and its own provider without it',
  async (context) => {
    const { port, proxy, answering, dialled } = await open(context, {
      gateway: ['10.0.0.5'],
      'a.inside.example': ['93.184.216.34'],
    })
    const tunnel = `CONNECT known.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${get('/')}`
    assert.match(await say(port, tunnel), /^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*for x/)
    assert.match(await say(port, get('http://known.example/')), /^HTTP\/1\.1 200 OK\r\n[\s\S]*for known\.example/)
    const word = `Basic ${Buffer.from('user:word').toString('base64')}`
    assert.deepEqual(proxy.asked.splice(0), [
      ['known.example:443', word],
      ['known.example:80', undefined],
    ])
    for (const url of [`http://model.internal:${answering}/`, 'http://gateway:4000/', 'http://a.inside.example/'])
      assert.equal(statusOf(await say(port, get(url))), 'HTTP/1.1 200 OK', url)
    assert.deepEqual([proxy.asked, dialled], [[], [`127.0.0.1 ${answering}`, '10.0.0.5 4000', '93.184.216.34 80']])
  },
)

const notPublic = [
  'private.example',
  'loop.example',
  'metadata.google.internal',
  'localhost',
  '127.0.0.1',
  '10.0.0.1',
  'nas.local',
]

verifies(
  'network.upstream-proxy',
  'the proxy of the server is asked for no address, no name of its own network, and none that is known not to be public',
  async (context) => {
    const names = { 'private.example': ['10.0.0.1'], 'loop.example': ['127.0.0.1'] }
    const { port, proxy, dialled } = await open(context, names)
    for (const host of notPublic)
      assert.equal(statusOf(await say(port, get(`http://${host}/`))), `HTTP/1.1 403 ${blockedAt(host)}`)
    assert.deepEqual([proxy.asked, dialled], [[], []])
  },
)

verifies(
  'network.upstream-proxy',
  'where nobody decides before the proxy is asked, it leads to each of these',
  async (context) => {
    const proxy = await openProxy(context, await serve(context, (_request, response) => response.end('reached')), '')
    const upstream = { host: '127.0.0.1', port: proxy.port, authorization: null }
    for (const host of notPublic) {
      const socket = await dialThrough(upstream, host, 80, () => {})
      assert.match(await textOf(socket?.end(get('/')) ?? Readable.from('')), /reached$/, host)
    }
    assert.deepEqual(
      proxy.asked,
      notPublic.map((host) => [`${host}:80`, undefined]),
    )
  },
)

test('a host that the proxy does not reach is told as not reached', async (context) => {
  const { port, proxy, decisions } = await open(context)
  assert.equal(
    statusOf(await say(port, get('http://unknown.example/'))),
    'HTTP/1.1 502 the proxy of this server does not reach the host',
  )
  assert.deepEqual(proxy.asked, [['unknown.example:80', undefined]])
  assert.deepEqual(decisions, [
    { host: 'unknown.example', port: 80, outcome: 'failed', reason: 'the proxy of this server does not reach the host' },
  ])
})

test('a proxy that is not there is told as well', async (context) => {
  const world: World = { ...worldOf({}, 0), upstreamFor: () => ({ host: '127.0.0.1', port: 9, authorization: null }) }
  const { port } = await gateOn(context, planGate([], ['*']).rules, world)
  assert.match(
    await say(port, get('http://known.example/')),
    /^HTTP\/1\.1 502 [\s\S]*the proxy of this server does not reach the host/,
  )
})
