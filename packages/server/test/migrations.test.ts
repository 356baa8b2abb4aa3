import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { apply } from '../src/store/migrate.ts'
import { migrations } from '../src/store/migrations/index.ts'
import { migrationNames } from '../src/store/migrations/names.ts'
import { openStore } from '../src/store/open.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { temporaryFolder } from './support/folder.ts'

test('runs of the first version go on in this one: in the queue, waiting for no files, and with an installed skill', async (context) => {
  const folder = await temporaryFolder(context)
  await firstVersion(join(folder, 'runs.db'))
  const store = await openStore(folder)
  const next = await store.queue.next()
  assert.deepEqual([next?.id, next?.awaitingUpload, next?.temporary], ['run_1', false, false])
  assert.equal((await store.jobs.get('job_1'))?.job.temporary, false)
  assert.deepEqual([await store.queue.position('run_1'), await store.runs.counts()], [1, { queued: 1, running: 0 }])
  await store.close()
})

async function firstVersion(file: string): Promise<void> {
  const { read, write } = openSqlite(file)
  await apply(write, { '0001-runs': migrations['0001-runs'] })
  read.close()
  write.close()
  const raw = new DatabaseSync(file)
  raw.exec(`insert into runs (id, project_id, skill_id, skill_version, skill_digest, engine, execution_mode, input, parameter,
      timeout_sec, state, queue_no, attempt, rasp_seq, rasp_bytes, fcmp_seq, fcmp_bytes, warnings, recovery_state, created_at, updated_at)
    values ('run_1', 'default', 'demo', '1.0.0', 'd', 'script', 'auto', '{}', '{}',
      60, 'queued', 1, 0, 0, 0, 0, 0, '[]', 'none', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z')`)
  raw.exec(`insert into jobs (id, project_id, principal, run_id, skill_id, cache_hit, runtime_options, created_at)
    values ('job_1', 'default', 'local', 'run_1', 'demo', 0, '{}', '2026-01-02T03:04:05.678Z')`)
  raw.close()
}

test('the migrations are those of the list of names, in its order, and a database that has them all is not migrated again', async (context) => {
  assert.deepEqual(Object.keys(migrations), [...migrationNames])
  assert.deepEqual([...migrationNames], [...migrationNames].sort())
  const folder = await temporaryFolder(context)
  await (await openStore(folder)).close()
  const again = spawnSync(process.execPath, ['--input-type=module', '-e', openAndTellLoaded, folder], { encoding: 'utf8' })
  assert.deepEqual([again.stderr, again.stdout], ['', 'migrations: false\n'])
})

const openAndTellLoaded = `
  import { registerHooks } from 'node:module'
  let loaded = false
  registerHooks({ load: (url, context, next) => { loaded ||= url.includes('/migrations/index.ts'); return next(url, context) } })
  const { openStore } = await import(${JSON.stringify(new URL('../src/store/open.ts', import.meta.url).href)})
  await (await openStore(process.argv[1])).close()
  console.log('migrations:', loaded)
`
