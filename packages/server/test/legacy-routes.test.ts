import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { legacyRoutes } from '../src/http/legacy.ts'
import { sha256 } from '../src/lib/hash.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { startDoor } from './support/door.ts'
import { writeTokens } from './support/tokens.ts'

/** The old routes and those that took their place, by hand. */
const successors = (id: string): readonly (readonly [old: string, successor: string])[] => [
  ['/ui/skills/table', '/v1/management/skills'],
  ['/ui/runs/table', '/v1/management/runs'],
  ['/ui/engines/table', '/v1/management/engines'],
  [`/ui/runs/${id}/view`, `/v1/management/runs/${id}`],
  [`/ui/runs/${id}/logs/tail`, `/v1/jobs/${id}/logs`],
]

/** What a browser asks before it sends a token to a server of another name. */
const preflight = {
  origin: 'https://ui.example',
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
}

verifies('management.old-ui-routes', 'an old route answers as the one that took its place, and says until when', async () => {
  await using app = await startApp({
    env: { SKILL_RUNNER_UI_LEGACY_API_SUNSET: '2027-01-31', SKILL_RUNNER_CORS_ORIGINS: 'https://ui.example' },
    skills: [{ id: 'quick', sh: 'echo said; echo "{}"' }],
  })
  const { request_id } = await app.run('quick')
  for (const [old, successor] of successors(request_id)) {
    const { status, headers, body } = await app.get(old)
    assert.equal(status, 200, old)
    assert.deepEqual(body, (await app.get(successor)).body, old)
    assert.deepEqual(
      ['deprecation', 'sunset', 'link'].map((name) => headers.get(name)),
      ['@1769904000', 'Sun, 31 Jan 2027 00:00:00 GMT', `<${successor}>; rel="successor-version"`],
    )
    assert.equal((await fetch(app.url + old, { method: 'HEAD' })).status, 200, old)
    assert.equal((await fetch(app.url + old, { method: 'OPTIONS', headers: preflight })).status, 204, old)
    assert.equal((await app.get(successor)).headers.get('deprecation'), null)
    const logged = app.logged.filter(
      (line) =>
        line.includes('deprecated UI route called') && line.includes(`"old_route":"${old.replace(request_id, ':request_id')}"`),
    )
    assert.equal(logged.length, 2, old)
  }
  assert.deepEqual((await app.get('/ui/runs/table?limit=1')).body, (await app.get('/v1/management/runs?limit=1')).body)
  assert.equal(errorOf((await app.get('/ui/runs/table?limit=0')).body).code, 'INVALID_REQUEST')
  assert.equal(errorOf((await app.get('/ui/runs/job_none/view')).body).code, 'JOB_NOT_FOUND')
  // All others are addresses of the web page.
  for (const path of ['/ui/skills', '/ui/runs/x/y/view', '/ui/runs/(x)/view', '/ui/skills/table/'])
    assert.equal((await app.get(path)).headers.get('content-type'), 'text/html; charset=utf-8', path)
  assert.equal(errorOf((await app.post('/ui/skills/table', {})).body).code, 'METHOD_NOT_ALLOWED')
})

verifies('management.old-ui-routes', 'who is refused at an old route is told too where to go, but fills no log', async () => {
  const tokens = [{ name: 'ann', sha256: sha256('ann'), scopes: ['read'] as const }]
  await using door = await startDoor({
    config: { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], rateLimit: 1, tokens },
    legacy: legacyRoutes({ mode: 'warn', sunset: '2027-01-31' }),
  })
  const ask = async (headers: Record<string, string>) => {
    const { status, headers: told } = await door.ask('/ui/skills/table', { headers })
    return [status, ...['deprecation', 'sunset', 'link'].map((name) => told.get(name))]
  }
  const marks = ['@1769904000', 'Sun, 31 Jan 2027 00:00:00 GMT', '</v1/management/skills>; rel="successor-version"']
  assert.deepEqual(await ask({}), [401, ...marks])
  await ask({ authorization: 'Bearer ann' })
  assert.deepEqual(await ask({ authorization: 'Bearer ann' }), [429, ...marks])
  const long = 'x'.repeat(10_000)
  const clipped = `</v1/management/runs/${'x'.repeat(64)}>; rel="successor-version"`
  assert.equal((await door.ask(`/ui/runs/${long}/view`)).headers.get('link'), clipped)
  assert.deepEqual(
    door.lines.filter(({ old_route }) => old_route !== undefined),
    [],
  )
  assert.equal(JSON.stringify(door.lines).includes(long), false)
})

verifies('management.old-ui-routes', 'once they are gone they say where to go, to whoever may read', async () => {
  using tokens = writeTokens([{ name: 'ann', scopes: ['read'] }])
  await using app = await startApp({ env: { ...tokens.env, SKILL_RUNNER_UI_LEGACY_API_MODE: 'gone' } })
  for (const [old, successor] of successors('job_any')) {
    const { status, headers, body } = await app.get(old, tokens.as('ann'))
    assert.deepEqual(
      [status, errorOf(body).code, headers.get('link')],
      [410, 'ROUTE_GONE', `<${successor}>; rel="successor-version"`],
      old,
    )
    assert.equal((await app.get(old)).status, 401, old)
  }
  assert.equal((await app.get('/v1/management/skills', tokens.as('ann'))).status, 200)
})
