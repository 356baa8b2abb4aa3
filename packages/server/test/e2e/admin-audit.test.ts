import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminActions } from '@agent-skill-runner/contract/management.ts'
import { verifies } from '../../../../test/verifies.ts'
import { route } from '../../src/http/route.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { changeRows, openDatabase } from '../support/database.ts'
import { startDoor } from '../support/door.ts'
import { formOf, send } from '../support/forms.ts'
import { packageOf } from '../support/skills.ts'
import { writeTokens } from '../support/tokens.ts'
import { addTrigger } from '../support/triggers.ts'

verifies(
  'admin.actions-are-audited',
  'who changes the server is on record with what and how it went, and so is who was not allowed to',
  async () => {
    using tokens = writeTokens([
      { name: 'chief', scopes: ['admin'] },
      { name: 'worker', scopes: ['run'] },
    ])
    await using app = await startApp({ env: tokens.env, skills: [{ id: 'ok' }] })
    const chief = tokens.as('chief')
    const worker = tokens.as('worker')
    const list = async (query = '') => (await app.get<AdminActions>(`/v1/management/audit${query}`, chief)).body

    const install = (file: Buffer | string) =>
      send<{ error?: { details: { package_request_id: string } } }>(
        app.url,
        '/v1/skill-packages/install',
        formOf({ file }),
        chief,
      )
    const installs = [
      await install(packageOf({ id: 'brought' })),
      await install(packageOf({ id: 'brought', version: '0.9.0' })),
      await install(packageOf({ id: 'corrupt', runner: { max_attempt: 0 } })),
      await install('no zip'),
    ]
    const answers = [
      await app.post('/v1/jobs/cleanup', {}, chief),
      await app.post('/v1/jobs/cleanup', { older_than_sec: -1 }, chief),
      await app.post('/v1/management/engines/nobodys/rollback', undefined, chief),
      await app.post('/v1/management/engines/codex/rollback', undefined, worker),
      await app.get('/v1/management/settings', worker),
    ]
    // None of these changes the server, or nobody is known who asks.
    await app.get('/v1/management/settings', chief)
    await app.post('/v1/jobs', { skill_id: 'ok' }, worker)
    await app.post('/v1/jobs/cleanup', {})

    const ids = [...installs, ...answers].map(({ headers }) => headers.get('x-request-id'))
    const { actions, next_cursor } = await list()
    assert.equal(next_cursor, null)
    assert.deepEqual(
      actions.toReversed().map(({ at: _, ...action }) => action),
      [
        ['chief', 'installPackage', 'brought@1.0.0', 200, null],
        ['chief', 'installPackage', 'brought@0.9.0', 409, 'SKILL_VERSION_NOT_GREATER'],
        ['chief', 'installPackage', 'corrupt', 400, 'PACKAGE_INVALID'],
        ['chief', 'installPackage', installs[3]?.body.error?.details.package_request_id, 400, 'UPLOAD_INVALID'],
        ['chief', 'cleanupJobs', null, 200, null],
        ['chief', 'cleanupJobs', null, 400, 'INVALID_REQUEST'],
        ['chief', 'rollbackEngine', 'nobodys', 404, 'ENGINE_NOT_FOUND'],
        ['worker', 'rollbackEngine', 'codex', 403, 'FORBIDDEN'],
        ['worker', 'listSettings', null, 403, 'FORBIDDEN'],
      ].map(([principal, action, target, status, error_code], index) => {
        return { id: index + 1, principal, action, target, status, error_code, x_request_id: ids[index] }
      }),
    )

    const names = ({ actions: found }: AdminActions) => found.map(({ id }) => id)
    assert.deepEqual(names(await list('?principal=worker')), [9, 8])
    assert.deepEqual(names(await list('?action=cleanupJobs')), [6, 5])
    const first = await list('?limit=5')
    assert.deepEqual(
      [names(first), names(await list(`?limit=5&cursor=${first.next_cursor}`))],
      [
        [9, 8, 7, 6, 5],
        [4, 3, 2, 1],
      ],
    )
    const nonsense = await app.get('/v1/management/audit?cursor=x', chief)
    assert.deepEqual([nonsense.status, errorOf(nonsense.body).code], [400, 'INVALID_REQUEST'])
    assert.equal((await app.get('/v1/management/audit', worker)).status, 403)
  },
)

verifies(
  'admin.actions-are-audited',
  'what happens is on record before it happens, and nothing happens that cannot be put there',
  async () => {
    await using app = await startApp({ skills: [{ id: 'ok' }] })
    const { request_id } = await app.run('ok')
    await using database = await openDatabase(app.data)
    await addTrigger(database, { before: 'insert on admin_actions', when: 'new.id > 1', does: null })
    await database.run('create table seen (jobs integer, actions integer)')
    const look = '(select count(*) from jobs), (select count(*) from admin_actions where status is null)'
    await addTrigger(database, { before: 'delete on jobs', does: `insert into seen values (${look})` })
    await app.post('/v1/jobs/cleanup', {})
    const seen = await database.all('select jobs, actions from seen')
    assert.deepEqual([seen, (await app.get(`/v1/jobs/${request_id}`)).status], [[{ jobs: 1, actions: 1 }], 404])
    const kept = await app.run('ok')
    assert.equal((await app.post('/v1/jobs/cleanup', {})).status, 500)
    assert.equal((await app.get(`/v1/jobs/${kept.request_id}`)).status, 200)
  },
)

function neverReached(): never {
  throw new Error('nobody may come here')
}

test('whoever asks again and again for what is forbidden is on record once a minute for each operation', async () => {
  const noted: string[] = []
  let now = '2026-01-02T03:04:01.000Z'
  const tokens = ['ann', 'bob'].map((name) => ({ name, sha256: sha256(name), scopes: ['read'] as const }))
  await using door = await startDoor(
    {
      config: { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], rateLimit: 0, tokens },
      clock: { now: () => new Date(now) },
      actions: {
        note: async ({ at, principal, action, errorCode }) => noted.push(`${at} ${principal} ${action} ${errorCode}`),
        answered: async () => {},
      },
    },
    (app) => {
      route(app, 'cleanupJobs', neverReached)
      route(app, 'listSettings', neverReached)
    },
  )
  const ask = async (name: string, path: string, method: string) =>
    (await door.ask(path, { method, headers: { authorization: `Bearer ${name}` } })).status
  for (const at of ['2026-01-02T03:04:01.000Z', '2026-01-02T03:04:59.999Z', '2026-01-02T03:05:00.000Z']) {
    now = at
    for (const name of ['ann', 'bob', 'ann', 'ann']) assert.equal(await ask(name, '/v1/jobs/cleanup', 'POST'), 403)
    assert.equal(await ask('ann', '/v1/management/settings', 'GET'), 403)
  }
  assert.deepEqual(noted, [
    '2026-01-02T03:04:01.000Z ann cleanupJobs FORBIDDEN',
    '2026-01-02T03:04:01.000Z bob cleanupJobs FORBIDDEN',
    '2026-01-02T03:04:01.000Z ann listSettings FORBIDDEN',
    '2026-01-02T03:05:00.000Z ann cleanupJobs FORBIDDEN',
    '2026-01-02T03:05:00.000Z bob cleanupJobs FORBIDDEN',
    '2026-01-02T03:05:00.000Z ann listSettings FORBIDDEN',
  ])
})

test('after ninety days an action is forgotten', async () => {
  await using app = await startApp()
  await app.post('/v1/jobs/cleanup', {})
  await app.post('/v1/jobs/cleanup', {})
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await changeRows(app.data, 'update admin_actions set at = ? where id = 1', [daysAgo(90.01)])
  await changeRows(app.data, 'update admin_actions set at = ? where id = 2', [daysAgo(89.99)])
  await sweep(app.app.runner)
  const { body } = await app.get<AdminActions>('/v1/management/audit')
  assert.deepEqual(
    body.actions.map(({ id }) => id),
    [2],
  )
})
