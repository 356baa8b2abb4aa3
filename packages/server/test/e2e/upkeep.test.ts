import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { startApp, untilTold } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import { until } from '../support/until.ts'

verifies(
  'store.retention-removes-old-runs',
  'finished runs past the retention time go with their folders, and active ones stay however old',
  async () => {
    await using app = await startApp({ skills: [untilTold, { id: 'quick' }], env: { SKILL_RUNNER_RETENTION_DAYS: '7' } })
    const old = (await app.run('quick')).request_id
    const fresh = (await app.run('quick')).request_id
    const active = await app.create('until-told')
    await app.until(active, 'running')
    const folders = await Promise.all([old, fresh, active].map(async (id) => app.runFolder((await app.job(id)).run_id)))
    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString()
    const finishedAt = 'case when finished_at is null then null else ? end'
    const age = `update runs set created_at = ?, finished_at = ${finishedAt} where id = (select run_id from jobs where id = ?)`
    for (const id of [old, active]) {
      await changeRows(app.data, age, [eightDaysAgo, eightDaysAgo, id])
      await changeRows(app.data, 'update jobs set created_at = ? where id = ?', [eightDaysAgo, id])
    }

    assert.equal(await sweep({ ...app.app.runner, limits: { ...app.app.runner.limits, retentionDays: 0 } }), 0)
    assert.equal(await sweep(app.app.runner), 1)
    assert.deepEqual(
      folders.map((folder) => existsSync(folder)),
      [false, true, true],
    )
    assert.equal((await app.get(`/v1/jobs/${old}`)).status, 404)
    assert.deepEqual(
      (await app.get<JobList>('/v1/jobs')).body.jobs.map(({ request_id }) => request_id),
      [fresh, active],
    )
    assert.equal(await sweep(app.app.runner), 0)
    await app.tell(active)
    await app.until(active, 'succeeded')
  },
)

test('a run whose folder cannot be made fails with a code, and the next one runs', async () => {
  await using app = await startApp({ skills: [untilTold, { id: 'quick' }], env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' } })
  const holder = await app.create('until-told')
  await app.until(holder, 'running')
  const doomed = await app.create('quick')
  const next = await app.create('quick')
  const folder = app.runFolder((await app.job(doomed)).run_id)
  mkdirSync(folder)
  writeFileSync(join(folder, 'artifacts'), 'in the way')
  await app.tell(holder)
  const job = await app.until(doomed, 'failed')
  assert.equal(job.error?.code, 'WORKSPACE_FAILED')
  assert.ok(!JSON.stringify(job).includes(app.folder))
  await app.until(next, 'succeeded')
})

test('a home that could not be deleted when its attempt ended is swept, and that of a running attempt stays', async () => {
  await using app = await startApp({ skills: [untilTold, { id: 'quick' }] })
  const ended = (await app.job((await app.run('quick')).request_id)).run_id
  const active = await app.create('until-told')
  const { run_id: running } = await app.until(active, 'running')
  const homes = join(app.data, 'homes')
  await until('it has its home', () => existsSync(join(homes, running)))
  const twoHoursAgo = new Date(Date.now() - 2 * 3600 * 1000)
  for (const run of [ended, running]) {
    mkdirSync(join(homes, run), { recursive: true })
    utimesSync(join(homes, run), twoHoursAgo, twoHoursAgo)
  }
  const young = 'run_of_an_attempt_that_begins'
  mkdirSync(join(homes, young))
  await sweep(app.app.runner)
  assert.deepEqual(readdirSync(homes).toSorted(), [running, young].toSorted())
  await app.tell(active)
  await app.until(active, 'succeeded')
})
