import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Job, JobAccepted, UploadAccepted } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { checkAnswer, errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { createWith, upload } from '../support/forms.ts'
import type { TestSkill } from '../support/skills.ts'
import { zipOf } from '../support/zips.ts'

const id = 'inputs.create-then-upload'

const fileField = { type: 'string', 'x-input-source': 'file' }

/** Prints the names of the files that it found. */
const finder = { js: `import { readdirSync } from 'node:fs'\nconsole.log(JSON.stringify({ files: readdirSync('uploads') }))` }

const nothing: TestSkill = { id: 'nothing', ...finder }
const optional: TestSkill = { id: 'optional', ...finder, input: { type: 'object', properties: { paper: fileField } } }
const required: TestSkill = { ...optional, id: 'required', input: { ...optional.input, required: ['paper'] } }

let app: Awaited<ReturnType<typeof startApp>>
before(async () => {
  app = await startApp({ skills: [nothing, optional, required] })
})
after(() => app[Symbol.asyncDispose]())

/** Each job wants a run of its own, unless it says otherwise. */
const create = (skill_id: string, rest: object = {}, path = '/v1/jobs', headers: Record<string, string> = {}) =>
  app.post<JobAccepted>(path, { skill_id, runtime_options: { no_cache: true }, ...rest }, headers)

const filesOf = async (job: string): Promise<unknown> =>
  (await app.get<{ result: { data: { files: string[] } } }>(`/v1/jobs/${job}/result`)).body.result.data.files

const jobsOf = async (skill: string): Promise<number> =>
  (await app.get<{ jobs: Job[] }>(`/v1/jobs?skill_id=${skill}&limit=200`)).body.jobs.length

for (const skill of ['optional', 'required'])
  verifies(id, `a job of a skill with ${skill} files awaits its upload, and the answer says where`, async () => {
    const { body } = await create(skill)
    const { request_id } = body
    assert.deepEqual(body, {
      request_id,
      cache_hit: false,
      status: 'queued',
      awaiting_upload: true,
      upload_url: `/v1/jobs/${request_id}/upload`,
    })
    assert.equal((await app.job(request_id)).awaiting_upload, true)
    assert.equal((await upload(app, request_id, { paper: 'p' })).status, 200)
    await app.until(request_id, 'succeeded')
    assert.deepEqual(await filesOf(request_id), ['paper'])
  })

verifies(id, 'an upload without any file starts a job whose files are optional: as an empty zip, form or request', async () => {
  const empty: Record<string, (job: string) => Promise<{ status: number; body: UploadAccepted }>> = {
    zip: (job) => upload(app, job, { file: zipOf([]) }),
    form: (job) => upload(app, job, {}),
    request: (job) => post(`/v1/jobs/${job}/upload`),
  }
  for (const [kind, send] of Object.entries(empty)) {
    const { request_id } = (await create('optional')).body
    const { status, body } = await send(request_id)
    assert.deepEqual([status, body], [200, { request_id, cache_hit: false, status: 'queued', extracted_files: [] }], kind)
    await app.until(request_id, 'succeeded')
    assert.deepEqual(await filesOf(request_id), [], kind)
  }
})

/** A request with neither a body nor a content type. */
async function post(path: string): Promise<{ status: number; body: UploadAccepted }> {
  const response = await fetch(app.url + path, { method: 'POST' })
  const body = (await response.json()) as UploadAccepted
  checkAnswer('POST', path, response.status, body)
  return { status: response.status, body }
}

verifies(
  id,
  'a job of a skill without file inputs starts at create, and an upload without files is answered as it is',
  async () => {
    const { body } = await create('nothing')
    assert.deepEqual(body, { request_id: body.request_id, cache_hit: false, status: 'queued' })
    await app.until(body.request_id, 'succeeded')
    for (const parts of [{}, { file: zipOf([]) }]) {
      const answer = await upload(app, body.request_id, parts)
      const told = { request_id: body.request_id, cache_hit: false, status: 'succeeded', extracted_files: [] }
      assert.deepEqual([answer.status, answer.body], [200, told])
    }
    for (const data of ['p', 'p'.repeat(100_000)]) {
      const files = await upload(app, body.request_id, { file: zipOf([{ name: 'paper', data }]) })
      assert.deepEqual([files.status, errorOf(files.body).code], [409, 'ALREADY_STARTED'])
    }
    assert.deepEqual(
      readdirSync(join(app.data, 'requests')).filter((name) => name.startsWith('.')),
      [],
    )
  },
)

verifies(id, 'an upload without files to a job that was answered from the cache is answered with that hit', async () => {
  const shared = { runtime_options: {} }
  const first = (await create('nothing', shared, '/v1/jobs?wait=240')).body
  assert.deepEqual([first.cache_hit, first.status], [false, 'succeeded'])
  const { request_id } = (await create('nothing', shared)).body
  const answer = await upload(app, request_id, {})
  assert.deepEqual(answer.body, { request_id, cache_hit: true, status: 'succeeded', extracted_files: [] })
})

test('a second upload without files to a job that declares files is rejected, as before', async () => {
  const { request_id } = (await create('optional', { await_upload: false })).body
  await app.until(request_id, 'succeeded')
  const late = await upload(app, request_id, {})
  assert.deepEqual([late.status, errorOf(late.body).code], [409, 'ALREADY_STARTED'])
})

verifies(
  id,
  'a job starts at create when it says so, when its caller waits and no file is required, or when it brings its files',
  async () => {
    const starts = [
      await create('optional', { await_upload: false }),
      await create('optional', {}, '/v1/jobs?wait=240'),
      await create('optional', {}, '/v1/jobs', { prefer: 'wait=240' }),
      await createWith(app, { skill_id: 'optional', runtime_options: { no_cache: true } }, {}),
    ]
    for (const { status, body } of starts) {
      assert.deepEqual([status, body.awaiting_upload, body.upload_url], [200, undefined, undefined])
      await app.until(body.request_id, 'succeeded')
      assert.deepEqual(await filesOf(body.request_id), [])
    }
  },
)

verifies(
  id,
  'a caller that waits is answered at once when a required file is missing, or when it said that files follow',
  async () => {
    const waiting = [
      await create('required', {}, '/v1/jobs?wait=300'),
      await create('optional', { await_upload: true }, '/v1/jobs?wait=300'),
    ]
    for (const { body } of waiting) assert.deepEqual([body.status, body.awaiting_upload], ['queued', true])
  },
)

verifies(id, 'a job that says that no files follow and lacks a required one is rejected, and nothing is left of it', async () => {
  const known = await jobsOf('required')
  const { status, body } = await create('required', { await_upload: false })
  const { code, details } = errorOf(body)
  assert.deepEqual([status, code, details], [400, 'INPUT_FILE_MISSING', { missing: ['paper'], received: [] }])
  assert.equal(await jobsOf('required'), known)
})

verifies([id, 'run.rerun'], 'a rerun of a job that ran without files starts at once', async () => {
  const first = (await create('optional', { await_upload: false })).body
  await app.until(first.request_id, 'succeeded')
  const again = (await app.post<JobAccepted>(`/v1/jobs/${first.request_id}/rerun`)).body
  assert.deepEqual(again, { request_id: again.request_id, cache_hit: false, status: 'queued' })
  await app.until(again.request_id, 'succeeded')
})
