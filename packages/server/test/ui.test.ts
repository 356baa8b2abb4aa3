import assert from 'node:assert/strict'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'

interface Got {
  readonly status: number | undefined
  readonly headers: NodeJS.Dict<string | string[]>
  readonly bytes: Buffer
}

/** As it is sent: fetch would unpack it. */
const ask = (url: string, headers: Record<string, string> = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, async (answer) => {
      resolve({ status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) })
    }).on('error', reject)
  })

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

verifies(
  'web.served-built-and-closed',
  'every address below /ui is the page, with nothing inline and nothing from elsewhere',
  async () => {
    await using app = await startApp()
    const { status: moved, headers: way } = await ask(app.url)
    assert.deepEqual([moved, way['location']], [302, '/ui'])
    const { status, headers, bytes } = await ask(`${app.url}/ui`)
    const html = bytes.toString('utf8')
    assert.deepEqual(
      [status, headers['content-type'], headers['content-security-policy'], headers['cache-control']],
      [200, 'text/html; charset=utf-8', policy, 'no-cache'],
    )
    assert.doesNotMatch(html, /https?:\/\/|<script>|\son\w+=|style=/i)
    for (const path of [
      '/ui/',
      '/ui/runs/job_1',
      '/ui/assets/',
      '/ui/assets',
      '/ui/..%2f..%2fpackage.json',
      '/ui/.stamp',
      '/ui/assets/none.js',
    ])
      assert.deepEqual((await ask(app.url + path)).bytes, bytes, path)
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
    assert.ok(loaded.length >= 3 && loaded.every((path) => path.startsWith('/ui/')), loaded.join())
    for (const path of loaded) assert.equal((await ask(app.url + path)).status, 200, path)
  },
)

verifies(
  'web.served-built-and-closed',
  'its files are sent compressed, and need not be sent twice; the first page weighs under 250 kB',
  async () => {
    await using app = await startApp()
    const html = (await ask(`${app.url}/ui`)).bytes.toString('utf8')
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+assets[^"]+)"/g)].map(([, path]) => app.url + (path ?? ''))
    let weight = 0
    for (const url of loaded) {
      const plain = await ask(url)
      assert.deepEqual(
        [plain.headers['content-encoding'], plain.headers['cache-control'], plain.headers['vary']],
        [undefined, 'public, max-age=31536000, immutable', 'accept-encoding'],
      )
      const [br, gzip] = [await ask(url, { 'accept-encoding': 'gzip, br' }), await ask(url, { 'accept-encoding': 'gzip' })]
      assert.deepEqual([br.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
      assert.deepEqual([brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes)], [plain.bytes, plain.bytes])
      const again = await ask(url, { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers['etag']) })
      assert.deepEqual([again.status, again.bytes.length], [304, 0])
      weight += gzip.bytes.length
    }
    assert.ok(weight > 10_000 && weight < 250_000, String(weight))
  },
)
