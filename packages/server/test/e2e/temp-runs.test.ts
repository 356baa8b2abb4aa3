import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { PendingView } from '@agent-skill-runner/contract/conversation.ts'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { usualPackageLimits } from '../../src/packages/stage.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { formOf, type Parts, send } from '../support/forms.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'
import { replayOnly, says, talkSkill } from '../support/talk.ts'
import { bringTo, createTemp, runTemp, startTemp, type TempRequest, under } from '../support/temp.ts'
import { until } from '../support/until.ts'
import { zipOf } from '../support/zips.ts'

const app = await startApp({
  env: replayOnly,
  skills: [{ id: 'installed' }],
  limits: { packages: { ...usualPackageLimits, archiveBytes: 20_000 } },
})
after(() => app[Symbol.asyncDispose]())

const field = (source: 'file' | 'inline') => ({ type: 'string', 'x-input-source': source })

/** Tells what it was given, and leaves a file. */
const teller: TestSkill = {
  id: 'teller',
  version: '3.2.1',
  js: `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const { input, parameter } = JSON.parse(readFileSync(0, 'utf8'))
const paper = input.paper && existsSync(input.paper) ? readFileSync(input.paper, 'utf8') : null
writeFileSync(process.env.SKILL_ARTIFACTS_DIR + '/note.txt', 'a note')
console.error('telling')
writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify({ query: input.query ?? null, parameter, paper }))`,
  input: { type: 'object', properties: { query: field('inline'), paper: field('file') } },
  parameter: { type: 'object', properties: { loud: { type: 'boolean' } }, additionalProperties: false },
  artifacts: [{ role: 'note', pattern: 'note.txt', required: true }],
}
const needsPaper: TestSkill = {
  ...teller,
  id: 'needs-paper',
  input: { type: 'object', properties: { paper: field('file') }, required: ['paper'] },
}
const asker = talkSkill('asker', [
  [says('Which word?\n\n<ASK_USER_YAML>\nkind: open_text\nprompt: Which word?\n</ASK_USER_YAML>')],
  [says('{{ {"word": replies[0]} | tojson }}\n__SKILL_DONE__: true')],
])

/** An answer as it comes, byte by byte. */
async function raw(path: string): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const response = await fetch(app.url + path)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, details } = errorOf(body)
  return { status, code, details }
}

const dataOf = async (id: string): Promise<unknown> =>
  (await app.get<{ result: JobResult }>(under(id, '/result'))).body.result.data

verifies(
  'temp.same-routes-as-jobs',
  'a skill that comes with its job runs like an installed one, and every route tells the same of it, byte by byte',
  async () => {
    const id = await createTemp(app, { input: { query: 'why?' }, parameter: { loud: true } })
    const waiting = await app.job(id)
    assert.deepEqual(
      [waiting.temporary, waiting.skill_id, waiting.skill_version, waiting.skill_digest, waiting.engine],
      [true, 'temporary', '0.0.0', '', 'script'],
    )
    assert.deepEqual([waiting.awaiting_upload, waiting.queue_position, waiting.attempt_number], [true, null, 0])

    const brought = await bringTo(app, id, { skill_package: packageOf(teller) })
    assert.deepEqual(brought.body, { request_id: id, cache_hit: false, status: 'queued', extracted_files: [] })
    const ended = (await app.get<Job>(under(id, '?wait=240'))).body
    assert.deepEqual(
      [ended.status, ended.temporary, ended.skill_id, ended.skill_version, ended.engine, ended.awaiting_upload, ended.error],
      ['succeeded', true, 'teller', '3.2.1', 'script', false, null],
    )
    assert.match(ended.skill_digest, /^[0-9a-f]{64}$/)
    assert.deepEqual(ended.result?.data, { query: 'why?', parameter: { loud: true }, paper: null })

    const paths = ['', '/result', '/artifacts', '/artifacts/artifacts/note.txt', '/logs', '/deliveries', '/bundle']
    const alsoManaged = ['/logs/range?stream=stderr', '/events', '/events/history', '/events/history?protocol=rasp']
    for (const path of [...paths, ...alsoManaged]) {
      const told = await raw(under(id, path))
      assert.equal(told.status, 200, path)
      assert.ok(told.bytes.length > 0, path)
      assert.deepEqual(told, await raw(`/v1/jobs/${id}${path}`), path)
      if (alsoManaged.includes(path)) assert.deepEqual(told, await raw(`/v1/management/runs/${id}${path}`), path)
    }
    assert.deepEqual(refusal(await app.get(under(id, '/interaction/pending'))), {
      status: 400,
      code: 'NOT_INTERACTIVE',
      details: { execution_mode: 'auto' },
    })

    const url = ended.result?.artifacts[0]?.url ?? ''
    assert.equal((await raw(url)).bytes.toString(), 'a note', 'where the result says that it is')
    const { jobs } = (await app.get<{ jobs: Job[] }>('/v1/jobs?skill_id=teller')).body
    assert.deepEqual(
      jobs.map((job) => [job.request_id, job.temporary]),
      [[id, true]],
    )
    const record = JSON.parse(readFileSync(join(app.runFolder(ended.run_id), 'skill.json'), 'utf8'))
    assert.deepEqual(record, { id: 'teller', version: '3.2.1', digest: ended.skill_digest, engine: 'script' })
    const started = (await app.events(id, 'rasp')).find(({ event }) => event.type === 'lifecycle.run.started')
    assert.deepEqual([started?.data['skill_id'], started?.data['skill_version']], ['teller', '3.2.1'])
    assert.equal((await app.get('/v1/skills/teller')).status, 404, 'it was never installed')
  },
)

verifies(
  'temp.same-routes-as-jobs',
  'files come with the package, before it or behind it, also by the route of jobs',
  async () => {
    const file = zipOf([
      { name: 'paper', data: 'a paper' },
      { name: 'more/notes.txt', data: 'notes' },
    ])
    const skill_package = packageOf(needsPaper)
    for (const parts of [
      { skill_package, file },
      { file, skill_package },
    ] satisfies Parts[]) {
      for (const base of ['/v1/temp-skill-runs', '/v1/jobs']) {
        const id = await createTemp(app)
        const brought = await send<{ extracted_files: string[] }>(app.url, `${base}/${id}/upload`, formOf(parts))
        assert.deepEqual([brought.status, brought.body.extracted_files], [200, ['more/notes.txt', 'paper']])
        await app.until(id, 'succeeded')
        assert.deepEqual(await dataOf(id), { query: null, parameter: {}, paper: 'a paper' })
      }
    }
  },
)

verifies(
  'temp.same-routes-as-jobs',
  'a conversation with a temporary skill is held, and ended, under its own routes; the skill is there between two turns',
  async () => {
    const request = { engine: 'replay', runtime_options: { execution_mode: 'interactive' } }
    const id = await startTemp(app, asker, request)
    const { run_id } = await app.until(id, 'waiting_user')
    assert.equal(existsSync(join(app.data, 'temp-skills', run_id)), true)
    const asked = (await app.get<PendingView>(under(id, '/interaction/pending'))).body
    assert.deepEqual([asked.status, asked.pending?.interaction_id, asked.pending?.prompt], ['waiting_user', 1, 'Which word?'])
    assert.deepEqual((await app.get(`/v1/jobs/${id}/interaction/pending`)).body, asked)
    const replied = await app.post(under(id, '/interaction/reply'), { interaction_id: 1, response: 'heron' })
    assert.deepEqual(replied.body, { request_id: id, status: 'queued', accepted: true })
    const { attempt_number } = await app.until(id, 'succeeded')
    assert.deepEqual([attempt_number, await dataOf(id)], [2, { word: 'heron' }])

    const other = await startTemp(app, asker, request)
    const waiting = await app.until(other, 'waiting_user')
    const canceled = (await app.post<{ status: string; accepted: boolean }>(under(other, '/cancel'))).body
    assert.deepEqual([canceled.status, canceled.accepted], ['canceled', true])
    assert.equal(existsSync(join(app.data, 'temp-skills', waiting.run_id)), false)
  },
)

test('a package with nothing but SKILL.md runs as a plain skill', async () => {
  const files = { 'assets/runner.json': null, 'scripts/run.sh': null, 'assets/input.schema.json': null }
  const schemas = { 'assets/parameter.schema.json': null, 'assets/output.schema.json': null }
  const recording = JSON.stringify({ turns: [{ steps: [says('{"answer":42}')] }] })
  const plain: TestSkill = { id: 'plain', files: { ...files, ...schemas, 'assets/replay/default.json': recording } }
  const job = await runTemp(app, plain, { engine: 'replay', input: { prompt: 'Answer.' } })
  assert.deepEqual([job.status, job.skill_id, job.skill_version, job.engine], ['succeeded', 'plain', '0.0.0', 'replay'])
  assert.deepEqual(await dataOf(job.request_id), { answer: 42 })
})

test('what can be told without the skill is refused at once', async () => {
  const refused = async (body: object) => refusal(await app.post('/v1/temp-skill-runs', body))
  const unknown = await refused({ engine: 'nobody' })
  assert.deepEqual([unknown.status, unknown.code], [400, 'SKILL_ENGINE_UNSUPPORTED'])
  const notEnabled = await refused({ engine: 'codex' })
  assert.deepEqual([notEnabled.status, notEnabled.code], [400, 'SKILL_ENGINE_UNSUPPORTED'])
  const option = await refused({ runtime_options: { speed: 'high' } })
  assert.deepEqual([option.status, option.code], [400, 'INVALID_RUNTIME_OPTION'])
  const repair = await refused({ runtime_options: { output_repair: 'engine' } })
  assert.deepEqual([repair.status, repair.code], [400, 'INVALID_RUNTIME_OPTION'])
})

interface Wrong {
  readonly what: string
  readonly parts: Parts
  readonly code: string
  readonly status?: number
  readonly details?: unknown
  /** What the job asks for. */
  readonly wish?: TempRequest
}

const skill_package = packageOf(teller)
const problem = (path: string, message: string, keyword: string) => ({ problems: [{ path, message, keyword }] })

const wrongs: readonly Wrong[] = [
  {
    what: 'no package',
    parts: { file: zipOf([{ name: 'paper', data: 'p' }]) },
    code: 'INVALID_REQUEST',
    details: problem('/skill_package', 'is missing: send the skill as this part', 'required'),
  },
  { what: 'no parts at all', parts: {}, code: 'INVALID_REQUEST' },
  {
    what: 'a part of another name',
    parts: { skill_package, paper: 'p' },
    code: 'INVALID_REQUEST',
    details: problem(
      '/paper',
      'is not a part of this form: send the skill as skill_package, and all files in one zip, as file',
      'additionalProperties',
    ),
  },
  {
    what: 'no zip',
    parts: { skill_package: 'no zip at all' },
    code: 'UPLOAD_INVALID',
    details: {
      entry: null,
      problem: 'End of central directory record signature not found. Either not a zip file, or file is truncated.',
      part: 'skill_package',
    },
  },
  { what: 'files that are no zip', parts: { skill_package, file: 'no zip' }, code: 'UPLOAD_INVALID' },
  {
    what: 'a way out of the package',
    parts: { skill_package: zipOf([{ name: '../out/SKILL.md', data: 'x' }]) },
    code: 'UPLOAD_INVALID',
  },
  {
    what: 'two skills',
    parts: { skill_package: zipOf([{ name: 'one/SKILL.md' }, { name: 'two/SKILL.md' }]) },
    code: 'PACKAGE_INVALID',
  },
  { what: 'no SKILL.md', parts: { skill_package: zipOf([{ name: 'one/README.md' }]) }, code: 'PACKAGE_INVALID' },
  {
    what: 'a schema that does not compile',
    parts: { skill_package: packageOf({ ...teller, output: { type: 'object', properties: { a: { type: 'nothing' } } } }) },
    code: 'PACKAGE_INVALID',
  },
  {
    what: 'too large a package',
    parts: { skill_package: packageOf({ ...teller, files: { 'data.txt': 'x'.repeat(20_000) } }) },
    code: 'UPLOAD_TOO_LARGE',
    status: 413,
    details: { part: 'skill_package', limit_bytes: 20_000 },
  },
  { what: 'wrong parameters', parts: { skill_package }, wish: { parameter: { loud: 'yes' } }, code: 'INPUT_INVALID' },
  { what: 'an unknown input', parts: { skill_package }, wish: { input: { other: 1 } }, code: 'INPUT_INVALID' },
  { what: 'a file that is missing', parts: { skill_package: packageOf(needsPaper) }, code: 'INPUT_FILE_MISSING' },
  {
    what: 'a mode that the skill does not know',
    parts: { skill_package },
    wish: { runtime_options: { execution_mode: 'interactive' } },
    code: 'SKILL_EXECUTION_MODE_UNSUPPORTED',
  },
  {
    what: 'an engine that the skill does not run on',
    parts: { skill_package: packageOf({ ...asker, runner: { ...asker.runner, engines: ['codex'] } }) },
    wish: { engine: 'replay' },
    code: 'SKILL_ENGINE_UNSUPPORTED',
  },
  {
    what: 'a model that there is not',
    parts: { skill_package: packageOf(asker) },
    wish: { engine: 'replay', model: 'no-such-model' },
    code: 'MODEL_UNKNOWN',
  },
]

for (const { what, parts, code, status = 400, details, wish = {} } of wrongs) {
  test(`an upload with ${what} is refused; the job is as it was, nothing is kept, and the upload may be repeated`, async () => {
    const id = await createTemp(app, wish)
    const before = await app.job(id)
    const refused = refusal(await bringTo(app, id, parts))
    assert.deepEqual([refused.status, refused.code], [status, code], JSON.stringify(refused.details))
    if (details !== undefined) assert.deepEqual(refused.details, details)
    assert.deepEqual(await app.job(id), before)
    assert.deepEqual(leftOf(before), { skill: false, files: false, staging: [], receiving: [] })
    const again = refusal(await bringTo(app, id, parts))
    assert.deepEqual([again.status, again.code], [status, code])
    assert.equal((await app.post(under(id, '/cancel'))).status, 200)
  })
}

function leftOf({ request_id, run_id }: Job) {
  const staging = join(app.data, 'staging')
  return {
    skill: existsSync(join(app.data, 'temp-skills', run_id)),
    files: existsSync(join(app.data, 'requests', request_id)),
    staging: existsSync(staging) ? readdirSync(staging) : [],
    receiving: readdirSync(join(app.data, 'requests')).filter((name) => name.startsWith('.')),
  }
}

test('after a refused upload the right one starts the run, and a second one after that is too late', async () => {
  const id = await createTemp(app)
  assert.equal((await bringTo(app, id, { skill_package: 'no zip' })).status, 400)
  assert.equal((await bringTo(app, id, { skill_package })).status, 200)
  await app.until(id, 'succeeded')
  const late = refusal(await bringTo(app, id, { skill_package }))
  assert.deepEqual(late, { status: 409, code: 'ALREADY_STARTED', details: { status: 'succeeded' } })
  const noForm = refusal(await app.post(under(await createTemp(app), '/upload'), {}))
  assert.deepEqual([noForm.status, noForm.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
})

test('of two uploads that come together one starts the run', async () => {
  const id = await createTemp(app)
  const both = await Promise.all([1, 2].map(() => bringTo(app, id, { skill_package })))
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  await app.until(id, 'succeeded')
  assert.deepEqual(await dataOf(id), { query: null, parameter: {}, paper: null })
})

verifies(
  'temp.same-routes-as-jobs',
  'a job with an installed skill is not known under the routes of temporary ones',
  async () => {
    const { request_id: id } = await app.run('installed')
    const gets = ['', '/result', '/artifacts', '/artifacts/a', '/bundle', '/logs', '/logs/range?stream=stdout', '/deliveries']
    for (const path of [...gets, '/events', '/events/history', '/interaction/pending']) {
      const { status, code } = refusal(await app.get(under(id, path)))
      assert.deepEqual([status, code], [404, 'JOB_NOT_FOUND'], path)
    }
    const replied = await app.post(under(id, '/interaction/reply'), { interaction_id: 1, response: 'x' })
    for (const answer of [replied, await app.post(under(id, '/cancel')), await bringTo(app, id, { skill_package })])
      assert.deepEqual([refusal(answer).status, refusal(answer).code], [404, 'JOB_NOT_FOUND'])
  },
)

test('the same key and body make one job; another body under that key is refused', async () => {
  const headers = { 'idempotency-key': 'temp 1' }
  const body = { input: { query: 'once' } }
  const first = await app.post<{ request_id: string }>('/v1/temp-skill-runs', body, headers)
  const again = await app.post<{ request_id: string }>('/v1/temp-skill-runs', body, headers)
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
  assert.equal(first.headers.get('idempotent-replayed'), null)
  const other = refusal(await app.post('/v1/temp-skill-runs', {}, headers))
  assert.deepEqual([other.status, other.code], [409, 'IDEMPOTENCY_MISMATCH'])
})

test('who follows a job from before its skill came sees its whole run', async () => {
  const id = await createTemp(app)
  const stream = raw(under(id, '/events'))
  await until('the stream is open', () => app.app.http.streams.size > 0)
  await bringTo(app, id, { skill_package })
  const text = (await stream).bytes.toString()
  assert.match(text, /conversation\.completed/)
})
