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
  'both pages and all they load are served from here, with nothing inline and nothing from elsewhere',
  async () => {
    await using door = await startPages()
    for (const page of ['/', '/docs']) {
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
    '/assets/home.html',
  ]) {
    assert.equal((await door.ask(path)).status, 404, path)
  }
})

verifies('door.tokens-and-scopes', 'pages and the document need a token too when there are tokens', async () => {
  await using door = await startPages([{ name: 'reader', sha256: sha256('reader-token-0123456789'), scopes: ['read'] }])
  for (const path of ['/', '/docs', '/assets/home.js', '/v1/openapi.json']) {
    assert.equal(codeOf((await door.ask(path)).json), 'UNAUTHORIZED', path)
    assert.equal((await door.ask(path, { headers: { authorization: 'Bearer reader-token-0123456789' } })).status, 200, path)
  }
})
