import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Job, JobAccepted, JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { Workers } from '../../src/attempt/worker.ts'
import { cancelRun } from '../../src/intake/cancel.ts'
import { rerunJob } from '../../src/intake/rerun.ts'
import { Fault } from '../../src/lib/fault.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'
import { bringTo, createTemp, runTemp, startTemp, under } from '../support/temp.ts'
import { until } from '../support/until.ts'
import { zipOf } from '../support/zips.ts'

/** Gives another answer every time it really runs. */
const dice: TestSkill = {
  id: 'dice',
  js: `import { randomUUID } from 'node:crypto'\nconsole.log(JSON.stringify({ throw: randomUUID() }))`,
}
const broken: TestSkill = { id: 'broken', sh: 'exit 3' }
const keep = { runtime_options: { debug_keep_temp: true } }

const app = await startApp({ skills: [dice] })
after(() => app[Symbol.asyncDispose]())

const placeOf = (data: string, { run_id }: Job): string => join(data, 'temp-skills', run_id)

/** What lies in the place of the package of a run. */
function packageIn(data: string, job: Job): string[] {
  const place = placeOf(data, job)
  // One that is run again has no upload of its own.
  const found = ['', ...readdirSync(place)].map((upload) => join(place, upload, job.skill_digest)).find((at) => existsSync(at))
  return readdirSync(found ?? place).toSorted()
}

const isGone = (job: Job) => until(`the package of ${job.request_id} is gone`, () => !existsSync(placeOf(app.data, job)))

const resultOf = async (id: string) => (await app.get<{ result: JobResult }>(under(id, '/result'))).body.result

verifies(
  'temp.package-lives-for-the-run',
  'the package is there while the run goes on, and gone after success, failure and cancel; asked to stay, it stays',
  async () => {
    const kept = [await runTemp(app, dice, keep), await runTemp(app, broken, keep)]
    assert.deepEqual(
      kept.map(({ status }) => status),
      ['succeeded', 'failed'],
    )

    const running = await startTemp(app, untilTold)
    const during = await app.until(running, 'running')
    assert.deepEqual(packageIn(app.data, during), ['SKILL.md', 'assets', 'scripts'])
    await app.tell(running)
    await isGone(await app.until(running, 'succeeded'))

    const failed = await runTemp(app, broken)
    assert.equal(failed.error?.code, 'SCRIPT_FAILED')
    await isGone(failed)

    const canceled = await startTemp(app, untilTold)
    await app.until(canceled, 'running')
    await app.post(under(canceled, '/cancel'))
    await isGone(await app.until(canceled, 'canceled'))

    await sweep(app.app.runner)
    for (const job of kept) assert.deepEqual(packageIn(app.data, job), ['SKILL.md', 'assets', 'scripts'])
    const { body } = await app.post<{ runs_deleted: number }>('/v1/jobs/cleanup')
    assert.equal(body.runs_deleted, 5)
    assert.deepEqual(readdirSync(join(app.data, 'temp-skills')), [], 'with the history goes what was kept of it')
  },
)

test('what a run gave can be read when its package is gone', async () => {
  const job = await runTemp(app, { ...dice, artifacts: [{ role: 'note', pattern: 'note.txt' }] })
  await isGone(job)
  for (const path of ['', '/result', '/artifacts', '/bundle', '/bundle?debug=1', '/logs', '/events', '/events/history'])
    assert.equal((await app.get(under(job.request_id, path))).status, 200, path)
})

test('a job that never got its package can be canceled, and runs out after a day', async () => {
  const canceled = await createTemp(app)
  const { body } = await app.post<{ status: string; accepted: boolean }>(under(canceled, '/cancel'))
  assert.deepEqual([body.status, body.accepted], ['canceled', true])
  const late = errorOf((await bringTo(app, canceled, { skill_package: packageOf(dice) })).body)
  assert.deepEqual([late.code, late.details], ['ALREADY_STARTED', { status: 'canceled' }])

  const old = await createTemp(app)
  await makeOld(await app.job(old))
  await sweep(app.app.runner)
  const ended = await app.job(old)
  assert.deepEqual([ended.status, ended.error?.code, ended.skill_id], ['canceled', 'UPLOAD_EXPIRED', 'temporary'])
})

/** A package that takes a while to be put in its place. */
const wide: TestSkill = {
  id: 'wide',
  files: Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`data/${n}.txt`, String(n)])),
}

/** An upload to a temporary job at the moment in which its package is being placed. */
async function placing(id: string) {
  const job = await app.job(id)
  const brought = bringTo(app, id, { skill_package: packageOf(wide) })
  await until('the package is being placed', () => existsSync(placeOf(app.data, job)))
  return { job, brought }
}

test('a cancel that comes while the package is being placed lets that end first, and nothing of it stays', async () => {
  const id = await createTemp(app)
  const { job, brought } = await placing(id)
  const canceled = (await app.post<{ status: string; accepted: boolean }>(under(id, '/cancel'))).body
  const { status, body } = await brought
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([canceled.status, canceled.accepted], ['canceled', true])
  await isGone(job)
})

test('a package that arrives in the last moment of its day has arrived', async () => {
  const id = await createTemp(app)
  await makeOld(await app.job(id))
  const { brought } = await placing(id)
  await sweep(app.app.runner)
  const { status, body } = await brought
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await app.until(id, 'succeeded', 'failed', 'canceled')).status, 'succeeded')
})

/** The job was made more than a day ago. */
async function makeOld({ run_id }: Job): Promise<void> {
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
  await changeRows(app.data, 'update runs set created_at = ? where id = ?', [yesterday, run_id])
}

test('a package that no run took is swept, but not one that may just be on its way', async () => {
  const place = (name: string) => join(app.data, 'temp-skills', name)
  for (const name of ['run_old', 'run_new']) mkdirSync(place(name))
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  utimesSync(place('run_old'), twoHoursAgo, twoHoursAgo)
  await sweep(app.app.runner)
  assert.deepEqual([existsSync(place('run_old')), existsSync(place('run_new'))], [false, true])
  rmSync(place('run_new'), { recursive: true })
})

verifies('temp.package-lives-for-the-run', 'again runs what was kept, from a copy of its own; what is gone cannot', async () => {
  const first = await runTemp(app, dice, { ...keep, input: {}, parameter: { n: 1 } })
  const again = await app.post<JobAccepted>(`/v1/jobs/${first.request_id}/rerun`, { runtime_options: { debug_keep_temp: false } })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const second = (await app.get<Job>(under(again.body.request_id, '?wait=240'))).body
  assert.deepEqual(
    [second.status, second.temporary, second.skill_id, second.skill_digest, second.run_id !== first.run_id],
    ['succeeded', true, 'dice', first.skill_digest, true],
  )
  assert.notDeepEqual((await resultOf(second.request_id)).data, (await resultOf(first.request_id)).data)
  await isGone(second)
  assert.deepEqual(packageIn(app.data, first), ['SKILL.md', 'assets', 'scripts'])

  for (const id of [second.request_id, await createTemp(app)]) {
    const refused = await app.post(`/v1/jobs/${id}/rerun`)
    assert.deepEqual([refused.status, errorOf(refused.body).code], [409, 'TEMP_PACKAGE_GONE'])
  }
})

test('a package that goes away while it is being run again is told as gone, and nothing stays of the new run', async () => {
  const old = await runTemp(app, dice, keep)
  const { runner } = app.app
  const judge: typeof runner.packageCheck.judge = async (skill) => {
    rmSync(placeOf(app.data, old), { recursive: true, force: true })
    return runner.packageCheck.judge(skill)
  }
  const deps = { ...runner, packageCheck: { ...runner.packageCheck, judge } }
  const principal = { name: 'local', caller: 'local', projectId: 'default', anyProject: true, scopes: [] }
  const before = readdirSync(join(app.data, 'temp-skills'))
  const isFault = (error: unknown) => error instanceof Fault && error.code === 'TEMP_PACKAGE_GONE'
  await assert.rejects(rerunJob(deps, principal, old.request_id, {}, null), isFault)
  assert.deepEqual(
    readdirSync(join(app.data, 'temp-skills')),
    before.filter((run) => run !== old.run_id),
  )
})

test('a cancel that was on its way when an old run answered the job is told that it is too late', async () => {
  const request = { runtime_options: { no_cache: false }, parameter: { n: 5 } }
  const first = await runTemp(app, dice, request)
  const id = await createTemp(app, request)
  const { runner } = app.app
  const found = await runner.store.jobs.get(id)
  assert.ok(found)
  assert.equal((await bringTo(app, id, { skill_package: packageOf(dice) })).body.cache_hit, true)
  const { run, accepted, message } = await cancelRun(runner, new Workers(runner), id, found.run)
  assert.deepEqual([run.id, accepted, message], [first.run_id, false, 'The run had succeeded before.'])
})

verifies(
  'temp.package-lives-for-the-run',
  'after kill -9 the package of an interrupted run is gone and a kept one is there; who waits for a package still takes it',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder })
    const running = await startTemp(first, untilTold)
    const interrupted = await first.until(running, 'running')
    const kept = await runTemp(first, dice, keep)
    const waiting = await createTemp(first, { parameter: { n: 2 } })
    const before = await first.job(waiting)
    assert.deepEqual(packageIn(first.data, interrupted), ['SKILL.md', 'assets', 'scripts'])
    await first.kill()
    // As an upload leaves it that was cut short between its package and its place in the queue.
    const half = join(first.data, 'temp-skills', before.run_id, 'half')
    mkdirSync(half, { recursive: true })
    mkdirSync(join(first.data, 'staging', 'half'), { recursive: true })
    writeFileSync(join(half, 'SKILL.md'), 'half')

    await using second = await startApp({ folder })
    const failed = await second.job(running)
    assert.deepEqual([failed.status, failed.error?.code], ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED'])
    assert.deepEqual(readdirSync(join(second.data, 'temp-skills')), [kept.run_id])
    assert.deepEqual(packageIn(second.data, kept), ['SKILL.md', 'assets', 'scripts'])
    assert.equal(existsSync(join(second.data, 'staging')), false)
    assert.deepEqual(await second.job(waiting), before)
    assert.equal((await bringTo(second, waiting, { skill_package: packageOf(dice) })).status, 200)
    await second.until(waiting, 'succeeded')
  },
)

test('a full queue keeps nothing of an upload, and takes it when there is room', async () => {
  await using full = await startApp({ skills: [untilTold], limits: { maxQueue: 1, maxRunning: 1 } })
  await full.until(await full.create('until-told'), 'running')
  const ahead = await full.create('until-told')
  const id = await createTemp(full)
  const before = await full.job(id)
  const refused = await bringTo(full, id, { skill_package: packageOf(dice), file: zipOf([{ name: 'a', data: 'a' }]) })
  assert.deepEqual([refused.status, errorOf(refused.body).code], [429, 'QUEUE_FULL'])
  assert.deepEqual(await full.job(id), before)
  assert.deepEqual(
    ['temp-skills', 'staging', 'requests'].map((name) => readdirSync(join(full.data, name))),
    [[], [], []],
  )
  await full.post(`/v1/jobs/${ahead}/cancel`)
  const taken = await bringTo(full, id, { skill_package: packageOf(dice) })
  assert.deepEqual([taken.status, (await full.job(id)).queue_position], [200, 1])
})

test('the same package and request again are answered from the cache, and leave no package behind', async () => {
  const request = { runtime_options: { no_cache: false }, parameter: { n: 3 } }
  const first = await runTemp(app, dice, request)
  await isGone(first)
  const id = await createTemp(app, request)
  const brought = await bringTo(app, id, { skill_package: packageOf(dice) })
  assert.deepEqual(brought.body, { request_id: id, cache_hit: true, status: 'succeeded', extracted_files: [] })
  const second = await app.job(id)
  assert.deepEqual([second.run_id, second.cache_hit, second.temporary, second.skill_id], [first.run_id, true, true, 'dice'])
  assert.deepEqual((await resultOf(id)).data, (await resultOf(first.request_id)).data)
  assert.equal(existsSync(placeOf(app.data, first)), false)
  const { jobs } = (await app.get<{ jobs: Job[] }>('/v1/jobs?skill_id=dice&limit=1')).body
  assert.deepEqual(
    jobs.map(({ request_id }) => request_id),
    [id],
  )
})

verifies(
  'temp.same-routes-as-jobs',
  'a temporary skill of the id, version and even content of an installed one shares no result with it, in either direction',
  async () => {
    const request = { parameter: { n: 4 }, runtime_options: { no_cache: false } }
    const ask = async () =>
      (await app.post<JobAccepted>('/v1/jobs', { skill_id: 'dice', ...request }, { prefer: 'wait=240' })).body
    const installed = await ask()
    const temporary = await runTemp(app, dice, request)
    assert.equal(temporary.cache_hit, false, 'the installed skill does not answer it')
    assert.equal((await app.job(installed.request_id)).skill_digest, temporary.skill_digest)
    assert.equal((await ask()).cache_hit, true, 'the cache works')
    assert.deepEqual((await ask()).result?.data, installed.result?.data, 'and is not poisoned')

    const lying = await runTemp(app, { ...dice, js: `console.log('{"throw":"loaded"}')` }, request)
    assert.deepEqual((await resultOf(lying.request_id)).data, { throw: 'loaded' })
    assert.deepEqual((await ask()).result?.data, installed.result?.data)
  },
)

test('a copy of a built-in skill has none of its privileges: without a sandbox it does not run', async () => {
  const root = fileURLToPath(new URL('../../../../skills/demo-prime-number', import.meta.url))
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const entries = files.map(({ parentPath, name }) => join(parentPath, name))
  const skill_package = zipOf(
    entries.map((path) => ({ name: `demo-prime-number${path.slice(root.length)}`, data: readFileSync(path) })),
  )
  const path = process.env['PATH']
  const empty = mkdtempSync(join(tmpdir(), 'asr-path-'))
  process.env['PATH'] = empty
  try {
    await using open = await startApp({ env: { SKILL_RUNNER_SANDBOX: 'auto' } })
    const request = { input: { numbers: [5] } }
    assert.equal((await open.post('/v1/jobs', { skill_id: 'demo-prime-number', ...request })).status, 200)
    const refused = await bringTo(open, await createTemp(open, request), { skill_package })
    assert.deepEqual([refused.status, errorOf(refused.body).code], [503, 'SANDBOX_UNAVAILABLE'])
  } finally {
    process.env['PATH'] = path
    rmSync(empty, { recursive: true, force: true })
  }
})
