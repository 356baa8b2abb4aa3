import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CleanupView, JobAccepted, JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import { inlineInputs, type TestSkill } from '../support/skills.ts'
import { writeTokens } from '../support/tokens.ts'

type App = Awaited<ReturnType<typeof startApp>>

const quick: TestSkill = { id: 'quick', input: inlineInputs('n') }
const failing: TestSkill = { id: 'failing', sh: 'exit 1' }

const cleanup = async (app: App, filter?: object) => (await app.post<CleanupView>('/v1/jobs/cleanup', filter)).body
const removed = (runs: number, requests: number, entries: number): CleanupView => ({
  runs_deleted: runs,
  requests_deleted: requests,
  cache_entries_deleted: entries,
})

/** As a client sends it that does not think of the cache. */
const ask = async (app: App, skill: string, input: object = {}) =>
  (await app.post<JobAccepted>('/v1/jobs', { skill_id: skill, input }, { prefer: 'wait=240' })).body

const jobsOf = async (app: App) => (await app.get<JobList>('/v1/jobs')).body.jobs.map(({ request_id }) => request_id)

/** Makes jobs, or the ends of runs, so many seconds older. */
const age = (app: App, sql: string, seconds: number, id: string) =>
  changeRows(app.data, sql, [new Date(Date.now() - seconds * 1000).toISOString(), id])
const ageRun = (app: App, id: string, seconds: number) => age(app, 'update runs set finished_at = ? where id = ?', seconds, id)
const ageJob = (app: App, id: string, seconds: number) => age(app, 'update jobs set created_at = ? where id = ?', seconds, id)

verifies(
  'cleanup.removes-what-nobody-needs',
  'cleanup removes what ended, by filter, with folders and cache entries, and never what is active',
  async () => {
    await using app = await startApp({ skills: [quick, failing, untilTold], env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' } })
    const kept = (await ask(app, 'quick', { n: 1 })).request_id
    const old = (await ask(app, 'quick', { n: 2 })).request_id
    const failed = (await ask(app, 'failing')).request_id
    const running = await app.create('until-told')
    await app.until(running, 'running')
    const queued = await app.create('quick')
    const oldRun = (await app.job(old)).run_id
    await ageRun(app, oldRun, 100)
    await ageJob(app, old, 100)

    assert.deepEqual(await cleanup(app, { older_than_sec: 101 }), removed(0, 0, 0))
    assert.deepEqual(await cleanup(app, { skill_id: 'nobody' }), removed(0, 0, 0))
    assert.deepEqual(await cleanup(app, { older_than_sec: 50, status: 'failed' }), removed(0, 0, 0))
    assert.deepEqual(await cleanup(app, { older_than_sec: 50, skill_id: 'quick' }), removed(1, 1, 1))
    assert.equal(existsSync(app.runFolder(oldRun)), false)
    assert.equal((await app.get(`/v1/jobs/${old}`)).status, 404)
    assert.deepEqual(await cleanup(app, { status: 'failed' }), removed(1, 1, 0))
    assert.deepEqual(await jobsOf(app), [queued, running, kept])
    assert.equal((await app.get(`/v1/jobs/${failed}`)).status, 404)
    assert.deepEqual(await cleanup(app), removed(1, 1, 1))
    assert.deepEqual(await jobsOf(app), [queued, running])

    await app.tell(running)
    await app.until(queued, 'succeeded')
    assert.equal((await ask(app, 'quick', { n: 1 })).cache_hit, false)
    assert.deepEqual(await cleanup(app, {}), removed(3, 3, 1))
    assert.deepEqual(readdirSync(join(app.data, 'runs')), [])
  },
)

verifies(
  ['cleanup.removes-what-nobody-needs', 'cleanup.retention-by-age'],
  'a run stays while any job refers to it, and goes with the last one',
  async () => {
    await using app = await startApp({ skills: [quick], env: { SKILL_RUNNER_RETENTION_DAYS: '7' } })
    const day = 24 * 3600
    const first = (await ask(app, 'quick')).request_id
    const second = (await ask(app, 'quick')).request_id
    const { run_id } = await app.job(first)
    assert.equal((await app.job(second)).run_id, run_id)

    await ageRun(app, run_id, 8 * day)
    await ageJob(app, first, 8 * day)
    assert.equal(await sweep(app.app.runner), 0)
    assert.deepEqual(await jobsOf(app), [second])
    assert.equal((await app.get(`/v1/jobs/${second}/result`)).status, 200)
    const third = await ask(app, 'quick')
    assert.equal(third.cache_hit, true)

    assert.deepEqual(await cleanup(app, { older_than_sec: 3600 }), removed(0, 0, 0))
    await ageJob(app, second, 7200)
    assert.deepEqual(await cleanup(app, { older_than_sec: 3600 }), removed(0, 1, 0))
    assert.equal(existsSync(app.runFolder(run_id)), true)

    await ageJob(app, third.request_id, 8 * day)
    assert.equal(await sweep(app.app.runner), 1)
    assert.deepEqual([await jobsOf(app), existsSync(app.runFolder(run_id))], [[], false])
    assert.equal((await ask(app, 'quick')).cache_hit, false)
  },
)

test('cleanup and equal jobs at the same time leave no job without its run', async () => {
  await using app = await startApp({ skills: [quick] })
  for (let round = 0; round < 10; round++) {
    await ask(app, 'quick')
    const answers = await Promise.all([ask(app, 'quick'), cleanup(app), ask(app, 'quick'), cleanup(app), ask(app, 'quick')])
    for (const answer of answers) {
      if (!('request_id' in answer)) continue
      assert.equal(answer.status, 'succeeded')
      const { status } = await app.get(`/v1/jobs/${answer.request_id}/result`)
      assert.ok([200, 404].includes(status), `${status}`)
    }
  }
})

test('more history than fits on a page goes at once, and only that of the own project', async () => {
  using tokens = writeTokens([
    { name: 'admin', scopes: ['admin'], project: 'ours' },
    { name: 'runner', scopes: ['run'], project: 'ours' },
    { name: 'other', scopes: ['admin'], project: 'theirs' },
  ])
  await using app = await startApp({ skills: [quick], env: tokens.env })
  const job = { skill_id: 'quick' }
  for (const name of ['other', 'runner']) await app.post('/v1/jobs', job, { ...tokens.as(name), prefer: 'wait=240' })
  for (let count = 1; count < 230; count++) await app.post('/v1/jobs', job, tokens.as('runner'))
  const refused = await app.post('/v1/jobs/cleanup', {}, tokens.as('runner'))
  assert.deepEqual([refused.status, errorOf(refused.body).code], [403, 'FORBIDDEN'])
  const { body } = await app.post('/v1/jobs/cleanup', {}, tokens.as('admin'))
  assert.deepEqual(body, removed(1, 230, 1))
  assert.equal((await app.get<JobList>('/v1/jobs', tokens.as('other'))).body.jobs.length, 1)
})

test('a filter that cannot be meant is refused', async () => {
  await using app = await startApp({ skills: [quick] })
  await ask(app, 'quick')
  for (const filter of [{ status: 'running' }, { older_than_sec: -1 }, { older_than: 5 }, { skill_id: '' }, []]) {
    const { status, body } = await app.post('/v1/jobs/cleanup', filter)
    assert.deepEqual([status, errorOf(body).code], [400, 'INVALID_REQUEST'], JSON.stringify(filter))
  }
  assert.equal((await jobsOf(app)).length, 1)
})

verifies(
  'disk.low-water-mark',
  'when the disk is almost full new jobs are refused and leave nothing, and what runs ends',
  async () => {
    await using app = await startApp({ skills: [untilTold, quick] })
    const held = await app.create('until-told')
    await app.until(held, 'running')
    const waiting = (await app.post<JobAccepted>('/v1/jobs', { skill_id: 'quick' }, { 'idempotency-key': 'k' })).body
    await app.until(waiting.request_id, 'succeeded')
    await app.stop()

    await using low = await startApp({ folder: app.folder, env: { SKILL_RUNNER_DISK_LOW_BYTES: '8000000GiB' } })
    for (const path of ['/v1/jobs', `/v1/jobs/${waiting.request_id}/rerun`]) {
      const { status, headers, body } = await low.post(path, path === '/v1/jobs' ? { skill_id: 'quick' } : {})
      assert.deepEqual([status, errorOf(body).code, headers.get('retry-after')], [503, 'DISK_LOW', '60'])
    }
    assert.equal((await low.get('/readyz')).status, 503)
    assert.equal((await jobsOf(low)).length, 2)
    const repeated = await low.post('/v1/jobs', { skill_id: 'quick' }, { 'idempotency-key': 'k' })
    assert.deepEqual([repeated.status, repeated.body], [200, waiting])
    assert.deepEqual(await cleanup(low), removed(2, 2, 1))
  },
)

verifies('disk.low-water-mark', 'a run that was under way when the disk ran low still ends and is recorded', async () => {
  let free = Number.MAX_SAFE_INTEGER
  await using app = await startApp({ skills: [untilTold], freeBytes: async () => free })
  const held = await app.create('until-told')
  await app.until(held, 'running')
  free = 1024
  const refused = await app.post('/v1/jobs', { skill_id: 'until-told' })
  assert.deepEqual([refused.status, errorOf(refused.body).details], [503, { free_bytes: 1024, needed_bytes: 536_870_912 }])
  await app.tell(held)
  assert.equal((await app.until(held, 'succeeded')).error, null)
  free = 2 ** 40
  assert.equal((await app.get('/readyz')).status, 200)
})
