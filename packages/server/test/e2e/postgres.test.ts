import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { command } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Cluster, databaseNamed, openCluster, openSql, withoutPostgres } from '../support/postgres.ts'
import { checkRecords } from '../support/records.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const skip = withoutPostgres

/** Of this file alone: it is stopped and started. */
let cluster: Cluster
before(async () => {
  if (!skip) cluster = await openCluster()
})
after(async () => {
  await cluster?.[Symbol.asyncDispose]()
})

const ok = { id: 'ok', sh: 'echo "{}" > "$SKILL_RESULT_FILE"' }
const talkative = {
  id: 'talkative',
  sh: 'while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do echo word; sleep 0.02; done; echo "{}" > "$SKILL_RESULT_FILE"',
}

const codeOf = (body: unknown): string | undefined => (body as { error?: { code: string } }).error?.code

verifies(
  'postgres.outlives-a-restart',
  'a run that prints goes on through restarts of Postgres, requests wait for it, and every record is whole',
  async () => {
    const url = await databaseNamed(cluster, 'restarts')
    await using app = await startApp({ env: { SKILL_RUNNER_DATABASE_URL: url }, skills: [ok, talkative] })
    const talking = await app.create('talkative')
    await app.until(talking, 'running')
    for (const how of ['immediate', 'fast'] as const) {
      await cluster.stop(how)
      const asked = [
        app.get(`/v1/jobs/${talking}`),
        app.post('/v1/jobs', { skill_id: 'ok', runtime_options: { no_cache: true } }),
      ]
      await cluster.start()
      assert.deepEqual(
        (await Promise.all(asked)).map(({ status }) => status),
        [200, 200],
      )
    }
    await app.tell(talking)
    assert.equal((await app.until(talking, 'succeeded', 'failed')).status, 'succeeded')
    await until('all have ended', async () => (await app.get<Readiness>('/readyz')).body.queued === 0)
    const { jobs } = (await app.get<{ jobs: { request_id: string }[] }>('/v1/jobs')).body
    for (const { request_id } of jobs) await app.until(request_id, 'succeeded')
    assert.equal((await checkRecords(app, () => [])).length, 3)
    const told = app.logged.map((line) => JSON.parse(line).msg as string)
    assert.ok(told.includes('the database does not answer; trying again until it does'))
    assert.ok(told.includes('the database answers again'))
  },
  { skip },
)

verifies(
  'postgres.outlives-a-restart',
  'while Postgres is away requests get DATABASE_UNAVAILABLE, /readyz says so, and then all goes on; a run that is under way is not lost',
  async () => {
    const url = await databaseNamed(cluster, 'away')
    const env = { SKILL_RUNNER_DATABASE_URL: url }
    await using app = await startApp({ env, skills: [ok, talkative], databasePatienceMs: 300 })
    const running = await app.create('talkative')
    await until('it has printed', async () => JSON.stringify(await app.events(running, 'rasp')).includes('word'))
    const { run_id } = await app.job(running)
    const log = join(app.runFolder(run_id), '.audit', 'stdout.1.log')
    const young = await app.create('ok')
    await cluster.stop('immediate')
    try {
      for (const ask of [
        () => app.get('/v1/jobs'),
        () => app.post('/v1/jobs', { skill_id: 'ok' }),
        () => app.get(`/v1/jobs/${running}`),
      ]) {
        const { status, body, headers } = await ask()
        assert.deepEqual([status, codeOf(body), headers.get('retry-after')], [503, 'DATABASE_UNAVAILABLE', '5'])
      }
      const ready = await app.get<Readiness>('/readyz')
      assert.deepEqual(
        [ready.status, ready.body.ready, ready.body.checks.store],
        [503, false, { ok: false, message: 'The database does not answer.' }],
      )
      assert.equal((await app.get('/healthz')).status, 200)
      const before = statSync(log).size
      await until('it goes on printing', () => statSync(log).size > before + 100)
    } finally {
      await cluster.start()
    }
    await until('the server is ready again', async () => (await app.get('/readyz')).status === 200)
    await app.tell(running)
    assert.equal((await app.until(running, 'succeeded', 'failed')).status, 'succeeded')
    // Nothing that it printed is lost, and nothing is there twice.
    const said = (await app.events(running, 'rasp')).filter(({ event }) => event.type === 'raw.stdout')
    let end = 0
    for (const { raw_ref } of said) {
      assert.equal(raw_ref?.byte_from, end)
      end = raw_ref?.byte_to ?? 0
    }
    assert.equal(end, statSync(log).size)
    // Wherever it was caught, it has an end that is true.
    const { status, error } = await app.until(young, 'succeeded', 'failed')
    assert.ok(status === 'succeeded' || error?.code === 'DATABASE_UNAVAILABLE', JSON.stringify(error))
    assert.equal((await app.run('ok')).status, 'succeeded')
  },
  { skip },
)

/** How a start with this database ends. */
async function refusal(context: TestContext, url: string, data?: string): Promise<string> {
  const folder = data ?? (await temporaryFolder(context))
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', SKILL_RUNNER_DATA_DIR: join(folder, 'data') }
  const { code, stderr } = await command(['serve'], {
    cwd: folder,
    env: { ...env, ...(url ? { SKILL_RUNNER_DATABASE_URL: url } : {}) },
  })
  assert.equal(code, 1, stderr)
  const [heading, ...reasons] = stderr.trim().split('\n')
  assert.match(heading ?? '', /^The (server could not start|configuration is invalid):$/)
  return reasons.join('\n').replace(/^ {2}- /, '')
}

verifies(
  ['postgres.start-says-what-is-wrong', 'postgres.url-is-secret'],
  'a start without a usable database ends with one sentence that says what to do, and never with the password',
  async (context) => {
    const secret = 'correct-horse-battery'
    const socket = cluster.url('').split('?host=')[1] ?? ''
    assert.equal(
      await refusal(context, `postgres://me:${secret}@127.0.0.1:1/jobs`),
      'The database jobs (Postgres at 127.0.0.1:1) does not answer (ECONNREFUSED). Start Postgres, or correct SKILL_RUNNER_DATABASE_URL.',
    )
    assert.equal(
      await refusal(context, cluster.url('nowhere')),
      `The database nowhere (Postgres at ${socket}) does not exist. Create it: createdb nowhere, or correct SKILL_RUNNER_DATABASE_URL.`,
    )
    await databaseNamed(cluster, 'ascii', "encoding 'SQL_ASCII' locale_provider 'libc' locale 'C' template template0")
    assert.equal(
      await refusal(context, cluster.url('ascii')),
      `The database ascii (Postgres at ${socket}) has the encoding SQL_ASCII. Create it with UTF8: createdb -E UTF8 -T template0 …`,
    )
    assert.equal(
      await refusal(context, `postgres://stranger:${secret}@/postgres?host=${socket}`),
      `The database postgres (Postgres at ${socket}) rejects the user stranger or its password (28000). Correct SKILL_RUNNER_DATABASE_URL.`,
    )
    const wanted = 'SKILL_RUNNER_DATABASE_URL must be a URL like postgres://user:password@host:5432/database.'
    for (const wrong of [
      secret,
      `mysql://me:${secret}@db/jobs`,
      `postgres://me:${secret}@db`,
      `postgres://me:${secret}@[db/jobs`,
    ])
      assert.equal(await refusal(context, wrong), wanted)
  },
  { skip },
)

verifies(
  'postgres.start-says-what-is-wrong',
  'a database that a server uses is refused to a second one, and free when the first was killed; folder and database must belong together',
  async (context) => {
    const url = await databaseNamed(cluster, 'mine')
    const env = { SKILL_RUNNER_DATABASE_URL: url }
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, env, skills: [ok] })
    const { request_id } = await first.run('ok')
    assert.match(
      await refusal(context, url),
      /^The database mine \(Postgres at \S+\) is in use by another server\. Stop that one, or /,
    )
    assert.equal((await first.get(`/v1/jobs/${request_id}`)).status, 200)
    await first.kill()

    assert.match(
      await refusal(context, url),
      /has no file named instance, and the database belongs to inst_\w+: they do not belong/,
    )
    const other = await databaseNamed(cluster, 'other')
    assert.match(
      await refusal(context, other, folder),
      /belongs to inst_\w+, and the database is empty: they do not belong together/,
    )
    assert.match(
      await refusal(context, '', folder),
      /The jobs of the data folder \S+ are in Postgres\. Set SKILL_RUNNER_DATABASE_URL/,
    )
    await using again = await startServer({ folder, env })
    assert.equal((await again.get(`/v1/jobs/${request_id}/result`)).status, 200)
    assert.ok(existsSync(again.runFolder((await again.job(request_id)).run_id)))
  },
  { skip },
)

verifies(
  'postgres.start-says-what-is-wrong',
  'a folder with jobs in SQLite is not opened with another database',
  async (context) => {
    const folder = await temporaryFolder(context)
    const env = { SKILL_RUNNER_DATABASE_URL: '' }
    const first = await startServer({ folder, env, skills: [ok] })
    await first.run('ok')
    await first.kill()
    const url = await databaseNamed(cluster, 'fresh')
    assert.match(
      await refusal(context, url, folder),
      /has the jobs of a server with SQLite \(runs\.db\), and SKILL_RUNNER_DATABASE_URL names/,
    )
  },
  { skip },
)

verifies(
  'postgres.url-is-secret',
  'no setting that is shown and no line of the log has the password of the database, also where an error has it',
  async (context) => {
    const secret = 'correct-horse-battery'
    const name = 'qzx'
    const url = (await databaseNamed(cluster, name)).replace('postgres://postgres@', `postgres://postgres:${secret}@`)
    await using app = await startApp({ env: { SKILL_RUNNER_DATABASE_URL: url }, skills: [ok] })
    const shown = await (await fetch(`${app.url}/v1/management/settings`)).text()
    assert.ok(shown.includes('SKILL_RUNNER_DATABASE_URL') && !shown.includes(secret) && !shown.includes(name))
    app.app.runner.logger.error({ err: new Error(`cannot connect to ${url}`), password: secret }, 'a test')
    await app.run('ok')
    const lines = app.logged.join('')
    assert.ok(lines.includes('a test') && !lines.includes(secret))
    assert.ok(!readFileSync(join(app.data, 'logs', 'skill-runner.log'), 'utf8').includes(secret))
    context.diagnostic(`${app.logged.length} lines`)
  },
  { skip },
)

verifies(
  'postgres.start-says-what-is-wrong',
  'the doctor says whether the database can be used, and leaves nothing in it',
  async (context) => {
    const folder = await temporaryFolder(context)
    const base = { PATH: process.env['PATH'] ?? '', PORT: '0', SKILL_RUNNER_DATA_DIR: join(folder, 'data') }
    const lookAt = async (url: string) => {
      const env = { ...base, SKILL_RUNNER_DATABASE_URL: url }
      const { stdout, stderr } = await command(['doctor', '--json'], { cwd: folder, env })
      const { checks } = JSON.parse(stdout || stderr) as { checks: { name: string; ok: boolean; message: string }[] }
      return checks.filter(({ name }) => name === 'postgres').map(({ ok, message }) => [ok, message])
    }
    const url = await databaseNamed(cluster, 'looked_at')
    assert.deepEqual(await lookAt(url), [[true, 'It answers.']])
    await using sql = await openSql(url)
    assert.deepEqual(await sql.all("select tablename from pg_tables where schemaname = 'public'"), [])
    const [[ok, message] = []] = await lookAt('postgres://me:correct-horse@127.0.0.1:1/jobs')
    assert.equal(ok, false)
    assert.match(
      String(message),
      /^The database jobs \(Postgres at 127\.0\.0\.1:1\) does not answer \(ECONNREFUSED\)\. Start Postgres/,
    )
  },
  { skip },
)

const tellLoaded = fileURLToPath(new URL('../fixtures/tell-loaded.mjs', import.meta.url))

/** The modules of Postgres that a server loads until it has performed a run. */
async function loadedBy(context: TestContext, env: Record<string, string>): Promise<string[]> {
  const folder = await temporaryFolder(context)
  const file = join(folder, 'loaded')
  const hooked = { NODE_OPTIONS: `--import=${tellLoaded}`, LOADED_FILE: file, ...env }
  await using server = await startServer({ folder, skills: [ok], env: hooked })
  assert.equal((await server.run('ok')).status, 'succeeded')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

verifies(
  'postgres.only-where-configured',
  'a server with SQLite loads nothing of Postgres, not even to perform a run',
  async (context) => {
    assert.deepEqual(await loadedBy(context, { SKILL_RUNNER_DATABASE_URL: '' }), [])
  },
)

verifies(
  'postgres.only-where-configured',
  'a server with Postgres does load it, and the test sees it',
  async (context) => {
    const loaded = await loadedBy(context, { SKILL_RUNNER_DATABASE_URL: await databaseNamed(cluster, 'loads') })
    assert.ok(loaded.some((url) => url.includes('/node_modules/pg/')) && loaded.some((url) => url.includes('/store/postgres.ts')))
  },
  { skip },
)
