import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { errors } from '@agent-skill-runner/contract/errors.ts'
import fc from 'fast-check'
import { note, verifies } from '../../../test/verifies.ts'
import { createMetrics } from '../src/http/metrics.ts'
import { route } from '../src/http/route.ts'
import { closeServer } from '../src/http/server.ts'
import { sha256 } from '../src/lib/hash.ts'
import { startApp } from './support/app.ts'
import { openCosts } from './support/cost.ts'
import { codeOf, post, startDoor } from './support/door.ts'
import { until } from './support/until.ts'

const failure = (code: keyof typeof errors, details: object = {}, requestId: string | null = null) => ({
  error: { code, message: errors[code].message, details, request_id: requestId },
})

const badUrl = (message: string) => failure('INVALID_REQUEST', { problems: [{ path: 'url', message, keyword: 'url' }] })

verifies('door.one-error-shape', 'every kind of failure has the one shape, its status and its code', async () => {
  await using door = await startDoor()
  const got = async (path: string, options?: RequestInit) => {
    const { status, json } = await door.ask(path, options)
    return { status, json }
  }
  assert.deepEqual(await got('/nowhere'), { status: 404, json: failure('ROUTE_NOT_FOUND') })
  assert.deepEqual(await got('/nowhere', { method: 'POST', body: 'text' }), { status: 404, json: failure('ROUTE_NOT_FOUND') })
  assert.deepEqual(await got('/v1/skills', { method: 'DELETE' }), {
    status: 405,
    json: failure('METHOD_NOT_ALLOWED', { allowed: ['GET', 'HEAD'] }),
  })
  assert.deepEqual(await got('/v1/jobs/job_9/result'), { status: 409, json: failure('RESULT_NOT_READY', {}, 'job_9') })
  const noId = { path: 'params/request_id', message: 'must NOT have fewer than 1 characters', keyword: 'minLength' }
  assert.deepEqual(await got('/v1/jobs//result'), { status: 400, json: failure('INVALID_REQUEST', { problems: [noId] }) })
  assert.deepEqual(await got('/v1/jobs', post({ skill_id: 'full' })), { status: 429, json: failure('QUEUE_FULL') })
  assert.deepEqual(await got('/v1/%zz'), {
    status: 400,
    json: failure('INVALID_REQUEST', {
      problems: [{ path: 'url', message: 'has a percent sign that no two hexadecimal digits follow', keyword: 'url' }],
    }),
  })
  for (const path of ['/v1/jobs/%ff', '/%ff'])
    assert.deepEqual(await got(path), { status: 400, json: badUrl('has percent signs that stand for no text in UTF-8') })
  const noHost = await door.raw('GET http:///healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  assert.deepEqual(JSON.parse(noHost.slice(noHost.indexOf('{'))), badUrl('is neither a path nor an address of http with a host'))
  assert.deepEqual(await got('/v1/jobs', post('')), {
    status: 400,
    json: failure('INVALID_JSON', { reason: 'The body is empty.' }),
  })
  assert.equal(codeOf((await got('/v1/jobs', post('{"skill_id":'))).json), 'INVALID_JSON')
  assert.deepEqual(await got('/v1/jobs', { method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain' } }), {
    status: 415,
    json: failure('UNSUPPORTED_MEDIA_TYPE', { content_type: 'text/plain', takes: ['application/json', 'multipart/form-data'] }),
  })
  assert.deepEqual(await got('/v1/jobs', post({ skill_id: 'a' }, { 'content-encoding': 'gzip' })), {
    status: 415,
    json: failure('UNSUPPORTED_MEDIA_TYPE', { content_encoding: 'gzip' }),
  })
})

verifies('door.one-error-shape', 'a bug is INTERNAL to the caller and has its stack in the log under the same id', async () => {
  await using door = await startDoor()
  const answer = await door.ask('/v1/jobs/job_bug/result')
  assert.deepEqual([answer.status, answer.json], [500, failure('INTERNAL', {}, 'job_bug')])
  const line = door.lines.find((entry) => entry['level'] === 50)
  assert.equal(line?.['x_request_id'], answer.headers.get('x-request-id'))
  assert.match(JSON.stringify(line), /a bug with a secret-looking stack.*at /)
})

verifies('door.one-error-shape', 'a full queue and a wrong method say in a header what to do', async () => {
  await using door = await startDoor()
  assert.equal((await door.ask('/v1/jobs', post({ skill_id: 'full' }))).headers.get('retry-after'), '1')
  assert.equal((await door.ask('/v1/jobs/job_1/cancel')).headers.get('allow'), 'POST')
  assert.equal((await door.ask('/v1/jobs', { method: 'PUT' })).headers.get('allow'), 'POST')
})

test('every violation of a request is named, with where it is', async () => {
  await using door = await startDoor()
  const body = { skill_id: '', engine: 7, surprise: 1, runtime_options: { debug: 'yes' } }
  const answer = await door.ask('/v1/jobs?wait=0&colour=red', post(body, { prefer: 'x'.repeat(65) }))
  assert.deepEqual(
    [answer.status, answer.json],
    [
      400,
      failure('INVALID_REQUEST', {
        problems: [
          { path: 'query/wait', message: 'must be >= 1', keyword: 'minimum' },
          { path: 'headers/prefer', message: 'must NOT have more than 64 characters', keyword: 'maxLength' },
          { path: '/skill_id', message: 'must NOT have fewer than 1 characters', keyword: 'minLength' },
          { path: '/engine', message: 'must be string', keyword: 'type' },
          { path: '/runtime_options/debug', message: 'must be boolean', keyword: 'type' },
        ],
        unknown: [
          { path: 'query/colour', nearest: null },
          { path: '/surprise', nearest: null },
        ],
      }),
    ],
  )
  assert.deepEqual(door.bodies, [])
})

test('violations of runtime_options alone have a code of their own', async () => {
  await using door = await startDoor()
  const answer = await door.ask('/v1/jobs', post({ skill_id: 'a', runtime_options: { execution_mode: 'magic', speed: 9 } }))
  assert.deepEqual(
    [answer.status, answer.json],
    [
      400,
      failure('INVALID_RUNTIME_OPTION', {
        problems: [
          { path: '/runtime_options/speed', message: 'is not known here', keyword: 'additionalProperties' },
          { path: '/runtime_options/execution_mode', message: 'must be one of auto, interactive', keyword: 'enum' },
        ],
      }),
    ],
  )
})

test('a body is taken as it is: nothing is coerced, dropped or added', async () => {
  await using door = await startDoor()
  const body = { skill_id: 'a', input: { n: '3', deep: { list: [1, { constructor: { prototype: 1 } }] } } }
  assert.equal((await door.ask('/v1/jobs', post(body))).status, 200)
  assert.deepEqual(door.bodies, [body])
})

test('a route without a body takes an empty one, also when it is called JSON, ignores members, and refuses anything else', async () => {
  await using door = await startDoor()
  const status = async (options: RequestInit) => (await door.ask('/v1/jobs/job_1/cancel', options)).status
  assert.deepEqual(
    [
      ...[await status({ method: 'POST' }), await status(post('')), await status(post('{}')), await status(post('{"a":1}'))],
      ...[await status(post('[1]')), await status(post('"text"'))],
    ],
    [200, 200, 200, 200, 400, 400],
  )
})

verifies(
  'door.one-error-shape',
  'whatever is sent, the answer is a success or a failure of the one shape that is not ours to answer for',
  async () => {
    await using door = await startDoor()
    const options = fc.object({ key: fc.constantFrom('execution_mode', 'debug', 'timeout_sec', 'x', '__proto__', 'toString') })
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({ skill_id: fc.anything(), input: fc.object(), runtime_options: options })
        .map((value) => JSON.stringify(value, plain)),
    )
    const path = fc.oneof(
      fc.constant('/v1/jobs'),
      fc.webPath(),
      fc.string().map((text) => `/v1/jobs/${encodeURIComponent(text)}/result?${encodeURIComponent(text)}`),
    )
    const attempt = async (method: string, url: string, text: string) => {
      const { status, json } = await door.ask(url, method === 'POST' ? post(text) : { method })
      if (status === 200) return
      assert.ok(status >= 400 && status < 500, `${method} ${url} ${text}: ${status}`)
      const { error } = json as { error: object }
      assert.deepEqual(Object.keys(error), ['code', 'message', 'details', 'request_id'])
      assert.ok(Object.hasOwn(errors, codeOf(json)))
    }
    await fc.assert(fc.asyncProperty(fc.constantFrom('GET', 'POST', 'DELETE'), path, body, attempt), { numRuns: 300 })
  },
)

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

verifies('door.request-limits', 'hostile JSON is refused cleanly and the server goes on', async () => {
  await using door = await startDoor()
  const code = async (text: string) => codeOf((await door.ask('/v1/jobs', post(text))).json)
  const deep = (levels: number) => `{"skill_id":"a","input":{"x":${'['.repeat(levels)}${']'.repeat(levels)}}}`
  assert.deepEqual(
    {
      deep: await code(deep(10_000)),
      veryDeep: await code(deep(200_000)),
      unclosed: await code('['.repeat(100_000)),
      proto: await code('{"skill_id":"a","input":{"__proto__":{"polluted":true}}}'),
      escapedProto: await code('{"skill_id":"a","input":{"\\u005f_proto__":{"polluted":true}}}'),
      invalidUtf8: codeOf((await door.ask('/v1/jobs', { ...post(''), body: Buffer.from('{"skill_id":"\xff"}', 'latin1') })).json),
      manyKeys: await code(JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 1])))),
    },
    {
      deep: 'INVALID_REQUEST',
      veryDeep: 'INVALID_REQUEST',
      unclosed: 'INVALID_JSON',
      proto: 'INVALID_REQUEST',
      escapedProto: 'INVALID_REQUEST',
      invalidUtf8: 'INVALID_JSON',
      manyKeys: 'INVALID_REQUEST',
    },
  )
  assert.equal((await door.ask('/v1/jobs', post(deep(100)))).status, 200)
})

verifies(
  'door.request-limits',
  'a body over the limit is refused with the limit, whether its length is declared or not',
  async () => {
    await using door = await startDoor({ limits: { bodyBytes: 1000 } })
    const tooLarge = [413, failure('PAYLOAD_TOO_LARGE', { limit_bytes: 1000 })]
    const declared = await door.ask('/v1/jobs', post({ skill_id: 'a'.repeat(1001) }))
    assert.deepEqual([declared.status, declared.json], tooLarge)
    const chunk = 'a'.repeat(2000)
    const chunked = await door.raw(
      `POST /v1/jobs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n7d0\r\n${chunk}\r\n0\r\n\r\n`,
    )
    assert.match(chunked, /^HTTP\/1.1 413 [\s\S]*"code":"PAYLOAD_TOO_LARGE".*"limit_bytes":1000/)
  },
)

verifies('door.request-limits', 'of a body with very many values the first violation is told, and nothing is kept', async () => {
  await using door = await startDoor()
  // What is loaded and compiled stays.
  await door.ask('/v1/jobs', post({}))
  const holding = openCosts({ cpuMs: Infinity, peakMb: Infinity, grownMb: Infinity, keptMb: 40 })
  const events = Array.from({ length: 400_000 }, () => 1)
  const message = 'must NOT have more than 5 items'
  const { status, json } = await holding(() =>
    door.ask('/v1/jobs', post({ skill_id: 'a', webhook: { url: 'https://example.com/', events } })),
  )
  assert.deepEqual(
    [status, json],
    [400, failure('INVALID_REQUEST', { problems: [{ path: '/webhook/events', message, keyword: 'maxItems' }] })],
  )
})

verifies('door.request-limits', 'a body of somebody unknown is small, and a token in the longest spelling fits', async () => {
  await using door = await startDoor({}, (app) =>
    route(app, 'signIn', ({ body }) => ({ needs_token: true, name: String(body.token.length), scopes: [] })),
  )
  const longest = `{"token":"${'\\u0041'.repeat(4096)}"}`
  const fits = await door.ask('/v1/session', post(longest))
  assert.deepEqual([fits.status, fits.json], [200, { needs_token: true, name: '4096', scopes: [] }])
  const { status, json } = await door.ask('/v1/session', post(`${longest}${' '.repeat(8192)}`))
  assert.deepEqual([status, json], [413, failure('PAYLOAD_TOO_LARGE', { limit_bytes: 32_768 })])
})

verifies('door.request-limits', 'what is not HTTP, too long or too slow is answered in the one shape', async () => {
  await using door = await startDoor({ limits: { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 20 } })
  const answers = {
    notHttp: await door.raw('HELO there\r\n\r\n'),
    badHeader: await door.raw('GET / HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n'),
    overflow: await door.raw(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
    slowHead: await door.raw('GET /healthz HTTP/1.1\r\nhost: loc'),
    slowBody: await door.raw(
      'POST /v1/jobs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    ),
    proxied: await door.raw('CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n'),
    smuggled: await door.raw(
      'POST /v1/jobs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ),
  }
  const seen = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, statusAndCode(answer)]))
  assert.deepEqual(seen, {
    notHttp: '400 INVALID_REQUEST',
    badHeader: '400 INVALID_REQUEST',
    overflow: '431 HEADERS_TOO_LARGE',
    slowHead: '408 REQUEST_TIMEOUT',
    slowBody: '408 REQUEST_TIMEOUT',
    proxied: '405 METHOD_NOT_ALLOWED',
    smuggled: '400 INVALID_REQUEST',
  })
  for (const answer of Object.values(answers)) {
    assert.match(answer, /\r\nx-request-id: req_\w{26}\r\n/)
    assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/)
  }
})

const statusAndCode = (answer: string): string => `${answer.split(' ')[1]} ${answer.match(/"code":"(\w+)"/)?.[1]}`

test('an expectation that we do not know is ignored, and the request answered', async () => {
  await using door = await startDoor()
  const answer = await door.raw('GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: a-miracle\r\nconnection: close\r\n\r\n')
  assert.match(answer, /^HTTP\/1.1 200 OK[\s\S]*{"status":"ok"}$/)
})

test('bytes that break the protocol behind a request that is being answered do not become its answer', async () => {
  await using door = await startDoor({}, (app) => {
    app.get('/slow', async (request) => {
      await new Promise((resolve) => request.raw.socket.once('close', resolve))
      return 'late'
    })
  })
  assert.equal(await door.raw('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\nGARBAGE\r\n\r\n'), '')
})

verifies(
  'door.security-headers',
  'every answer carries security headers and an id of its own, never the one it was sent',
  async () => {
    await using door = await startDoor()
    const ids = new Set<string>()
    for (const path of ['/healthz', '/v1/skills', '/nowhere', '/v1/%zz', '/v1/jobs/job_1/result', '/v1/jobs/job_bug/result']) {
      const { headers } = await door.ask(path, { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
      assert.deepEqual(
        Object.fromEntries(
          [...headers].filter(([name]) => /^(x-|cross-|referrer|content-sec|cache)/.test(name) && name !== 'x-request-id'),
        ),
        {
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        },
        path,
      )
      assert.match(headers.get('x-request-id') ?? '', /^req_\w{26}$/)
      ids.add(headers.get('x-request-id') ?? '')
    }
    assert.equal(ids.size, 6)
  },
)

test('each answer is one log line, with the route and never the URL', async () => {
  await using door = await startDoor()
  const { headers } = await door.ask('/v1/jobs/job_1/result?key=hunter2')
  const answered = () => door.lines.filter((entry) => entry['msg'] === 'answered')
  await until('the line is written', () => answered().length > 0)
  const [line, ...others] = answered()
  const { time: _, ms, ...rest } = line ?? {}
  assert.equal(typeof ms, 'number')
  assert.deepEqual(rest, {
    level: 20,
    x_request_id: headers.get('x-request-id'),
    method: 'GET',
    route: '/v1/jobs/:request_id/result',
    status: 409,
    msg: 'answered',
  })
  assert.deepEqual(others, [])
})

const rebound = 'GET /v1/skills HTTP/1.1\r\nhost: evil.example:8000\r\nconnection: close\r\n\r\n'
const foreign = 'GET /v1/skills HTTP/1.1\r\nhost: localhost:8000\r\norigin: http://evil.example\r\nconnection: close\r\n\r\n'

verifies('door.host-and-origin', 'a name that was rebound to us and a page of another origin are refused', async () => {
  await using door = await startDoor()
  assert.equal(statusAndCode(await door.raw(rebound)), '403 HOST_NOT_ALLOWED')
  assert.equal(statusAndCode(await door.raw(foreign)), '403 ORIGIN_NOT_ALLOWED')
})

verifies(
  'door.host-and-origin',
  'without the check both of these requests are answered, so it is the check that holds',
  async () => {
    await using door = await startDoor({ guards: { checkOrigin: () => {} } })
    assert.match(await door.raw(rebound), /^HTTP\/1.1 200 [\s\S]*\[\]$/)
    assert.match(await door.raw(foreign), /^HTTP\/1.1 200 [\s\S]*\[\]$/)
  },
)

verifies(
  'door.host-and-origin',
  'own names, the configured host and listed ones are let in; nothing that only looks like them is',
  async () => {
    const config = {
      host: '192.0.2.7',
      allowedHosts: ['runner.example.com', '2001:db8::1'],
      rateLimit: 0,
      corsOrigins: ['https://app.example.com'],
      tokens: [],
    }
    await using door = await startDoor({ config })
    const status = async (headers: string) =>
      Number((await door.raw(`GET /v1/skills HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`)).split(' ')[1])
    const cases: Record<string, number> = {
      'host: localhost': 200,
      'host: LOCALHOST:9': 200,
      'host: [::1]:8000': 200,
      'host: 127.0.0.1:8000': 200,
      'host: 192.0.2.7:8000': 200,
      'host: runner.example.com': 200,
      'host: [2001:db8::1]:8000': 200,
      'host: localhost:8000\r\norigin: http://localhost:8000': 200,
      'host: localhost:8000\r\norigin: https://app.example.com': 200,
      'host: localhost:8000\r\norigin: http://localhost:8001': 403,
      'host: localhost:8000\r\norigin: null': 403,
      'host: localhost:8000\r\norigin: https://app.example.com.evil.example': 403,
      'host: localhost.evil.example': 403,
      'host: evil.example#localhost': 403,
      'host: localhost@evil.example': 403,
      'host: 0.0.0.0:8000': 403,
      'host: localhost\r\nhost: evil.example': 400,
      'x-no: host': 400,
    }
    const seen: Record<string, number> = {}
    for (const headers of Object.keys(cases)) seen[headers] = await status(headers)
    assert.deepEqual(seen, cases)
  },
)

verifies('door.host-and-origin', 'a server that listens everywhere answers at every address of its machine', async () => {
  const env = { HOST: '0.0.0.0', SKILL_RUNNER_TOKEN: 'chief-token-0123456789', SKILL_RUNNER_ALLOWED_HOSTS: 'runner.example.com' }
  await using app = await startApp({ env })
  const { port } = new URL(app.url)
  const status = (address: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host, authorization: 'Bearer chief-token-0123456789' }
      const asked = request({ host: address, port, path: '/v1/skills', headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asked.on('error', reject).end()
    })
  // All of 127.0.0.0/8 are addresses of this machine.
  assert.equal(await status('127.0.0.2', `127.0.0.2:${port}`), 200)
  assert.equal(await status('127.0.0.2', `runner.example.com:${port}`), 200)
  assert.equal(await status('127.0.0.2', `127.0.0.3:${port}`), 403)
  assert.equal(await status('127.0.0.2', `evil.example:${port}`), 403)
})

const tokens = [
  { name: 'reader', sha256: sha256('reader-token-0123456789'), scopes: ['read'] as const },
  { name: 'runner', sha256: sha256('runner-token-0123456789'), scopes: ['run'] as const, project: 'blue' },
  { name: 'chief', sha256: sha256('chief-token-0123456789'), scopes: ['admin'] as const },
]
const withTokens = { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], rateLimit: 0, tokens }
const as = (name: string) => ({ authorization: `Bearer ${name}-token-0123456789` })
const asPassword = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

verifies('door.tokens-and-scopes', 'with tokens every route but the open ones needs one with the right scope', async () => {
  await using door = await startDoor({ config: withTokens })
  const status = async (path: string, options: RequestInit = {}) => (await door.ask(path, options)).status
  assert.deepEqual(
    {
      health: await status('/healthz'),
      none: await status('/v1/skills'),
      nowhere: await status('/nowhere'),
      wrong: await status('/v1/skills', { headers: { authorization: 'Bearer wrong' } }),
      empty: await status('/v1/skills', { headers: { authorization: 'Bearer ' } }),
      notBasic: await status('/v1/skills', { headers: { authorization: `Basic ${tokens[0]?.sha256}` } }),
      basic: await status('/v1/skills', { headers: asPassword('anybody', 'reader-token-0123456789') }),
      basicNobody: await status('/v1/skills', { headers: asPassword('', 'reader-token-0123456789') }),
      basicName: await status('/v1/skills', { headers: asPassword('reader-token-0123456789', '') }),
      basicWrong: await status('/v1/skills', { headers: asPassword('reader', 'reader-token') }),
      basicMayNotRun: await status('/v1/jobs', post({ skill_id: 'a' }, asPassword('chief', 'reader-token-0123456789'))),
      hash: await status('/v1/skills', { headers: { authorization: `Bearer ${tokens[0]?.sha256}` } }),
      read: await status('/v1/skills', { headers: as('reader') }),
      readMayNotRun: await status('/v1/jobs', post({ skill_id: 'a' }, as('reader'))),
      run: await status('/v1/jobs', post({ skill_id: 'a' }, as('runner'))),
      runMayRead: await status('/v1/skills', { headers: as('runner') }),
      adminMayRun: await status('/v1/jobs', post({ skill_id: 'a' }, as('chief'))),
      scheme: await status('/v1/skills', { headers: { authorization: 'bearer reader-token-0123456789' } }),
    },
    {
      health: 200,
      none: 401,
      nowhere: 401,
      wrong: 401,
      empty: 401,
      notBasic: 401,
      basic: 200,
      basicNobody: 200,
      basicName: 401,
      basicWrong: 401,
      basicMayNotRun: 403,
      hash: 401,
      read: 200,
      readMayNotRun: 403,
      run: 200,
      runMayRead: 200,
      adminMayRun: 200,
      scheme: 200,
    },
  )
  const refused = await door.ask('/v1/skills')
  assert.deepEqual([refused.json, refused.headers.get('www-authenticate')], [failure('UNAUTHORIZED'), 'Bearer'])
  assert.deepEqual(
    (await door.ask('/v1/jobs', post({}, as('reader')))).json,
    failure('FORBIDDEN', { needed: 'run', granted: ['read'] }),
  )
})

verifies(
  'door.tokens-and-scopes',
  'the project of a token goes with every call, and a body is not read before the token',
  async () => {
    const principals: unknown[] = []
    await using door = await startDoor({ config: withTokens }, (app) => {
      app.get('/who', async (request) => principals.push(request.principal))
    })
    await door.ask('/who', { headers: as('runner') })
    assert.deepEqual(principals, [
      {
        name: 'runner',
        caller: 'runner',
        projectId: 'blue',
        anyProject: false,
        scopes: ['read', 'run'],
        token: sha256('runner-token-0123456789'),
      },
    ])
    assert.equal((await door.ask('/v1/jobs', post('{not json'))).status, 401)
  },
)

verifies('door.tokens-and-scopes', 'without the check the same request without a token is answered', async () => {
  const everyone = {
    name: 'local',
    caller: 'local',
    projectId: 'default',
    anyProject: true,
    scopes: ['read', 'run', 'admin'] as const,
  }
  await using door = await startDoor({ config: withTokens, guards: { identify: () => everyone } })
  assert.equal((await door.ask('/v1/skills')).status, 200)
})

test('a path of an artifact may hold slashes and arrives decoded', async () => {
  await using door = await startDoor()
  assert.equal((await door.ask('/v1/jobs/job_1/artifacts/artifacts/a%20b/c.md')).text, 'artifacts/a b/c.md')
  assert.equal((await door.ask('/v1/jobs/job_1/artifacts/artifacts/%2e%2e%2fsecret')).text, 'artifacts/../secret')
  assert.equal((await door.ask(`/v1/jobs/job_1/artifacts/${'a'.repeat(5000)}`)).status, 400)
})

test('HEAD answers like GET without the body', async () => {
  await using door = await startDoor()
  const { status, text, headers } = await door.ask('/v1/skills', { method: 'HEAD' })
  assert.deepEqual([status, text, headers.get('content-length')], [200, '', '2'])
})

test('metrics count answers by route and what the callbacks say', async () => {
  const metrics = createMetrics({ skill_runner_runs_running: { help: 'Runs under way', value: () => 3 } })
  await using door = await startDoor({ metrics })
  await door.ask('/v1/skills')
  await door.ask('/v1/skills/?secret=1')
  await until('both answers are recorded', () => door.lines.filter((line) => line['msg'] === 'answered').length === 2)
  const { type, text } = await metrics.render()
  assert.match(type, /^text\/plain/)
  assert.match(text, /^skill_runner_runs_running 3$/m)
  assert.match(text, /^skill_runner_http_request_duration_seconds_count\{route="\/v1\/skills",method="GET",status="200"\} 1$/m)
  assert.match(text, /^skill_runner_http_request_duration_seconds_count\{route="\(none\)",method="GET",status="404"\} 1$/m)
  assert.match(text, /^process_resident_memory_bytes /m)
})

verifies('run.shutdown-is-graceful', 'a closing server ends those who wait, with an answer', async () => {
  const waiting = Promise.withResolvers<void>()
  await using door = await startDoor({}, (app) => {
    route(app, 'getJob', async ({ signal, reply }) => {
      waiting.resolve()
      await once(signal, 'abort')
      return reply.send('ended early')
    })
  })
  const answer = door.raw('GET /v1/jobs/job_1?wait=300 HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await waiting.promise
  await closeServer(door.app)
  assert.match(await answer, /^HTTP\/1.1 200 [\s\S]*ended early$/)
  await assert.rejects(fetch(`${door.base}/healthz`))
})

verifies(
  'run.shutdown-is-graceful',
  'a closing server refuses what still comes on a connection that is being answered',
  async () => {
    const release = Promise.withResolvers<void>()
    await using door = await startDoor({}, (app) => {
      app.get('/slow', async () => {
        await release.promise
        return 'slow but whole'
      })
    })
    const socket = connect(door.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(door.app.server, 'request')
    const closed = closeServer(door.app)
    socket.write('GET /v1/skills HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(door.app.server, 'request')
    release.resolve()
    await closed
    if (!socket.closed) await once(socket, 'close')
    const [first, second] = text.split(/(?=HTTP\/1.1 503)/)
    assert.match(first ?? '', /^HTTP\/1.1 200 [\s\S]*slow but whole$/)
    assert.equal(statusAndCode(second ?? ''), '503 SHUTTING_DOWN')
    note('error', 'SHUTTING_DOWN')
    assert.match(second ?? '', /\r\nretry-after: 5\r\n/)
  },
)

test('what is left after the grace time is cut', async () => {
  await using door = await startDoor({}, (app) => {
    app.get('/never', () => new Promise(() => {}))
  })
  const answer = door.raw('GET /never HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(door.app.server, 'request')
  await closeServer(door.app, 50)
  assert.equal(await answer, '')
})
