import assert from 'node:assert/strict'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JobAccepted, JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp, untilTold } from '../support/app.ts'
import { inlineInputs, type TestSkill } from '../support/skills.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

/** Gives another answer every time it really runs. */
const dice: TestSkill = {
  id: 'dice',
  input: inlineInputs('a', 'b', 'n', 'spoken'),
  runner: { execution_modes: ['auto', 'interactive'] },
  artifacts: [{ role: 'note', pattern: 'note.txt', required: true }],
  js: `import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
const throwId = randomUUID()
writeFileSync(process.env.SKILL_ARTIFACTS_DIR + '/note.txt', throwId)
console.log(JSON.stringify({ throw: throwId }))`,
}

/** As a client sends it that does not think of the cache. */
async function ask(app: App, skill: string, rest: object = {}, headers: Record<string, string> = { prefer: 'wait=240' }) {
  const { status, body } = await app.post<JobAccepted>('/v1/jobs', { skill_id: skill, ...rest }, headers)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

verifies(
  'registry.is-watched',
  'a job that is sent right after an edit runs the new skill, and no old result answers it',
  async () => {
    await using app = await startApp({ skills: [{ id: 'edited', sh: `echo '{"edit":0}'` }] })
    const script = join(app.skillsDir, 'edited/scripts/run.sh')
    for (let edit = 1; edit <= 5; edit += 1) {
      writeFileSync(script, `echo '{"edit":${edit}}'`)
      const { cache_hit, result } = await ask(app, 'edited')
      assert.deepEqual([cache_hit, result?.data], [false, { edit }])
    }
  },
)

const resultOf = async (app: App, id: string) => (await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)).body.result

verifies(
  'cache.hit-binds-the-old-run',
  'the same request again is answered at once by the old run, readable under the new id',
  async () => {
    await using app = await startApp({ skills: [dice] })
    const first = await ask(app, 'dice', { input: { a: 1, b: { c: 2, d: 3 } } })
    assert.deepEqual([first.cache_hit, first.status], [false, 'succeeded'])

    const second = await ask(app, 'dice', { input: { b: { d: 3, c: 2 }, a: 1 } }, {})
    assert.deepEqual(second, { request_id: second.request_id, cache_hit: true, status: 'succeeded' })
    assert.notEqual(second.request_id, first.request_id)

    const [one, two] = [await app.job(first.request_id), await app.job(second.request_id)]
    assert.deepEqual(
      [two.run_id, two.cache_hit, two.attempt_number, two.finished_at],
      [one.run_id, true, one.attempt_number, one.finished_at],
    )
    assert.ok(two.updated_at >= two.created_at)
    const [old, now] = [await resultOf(app, first.request_id), await resultOf(app, second.request_id)]
    assert.deepEqual({ ...now, artifacts: [] }, { ...old, artifacts: [] })
    assert.deepEqual(
      now.artifacts.map(({ url }) => url),
      [`/v1/jobs/${second.request_id}/artifacts/artifacts/note.txt`],
    )
    const note = await app.get(now.artifacts[0]?.url ?? '')
    assert.equal(note.body, (now.data as { throw: string }).throw)
    assert.deepEqual(await app.events(second.request_id), await app.events(first.request_id))
    assert.equal(await app.stream(second.request_id), await app.stream(first.request_id))

    const waited = await ask(app, 'dice', { input: { a: 1, b: { c: 2, d: 3 } } })
    assert.deepEqual([waited.cache_hit, waited.result?.data], [true, now.data])
    const cancel = await app.post<{ accepted: boolean }>(`/v1/jobs/${second.request_id}/cancel`)
    assert.equal(cancel.body.accepted, false)
  },
)

verifies('cache.key-covers-everything', 'another input, parameter, skill or byte of the skill runs anew', async () => {
  await using app = await startApp({ skills: [dice, { ...dice, id: 'dice-two' }] })
  const request = { input: { n: 1 }, parameter: { p: 1 } }
  const hit = async (skill: string, rest: object) => (await ask(app, skill, rest)).cache_hit
  assert.equal(await hit('dice', request), false)
  assert.equal(await hit('dice', { ...request, input: { n: 2 } }), false)
  assert.equal(await hit('dice', { ...request, parameter: { p: '1' } }), false)
  assert.equal(await hit('dice-two', request), false)
  assert.equal(await hit('dice', { ...request, runtime_options: { timeout_sec: 30, debug: true } }), true)

  const digest = async () => (await app.get<{ digest: string }>('/v1/skills/dice')).body.digest
  const before = await digest()
  appendFileSync(join(app.skillsDir, 'dice', 'SKILL.md'), '\nOne more sentence.\n')
  await until('the change is seen', async () => (await digest()) !== before)
  assert.equal(await hit('dice', request), false)
  assert.equal(await hit('dice', request), true)
})

verifies(
  'cache.only-clean-results',
  'no_cache, a conversation, a failure and a cancel neither read nor leave anything',
  async () => {
    const moody: TestSkill = { id: 'moody', sh: 'exit 3' }
    await using app = await startApp({ skills: [dice, moody, untilTold] })
    const noCache = { runtime_options: { no_cache: true } }
    const hits = []
    for (const options of [noCache, {}, noCache, {}]) hits.push((await ask(app, 'dice', options)).cache_hit)
    assert.deepEqual(hits, [false, false, false, true])

    const talk = { runtime_options: { execution_mode: 'interactive' } }
    const spoken = { input: { spoken: true } }
    const talked = []
    for (const options of [talk, {}, talk, {}]) talked.push((await ask(app, 'dice', { ...spoken, ...options })).cache_hit)
    assert.deepEqual(talked, [false, false, false, true])

    for (let round = 0; round < 2; round++) {
      const { cache_hit, status } = await ask(app, 'moody')
      assert.deepEqual([cache_hit, status], [false, 'failed'])
      const { request_id, cache_hit: hit } = await ask(app, 'until-told', {}, {})
      assert.equal(hit, false)
      await app.until(request_id, 'running')
      await app.post(`/v1/jobs/${request_id}/cancel`)
      await app.until(request_id, 'canceled')
    }
  },
)

test('equal jobs that come while the first one runs have runs of their own, and a full queue keeps nobody from the cache', async () => {
  await using app = await startApp({
    skills: [dice, untilTold],
    env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '2', SKILL_RUNNER_MAX_QUEUE: '1' },
  })
  await ask(app, 'dice')
  const equal = []
  for (let count = 0; count < 2; count++) {
    const { request_id } = await ask(app, 'until-told', {}, {})
    equal.push(await app.until(request_id, 'running'))
  }
  assert.equal(new Set(equal.map(({ run_id }) => run_id)).size, 2)
  const last = await ask(app, 'until-told', {}, {})
  const refused = await app.post('/v1/jobs', { skill_id: 'until-told' })
  assert.equal(refused.status, 429)
  assert.equal((await ask(app, 'dice')).cache_hit, true)
  for (const { request_id } of equal) await app.tell(request_id)
  await app.tell(last.request_id)
  await app.until(last.request_id, 'succeeded')
  assert.equal((await ask(app, 'until-told')).cache_hit, true)
})

test('a run whose folder was tidied by hand answers nobody any more', async () => {
  await using app = await startApp({ skills: [dice] })
  const runs: string[] = []
  for (const lost of ['artifacts/note.txt', 'result/result.json', 'manifest.json', '']) {
    const { request_id, cache_hit } = await ask(app, 'dice')
    assert.equal(cache_hit, false)
    assert.equal((await ask(app, 'dice')).cache_hit, true)
    const { run_id } = await app.job(request_id)
    runs.push(run_id)
    rmSync(join(app.runFolder(run_id), lost), { recursive: true })
  }
  const { request_id } = await ask(app, 'dice')
  assert.ok(!runs.includes((await app.job(request_id)).run_id))
})

test('one project never sees what another one ran', async () => {
  using tokens = writeTokens(['ours', 'theirs'].map((name) => ({ name, scopes: ['run'], project: name })))
  await using app = await startApp({ skills: [dice], env: tokens.env })
  const hits = []
  for (const name of ['ours', 'theirs', 'ours', 'theirs'])
    hits.push((await ask(app, 'dice', {}, { ...tokens.as(name), prefer: 'wait=240' })).cache_hit)
  assert.deepEqual(hits, [false, false, true, true])
})

verifies('run.rerun', 'a job runs again as it was, or with what the caller changes, and never from the cache', async () => {
  const tally: TestSkill = {
    id: 'tally',
    input: inlineInputs('word'),
    parameter: { type: 'object', properties: { times: { type: 'integer' } }, required: ['times'] },
    js: `let text = ''
process.stdin.on('data', (piece) => { text += piece }).on('end', () => console.log(text))`,
  }
  await using app = await startApp({ skills: [tally] })
  const original = await ask(app, 'tally', {
    input: { word: { type: 'x' } },
    parameter: { times: 2 },
    runtime_options: { timeout_sec: 33 },
  })
  const path = `/v1/jobs/${original.request_id}/rerun`
  const rerun = async (changes?: object) => {
    const { status, body } = await app.post<JobAccepted>(path, changes, { prefer: 'wait=240' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.cache_hit, body.status], [false, 'succeeded'])
    return body
  }
  const same = await rerun()
  assert.deepEqual(same.result?.data, { input: { word: { type: 'x' } }, parameter: { times: 2 } })
  assert.notEqual((await app.job(same.request_id)).run_id, (await app.job(original.request_id)).run_id)
  assert.deepEqual((await rerun({ parameter: { times: 3 } })).result?.data, {
    input: { word: { type: 'x' } },
    parameter: { times: 3 },
  })
  const changed = await rerun({ input: {}, runtime_options: { debug: true, no_cache: false } })
  assert.deepEqual(changed.result?.data, { input: {}, parameter: { times: 2 } })
  const { job, run } = await app.app.runner.store.jobs.find('default', changed.request_id).then((found) => found ?? assert.fail())
  assert.deepEqual([job.runtimeOptions, run.timeoutSec], [{ timeout_sec: 33, debug: true, no_cache: true }, 33])
  assert.equal((await ask(app, 'tally', { input: {}, parameter: { times: 2 } })).cache_hit, false)

  const refused = [
    await app.post(path, { parameter: { times: 'often' } }),
    await app.post(path, { engine: 'nobody' }),
    await app.post('/v1/jobs/job_unknown/rerun', {}),
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, (body as { error: { code: string } }).error.code]),
    [
      [400, 'INPUT_INVALID'],
      [400, 'SKILL_ENGINE_UNSUPPORTED'],
      [404, 'JOB_NOT_FOUND'],
    ],
  )
})
