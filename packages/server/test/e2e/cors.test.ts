import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { TestContext } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { openBrowser, withoutBrowser } from '../support/browser.ts'
import { listenOn } from '../support/gate.ts'
import { writeTokens } from '../support/tokens.ts'

const page = 'https://app.example.com'
const env = { SKILL_RUNNER_CORS_ORIGINS: page }
const skills = [{ id: 'ok' }]

const corsOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))

const readable = {
  vary: 'Origin',
  'access-control-allow-origin': page,
  'access-control-expose-headers':
    'x-request-id, retry-after, etag, content-disposition, content-range, accept-ranges, idempotent-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset, allow, www-authenticate, link, deprecation, sunset',
}

verifies(
  'limits.cors-for-configured-origins',
  'pages of configured origins may read answers, errors and streams, and are told what they may send; others get nothing',
  async () => {
    using tokens = writeTokens([{ name: 'ui', scopes: ['run'] }])
    await using app = await startApp({ skills, env: { ...env, ...tokens.env } })
    const asUi = tokens.as('ui')
    const ask = async (path: string, headers: Record<string, string>, method = 'GET') => {
      const response = await fetch(app.url + path, { method, headers })
      await response.body?.cancel()
      return [response.status, corsOf(response.headers)]
    }
    const { body } = await app.post<{ request_id: string }>('/v1/jobs', { skill_id: 'ok' }, { ...asUi, prefer: 'wait=240' })
    assert.deepEqual(await ask('/v1/skills', { origin: page, ...asUi }), [200, readable])
    assert.deepEqual(await ask('/v1/skills', { origin: page }), [401, readable])
    assert.deepEqual(await ask('/v1/nothing', { origin: page, ...asUi }), [404, readable])
    assert.deepEqual(await ask('/v1/%zz', { origin: page, ...asUi }), [400, readable])
    assert.deepEqual(await ask(`/v1/jobs/${body.request_id}/events`, { origin: page, ...asUi }), [200, readable])
    assert.deepEqual(await ask('/v1/skills', asUi), [200, { vary: 'Origin' }])
    assert.deepEqual(await ask('/v1/skills', { origin: app.url, ...asUi }), [200, { vary: 'Origin' }])
    assert.deepEqual(await ask('/v1/skills', { origin: 'https://app.example.com.evil.example', ...asUi }), [
      403,
      { vary: 'Origin' },
    ])

    const preflight = (path: string, origin: string) =>
      ask(path, { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }, 'OPTIONS')
    assert.deepEqual(await preflight('/v1/jobs', page), [
      204,
      {
        ...readable,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers':
          'authorization, content-type, idempotency-key, last-event-id, prefer, range, if-none-match, if-range, mcp-protocol-version, mcp-method, mcp-name',
        'access-control-max-age': '600',
      },
    ])
    assert.deepEqual(await preflight('/v1/jobs', 'https://evil.example'), [403, { vary: 'Origin' }])
    assert.deepEqual(await preflight('/v1/nothing', page), [401, readable])
  },
)

verifies(
  'limits.cors-for-configured-origins',
  'null and schemes of applications are origins like others: those that are set by name may call, and no others',
  async () => {
    await using app = await startApp({ skills, env: { SKILL_RUNNER_CORS_ORIGINS: 'null, chrome://zotero,moz-extension://a-b' } })
    const ask = async (origin: string) => {
      const { status, headers } = await fetch(`${app.url}/v1/skills`, { headers: { origin } })
      return [status, headers.get('access-control-allow-origin')]
    }
    for (const origin of ['null', 'chrome://zotero', 'moz-extension://a-b']) assert.deepEqual(await ask(origin), [200, origin])
    for (const origin of ['chrome://other', 'chrome-extension://zotero', 'file://', 'https://zotero'])
      assert.deepEqual(await ask(origin), [403, null], origin)
    await using plain = await startApp({ skills })
    for (const origin of ['null', 'chrome://zotero'])
      assert.equal((await fetch(`${plain.url}/v1/skills`, { headers: { origin } })).status, 403, origin)
  },
)

verifies('limits.cors-for-configured-origins', 'without configured origins no answer speaks of them', async () => {
  await using app = await startApp()
  const { status, headers } = await fetch(`${app.url}/v1/skills`)
  assert.deepEqual([status, corsOf(headers)], [200, {}])
  assert.equal((await fetch(`${app.url}/v1/jobs`, { method: 'OPTIONS', headers: { origin: page } })).status, 403)
})

verifies(
  'limits.cors-for-configured-origins',
  'in Chromium a page of a configured origin creates a job with its token and follows it, and another page cannot',
  async (context: TestContext) => {
    const servePage = () =>
      listenOn(
        context,
        createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<p>')),
      )
    const [ours, others] = [await servePage(), await servePage()]
    using tokens = writeTokens([{ name: 'ui', scopes: ['run'] }])
    await using app = await startApp({
      skills,
      env: { ...tokens.env, SKILL_RUNNER_CORS_ORIGINS: `http://127.0.0.1:${ours}` },
    })
    await using browser = await openBrowser()
    const visit = async (port: number) => {
      const tab = await browser.newPage()
      await tab.goto(`http://127.0.0.1:${port}/`)
      return tab.evaluate(createAndFollow(app.url, tokens.as('ui').authorization))
    }
    assert.deepEqual(await visit(ours), { status: 200, hasRequestId: true, last: 'succeeded', refused: 'SKILL_NOT_FOUND' })
    assert.equal(await visit(others), 'TypeError: Failed to fetch')
  },
  { skip: withoutBrowser },
)

/** Runs in the page. */
const createAndFollow = (url: string, authorization: string): string => `(async () => {
  const headers = { authorization: ${JSON.stringify(authorization)}, 'content-type': 'application/json', 'idempotency-key': 'one' }
  const create = (skill_id) => fetch(${JSON.stringify(`${url}/v1/jobs`)}, { method: 'POST', headers, body: JSON.stringify({ skill_id }) })
  const created = await create('ok')
  const { request_id } = await created.json()
  const stream = await fetch(${JSON.stringify(`${url}/v1/jobs/`)} + request_id + '/events', { headers })
  const states = (await stream.text()).split('\\n').flatMap((line) => line.match(/"to":"(\\w+)"/)?.[1] ?? [])
  delete headers['idempotency-key']
  const refused = (await (await create('nobodys')).json()).error.code
  return { status: created.status, hasRequestId: created.headers.has('x-request-id'), last: states.at(-1), refused }
})().catch((error) => String(error))`
