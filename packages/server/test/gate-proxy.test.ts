import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect, createServer, Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Decision } from '../src/gate/open-gate.ts'
import { planGate } from '../src/gate/plan.ts'
import { askNameServers, realWorld } from '../src/gate/world.ts'
import { blocked, blockedAt, gateOn, listenOn, type Names, ownPublicAddress, ruleOf, serve, worldOf } from './support/gate.ts'
import { until } from './support/until.ts'

const somewhere = '93.184.216.34'
const listed = ['listed.example', '*.wild.example', 'port.example:8443']

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** A gate with the list above, in a world where a server answers for everybody and remembers what it was asked. */
async function open(context: TestContext, names: Names = {}) {
  const seen: Seen[] = []
  const answering = await serve(context, async (request, response) => {
    const body = await textOf(request)
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    response.writeHead(200, { 'x-answer': 'yes', connection: 'close' }).end(`got ${body}`)
  })
  const world = worldOf(
    { 'listed.example': [somewhere], 'a.wild.example': [somewhere], 'port.example': [somewhere], ...names },
    answering,
  )
  const rules = [...listed, ...Object.keys(names)].map((text) => ruleOf(text))
  return { ...(await gateOn(context, rules, world)), seen, world }
}

/** What comes back for these bytes until the gate closes the connection. */
async function say(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  for (const part of parts) socket.write(part)
  return textOf(socket)
}

const connectTo = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`
const get = (url: string, ...headers: string[]) => [`GET ${url} HTTP/1.1`, 'Host: x.example', ...headers, '', ''].join('\r\n')
const statusOf = (answer: string): string => answer.split('\r\n')[0] ?? ''
const bodyOf = (answer: string): string => answer.split('\r\n\r\n').slice(1).join('\r\n\r\n')

const connected = (host: string, port: number): Decision => ({ host, port, outcome: 'connected', reason: null })
const refused = (host: string, port: number, reason: string): Decision => ({ host, port, outcome: 'refused', reason })

test('a tunnel to a listed host carries what both sides say', async (context) => {
  const { port, decisions, world } = await open(context)
  const answer = await say(
    port,
    connectTo('listed.example:443'),
    'GET /path HTTP/1.1\r\nHost: listed.example\r\nConnection: close\r\n\r\n',
  )
  assert.equal(statusOf(answer), 'HTTP/1.1 200 Connection Established')
  assert.match(answer, /HTTP\/1\.1 200 OK\r\nx-answer: yes\r\n/)
  assert.match(answer, /got /)
  assert.deepEqual(decisions, [connected('listed.example', 443)])
  assert.deepEqual(world.dialled, [`${somewhere} 443`])
})

test('a request in absolute form is sent on under the name that was decided about, without what was for the proxy', async (context) => {
  const { port, decisions, world, seen } = await open(context)
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = {
      host: 'other.example',
      'proxy-authorization': 'Basic x',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      'x-kept': '2',
    }
    const path = 'http://port.example:8443/a/b?c=d'
    const sent = httpRequest({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
      textOf(response).then((body) => resolve(`${response.statusCode} ${response.headers['x-answer']} ${body}`), reject)
    })
    sent.on('error', reject).end('x'.repeat(5))
  })
  assert.equal(answer, '200 yes got xxxxx')
  assert.deepEqual(seen, [
    {
      method: 'POST',
      url: '/a/b?c=d',
      headers: { 'x-kept': '2', host: 'port.example:8443', connection: 'close', 'content-length': '5' },
    },
  ])
  assert.deepEqual(decisions, [connected('port.example', 8443)])
  assert.deepEqual(world.dialled, [`${somewhere} 8443`])
})

const notListed = 'the host is not on the allow list of this run'
const noSuchPort = 'the port is not on the allow list of this run'
const noName = 'only host names with a port can be allowed, not addresses'

verifies('engines.allow-list-is-tried', 'the gate refuses every host, port and address that is not listed', async (context) => {
  const { port, decisions, world, seen } = await open(context)
  const cases: readonly (readonly [string, string, number, string])[] = [
    [connectTo('other.example:443'), 'other.example', 443, notListed],
    [connectTo('wild.example:443'), 'wild.example', 443, notListed],
    [connectTo('evilwild.example:443'), 'evilwild.example', 443, notListed],
    [connectTo('listed.example:22'), 'listed.example', 22, noSuchPort],
    [connectTo('port.example:443'), 'port.example', 443, noSuchPort],
    [connectTo('127.0.0.1:443'), '127.0.0.1', 443, noName],
    [connectTo('127.1:80'), '127.1', 80, noName],
    [connectTo('0x7f.1:80'), '0x7f.1', 80, noName],
    [connectTo('2130706433:80'), '2130706433', 80, noName],
    [connectTo('[::1]:443'), '[::1]', 443, noName],
    [connectTo(`${somewhere}:443`), somewhere, 443, noName],
    [connectTo('listed.example'), '', 0, noName],
    [connectTo('listed.example:0'), '', 0, noName],
    [connectTo('listed.example:0443'), '', 0, noName],
    [connectTo('listed.example:65979'), 'listed.example', 65_979, noName],
    [connectTo('user@listed.example:443'), 'user@listed.example', 443, noName],
    [get('http://other.example/'), 'other.example', 80, notListed],
    [get('http://2130706433/'), '127.0.0.1', 80, noName],
    [get('http://[::1]/'), '[::1]', 80, noName],
    [get('http://listed.example:8080/'), 'listed.example', 8080, noSuchPort],
  ]
  for (const [said, host, number, reason] of cases) {
    decisions.length = 0
    const answer = await say(port, said)
    assert.deepEqual([statusOf(answer), bodyOf(answer)], [`HTTP/1.1 403 ${blockedAt(host)}`, `${blocked(host, reason)}\n`])
    assert.deepEqual(decisions, [refused(host, number, reason)], said)
  }
  assert.deepEqual([world.dialled, seen], [[], []])
})

test('what is not said as to a proxy, or not said right, reaches nobody', async (context) => {
  const { port, decisions, world } = await open(context)
  const wrong = [
    get('/'),
    get('https://listed.example/'),
    get('ftp://listed.example/'),
    get('http://other.example#@listed.example/'),
    get('http://other.example\\@listed.example/'),
    get('http://listed.example@other.example/'),
    get('http://user:word@listed.example/'),
    get('http://listed.example/', 'Content-Length: 4', 'Transfer-Encoding: chunked'),
    get('http://listed.example/', 'Content-Length: 4', 'Content-Length: 5'),
    'GET http://listed.example/ HTTP/1.1\r\nHost : a\r\n\r\n',
    'CONNECT listed.example\0.evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    'rubbish\r\n\r\n',
    `GET http://listed.example/ HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  ]
  for (const said of wrong) assert.match(statusOf(await say(port, said)), /^HTTP\/1\.1 4\d\d /, said.slice(0, 80))
  assert.deepEqual([decisions, world.dialled], [[], []])
})

test('a second request on the same connection is not answered, wherever it is for', async (context) => {
  const { port, decisions, seen } = await open(context)
  const answer = await say(
    port,
    get('http://listed.example/one') + get('http://other.example/two') + get('http://listed.example/three'),
  )
  assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1)
  assert.deepEqual(decisions, [connected('listed.example', 80)])
  assert.deepEqual(
    seen.map(({ url, headers }) => [url, headers.host]),
    [['/one', 'listed.example']],
  )
})

verifies(
  'engines.allow-list-is-tried',
  'a listed name that leads to an address that is not public is refused',
  async (context) => {
    const hidden: Names = {
      'loop.example': ['127.0.0.1'],
      'zero.example': ['0.0.0.0'],
      'private.example': ['10.1.2.3'],
      'link.example': ['169.254.169.254'],
      'carrier.example': ['100.100.100.200'],
      'azure.example': ['168.63.129.16'],
      'six.example': ['::1'],
      'unique.example': ['fd00:ec2::254'],
      'link-six.example': ['fe80::1'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'translated.example': ['64:ff9b::7f00:1'],
      'own.example': [ownPublicAddress],
      'mixed.example': [somewhere, '10.0.0.1'],
    }
    const { port, decisions, world } = await open(context, hidden)
    for (const name of Object.keys(hidden)) {
      decisions.length = 0
      const reason = 'the host leads to an address that is not public'
      for (const said of [connectTo(`${name}:443`), get(`http://${name}/`)])
        assert.equal(statusOf(await say(port, said)), `HTTP/1.1 403 ${blockedAt(name)}`)
      assert.deepEqual(decisions, [refused(name, 443, reason), refused(name, 80, reason)])
    }
    assert.deepEqual(world.dialled, [])
  },
)

test('a name that changes its address between two looks gains nothing: it is looked up once, and the checked address is dialled', async (context) => {
  let looks = 0
  const { port, world } = await open(context, { 'flip.example': () => [looks++ === 0 ? somewhere : '127.0.0.1'] })
  const first = await say(port, get('http://flip.example/', 'Connection: close'))
  assert.equal(statusOf(first), 'HTTP/1.1 200 OK')
  assert.deepEqual([looks, world.dialled], [1, [`${somewhere} 80`]])
  const second = await say(port, get('http://flip.example/'))
  assert.equal(statusOf(second), `HTTP/1.1 403 ${blockedAt('flip.example')}`)
  assert.deepEqual([looks, world.dialled], [2, [`${somewhere} 80`]])
})

test('the operator’s provider may be at a private address, also under a name that only the gate knows', async (context) => {
  const seen: (string | undefined)[] = []
  const answering = await serve(context, (request, response) => {
    seen.push(request.headers.host)
    response.end('model')
  })
  const plan = planGate([`127.0.0.1:${answering}`, 'gateway:4000'], ['listed.example'])
  const { port, decisions } = await gateOn(context, plan.rules, worldOf({ gateway: ['10.0.0.5'] }, answering))
  const answer = await say(port, get(`http://model.internal:${answering}/v1`))
  assert.deepEqual([statusOf(answer), seen], ['HTTP/1.1 200 OK', [`127.0.0.1:${answering}`]])
  const otherPort = await say(port, get('http://model.internal:1/'))
  assert.equal(statusOf(otherPort), `HTTP/1.1 403 ${blockedAt('model.internal')}`)
  assert.equal(statusOf(await say(port, get('http://gateway:4000/'))), 'HTTP/1.1 200 OK')
  assert.deepEqual(
    decisions.map(({ host, outcome }) => [host, outcome]),
    [
      ['model.internal', 'connected'],
      ['model.internal', 'refused'],
      ['gateway', 'connected'],
    ],
  )
})

test('who may be reached and cannot be is told from who is refused', async (context) => {
  const { port, decisions } = await open(context, { 'nowhere.example': [] })
  const closed = await listenThenClose()
  assert.equal(statusOf(await say(port, connectTo('nowhere.example:443'))), 'HTTP/1.1 502 the host has no address')
  const world = { ...worldOf({ 'listed.example': [somewhere] }, closed) }
  const silent = await gateOn(context, [ruleOf('listed.example')], world)
  assert.equal(statusOf(await say(silent.port, get('http://listed.example/'))), 'HTTP/1.1 502 the host does not answer')
  assert.deepEqual(decisions, [{ host: 'nowhere.example', port: 443, outcome: 'failed', reason: 'the host has no address' }])
  assert.deepEqual(silent.decisions, [
    { host: 'listed.example', port: 80, outcome: 'failed', reason: 'the host does not answer' },
  ])
})

async function listenThenClose(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return address !== null && typeof address === 'object' ? address.port : 0
}

test('a side that has said all it had to say still hears the other', async (context) => {
  const echo = createServer({ allowHalfOpen: true }, (socket) => {
    textOf(socket).then((said) => socket.end('x'.repeat(3_000_000) + said))
  })
  const { port } = await gateOn(
    context,
    [ruleOf('listed.example')],
    worldOf({ 'listed.example': [somewhere] }, await listenOn(context, echo)),
  )
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.end(`${connectTo('listed.example:443')}the end`)
  const heard = await textOf(socket)
  assert.equal(heard.length, 'HTTP/1.1 200 Connection Established\r\n\r\n'.length + 3_000_000 + 'the end'.length)
  assert.match(heard, /the end$/)
})

test('a server that hangs up, or answers with something else than an answer, is told as such', async (context) => {
  const odd: readonly (readonly [string, RegExp])[] = [
    ['', /^HTTP\/1\.1 502 the host hung up\r\n.*\r\n\r\nthe host hung up\n$/s],
    ['rubbish', /^HTTP\/1\.1 502 the host hung up\r\n/],
    [
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      /^HTTP\/1\.1 502 the host hung up\r\n/,
    ],
    // What was announced and did not come must not look like all there is.
    ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', /^HTTP\/1\.1 200 OK\r\ncontent-length: 9\r\n.*half$/s],
    ['HTTP/1.1 200 OK\r\nX-Last: 1\r\nConnection: x-last\r\n\r\nall', /^HTTP\/1\.1 200 OK\r\n(?!.*x-last).*all/s],
  ]
  for (const [said, expected] of odd) {
    const server = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(said)))
    const world = worldOf({ 'listed.example': [somewhere] }, await listenOn(context, server))
    const { port } = await gateOn(context, [ruleOf('listed.example')], world)
    assert.match(await say(port, get('http://listed.example/')), expected)
  }
})

test('a connection that breaks on one side ends on the other', async (context) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  const { port } = await gateOn(
    context,
    [ruleOf('listed.example')],
    worldOf({ 'listed.example': [somewhere] }, await listenOn(context, server)),
  )
  const tunnel = async () => {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.write(connectTo('listed.example:443'))
    await once(client, 'data')
    return { client, remote: await until('the server was reached', () => sockets.shift() ?? null) }
  }
  const first = await tunnel()
  first.remote.resetAndDestroy()
  await once(first.client, 'close')
  const second = await tunnel()
  second.client.resetAndDestroy()
  await once(second.remote, 'close')
})

test('heads that do not come, and more connections than a run may have, are ended', async (context) => {
  const { port } = await gateOn(context, [], worldOf({}, 0), { headMs: 200, connections: 2 })
  const slow = connect(port, '127.0.0.1')
  slow.write('GET http://listed.exa')
  const idle = connect(port, '127.0.0.1')
  await Promise.all([once(slow, 'connect'), once(idle, 'connect')])
  const third = connect(port, '127.0.0.1').on('error', () => {})
  await once(third, 'close')
  assert.deepEqual([slow.readyState, idle.readyState], ['open', 'open'])
  await Promise.all([once(slow.resume(), 'close'), once(idle.resume(), 'close')])
  assert.equal(statusOf(await say(port, get('http://listed.example/'))), `HTTP/1.1 403 ${blockedAt('listed.example')}`)
})

test('a name server and a host that never answer are given up', async (context) => {
  const never = { ...worldOf({}, 0), resolve: () => new Promise<never>(() => {}) }
  const { port, decisions } = await gateOn(context, [ruleOf('listed.example')], never, { connectMs: 50 })
  assert.equal(statusOf(await say(port, connectTo('listed.example:443'))), 'HTTP/1.1 502 the host has no address')
  assert.deepEqual(
    decisions.map(({ reason }) => reason),
    ['the host has no address'],
  )
})

test('a client that leaves takes its dial along, and look-ups that go on without their clients are no more than connections', async (context) => {
  const dials: Socket[] = []
  const base = worldOf({ 'listed.example': [somewhere] }, 0)
  let lookups = 0
  const unanswered = () => {
    lookups++
    return new Promise<never>(() => {})
  }
  const world: typeof base = {
    ...base,
    resolve: (name, by) => (name === 'slow.example' ? unanswered() : base.resolve(name, by)),
    connect: () => dials[dials.push(new Socket()) - 1] ?? new Socket(),
  }
  const rules = [ruleOf('listed.example'), ruleOf('slow.example')]
  const { port, decisions } = await gateOn(context, rules, world, { connections: 2 })
  const reset = async (head: string, when: () => boolean) => {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.write(head)
    await until('it is on its way', when)
    const told = decisions.length
    client.resetAndDestroy()
    await until('the gate has given it up', () => decisions.length > told)
  }
  await reset(connectTo('listed.example:443'), () => dials.length === 1)
  await reset(get('http://listed.example/'), () => dials.length === 2)
  assert.deepEqual(
    dials.map(({ destroyed }) => destroyed),
    [true, true],
  )
  await reset(connectTo('slow.example:443'), () => lookups === 1)
  await reset(get('http://slow.example/'), () => lookups === 2)
  assert.equal(statusOf(await say(port, connectTo('slow.example:443'))), 'HTTP/1.1 502 the host has no address')
  assert.equal(lookups, 2)
  const hungUp = 'the program hung up before the host had answered'
  assert.deepEqual(
    decisions.map(({ reason }) => reason),
    [hungUp, hungUp, hungUp, hungUp, 'the host has no address'],
  )
})

test('closing the gate ends all that goes through it, and all that is on its way', async (context) => {
  const server = createServer((socket) => void socket.on('error', () => {}))
  const answering = await listenOn(context, server)
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: resolving, resolve: answer } = Promise.withResolvers<void>()
  const base = worldOf({ 'listed.example': [somewhere] }, answering)
  const rules = [ruleOf('listed.example'), ruleOf('slow.example')]
  const resolveName: typeof base.resolve = async (name, by) => {
    if (name !== 'slow.example') return base.resolve(name, by)
    ask()
    await resolving
    return [{ address: somewhere, family: 4 }]
  }
  const { port, gate, decisions } = await gateOn(context, rules, { ...base, resolve: resolveName })
  const open = connect(port, '127.0.0.1').on('error', () => {})
  open.write(connectTo('listed.example:443'))
  await once(open, 'data')
  const waiting = connect(port, '127.0.0.1').on('error', () => {})
  waiting.write(connectTo('slow.example:443'))
  await asked
  gate.close()
  await Promise.all([once(open, 'close'), once(waiting, 'close')])
  answer()
  const late = connect(port, '127.0.0.1').on('error', () => {})
  await once(late, 'close')
  await until(
    'nothing goes through it',
    () => new Promise<boolean>((done) => server.getConnections((_error, count) => done(count === 0))),
  )
  assert.deepEqual(decisions, [connected('listed.example', 443)])
})

test('addresses are dialled one after the other, and an operator’s name is looked up as the machine does it', async (context) => {
  const port = await listenOn(
    context,
    createServer((socket) => socket.end('here')),
  )
  const socket = realWorld.connect(
    [
      { address: '127.0.0.2', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    port,
  )
  assert.equal(await textOf(socket), 'here')
  socket.destroy()
  const found = await realWorld.resolve('localhost', 'operator')
  assert.ok(found.length > 0 && found.every(({ address }) => realWorld.isOwn(address)))
})

test('a name that a skill lists is asked for both kinds of addresses', async (context) => {
  const types = { 1: [93, 184, 216, 34], 28: [0x26, 0x06, ...Array<number>(13).fill(0), 1] } as const
  const server = createSocket('udp4')
  context.after(() => server.close())
  server.on('message', (question, from) => {
    const [type, hasSix] = [question.readUInt16BE(question.indexOf(0, 12) + 1), question.includes('both')]
    const address = type === 1 || (type === 28 && hasSix) ? types[type] : []
    server.send(answerTo(question, type, address), from.port)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver({ timeout: 1000, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  const four = { address: somewhere, family: 4 }
  assert.deepEqual(await askNameServers('both.example', resolver), [four, { address: '2606::1', family: 6 }])
  assert.deepEqual(await askNameServers('four.example', resolver), [four])
})

/** A name server's answer with one address, or with none. */
function answerTo(question: Buffer, type: number, address: readonly number[]): Buffer {
  const asked = question.subarray(12, question.indexOf(0, 12) + 5)
  const count = address.length > 0 ? 1 : 0
  const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, count, 0, 0, 0, 0])
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
  return Buffer.concat([head, asked, ...(count === 1 ? [record] : [])])
}
