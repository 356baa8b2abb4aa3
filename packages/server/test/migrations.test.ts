import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { migrations } from '../src/store/migrations/index.ts'
import { migrationNames } from '../src/store/migrations/names.ts'
import { openDatabase } from './support/database.ts'
import { temporaryFolder } from './support/folder.ts'
import { makeTables, openStore, storeOptions } from './support/store.ts'

test('runs of the first version go on in this one: in the queue, waiting for no files, and with an installed skill', async (context) => {
  const folder = await temporaryFolder(context)
  await firstVersion(folder)
  const store = await openStore(folder)
  const next = await store.queue.next()
  assert.deepEqual([next?.id, next?.awaitingUpload, next?.temporary, next?.caller], ['run_1', false, false, ''])
  assert.equal((await store.jobs.get('job_1'))?.job.temporary, false)
  assert.deepEqual([await store.queue.position('run_1'), await store.runs.counts()], [1, { queued: 1, running: 0 }])
  await store.close()
})

async function firstVersion(data: string): Promise<void> {
  await makeTables(data, { '0001-runs': migrations['0001-runs'] })
  await using raw = await openDatabase(data)
  await raw.run(`insert into runs (id, project_id, skill_id, skill_version, skill_digest, engine, execution_mode, input, parameter,
      timeout_sec, state, queue_no, attempt, rasp_seq, rasp_bytes, fcmp_seq, fcmp_bytes, warnings, recovery_state, created_at, updated_at)
    values ('run_1', 'default', 'demo', '1.0.0', 'd', 'script', 'auto', '{}', '{}',
      60, 'queued', 1, 0, 0, 0, 0, 0, '[]', 'none', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z')`)
  await raw.run(`insert into jobs (id, project_id, principal, run_id, skill_id, cache_hit, runtime_options, created_at)
    values ('job_1', 'default', 'local', 'run_1', 'demo', 0, '{}', '2026-01-02T03:04:05.678Z')`)
}

test('the migrations are those of the list of names, in its order, and a database that has them all is not migrated again', async (context) => {
  assert.deepEqual(Object.keys(migrations), [...migrationNames])
  assert.deepEqual([...migrationNames], [...migrationNames].sort())
  const folder = await temporaryFolder(context)
  await (await openStore(folder)).close()
  const again = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', openAndTellLoaded, folder, JSON.stringify(await storeOptions(folder))],
    { encoding: 'utf8' },
  )
  assert.deepEqual([again.stderr, again.stdout], ['', 'migrations: false\n'])
})

const openAndTellLoaded = `
  import { registerHooks } from 'node:module'
  let loaded = false
  registerHooks({ load: (url, context, next) => { loaded ||= url.includes('/migrations/index.ts'); return next(url, context) } })
  const { openStore } = await import(${JSON.stringify(new URL('../src/store/open.ts', import.meta.url).href)})
  await (await openStore(process.argv[1], JSON.parse(process.argv[2]))).close()
  console.log('migrations:', loaded)
`

test('a record of migrations that cannot be read is not taken for that of a new database', async (context) => {
  const folder = await temporaryFolder(context)
  await (await openStore(folder)).close()
  await using raw = await openDatabase(folder)
  await raw.run('alter table kysely_migration rename column name to title')
  await assert.rejects(openStore(folder), /no such column: name|column "name" does not exist/)
})

test('tasks of the version before step jobs are those of no job, and no step of a job can be there twice', async (context) => {
  const folder = await temporaryFolder(context)
  await makeTables(folder, Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= '0015-exec')))
  await using raw = await openDatabase(folder)
  await raw.run(`insert into exec_tasks (id, project_id, session_id, session_alias, owner, skill, version_hash, command, workdir, env,
      timeout_sec, state, created_at)
    values ('task_1', 'default', 'ses_1', 'default', 'local', 'demo', 'v', 'true', 'skill', '{}', 60, 'queued', '2026-11-16T12:00:00.000Z')`)
  const store = await openStore(folder)
  const [task] = await store.execTasks.list({ projectId: 'default', limit: 10 })
  assert.deepEqual([task?.id, task?.jobId, task?.stepIndex, await store.execJobs.alive()], ['task_1', null, null, []])
  assert.ok(task)
  await store.execTasks.add({ ...task, id: 'task_2', jobId: 'sjob_1', stepIndex: 0 })
  await assert.rejects(store.execTasks.add({ ...task, id: 'task_3', jobId: 'sjob_1', stepIndex: 0 }), /unique/i)
  await store.close()
})

test('skills that were uploaded before they had an age are as old as their first version, and have no label', async (context) => {
  const folder = await temporaryFolder(context)
  await makeTables(folder, Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= '0020-exec-limits')))
  await using raw = await openDatabase(folder)
  await raw.run("insert into project_skills values ('red', 'note', 'Two.', 'b', 1)")
  await raw.run(`insert into project_skill_versions values
    ('red', 'note', 'a', 'One.', 1, 1, 'local', '2026-11-01T00:00:00.000Z'),
    ('red', 'note', 'b', 'Two.', 1, 1, 'local', '2026-11-02T00:00:00.000Z'),
    ('blue', 'note', 'c', 'Other.', 1, 1, 'local', '2026-10-01T00:00:00.000Z')`)
  const store = await openStore(folder)
  assert.deepEqual(await store.skillCatalog.list('red', { order: 'asc', limit: 10 }), [
    {
      ...{ projectId: 'red', name: 'note', description: 'Two.', versionHash: 'b', enabled: 1, displayName: null },
      ...{ createdAt: '2026-11-01T00:00:00.000Z', latestHash: 'b', updatedAt: '2026-11-02T00:00:00.000Z' },
    },
  ])
  await store.close()
})
