import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { addPages } from '../src/http/pages.ts'
import { sha256 } from '../src/lib/hash.ts'
import { codeOf, openapi, startDoor } from './support/door.ts'

const startPages = (tokens: { name: string; sha256: string; scopes: 'read'[] }[] = []) =>
  startDoor({ config: { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], rateLimit: 0, tokens } }, (app) =>
    addPages(app, openapi),
  )

verifies('door.answers-fit-openapi', 'the document is served byte for byte and need not be sent twice', async () => {
  await using door = await startPages()
  const first = await door.ask('/v1/openapi.json')
  assert.equal(first.text, openapi.raw.toString('utf8'))
  assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8')
  const again = await door.ask('/v1/openapi.json', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  assert.deepEqual([again.status, again.text], [304, ''])
})

verifies(
  'door.answers-fit-openapi',
  'the page of the documentation and all it loads are served from here, with nothing inline and nothing from elsewhere',
  async () => {
    await using door = await startPages()
    for (const page of ['/docs']) {
      const { status, text, headers } = await door.ask(page)
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'])
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; connect-src 'self'; /)
      assert.doesNotMatch(text, /https?:\/\/|<script>|<script [^s]|\son\w+=|style=/i)
      const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
      assert.ok(loaded.length >= 3)
      for (const path of loaded) assert.equal((await door.ask(path)).status, 200, path)
    }
  },
)

verifies('door.answers-fit-openapi', 'nothing but the listed files can be had', async () => {
  await using door = await startPages()
  for (const path of [
    '/assets/',
    '/assets/package.json',
    '/assets/..%2f..%2fserver.ts',
    '/docs/../../package.json',
    '/assets/docs.html',
  ]) {
    assert.equal((await door.ask(path)).status, 404, path)
  }
})

verifies('door.tokens-and-scopes', 'pages and the document need a token too when there are tokens', async () => {
  await using door = await startPages([{ name: 'reader', sha256: sha256('reader-token-0123456789'), scopes: ['read'] }])
  for (const path of ['/docs', '/assets/docs.js', '/v1/openapi.json']) {
    assert.equal(codeOf((await door.ask(path)).json), 'UNAUTHORIZED', path)
    assert.equal((await door.ask(path, { headers: { authorization: 'Bearer reader-token-0123456789' } })).status, 200, path)
  }
})

verifies(
  'web.sign-in',
  'a browser that opens the API page is led to the sign-in, and a program is told what is wrong',
  async () => {
    await using door = await startPages([{ name: 'reader', sha256: sha256('reader-token-0123456789'), scopes: ['read'] }])
    const opened = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }
    const ask = (path: string, headers: Record<string, string>) => door.ask(path, { headers, redirect: 'manual' })
    const led = await ask('/docs', opened)
    assert.deepEqual([led.status, led.headers.get('location')], [302, '/ui?to=%2Fdocs'])
    for (const [path, headers] of [
      ['/docs', { accept: 'application/json' }],
      ['/docs', { ...opened, authorization: 'Bearer wrong-token-0123456789' }],
      ['/v1/openapi.json', opened],
    ] as const)
      assert.equal(codeOf((await ask(path, headers)).json), 'UNAUTHORIZED', path)
    assert.equal((await ask('/docs', { ...opened, authorization: 'Bearer reader-token-0123456789' })).status, 200)
  },
)
