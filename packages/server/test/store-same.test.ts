import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { runError } from '../src/domain/failure.ts'
import { nothingCommitted } from '../src/domain/run.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { postgresText } from '../src/store/postgres-text.ts'
import { temporaryFolder } from './support/folder.ts'
import { databaseOf, withoutPostgres } from './support/postgres.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'

const at = '2026-01-02T03:04:05.678Z'
const gib3 = 3 * 1024 ** 3

/** What a store answers to the same story, in whatever database it lives. */
async function storyOf(store: Store) {
  const fail = async (id: string, details: object) => {
    const begins = { attempt: 1, owner: 'boot_a' }
    await store.queue.admit(jobOf(queuedRun(id)), queuedRun(id), 100)
    await moveNow(store, id, { trigger: 'turn.started', committed: nothingCommitted, at, begins })
    const error = runError('SCRIPT_FAILED', { ...details })
    const committed = { raspSeq: 7, raspBytes: gib3, fcmpSeq: 5, fcmpBytes: gib3 + 1, lastAt: at }
    await moveNow(store, id, { trigger: 'turn.failed', committed, at, fence: begins, error })
  }
  await fail('run_Aa', { stderr: 'a NUL \0, half a pair \uD800, "code":"TIMEOUT", 你好' })
  await fail('run_aB', {})
  await fail('run_b_', {})
  const found = async (text: string) =>
    (await store.jobs.list({ projectId: 'default', text, limit: 10 })).map(({ job }) => job.id)
  const names = ['b', 'a-c', 'ab', 'B', 'a', 'Ä', 'ä', 'é', '你', 'a_b', 'a b']
  for (const name of names)
    await store.projectSkills.put({
      ...{ projectId: 'red', name, versionHash: 'v', description: `nul \0 ${name}`, files: 1, bytes: gib3 },
      ...{ principal: 'local', createdAt: at },
    })
  const skills = await store.projectSkills.list('red', { limit: 100 })
  const session = await store.execSessions.open({ projectId: 'red', owner: 'me', alias: 'nul\0' }, at)
  const large = { id: 'art_1', projectId: 'red', name: 'large', bytes: gib3, sha256: 's', mime: 'm', source: 'upload' as const }
  await store.execArtifacts.add([{ ...large, sourceId: null, createdAt: at }])
  const run = await store.runs.get('run_Aa')
  return {
    order: skills.map(({ name }) => name),
    behind: (await store.projectSkills.list('red', { after: 'a_b', limit: 3 })).map(({ name }) => name),
    searches: {
      code: await found('script_failed'),
      codeOfAnotherKey: await found('timeout'),
      part: await found('JOB_A'),
      underscore: await found('b_'),
      percent: await found('%'),
      nul: await found('\0'),
      backslash: await found('\\'),
      other: await found('ſ'),
    },
    bytes: [run?.committed.raspBytes, run?.committed.fcmpBytes, (await store.execArtifacts.get('red', 'art_1'))?.bytes],
    error: run?.state === 'failed' && run.error.details['stderr'],
    nobody: [await store.jobs.find('default', 'job\0'), await store.runs.get('\0')],
    sameSession: (await store.execSessions.open({ projectId: 'red', owner: 'me', alias: 'nul\0' }, at)).id === session.id,
    half: (await store.execSessions.open({ projectId: 'red', owner: 'me', alias: 'half \uD800' }, at)).alias.length,
  }
}

const expected: Awaited<ReturnType<typeof storyOf>> = {
  order: ['B', 'a', 'a b', 'a-c', 'a_b', 'ab', 'b', 'Ä', 'ä', 'é', '你'],
  behind: ['ab', 'b', 'Ä'],
  searches: {
    code: ['job_b_', 'job_aB', 'job_Aa'],
    codeOfAnotherKey: [],
    part: ['job_aB', 'job_Aa'],
    underscore: ['job_b_', 'job_aB', 'job_Aa'],
    percent: [],
    nul: [],
    backslash: [],
    other: [],
  },
  bytes: [gib3, gib3 + 1, gib3],
  error: 'a NUL \0, half a pair \uD800, "code":"TIMEOUT", 你好',
  nobody: [null, null],
  sameSession: true,
  half: 6,
}

verifies('postgres.same-store', 'order, search, large numbers and odd characters in SQLite', async (context) => {
  const store = await openStore(await temporaryFolder(context))
  context.after(() => store.close())
  assert.deepEqual(await storyOf(store), expected)
})

verifies(
  'postgres.same-store',
  'and in Postgres, whose own order is that of a language, and whose text has no NUL',
  async (context) => {
    const folder = await temporaryFolder(context)
    const store = await openStore(folder, { postgres: { url: await databaseOf(folder, { isEmpty: true }) } })
    context.after(() => store.close())
    assert.deepEqual(await storyOf(store), expected)
    const [skill] = await store.projectSkills.list('red', { limit: 1 })
    assert.equal(skill?.description, 'nul \uFFFD B')
    assert.ok((await store.bytes()) > 1_000_000)
  },
  { skip: withoutPostgres },
)

test('a query keeps its quotes, and gets numbers for its question marks', () => {
  const table: [string, string][] = [
    [
      "select a from b where c = ? and d = '?' and e like ? escape '\\'",
      "select a from b where c = $1 and d = '?' and e like $2 escape '\\'",
    ],
    ["select '''?' , ?", "select '''?' , $1"],
    [
      "create table t (n integer primary key, s text default 'x' not null)",
      `create table t (n bigint primary key, s text collate "C" default 'x' not null)`,
    ],
    ['alter table t add column n integer default 0 not null', 'alter table t add column n bigint default 0 not null'],
  ]
  for (const [text, words] of table) assert.equal(postgresText(text), words)
})
