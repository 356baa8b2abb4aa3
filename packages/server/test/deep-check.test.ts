import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { verifies } from '../../../test/verifies.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { command, openCommandHost } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { openSqliteFile, sqliteFileOf } from './support/sqlite-file.ts'
import { until } from './support/until.ts'

const host = openCommandHost()
after(host.end)

const everythingIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

const writer = { id: 'writer', sh: 'echo said; echo heron > artifacts/bird.txt; echo \'{"n": 1}\' > "$SKILL_RESULT_FILE"' }

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

/** What the doctor says of all that is stored. */
async function look(folder: string, words: readonly string[] = ['--json']) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    SKILL_RUNNER_DATA_DIR: join(folder, 'data'),
    SKILL_RUNNER_ENGINES: 'gemini',
    PORT: '0',
    SKILL_RUNNER_DISK_LOW_BYTES: '0',
  }
  return host.run(['doctor', '--deep', ...words], { cwd: folder, env })
}

async function stored(folder: string) {
  const { code, stdout, stderr } = await look(folder)
  const { checks } = JSON.parse(stdout || stderr) as { checks: readonly Check[] }
  const told = checks.filter(({ name }) => ['database', 'runs'].includes(name))
  return { code, told: told.map(({ name, ok, message }) => `${ok ? 'ok' : 'problem'} ${name}: ${message}`) }
}

/** Changes one byte for the time of a look. */
async function withFlip<T>(path: string, at: number, use: () => Promise<T>): Promise<T> {
  const bytes = readFileSync(path)
  const flipped = Buffer.from(bytes)
  flipped[at] = (flipped[at] ?? 0) ^ 1
  writeFileSync(path, flipped)
  try {
    return await use()
  } finally {
    writeFileSync(path, bytes)
  }
}

/** A data folder with one run that succeeded, and nobody who serves it. */
async function afterOneRun(context: TestContext) {
  const folder = await temporaryFolder(context)
  await using app = await startApp({ folder, skills: [writer] })
  const { run_id } = await app.job((await app.run('writer')).request_id)
  const root = app.runFolder(run_id)
  await until('the run is closed', () => everythingIn(root).includes('.audit/digests.json'))
  // Beside the server that runs, nothing is wrong.
  const { code, told } = await stored(folder)
  assert.deepEqual([code, told], [0, allWell(folder)])
  return { folder, run_id, root, data: app.data }
}

const allWell = (folder: string) => [
  `ok database: ${sqliteFileOf(join(folder, 'data'))}: no damage found.`,
  'ok runs: 1 checked: events, logs, results and artifacts are as they were written.',
]

verifies(
  'doctor.deep-finds-flipped-bytes',
  'one flipped byte in events, logs, result or artifacts is found and named',
  async (context) => {
    const { folder, run_id, root, data } = await afterOneRun(context)
    const before = everythingIn(data)
    assert.deepEqual((await stored(folder)).told, allWell(folder))
    assert.deepEqual(everythingIn(data), before, 'looking changes nothing')
    for (const path of [
      '.audit/events.1.jsonl',
      '.audit/fcmp_events.1.jsonl',
      '.audit/stdout.1.log',
      'result/result.json',
      'artifacts/bird.txt',
    ]) {
      const middle = Math.floor(readFileSync(join(root, path)).length / 2)
      const { code, told } = await withFlip(join(root, path), middle, () => stored(folder))
      assert.deepEqual([code, told.slice(1)], [1, [`problem runs: ${run_id}: ${path} does not match its digest.`]])
    }
    const text = await withFlip(join(root, 'artifacts/bird.txt'), 0, () => look(folder, []))
    assert.match(text.stdout, /\n\nStored data is damaged: restore it from a backup, or delete the jobs that it belongs to\.\n$/)
    assert.match(text.stderr, /^checking the database \(1 MiB\)\n/)
  },
)

verifies('doctor.deep-finds-flipped-bytes', 'without its digests, a broken line of events is still found', async (context) => {
  const { folder, run_id, root } = await afterOneRun(context)
  writeFileSync(join(root, '.audit/digests.json'), 'no json')
  const broken = (await stored(folder)).told.at(-1)
  assert.match(broken ?? '', new RegExp(`^problem runs: ${run_id}: \\.audit/digests\\.json Unexpected token`))
  // As of a run that ended before there were any.
  rmSync(join(root, '.audit/digests.json'))
  assert.deepEqual((await stored(folder)).told, allWell(folder))
  const first = await withFlip(join(root, '.audit/events.1.jsonl'), 0, () => stored(folder))
  assert.deepEqual(first.told.slice(1), [
    `problem runs: ${run_id}: .audit/events.1.jsonl line 1 is not the event that should be there.`,
  ])
})

/** A byte of the head of the second page: what it says about the page cannot be true then. */
const secondPage = 4096

verifies(
  ['doctor.deep-finds-flipped-bytes', 'store.corrupt-database-is-named'],
  'a flipped byte in the structure of the database is found, and a server that meets it names the file and what to do',
  async (context) => {
    const { folder, data } = await afterOneRun(context)
    const file = sqliteFileOf(data)
    await withFlip(file, secondPage, async () => {
      const { code, told } = await stored(folder)
      assert.equal(code, 1)
      assert.match(told[0] ?? '', /^problem database: .*\/runs\.db is corrupt: /)
    })
    await withFlip(file, 0, async () => {
      const { code, told } = await stored(folder)
      assert.equal(code, 1)
      assert.match(told[0] ?? '', /^problem database: .*\/runs\.db is corrupt: file is not a database\. Stop the server/)
      const env = { PATH: process.env['PATH'] ?? '', SKILL_RUNNER_DATA_DIR: data, PORT: '0' }
      const served = await command(['serve'], { cwd: folder, env })
      assert.equal(served.code, 1)
      assert.match(
        served.stderr,
        /The database \/.*\/runs\.db is corrupt \(file is not a database\)\. Stop the server and copy the data folder\./,
      )
    })
  },
)

verifies(
  'store.corrupt-database-is-named',
  'a database that breaks while the server runs is told in answers, in readyz and in the log',
  async () => {
    await using app = await startApp({ skills: [writer] })
    const { request_id } = await app.run('writer')
    const raw = openSqliteFile(app.data)
    const pages = raw
      .prepare("select rootpage from sqlite_schema where name in ('jobs', 'runs_by_round', 'runs_by_caller')")
      .all()
    const pageSize = Number(raw.prepare('pragma page_size').get()?.['page_size'])
    raw.prepare('pragma wal_checkpoint(truncate)').get()
    raw.close()
    const file = sqliteFileOf(app.data)
    const bytes = readFileSync(file)
    for (const { rootpage } of pages) bytes.fill(0x55, (Number(rootpage) - 1) * pageSize, Number(rootpage) * pageSize)
    writeFileSync(file, bytes)
    const { status, body } = await app.get(`/v1/jobs/${request_id}`)
    assert.deepEqual([status, errorOf(body).code], [503, 'DATABASE_CORRUPT'])
    assert.doesNotMatch(JSON.stringify(body), /runs\.db|disk image/)
    assert.equal(
      (await app.get<Readiness>('/readyz')).body.checks['store']?.message,
      'The database is corrupt. The log of the server names the file and what to do; see also ./skill-runner doctor --deep.',
    )
    assert.ok(app.logged.some((line) => line.includes(`The database ${file} is corrupt`)))
  },
)
