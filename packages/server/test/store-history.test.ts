import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { type NormalizationLevel, nothingCommitted, type RunIn, type Trigger } from '../src/domain/run.ts'
import { migrations } from '../src/store/migrations/index.ts'
import { openDatabase } from './support/database.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'
import { makeTables, openStore, type Store } from './support/store.ts'

const later = '2026-01-02T03:04:06.000Z'
const muchLater = '2026-01-02T03:05:00.000Z'
const begins = { attempt: 1, owner: 'boot_a' }
const error = { code: 'SCRIPT_FAILED', message: 'm', details: {} } as const

async function temporaryStore(context: TestContext): Promise<{ store: Store; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'asr-history-'))
  const store = await openStore(folder)
  context.after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { store, folder }
}

/** From the queue to its end, with everything that a run that could be shared has. */
async function finish(
  store: Store,
  run: RunIn<'queued'>,
  end: { key?: string | null; trigger?: Trigger; level?: NormalizationLevel; at?: string } = {},
): Promise<void> {
  const { key = 'k', trigger = 'turn.succeeded', level = null, at = later } = end
  await store.queue.admit(jobOf(run), run, 100, { cacheKey: key })
  const move = { committed: nothingCommitted, at }
  await moveNow(store, run.id, { ...move, trigger: 'turn.started', begins })
  const failure = trigger === 'turn.succeeded' ? {} : { error }
  await moveNow(store, run.id, { ...move, trigger, fence: begins, normalizationLevel: level, ...failure })
}

const cached = async (store: Store, key = 'k', project = 'default') => (await store.cache.find(project, key))?.id ?? null

verifies(
  'cache.only-clean-results',
  'a run is entered with its success and not before, nor when its meaning was guessed at, nor without a key',
  async (context) => {
    const { store } = await temporaryStore(context)
    await store.queue.admit(jobOf(queuedRun('run_0')), queuedRun('run_0'), 100, { cacheKey: 'k' })
    assert.equal(await cached(store), null)
    await finish(store, queuedRun('run_1'), { level: 'N3' })
    await finish(store, queuedRun('run_2'), { trigger: 'turn.failed' })
    await finish(store, queuedRun('run_3'), { trigger: 'run.canceled' })
    await finish(store, queuedRun('run_4'), { trigger: 'restart.reconcile_failed' })
    await finish(store, queuedRun('run_5'), { key: null })
    assert.equal(await cached(store), null)
    await finish(store, queuedRun('run_6'), { level: 'N2' })
    assert.equal(await cached(store), 'run_6')
    await finish(store, queuedRun('run_7', { projectId: 'theirs' }))
    assert.deepEqual([await cached(store), await cached(store, 'k', 'theirs')], ['run_6', 'run_7'])
    await finish(store, queuedRun('run_8'))
    assert.equal(await cached(store), 'run_8')
  },
)

test('a job is bound to the run of its key only while that is the one', async (context) => {
  const { store } = await temporaryStore(context)
  await finish(store, queuedRun('run_1'))
  const bound = { ...jobOf(queuedRun('run_1')), id: 'job_bound', cacheHit: true }
  assert.deepEqual(await store.cache.bind(bound, 'k', null), {
    answer: { jobId: 'job_bound', cacheHit: true, status: 'succeeded', hasResult: false },
    repeated: false,
  })
  assert.equal(await store.cache.bind({ ...bound, id: 'job_other' }, 'other key', null), null)
  await finish(store, queuedRun('run_2'))
  assert.equal(await store.cache.bind({ ...bound, id: 'job_late' }, 'k', null), null)
  assert.equal(await store.jobs.find('default', 'job_late'), null)
  assert.deepEqual((await store.jobs.ofRun('run_1')).map(({ id }) => id).sort(), ['job_1', 'job_bound'])
})

test('a run is forgotten with its last job and not before, and active ones never', async (context) => {
  const { store } = await temporaryStore(context)
  await finish(store, queuedRun('run_1'))
  await store.queue.admit(jobOf(queuedRun('run_2')), queuedRun('run_2'), 100)
  await store.cache.bind({ ...jobOf(queuedRun('run_1')), id: 'job_young', cacheHit: true, createdAt: muchLater }, 'k', null)
  assert.deepEqual(await store.history.forget({ before: later }, 10), { jobs: [], runs: [], cacheEntries: 0 })
  assert.deepEqual(await store.history.forget({ before: muchLater }, 10), { jobs: ['job_1'], runs: [], cacheEntries: 0 })
  assert.equal((await store.jobs.find('default', 'job_young'))?.run.state, 'succeeded')
  assert.deepEqual(await store.history.forget({}, 10), { jobs: ['job_young'], runs: ['run_1'], cacheEntries: 1 })
  assert.deepEqual([await store.runs.get('run_1'), await cached(store)], [null, null])
  assert.equal((await store.runs.get('run_2'))?.state, 'queued')
})

test('a database of the version before keeps its runs and gains what is new', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'asr-migration-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  await makeTables(folder, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0003')))
  await using raw = await openDatabase(folder)
  await raw.run(`insert into runs (id, project_id, skill_id, skill_version, skill_digest, engine, execution_mode, input, parameter, timeout_sec, state, queue_no,
    attempt, rasp_seq, rasp_bytes, fcmp_seq, fcmp_bytes, warnings, recovery_state, created_at, updated_at, finished_at)
    values ('run_1', 'default', 'demo', '1.0.0', 'd', 'script', 'auto', '{}', '{}', 60, 'succeeded', 1, 1, 0, 0, 0, 0, '[]', 'none', '${later}', '${later}', '${later}')`)
  await raw.run(`insert into jobs values ('job_1', 'default', 'local', 'run_1', 'demo', 0, '{}', '${later}')`)
  const store = await openStore(folder)
  try {
    assert.equal((await store.jobs.find('default', 'job_1'))?.run.state, 'succeeded')
    assert.equal(await cached(store), null)
    await finish(store, queuedRun('run_2'))
    assert.equal(await cached(store), 'run_2')
    assert.deepEqual((await store.history.forget({}, 10)).runs, ['run_1', 'run_2'])
  } finally {
    await store.close()
  }
})
