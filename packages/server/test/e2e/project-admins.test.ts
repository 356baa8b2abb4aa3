import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { route } from '../../src/http/route.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { openapi, startDoor } from '../support/door.ts'
import { ask } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'

const id = 'door.project-tokens'

/** Everything that needs `admin` and names no project, by hand: a new one has to be judged. */
const wholeServer = [
  ...[
    'deleteSkill',
    'getReaper',
    'installEngine',
    'installPackage',
    'listAdminActions',
    'listBudgets',
    'listSettings',
    'probeEngine',
  ],
  ...['queryLogs', 'restoreSkill', 'rollbackEngine', 'runReaper', 'upgradeEngine'],
]
const withinProject = ['cleanupJobs', 'cleanupRuns']

verifies(id, 'an admin token of a project reads and changes nothing of the whole server', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'ours', scopes: ['admin'], project: 'ours' },
  ])
  await using app = await startApp({ env: tokens.env })
  const routes = [...openapi.operations.values()].filter(({ scope, url }) => scope === 'admin' && !url.includes(':project_id'))
  assert.deepEqual(routes.map((one) => one.id).toSorted(), [...wholeServer, ...withinProject].toSorted())
  for (const { id: operation, method, url } of routes.filter((one) => wholeServer.includes(one.id))) {
    const { status, body } = await ask(app, method, url.replace(/:\w+/, 'demo-echo'), undefined, tokens.as('ours'))
    const { code, details } = errorOf(body)
    assert.deepEqual(
      [status, code, details],
      [403, 'FORBIDDEN', { needed: 'admin', granted: ['read', 'run', 'admin'], project: 'ours' }],
      operation,
    )
  }
  for (const path of ['settings', 'logs', 'audit', 'reaper'])
    assert.equal((await app.get(`/v1/management/${path}`, tokens.as('chief'))).status, 200, path)
  // Within its project it does everything.
  assert.equal((await app.post('/v1/jobs/cleanup', {}, tokens.as('ours'))).status, 200)
  assert.equal((await app.post('/v1/management/cleanup', {}, tokens.as('ours'))).status, 200)
  const allowed = { allowed_tools: ['skills_list'] }
  assert.equal((await ask(app, 'PUT', '/v1/projects/ours/profiles/agent', allowed, tokens.as('ours'))).status, 200)
})

verifies(id, 'without the guard the same token reads what all projects did', async () => {
  const token = { name: 'ours', sha256: sha256('ours-token-0123456789'), scopes: ['admin'] as const, project: 'ours' }
  const config = { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], rateLimit: 0, tokens: [token] }
  const start = (guards: object) =>
    startDoor({ config, guards }, (app) => route(app, 'listAdminActions', () => ({ actions: [], next_cursor: null })))
  const read = async ({ ask: send }: Awaited<ReturnType<typeof startDoor>>) =>
    (await send('/v1/management/audit', { headers: { authorization: 'Bearer ours-token-0123456789' } })).status
  await using guarded = await start({})
  await using open = await start({ requireReach: () => {} })
  assert.deepEqual([await read(guarded), await read(open)], [403, 200])
})
