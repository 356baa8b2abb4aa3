import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { openSessions } from '../../src/http/sessions.ts'
import { openTokens } from '../../src/http/tokens.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { writeTokens } from '../support/tokens.ts'

type App = Awaited<ReturnType<typeof startApp>>

interface Session {
  readonly needs_token: boolean
  readonly name: string | null
  readonly scopes: readonly string[]
}

const pageOf = (app: App) => ({ origin: app.url })

/** What a browser sends from then on. */
async function signIn(app: App, token: string): Promise<{ cookie: string }> {
  const { status, headers, body } = await app.post<Session>('/v1/session', { token }, pageOf(app))
  assert.equal(status, 200, JSON.stringify(body))
  const [, cookie = '', attributes] = /^(skill_runner_session=[\w-]{43}); (.*)$/.exec(headers.get('set-cookie') ?? '') ?? []
  assert.equal(attributes, 'Path=/; HttpOnly; SameSite=Strict')
  return { cookie }
}

const codeOf = ({ body }: { body: unknown }) => errorOf(body).code

verifies('web.sign-in', 'a cookie stands for its token until the browser signs out, also across a restart', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'reader', scopes: ['read'] },
  ])
  const first = await startApp({ env: tokens.env })
  assert.deepEqual((await first.get('/v1/session')).body, { needs_token: true, name: null, scopes: [] })
  assert.equal(codeOf(await first.post('/v1/session', { token: 'something else' }, pageOf(first))), 'UNAUTHORIZED')
  const reader = await signIn(first, tokens.tokenOf('reader'))
  assert.deepEqual((await first.get('/v1/session', reader)).body, { needs_token: true, name: 'reader', scopes: ['read'] })
  assert.equal((await first.get('/v1/jobs', reader)).status, 200)
  assert.equal((await first.get('/docs', reader)).status, 200)
  const cleaning = await first.post('/v1/jobs/cleanup', {}, { ...reader, ...pageOf(first) })
  assert.equal(codeOf(cleaning), 'FORBIDDEN')
  await first.stop()

  await using again = await startApp({ env: tokens.env, folder: first.folder })
  assert.equal((await again.get('/v1/jobs', reader)).status, 200)
  const left = await fetch(`${again.url}/v1/session`, { method: 'DELETE', headers: { ...reader, ...pageOf(again) } })
  assert.deepEqual(
    [left.status, left.headers.get('set-cookie')],
    [200, 'skill_runner_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'],
  )
  assert.equal(codeOf(await again.get('/v1/jobs', reader)), 'UNAUTHORIZED')
})

verifies(
  'web.sign-in',
  'a cookie changes nothing unless the request comes from a page of this server; a token needs no page',
  async () => {
    using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
    await using app = await startApp({ env: tokens.env })
    const chief = await signIn(app, tokens.tokenOf('chief'))
    const cleanUp = (headers: Record<string, string>) => app.post('/v1/jobs/cleanup', {}, headers)
    assert.equal(codeOf(await cleanUp(chief)), 'ORIGIN_NOT_ALLOWED')
    assert.equal(codeOf(await cleanUp({ ...chief, origin: 'https://elsewhere.example' })), 'ORIGIN_NOT_ALLOWED')
    assert.equal((await cleanUp({ ...chief, ...pageOf(app) })).status, 200)
    assert.equal((await cleanUp(tokens.as('chief'))).status, 200)
  },
)

verifies('web.sign-in', 'a server without tokens needs nobody to sign in', async () => {
  await using app = await startApp()
  assert.deepEqual((await app.get('/v1/session')).body, { needs_token: false, name: null, scopes: ['read', 'run', 'admin'] })
})

verifies('web.sign-in', 'a session ends an hour after its last use, and with its token', async () => {
  using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
  const token = { name: 'chief', sha256: 'a'.repeat(64), scopes: ['admin'] } as const
  let now = 0
  const clock = { now: () => new Date(now) }
  const file = `${tokens.env['SKILL_RUNNER_TOKEN_FILE']}.sessions`
  const sessions = openSessions(file, openTokens([token]), clock)
  const cookie = await sessions.begin(token)
  const hour = 60 * 60 * 1000
  for (now of [hour - 1, 2 * hour - 2]) assert.deepEqual(sessions.tokenOf(cookie), token)
  assert.equal(openSessions(file, openTokens([]), clock).tokenOf(cookie), null)
  now += hour + 1
  assert.equal(sessions.tokenOf(cookie), null)
})

verifies(
  'web.sign-in',
  'who signs in again and again only pushes out its own sessions, the least used first',
  async (context) => {
    const file = join(await temporaryFolder(context), 'sign-ins.json')
    const tokens = ['a', 'b'].map((letter) => ({ name: letter, sha256: letter.repeat(64), scopes: ['read'] as const }))
    const [busy, calm] = tokens
    assert.ok(busy && calm)
    let now = Date.parse('2026-01-02T03:04:05.000Z')
    const clock = { now: () => new Date(now++) }
    const sessions = openSessions(file, openTokens(tokens), clock)
    const [other, used, unused] = [await sessions.begin(calm), await sessions.begin(busy), await sessions.begin(busy)]
    for (let count = 0; count < 99; count++) {
      assert.equal(sessions.tokenOf(used)?.name, 'a')
      await sessions.begin(busy)
    }
    const names = (known: typeof sessions) => [other, used, unused].map((cookie) => known.tokenOf(cookie)?.name ?? null)
    assert.deepEqual(names(sessions), ['b', 'a', null])
    assert.deepEqual(names(openSessions(file, openTokens(tokens), clock)), ['b', 'a', null])
    assert.equal(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).length, 101)
  },
)
