import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Job, JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { createWith, formOf, send, upload, uploadOf } from '../support/forms.ts'
import type { TestSkill } from '../support/skills.ts'
import { zipOf } from '../support/zips.ts'

type App = Awaited<ReturnType<typeof startApp>>

const fileField = { type: 'string', 'x-input-source': 'file' }
const inlineField = { type: 'string', 'x-input-source': 'inline' }

/** Answers what it was given and what it found, so that a test sees what a skill sees. */
const tell = `
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
const { input, parameter } = JSON.parse(readFileSync(0, 'utf8'))
const uploads = process.env.SKILL_RUN_DIR + '/uploads'
const found = readdirSync(uploads, { recursive: true }).filter((name) => statSync(uploads + '/' + name).isFile()).sort()
const texts = Object.fromEntries(found.map((name) => [name, readFileSync(uploads + '/' + name, 'utf8')]))
let mayWrite = true
try { writeFileSync(uploads + '/mine', 'x') } catch { mayWrite = false }
const same = JSON.stringify(JSON.parse(readFileSync(process.env.SKILL_INPUT_FILE, 'utf8'))) === JSON.stringify({ input, parameter })
console.log(JSON.stringify({ input, texts, mayWrite, same }))
`

const reader: TestSkill = {
  id: 'reader',
  js: tell,
  input: {
    type: 'object',
    properties: { paper: fileField, notes: fileField, query: inlineField },
    required: ['paper', 'query'],
  },
}
const two: TestSkill = {
  id: 'two-papers',
  js: tell,
  input: { type: 'object', properties: { first: fileField, second: fileField }, required: ['first', 'second'] },
}
const either: TestSkill = {
  id: 'either',
  js: tell,
  input: {
    type: 'object',
    properties: { paper: fileField, text: inlineField },
    anyOf: [{ required: ['paper'] }, { required: ['text'] }],
  },
}
const optional: TestSkill = { id: 'optional', js: tell, input: { type: 'object', properties: { paper: fileField } } }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const dataOf = async (app: App, id: string): Promise<unknown> =>
  (await app.get<{ result: { data: unknown } }>(`/v1/jobs/${id}/result`)).body.result.data

/** What the script of a job that ended was given and found. */
const given = (body: JobAccepted) => (body.result?.data ?? {}) as { input?: object; texts?: object }

const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, details } = errorOf(body)
  return { status, code, details }
}

/** For all tests that need no settings of their own. */
let app: App
/** One run at a time, and one in line. */
let busy: App
before(async () => {
  app = await startApp({ skills: [reader, two, optional, either] })
  busy = await startApp({
    skills: [reader, untilTold],
    env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '1' },
  })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  await busy[Symbol.asyncDispose]()
})

const jobsOf = async (server: App): Promise<number> => (await server.get<{ jobs: Job[] }>('/v1/jobs?limit=200')).body.jobs.length

/** What lies in the folder of uploads that no job has yet. */
const beingReceived = (app: App): string[] => readdirSync(join(app.data, 'requests')).filter((name) => name.startsWith('.'))

verifies(
  ['inputs.zip-upload-streams', 'inputs.inline-and-file-mixed', 'inputs.manifest-is-written', 'inputs.await-upload'],
  'a job waits for its zip, says so, starts with it, and its script finds files by path and inline values as they are',
  async () => {
    const id = await app.create('reader', { input: { query: 'why' } })
    const waiting = await app.job(id)
    assert.deepEqual(
      [waiting.status, waiting.awaiting_upload, waiting.queue_position, waiting.attempt_number],
      ['queued', true, null, 0],
    )
    const zip = zipOf([
      { name: 'paper', data: 'the paper', deflate: true },
      { name: 'more/extra.txt', data: 'kept for the skill' },
    ])
    const answer = await upload(app, id, { file: zip })
    assert.deepEqual(answer.body, {
      request_id: id,
      cache_hit: false,
      status: 'queued',
      extracted_files: ['more/extra.txt', 'paper'],
    })
    const job = await app.until(id, 'succeeded')
    assert.equal(job.awaiting_upload, false)
    assert.deepEqual(await dataOf(app, id), {
      input: { query: 'why', paper: '/workspace/uploads/paper' },
      texts: { 'more/extra.txt': 'kept for the skill', paper: 'the paper' },
      mayWrite: false,
      same: true,
    })
    const request = uploadOf(app.data, id)
    assert.deepEqual(JSON.parse(readFileSync(join(request, 'input_manifest.json'), 'utf8')), {
      files: [
        { path: 'more/extra.txt', sha256: sha256('kept for the skill'), size: 18 },
        { path: 'paper', sha256: sha256('the paper'), size: 9 },
      ],
    })
    assert.deepEqual(readdirSync(request), ['input_manifest.json'], 'the run has taken the files')
    assert.equal(readFileSync(join(app.runFolder(job.run_id), 'uploads', 'paper'), 'utf8'), 'the paper')
  },
)

verifies('inputs.part-per-field', 'each file input can come as a part of its own', async () => {
  const id = await app.create('reader', { input: { query: 'q' } })
  const answer = await upload(app, id, { paper: 'p', notes: '' })
  assert.deepEqual(answer.body.extracted_files, ['notes', 'paper'])
  await app.until(id, 'succeeded')
  assert.deepEqual(await dataOf(app, id), {
    input: { query: 'q', paper: '/workspace/uploads/paper', notes: '/workspace/uploads/notes' },
    texts: { notes: '', paper: 'p' },
    mayWrite: false,
    same: true,
  })
})

verifies('inputs.one-request', 'one multipart request creates a job, brings its files and starts it', async () => {
  const job = { skill_id: 'reader', input: { query: 'q' } }
  for (const parts of [{ paper: 'p' }, { file: zipOf([{ name: 'paper', data: 'p' }]) }]) {
    const { status, body } = await createWith(app, { ...job, runtime_options: { no_cache: true } }, parts, { prefer: 'wait=240' })
    assert.deepEqual([status, body.status], [200, 'succeeded'])
    assert.deepEqual(given(body).input, { query: 'q', paper: '/workspace/uploads/paper' })
  }
  const known = await jobsOf(app)
  const refused = [
    [await createWith(app, job, {}), 400, 'INPUT_FILE_MISSING'],
    [await createWith(app, job, { paper: 'p', other: 'x' }), 400, 'UPLOAD_INVALID'],
    [await createWith(app, { ...job, await_upload: true }, { paper: 'p' }), 400, 'INVALID_REQUEST'],
    [await createWith(app, { ...job, skill_id: 'no-such' }, { paper: 'p' }), 404, 'SKILL_NOT_FOUND'],
    [await createWith(app, { ...job, input: {} }, { paper: 'p' }), 400, 'INPUT_INVALID'],
    [await send(app.url, '/v1/jobs', formOf({ paper: 'p', job: JSON.stringify(job) })), 400, 'INVALID_REQUEST'],
    [await send(app.url, '/v1/jobs', formOf({ job: '{"skill_id": ' })), 400, 'INVALID_JSON'],
    [await send(app.url, '/v1/jobs', formOf({ job: `{"skill_id":"${'x'.repeat(2 ** 20)}"}` })), 413, 'PAYLOAD_TOO_LARGE'],
    [await send(app.url, '/v1/jobs', formOf({})), 400, 'INVALID_REQUEST'],
  ] as const
  for (const [answer, status, code] of refused) assert.deepEqual([answer.status, errorOf(answer.body).code], [status, code])
  assert.equal(await jobsOf(app), known, 'a refused request leaves no job')
  assert.deepEqual(beingReceived(app), [])
})

verifies(
  ['inputs.missing-files-are-all-named', 'inputs.strict-keys'],
  'an upload without required files names every missing one, keeps nothing, and may be repeated',
  async () => {
    const id = await app.create('two-papers')
    const zip = zipOf([
      { name: 'First', data: '1' },
      { name: 'second.pdf', data: '2' },
      { name: 'folder/first', data: '3' },
    ])
    assert.deepEqual(refusal(await upload(app, id, { file: zip })), {
      status: 400,
      code: 'INPUT_FILE_MISSING',
      details: { missing: ['first', 'second'], received: ['First', 'folder/first', 'second.pdf'] },
    })
    assert.equal(existsSync(join(app.data, 'requests', id)), false)
    assert.equal((await app.job(id)).awaiting_upload, true)
    const half = refusal(await upload(app, id, { second: '2' }))
    assert.deepEqual(half.details, { missing: ['first'], received: ['second'] })
    const folder = refusal(await upload(app, id, { file: zipOf([{ name: 'first/' }, { name: 'second', data: '' }]) }))
    assert.deepEqual(folder.details, { missing: ['first'], received: ['second'] }, 'a folder is not a file')
    assert.equal((await upload(app, id, { first: '1', second: '2' })).status, 200)
    await app.until(id, 'succeeded')
  },
)

verifies('inputs.strict-keys', 'a part that is no file input is refused by name, and so is an archive beside parts', async () => {
  const id = await app.create('reader', { input: { query: 'q' } })
  const takes = ['file', 'paper', 'notes']
  const zip = zipOf([{ name: 'paper', data: 'p' }])
  const alone = 'an archive comes alone: put all files into it'
  const cases = [
    [
      { paper: 'p', papers: 'x' },
      { part: 'papers', problem: 'it is not an input of this skill', takes },
    ],
    [{ query: 'x' }, { part: 'query', problem: 'it is an inline input and belongs into the job', takes }],
    [{ '../paper': 'x' }, { part: '../paper', problem: 'it is not an input of this skill', takes }],
    [
      { __proto__: 'x', constructor: 'x' },
      { part: 'constructor', problem: 'it is not an input of this skill', takes },
    ],
    [
      { file: zip, paper: 'p' },
      { part: 'paper', problem: alone },
    ],
    [
      { paper: 'p', file: zip },
      { part: 'file', problem: alone },
    ],
  ] as const
  for (const [parts, details] of cases)
    assert.deepEqual(refusal(await upload(app, id, parts)), { status: 400, code: 'UPLOAD_INVALID', details })
  const twice = formOf({ paper: '1' })
  twice.append('paper', new Blob(['2']), 'again')
  assert.deepEqual(refusal(await send(app.url, `/v1/jobs/${id}/upload`, twice)).details, {
    part: 'paper',
    problem: 'it is there twice',
    takes,
  })
  const inline = await app.post('/v1/jobs', { skill_id: 'reader', input: { query: 'q', paper: '/etc/hostname' } })
  assert.deepEqual(problemsOf(inline.body), [
    {
      path: '/input/paper',
      message:
        'is a file input: send it to /upload, or as a part of a multipart request; its value here can only be its path in the upload (or set "x-input-source": "inline" in the schema)',
      keyword: 'x-input-source',
    },
  ])
  assert.deepEqual(beingReceived(app), [])
})

verifies('inputs.await-upload', 'optional files may be left out of the upload that a job waits for', async () => {
  const id = await app.create('optional', { await_upload: true })
  assert.equal((await app.job(id)).awaiting_upload, true)
  assert.deepEqual((await upload(app, id, { file: zipOf([]) })).body.extracted_files, [])
  await app.until(id, 'succeeded')
  const other = await app.create('optional', { await_upload: true })
  assert.deepEqual((await upload(app, other, {})).body.extracted_files, [])
  await app.until(other, 'succeeded')
})

verifies(
  ['inputs.await-upload', 'run.prefer-wait'],
  'whoever waits for a job that awaits its upload is answered at once, and a follower sees the run when it comes',
  async () => {
    const job = { skill_id: 'reader', input: { query: 'waited for' } }
    const { body } = await app.post<JobAccepted>('/v1/jobs', job, { prefer: 'wait=300' })
    const { request_id } = body
    const waiting = (id: string) => ({
      request_id: id,
      cache_hit: false,
      status: 'queued',
      awaiting_upload: true,
      upload_url: `/v1/jobs/${id}/upload`,
    })
    assert.deepEqual(body, waiting(request_id))
    const keyed = { 'idempotency-key': 'told twice' }
    const first = (await app.post<JobAccepted>('/v1/jobs', job, keyed)).body
    assert.deepEqual(first, waiting(first.request_id))
    assert.deepEqual((await app.post('/v1/jobs', job, keyed)).body, first)
    assert.equal((await app.get<Job>(`/v1/jobs/${body.request_id}?wait=300`)).body.awaiting_upload, true)
    const stream = app.stream(body.request_id)
    await upload(app, body.request_id, { paper: 'p' })
    assert.match(await stream, /event: snapshot[\s\S]*conversation\.completed/)
  },
)

verifies('inputs.await-upload', 'a job that awaits its upload survives a restart, and can be canceled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'asr-uploads-'))
  try {
    const first = await startApp({ folder, skills: [reader] })
    const ids = [
      await first.create('reader', { input: { query: 'q' } }),
      await first.create('reader', { input: { query: 'q' } }),
    ] as const
    await first.stop()
    await using second = await startApp({ folder })
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await second.job(id)).awaiting_upload)), [true, true])
    await upload(second, ids[0], { paper: 'p' })
    await second.until(ids[0], 'succeeded')
    const canceled = await second.post<{ status: string; accepted: boolean }>(`/v1/jobs/${ids[1]}/cancel`)
    assert.deepEqual([canceled.body.status, canceled.body.accepted], ['canceled', true])
    assert.deepEqual(refusal(await upload(second, ids[1], { paper: 'p' })), {
      status: 409,
      code: 'ALREADY_STARTED',
      details: { status: 'canceled' },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

verifies('inputs.second-upload-is-refused', 'a second upload after the start is refused and changes nothing', async () => {
  const app = busy
  const holder = await app.create('until-told')
  await app.until(holder, 'running')
  const id = await app.create('reader', { input: { query: 'q' } })
  assert.equal((await upload(app, id, { paper: 'first' })).status, 200)
  const again = refusal(await upload(app, id, { paper: 'second' }))
  assert.deepEqual(again, { status: 409, code: 'ALREADY_STARTED', details: { status: 'queued' } })
  await app.tell(holder)
  await app.until(id, 'succeeded')
  assert.deepEqual((await dataOf(app, id)) as { texts: object }, {
    input: { query: 'q', paper: '/workspace/uploads/paper' },
    texts: { paper: 'first' },
    mayWrite: false,
    same: true,
  })
  assert.equal((await upload(app, id, { paper: 'third' })).status, 409)
  assert.equal((await upload(app, 'job_unknown', { paper: 'p' })).status, 404)
})

verifies(
  'run.queue-is-fifo-and-bounded',
  'a job that waits for files takes no place in the queue; when there is none for it, its files are kept',
  async () => {
    const app = busy
    const known = readdirSync(join(app.data, 'requests'))
    const holder = await app.create('until-told')
    await app.until(holder, 'running')
    const ids = [await app.create('reader', { input: { query: 'q' } }), await app.create('reader', { input: { query: 'q' } })]
    const queued = await app.create('until-told')
    const [id = '', other = ''] = ids
    const full = await upload(app, id, { paper: 'kept' })
    assert.deepEqual(refusal(full), { status: 429, code: 'QUEUE_FULL', details: { queued: 1, limit: 1 } })
    assert.equal(full.headers.get('retry-after'), '1')
    assert.equal(readFileSync(join(uploadOf(app.data, id), 'uploads/paper'), 'utf8'), 'kept')
    for (const paper of ['oldest', 'old']) {
      assert.equal(refusal(await upload(app, other, { paper })).code, 'QUEUE_FULL')
      assert.equal(readFileSync(join(uploadOf(app.data, other), 'uploads/paper'), 'utf8'), paper, 'those before it are gone')
    }
    const refused = await createWith(app, { skill_id: 'reader', input: { query: 'q' } }, { paper: 'p' })
    assert.equal(refusal(refused).code, 'QUEUE_FULL')
    assert.deepEqual(
      readdirSync(join(app.data, 'requests'))
        .filter((name) => !known.includes(name))
        .sort(),
      [id, other].sort(),
      'of the job that was not made nothing is left',
    )
    await app.tell(holder)
    await app.until(queued, 'running')
    assert.deepEqual((await upload(app, id, {})).body.extracted_files, ['paper'])
    await app.tell(queued)
    await app.until(id, 'succeeded')
    await upload(app, other, { paper: 'new' })
    await app.until(other, 'succeeded')
    const texts = await Promise.all(ids.map(async (one) => ((await dataOf(app, one)) as { texts: object }).texts))
    assert.deepEqual(texts, [{ paper: 'kept' }, { paper: 'new' }])
  },
)

verifies('inputs.second-upload-is-refused', 'of uploads that arrive together one wins, and nothing is mixed', async () => {
  for (let round = 0; round < 3; round++) {
    const id = await app.create('two-papers')
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(async (who) => ({
        who,
        status: (await upload(app, id, { first: `${who}1`.repeat(5000), second: `${who}2` })).status,
      })),
    )
    const winners = answers.filter(({ status }) => status === 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409])
    await app.until(id, 'succeeded')
    const { texts } = (await dataOf(app, id)) as { texts: object }
    assert.deepEqual(texts, { first: `${winners[0]?.who}1`.repeat(5000), second: `${winners[0]?.who}2` })
    assert.deepEqual(beingReceived(app), [])
  }
})

test('what a schema says of files and values together is judged when both are known', async () => {
  const nothing = await app.post('/v1/jobs', { skill_id: 'either', await_upload: false })
  assert.deepEqual([nothing.status, errorOf(nothing.body).code], [400, 'INPUT_INVALID'])
  assert.equal((await app.run('either', { input: { text: 't' } })).status, 'succeeded')
  const { body } = await createWith(app, { skill_id: 'either' }, { paper: 'p' }, { prefer: 'wait=240' })
  assert.equal(body.status, 'succeeded')
  const id = await app.create('either', { await_upload: true })
  assert.equal(refusal(await upload(app, id, { file: zipOf([]) })).code, 'INPUT_INVALID')
  assert.equal((await upload(app, id, { paper: 'p' })).status, 200)
})

verifies(
  'cache.key-covers-everything',
  'files count for the cache: the same ones are answered at once, others are not',
  async () => {
    const job = { skill_id: 'reader', input: { query: 'asked twice' } }
    const first = await createWith(app, job, { paper: 'p' }, { prefer: 'wait=240' })
    assert.deepEqual([first.body.cache_hit, first.body.status], [false, 'succeeded'])
    const same = await createWith(app, job, { file: zipOf([{ name: 'paper', data: 'p' }]) })
    assert.deepEqual([same.body.cache_hit, same.body.status], [true, 'succeeded'])
    const later = (await app.post<JobAccepted>('/v1/jobs', job)).body
    const stream = app.stream(later.request_id)
    assert.deepEqual([later.cache_hit, later.status], [false, 'queued'])
    assert.deepEqual((await upload(app, later.request_id, { paper: 'p' })).body, {
      request_id: later.request_id,
      cache_hit: true,
      status: 'succeeded',
      extracted_files: ['paper'],
    })
    assert.match(await stream, /conversation\.completed/)
    const bound = await app.job(later.request_id)
    assert.deepEqual([bound.run_id, bound.cache_hit], [(await app.job(first.body.request_id)).run_id, true])
    const other = await createWith(app, job, { paper: 'another' }, { prefer: 'wait=240' })
    assert.equal(other.body.cache_hit, false)
    const more = await createWith(app, job, { paper: 'p', notes: '' }, { prefer: 'wait=240' })
    assert.equal(more.body.cache_hit, false)
  },
)

verifies(
  ['idempotency.same-key-same-answer', 'run.rerun'],
  'an idempotency key covers the files of its request, and a rerun has the files of the first run',
  async () => {
    const known = await jobsOf(app)
    const job = { skill_id: 'reader', input: { query: 'q' }, runtime_options: { no_cache: true } }
    const key = { 'idempotency-key': 'one' }
    const first = await createWith(app, job, { paper: 'p' }, key)
    const again = await createWith(app, job, { paper: 'p' }, key)
    assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
    const other = refusal(await createWith(app, job, { paper: 'x' }, key))
    assert.deepEqual([other.status, other.code], [409, 'IDEMPOTENCY_MISMATCH'])
    await app.until(first.body.request_id, 'succeeded')
    const rerun = await app.post<JobAccepted>(`/v1/jobs/${first.body.request_id}/rerun?wait=240`)
    assert.deepEqual([rerun.body.status, given(rerun.body).texts], ['succeeded', { paper: 'p' }])
    assert.equal(await jobsOf(app), known + 2)
    assert.deepEqual(beingReceived(app), [])
  },
)

verifies('builtin.demo-prime-number', 'demo-prime-number takes its numbers as a file', async () => {
  const id = await app.create('demo-prime-number', { input: { numbers: [4] }, await_upload: true })
  await upload(app, id, { input_file: '# three numbers\n7\n8\n11\n' })
  await app.until(id, 'succeeded')
  assert.deepEqual(await dataOf(app, id), {
    count: 4,
    primes: [7, 11],
    prime_count: 2,
    divisor: 10,
    divisible_count: 0,
    largest_prime: 11,
  })
})

test('without a sandbox a file input is the path of the host', async () => {
  await using app = await startApp({ skills: [reader], env: { SKILL_RUNNER_SANDBOX: 'off' } })
  const { body } = await createWith(app, { skill_id: 'reader', input: { query: 'q' } }, { paper: 'p' }, { prefer: 'wait=240' })
  const { run_id } = await app.job(body.request_id)
  assert.equal(body.status, 'succeeded', JSON.stringify(body))
  const { input, texts } = given(body)
  assert.deepEqual([input, texts], [{ query: 'q', paper: join(app.runFolder(run_id), 'uploads/paper') }, { paper: 'p' }])
})
