import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CleanupView, JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { createWith, upload } from '../support/forms.ts'
import type { TestSkill } from '../support/skills.ts'

type App = Awaited<ReturnType<typeof startApp>>

/** Says what is in its file, and another number every time it really runs. */
const reader: TestSkill = {
  id: 'reader',
  input: { type: 'object', properties: { paper: { type: 'string' }, n: { 'x-input-source': 'inline' } }, required: ['paper'] },
  js: `import { readFileSync } from 'node:fs'
const { input } = JSON.parse(readFileSync(process.env.SKILL_INPUT_FILE, 'utf8'))
console.log(JSON.stringify({ text: readFileSync(input.paper, 'utf8'), n: input.n ?? null, at: process.hrtime.bigint().toString() }))`,
}

const job = { skill_id: 'reader', input: { n: 1 } }
const waits = { prefer: 'wait=240' }
const received = (app: App) => readdirSync(join(app.data, 'requests')).filter((name) => name.startsWith('.'))

async function awaiting(app: App): Promise<string> {
  const { body } = await app.post<JobAccepted>('/v1/jobs', job)
  assert.equal((await app.job(body.request_id)).awaiting_upload, true)
  return body.request_id
}

verifies(
  ['cache.key-covers-everything', 'cache.hit-binds-the-old-run'],
  'the bytes of a file are part of the key, however they came',
  async () => {
    await using app = await startApp({ skills: [reader] })
    const first = await createWith(app, job, { paper: 'one' }, waits)
    assert.deepEqual([first.body.cache_hit, first.body.status], [false, 'succeeded'])
    const again = await createWith(app, job, { paper: 'one' }, waits)
    assert.deepEqual([again.body.cache_hit, again.body.result?.data], [true, first.body.result?.data])
    assert.equal((await createWith(app, job, { paper: 'two' }, waits)).body.cache_hit, false)
    assert.equal((await createWith(app, { ...job, input: { n: 2 } }, { paper: 'one' }, waits)).body.cache_hit, false)

    const later = await awaiting(app)
    const brought = await upload(app, later, { paper: 'one' })
    assert.deepEqual(brought.body, { request_id: later, cache_hit: true, status: 'succeeded', extracted_files: ['paper'] })
    const view = await app.job(later)
    assert.deepEqual([view.run_id, view.cache_hit], [(await app.job(first.body.request_id)).run_id, true])
    assert.deepEqual([(await upload(app, later, { paper: 'one' })).status, received(app)], [409, []])
  },
)

test('who follows a job that waits for its files is let go when an old run answers it, and comes back to its events', async () => {
  await using app = await startApp({ skills: [reader] })
  const first = await createWith(app, job, { paper: 'one' }, waits)
  const id = await awaiting(app)
  const response = await fetch(`${app.url}/v1/jobs/${id}/events`)
  const following = response.text()
  await upload(app, id, { paper: 'one' })
  assert.match(await following, /^event: snapshot\ndata: \{"status":"queued"/)
  assert.equal(await app.stream(id), await app.stream(first.body.request_id))
})

verifies(
  'run.rerun',
  'a rerun takes the files of the old run, wherever they are, and asks for them when they are gone',
  async () => {
    await using app = await startApp({ skills: [reader] })
    const first = (await createWith(app, job, { paper: 'one' }, waits)).body
    const cached = (await createWith(app, job, { paper: 'one' }, waits)).body
    const { run_id } = await app.job(first.request_id)
    const rerun = (id: string, body: object = {}) => app.post<JobAccepted>(`/v1/jobs/${id}/rerun`, body, waits)
    for (const { request_id } of [first, cached]) {
      const { body } = await rerun(request_id, { input: { n: 5 } })
      const { text, n } = (body.result?.data ?? {}) as { text?: string; n?: number }
      assert.deepEqual([body.cache_hit, text, n], [false, 'one', 5])
      assert.notEqual((await app.job(body.request_id)).run_id, run_id)
    }
    const refused = await rerun(first.request_id, { input: { wrong: 1 } })
    assert.deepEqual([refused.status, received(app)], [400, []])

    rmSync(join(app.runFolder(run_id), 'uploads'), { recursive: true })
    const without = (await rerun(first.request_id)).body
    assert.equal((await app.job(without.request_id)).awaiting_upload, true)
    assert.equal((await upload(app, without.request_id, { paper: 'two' })).status, 200)
    await app.until(without.request_id, 'succeeded')
    // no_cache was implied, so nothing was left for others.
    assert.equal((await createWith(app, job, { paper: 'two' }, waits)).body.cache_hit, false)
  },
)

verifies(
  'idempotency.same-key-same-answer',
  'a key covers the files of its request, and of ten at once one creates',
  async () => {
    await using app = await startApp({ skills: [reader] })
    const send = (paper: string) =>
      createWith(app, { ...job, runtime_options: { no_cache: true } }, { paper }, { 'idempotency-key': 'k' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('one')))
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 9)
    const other = await send('two')
    assert.deepEqual([other.status, errorOf(other.body).code], [409, 'IDEMPOTENCY_MISMATCH'])
    const [{ body } = assert.fail()] = answers
    await app.until(body.request_id, 'succeeded')
    assert.deepEqual([(await send('one')).body, received(app)], [body, []])
  },
)

verifies('cleanup.removes-what-nobody-needs', 'what was brought for a job goes with it, and stays while it waits', async () => {
  await using app = await startApp({ skills: [reader] })
  const done = (await createWith(app, job, { paper: 'one' }, waits)).body.request_id
  const waiting = await awaiting(app)
  const { body } = await app.post<CleanupView>('/v1/jobs/cleanup')
  assert.deepEqual(body, { runs_deleted: 1, requests_deleted: 1, cache_entries_deleted: 1 })
  assert.equal(existsSync(join(app.data, 'requests', done)), false)
  assert.equal((await upload(app, waiting, { paper: 'two' })).status, 200)
  await app.until(waiting, 'succeeded')
})
