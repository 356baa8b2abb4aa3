import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { openClient } from '../../../examples/client/lib/client.js'
import { openRecordings } from '../../../examples/client/lib/recordings.js'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { send, startExampleClient } from './support/example-client.ts'

verifies(
  'client.stays-in-its-folder',
  'names that lead out of the folder are not found and write nothing; without the guard they do',
  async () => {
    await using app = await startApp()
    await using client = await startExampleClient(app.url)
    const step = {
      at: '2026-01-01T00:00:00.000Z',
      action: 'create',
      request: { method: 'POST', path: '/', headers: {}, body: null },
      response: { status: 200, body: 'private' },
    } as const
    writeFileSync(join(client.folder, 'private.json'), JSON.stringify({ steps: [step] }))
    for (const name of ['..%2Fprivate', '%2e%2e%2fprivate', '..%5Cprivate', 'x%00', '.', '%2Fetc%2Fpasswd', '%']) {
      const answer = await fetch(`${client.url}/recordings/${name}`)
      assert.deepEqual(
        [name, answer.status, (await answer.text()).includes('"private"')],
        [name, name === '%' ? 400 : 404, false],
      )
    }
    // As the id of a job it would be written: the server knows no such job, and the refusal would be recorded under its name.
    assert.equal((await send(client.url, '/v1/jobs/..%2Fstray/upload', new FormData())).status, 404)
    assert.equal(existsSync(join(client.folder, 'stray.json')), false)

    const unguarded = openRecordings(join(client.folder, 'recordings'), { isAllowed: () => true })
    assert.deepEqual(await unguarded.read('../private'), { kind: 'found', recording: { name: '../private', steps: [step] } })
    await unguarded.add({ name: '../stray', step })
    assert.equal(existsSync(join(client.folder, 'stray.json')), true)
  },
)

/** With headers that fetch does not let one choose. */
async function sendAs(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(`${url}/v1/jobs`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
  sent.end(JSON.stringify({ skill_id: 'demo-prime-number', input: { numbers: [1] }, await_upload: false }))
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

verifies(
  'client.for-its-own-pages',
  'pages of other origins and other host names are rejected; without the guard they create jobs',
  async () => {
    await using app = await startApp()
    await using client = await startExampleClient(app.url)
    const { port } = new URL(client.url)
    const foreign = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { host: `evil.example:${port}` },
      { host: '127.0.0.1' },
    ]
    for (const headers of foreign) assert.deepEqual([headers, await sendAs(client.url, headers)], [headers, 403])
    const own = [{}, { origin: client.url }, { host: `localhost:${port}`, origin: `http://localhost:${port}` }]
    for (const headers of own) assert.deepEqual([headers, await sendAs(client.url, headers)], [headers, 200])

    const settings = { port: 0, backend: app.url, token: null, recordings: join(client.folder, 'recordings') }
    const unguarded = await openClient(settings, { isAllowed: () => true })
    try {
      for (const headers of foreign) assert.deepEqual([headers, await sendAs(unguarded.url, headers)], [headers, 200])
    } finally {
      unguarded.close()
    }
  },
)

const page = '<!doctype html><script>document.title = "hit"</script>'

verifies('client.for-its-own-pages', 'an artifact that is a page is downloaded, and could not run scripts', async () => {
  const skill = { id: 'leaves-a-page', sh: `echo '${page}' > "$SKILL_ARTIFACTS_DIR/page.html"; echo '{}' > "$SKILL_RESULT_FILE"` }
  await using app = await startApp({ skills: [skill] })
  await using client = await startExampleClient(app.url)
  const { request_id } = await app.run('leaves-a-page')
  const { status, headers } = await fetch(`${client.url}/v1/jobs/${request_id}/artifacts/artifacts/page.html`)
  const named = ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options']
  assert.deepEqual(
    [status, ...named.map((name) => headers.get(name)?.split('; filename')[0])],
    [200, 'text/html; charset=utf-8', 'attachment', "default-src 'none'; sandbox", 'nosniff'],
  )
})
