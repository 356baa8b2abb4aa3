import assert from 'node:assert/strict'
import { chmodSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after } from 'node:test'
import type { BudgetView } from '@agent-skill-runner/contract/budget.ts'
import { verifies } from '../../../../test/verifies.ts'
import { changeCreatedTokens, tokensIn } from '../../src/config/created-tokens.ts'
import { loadConfig } from '../../src/config.ts'
import { openTokens } from '../../src/http/tokens.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { openCommandHost, startCommand } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sqliteFileOf } from '../support/sqlite-file.ts'
import { until } from '../support/until.ts'

const host = openCommandHost()
after(host.end)

const optionsOf = (data: string, env: Record<string, string> = {}) => ({ cwd: '/', env: { SKILL_RUNNER_DATA_DIR: data, ...env } })

/** `skill-runner token …` for a data folder. */
const token = (data: string, ...args: string[]) => host.run(['token', ...args], optionsOf(data))

/** The headers of a caller with a new token. */
async function create(data: string, ...args: string[]) {
  const { code, stdout, stderr } = await token(data, 'create', ...args)
  assert.deepEqual([code, /^asr_[\w-]{43}\n$/.test(stdout)], [0, true], stderr)
  return { authorization: `Bearer ${stdout.trim()}` }
}

const secretIn = ({ authorization }: { authorization: string }): string => authorization.slice('Bearer '.length)

verifies('door.created-tokens', 'a running server needs tokens from the first one on, and knows each at once', async () => {
  await using app = await startApp()
  const statusFor = async (headers: Record<string, string> = {}, path = '/v1/jobs') => (await app.get(path, headers)).status
  assert.deepEqual([await statusFor(), await statusFor({}, '/v1/management/settings')], [200, 200])

  const reader = await create(app.data, 'reader', '--scope', 'read')
  const admin = await create(app.data, 'chief', '--scope', 'admin')
  assert.deepEqual([await statusFor(), await statusFor({ authorization: 'Bearer asr_wrong' })], [401, 401])
  assert.deepEqual([await statusFor(reader), await statusFor(reader, '/v1/management/settings')], [200, 403])
  assert.equal(await statusFor(admin, '/v1/management/settings'), 200)
  assert.deepEqual((await app.get('/v1/session')).body, { needs_token: true, name: null, scopes: [] })

  assert.deepEqual(await token(app.data, 'revoke', 'reader'), { code: 0, stdout: 'Revoked reader.\n', stderr: '' })
  assert.deepEqual([await statusFor(reader), await statusFor(admin)], [401, 200])
  // Without any token left, the server stays closed; and also without their list.
  await token(app.data, 'revoke', 'chief')
  assert.deepEqual([await statusFor(admin), await statusFor()], [401, 401])
  rmSync(tokensIn(app.data))
  assert.equal(await statusFor(), 401)
})

verifies(
  'door.created-tokens',
  'a revoked token ends the streams and the browsers that came in with it, also when its name is given again',
  async () => {
    await using app = await startApp({
      skills: [untilTold],
      doorLimits: { heartbeatMs: 100 },
      env: { SKILL_RUNNER_DRAIN_SEC: '0' },
    })
    const of = await create(app.data, 'page', '--scope', 'run')
    const { body } = await app.post<{ request_id: string }>('/v1/jobs', { skill_id: 'until-told' }, of)
    const origin = { origin: app.url }
    const signedIn = await app.post('/v1/session', { token: secretIn(of) }, origin)
    const cookie = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
    assert.equal((await app.get('/v1/jobs', cookie)).status, 200)
    const followed = await fetch(`${app.url}/v1/jobs/${body.request_id}/events`, { headers: of })
    const reader = followed.body?.getReader()
    assert.equal((await reader?.read())?.done, false)

    await token(app.data, 'revoke', 'page')
    // Whoever replaces a token that leaked gives its name again: the new one keeps nobody in.
    await create(app.data, 'page', '--scope', 'run')
    // The run goes on: only its reader has to leave.
    for (let piece = await reader?.read(); !piece?.done; ) piece = await reader?.read()
    assert.equal((await app.get('/v1/jobs', cookie)).status, 401)
  },
)

verifies(
  'door.created-tokens',
  'a token that was created while no server ran counts from its start until it expires',
  async (context) => {
    const folder = await temporaryFolder(context)
    const data = join(folder, 'data')
    const forGood = await create(data, 'for-good', '--project', 'blue', '--expires', '2100-01-01')
    const short = await create(data, 'short', '--expires', '1h')
    await using app = await startApp({ folder })
    const statuses = async () => [(await app.get('/v1/jobs')).status, (await app.get('/v1/jobs', short)).status]
    assert.deepEqual(await statuses(), [401, 200])
    const { body, status } = await app.get('/v1/projects/green/skills', forGood)
    assert.deepEqual([status, errorOf(body).code], [404, 'PROJECT_NOT_FOUND'])
    await until('its use is noted', async () => (await listed(data)).find(({ name }) => name === 'for-good')?.last_used_at)
    const [first] = await listed(data)
    assert.deepEqual(
      { ...first, id: '', created_at: '', last_used_at: '' },
      {
        ...{ id: '', name: 'for-good', source: 'created', scopes: ['run'], project: 'blue', profile: null, kind: 'api' },
        ...{ max_cost_usd_per_day: null, max_tokens_per_day: null },
        ...{ state: 'active', created_at: '', expires_at: '2100-01-01T00:00:00.000Z', revoked_at: null, last_used_at: '' },
      },
    )
    // An hour later, and when somebody has made its end earlier.
    let now = Date.now()
    const log = { error: () => {} }
    const tokens = openTokens([], { dataDir: data, clock: { now: () => new Date(now) }, log, noteUse: () => {} })
    assert.equal(tokens.find(secretIn(short))?.name, 'short')
    now += 3_600_000
    assert.deepEqual([tokens.find(secretIn(short)), tokens.find(secretIn(forGood))?.name], [null, 'for-good'])
    const expiresAt = new Date().toISOString()
    await changeCreatedTokens(data, (all) => all.map((one) => (one.name === 'short' ? { ...one, expiresAt } : one)))
    assert.deepEqual(await statuses(), [401, 401])
    assert.equal((await listed(data))[1]?.state, 'expired')
    // A name whose token has ended is free again.
    assert.equal((await app.get('/v1/jobs', await create(data, 'short'))).status, 200)
    assert.deepEqual(await statuses(), [401, 401])
  },
)

verifies(
  'budget.per-day',
  'a created token has the limits that it was given, and a limit that is none is refused',
  async (context) => {
    const folder = await temporaryFolder(context)
    const data = join(folder, 'data')
    for (const [flag, value, why] of [
      ['--max-cost-per-day', '0', 'is not a number from 0.000001 to 1000000: "0"'],
      ['--max-cost-per-day', 'NaN', 'is not a number from 0.000001 to 1000000: "NaN"'],
      ['--max-tokens-per-day', '-5', 'is not a whole number from 1 to 10^12: "-5"'],
      ['--max-tokens-per-day', '1.5', 'is not a whole number from 1 to 10^12: "1.5"'],
      ['--max-tokens-per-day', '', 'is not a whole number from 1 to 10^12: ""'],
    ] as const) {
      const { code, stderr } = await token(data, 'create', 'nobody', `${flag}=${value}`)
      assert.deepEqual([code, stderr.includes(`${flag} ${why}`)], [2, true], stderr)
    }
    const frugal = await create(data, 'frugal', '--max-cost-per-day', '2.5', '--max-tokens-per-day', '1e6')
    await using app = await startApp({ folder })
    const { body } = await app.get<BudgetView>('/v1/budget', frugal)
    assert.deepEqual([body.token.max_cost_usd_per_day, body.token.max_tokens_per_day], [2.5, 1_000_000])
    assert.match((await token(data, 'list')).stdout, /frugal +run +all +– +api +\$2\.5, 1000000 tokens +active/)
  },
)

interface Listed {
  name: string
  state: string
  last_used_at: string | null
}

const listed = async (data: string): Promise<Listed[]> => JSON.parse((await token(data, 'list', '--json')).stdout)

verifies(['door.created-tokens', 'log.no-secrets'], 'nothing that is written holds a token', async () => {
  await using app = await startApp()
  const admin = await create(app.data, 'chief', '--scope', 'admin')
  await app.get('/v1/jobs', admin)
  await app.post('/v1/session', { token: secretIn(admin) }, { origin: app.url })
  await app.post('/v1/jobs/cleanup', {}, admin)
  await until('its use is written', async () => (await listed(app.data))[0]?.last_used_at)
  const files = globSync('**', { cwd: app.data, withFileTypes: true }).filter((entry) => entry.isFile())
  const holding = files.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(secretIn(admin)))
  assert.deepEqual(
    holding.map(({ name }) => name),
    [],
  )
  const names = files.map(({ name }) => name)
  assert.ok(names.includes('tokens.json') && names.includes(basename(sqliteFileOf(app.data))))
  assert.ok(!app.logged.join('').includes(secretIn(admin)))
  assert.equal(statSync(tokensIn(app.data)).mode & 0o777, 0o600)
})

verifies('door.created-tokens', 'tokens that are created at the same time are all there', async (context) => {
  const data = join(await temporaryFolder(context), 'data')
  const names = ['one', 'two', 'three', 'four']
  const ended = await Promise.all(names.map((name) => startCommand(['token', 'create', name], optionsOf(data)).ended))
  assert.deepEqual(
    ended.map(({ code }) => code),
    [0, 0, 0, 0],
  )
  assert.deepEqual((await listed(data)).map(({ name }) => name).toSorted(), names.toSorted())
})

verifies('door.created-tokens', 'a damaged list of tokens lets nobody in, and is not overwritten', async () => {
  await using app = await startApp()
  const admin = await create(app.data, 'chief', '--scope', 'admin')
  const good = readFileSync(tokensIn(app.data), 'utf8')
  const statuses = async () => [(await app.get('/v1/jobs')).status, (await app.get('/v1/jobs', admin)).status]
  assert.deepEqual(await statuses(), [401, 200])
  writeFileSync(tokensIn(app.data), '{"tokens": [{"name": "chief"}]}')
  chmodSync(tokensIn(app.data), 0o600)
  assert.deepEqual(await statuses(), [401, 401])
  assert.ok(app.logged.some((line) => line.includes('cannot read the created tokens')))
  const refused = await token(app.data, 'create', 'other')
  assert.equal(refused.code, 1)
  assert.equal(refused.stderr, `The list of tokens in ${app.data} is damaged: it is not a list of tokens\n`)
  writeFileSync(tokensIn(app.data), good)
  assert.deepEqual(await statuses(), [401, 200])
})

verifies(
  ['door.created-tokens', 'door.bind-rules'],
  'a created token is enough for another address than loopback',
  async (context) => {
    const data = join(await temporaryFolder(context), 'data')
    const env = { SKILL_RUNNER_DATA_DIR: data, HOST: '0.0.0.0' }
    const may = async () => (await loadConfig({ env, cwd: '/' })).ok
    assert.equal(await may(), false)
    const created = await host.run(['token', 'create', 'first'], optionsOf(data, env))
    assert.deepEqual(
      [created.code, created.stderr.split('\n')[1]],
      [0, 'This is the first token: from now on every caller of that server needs one.'],
    )
    assert.equal(await may(), true)
  },
)

verifies('door.created-tokens', 'what cannot be done is said, with what to do', async (context) => {
  const folder = await temporaryFolder(context)
  const data = join(folder, 'data')
  const lines = async (...args: string[]) => {
    const { code, stderr } = await token(data, ...args)
    return [code, stderr.split('\n')[0]]
  }
  assert.deepEqual(await token(data, 'list'), {
    ...{ code: 0, stderr: '', stdout: 'There are no tokens: everyone who can reach the server can use it.\n' },
  })
  await create(data, 'ci')
  assert.deepEqual(
    {
      twice: await lines('create', 'ci'),
      nameless: await lines('create'),
      name: await lines('create', 'a/b'),
      scope: await lines('create', 'x', '--scope', 'root'),
      project: await lines('create', 'x', '--project', 'Blue'),
      kind: await lines('create', 'x', '--kind', 'cookie'),
      past: await lines('create', 'x', '--expires', '1999-01-01'),
      time: await lines('create', 'x', '--expires', 'soon'),
      unknown: await lines('revoke', 'nobody'),
      nothing: await lines(),
      other: await lines('drop'),
      help: (await token(data, 'revoke', '--help')).code,
    },
    {
      twice: [1, 'There is already a token ci. Revoke it, or choose another name: ./skill-runner token revoke ci'],
      nameless: [2, 'Name the token: who will use it.'],
      name: [2, 'A name has 1 to 64 letters, digits, blanks and any of . _ @ -.'],
      scope: [2, '--scope must be one of read, run, admin, not "root".'],
      project: [2, '--project must be 1 to 63 lower-case letters, digits and hyphens, not "Blue".'],
      kind: [2, '--kind must be one of api, ui, not "cookie".'],
      past: [2, '--expires must be in the future, as 30d or 2027-01-31T00:00:00Z, not "1999-01-01".'],
      time: [2, '--expires must be a time like 45m, 12h, 7d, or a number of seconds, not "soon".'],
      unknown: [1, 'There is no token nobody to revoke. List them: ./skill-runner token list'],
      nothing: [2, 'Name a token command.'],
      other: [2, 'Unknown command: token drop.'],
      help: 0,
    },
  )
  assert.deepEqual(
    (await listed(data)).map(({ name }) => name),
    ['ci'],
  )
  const configured = await host.run(
    ['token', 'revoke', 'token'],
    optionsOf(data, { SKILL_RUNNER_TOKEN: 'sixteen-characters-or-more' }),
  )
  assert.deepEqual(
    [configured.code, configured.stderr],
    [
      1,
      'token is a token of the settings (SKILL_RUNNER_TOKEN or SKILL_RUNNER_TOKEN_FILE). Remove it there, and restart the server.\n',
    ],
  )
})
