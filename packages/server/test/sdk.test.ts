import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type FcmpEvent, SkillRunError, type SkillRunner, SkillRunnerError } from '@agent-skill-runner/sdk/source'
import { verifies } from '../../../test/verifies.ts'
import { startApp, untilTold } from './support/app.ts'
import { asking, block, says, talking } from './support/conversations.ts'
import { sdkOf } from './support/sdk.ts'
import { packageOf, type TestSkill } from './support/skills.ts'
import { endless, type Heard, judgeThroughDrops } from './support/through-drops.ts'
import { until } from './support/until.ts'
import { zipOf } from './support/zips.ts'

const id = 'sdk.client-without-dependencies'

/** Gives back what it was given, leaves a file, and can fail. */
const copier: TestSkill = {
  id: 'copier',
  input: {
    type: 'object',
    properties: {
      ...{ word: { 'x-input-source': 'inline' }, fail: { 'x-input-source': 'inline' } },
      ...{ paper: { type: 'string', 'x-input-source': 'file' }, notes: { type: 'string', 'x-input-source': 'file' } },
    },
  },
  artifacts: [{ role: 'copy', pattern: 'copies/*', required: false }],
  js: `
    import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    const { input } = JSON.parse(readFileSync(0, 'utf8'))
    if (input.fail) { console.error('as it was asked'); process.exit(3) }
    const read = (name) => input[name] === undefined ? null : readFileSync(input[name], 'utf8')
    const found = { word: input.word ?? null, paper: read('paper'), notes: read('notes') }
    mkdirSync(process.env.SKILL_ARTIFACTS_DIR + '/copies', { recursive: true })
    writeFileSync(process.env.SKILL_ARTIFACTS_DIR + '/copies/my copy #1.txt', 'copied: ' + (found.paper ?? ''))
    console.log('at work')
    writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify(found))
  `,
}

const needy: TestSkill = {
  id: 'needy',
  input: { type: 'object', properties: { paper: { type: 'string', 'x-input-source': 'file' } }, required: ['paper'] },
}

const skills = [
  copier,
  needy,
  untilTold,
  asking('asks-twice', 'Which colour?', 'Which size?'),
  talking('wants-files', [says(block('kind: upload_files', 'prompt: Your paper?'))]),
]

let app: Awaited<ReturnType<typeof startApp>>
let runner: SkillRunner
before(async () => {
  app = await startApp({ skills, env: { SKILL_RUNNER_ENGINES: 'replay' } })
  runner = sdkOf(app.url)
})
after(() => app[Symbol.asyncDispose]())

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const afresh = { runtime_options: { no_cache: true } } as const
const interactive = { runtime_options: { execution_mode: 'interactive' } } as const

verifies(id, 'a skill is run like a function, with files as blobs, bytes and streams, and all it left can be read', async () => {
  const accepted: string[] = []
  const request = {
    skill_id: 'copier',
    input: { word: 'hello' },
    files: { paper: new Blob(['p']), notes: new Response('n').body ?? bytes('') },
  }
  const outcome = await runner.jobs.run(request, { onAccepted: ({ request_id }) => accepted.push(request_id) })
  const { request_id, artifacts, ...rest } = outcome
  assert.deepEqual(accepted, [request_id])
  assert.deepEqual(rest, {
    status: 'succeeded',
    data: { word: 'hello', paper: 'p', notes: 'n' },
    normalization_level: null,
    validation_warnings: [],
    error: null,
    usage: null,
  })
  const path = 'artifacts/copies/my copy #1.txt'
  assert.deepEqual(
    artifacts.map((one) => one.path),
    [path],
  )

  const { jobs } = runner
  assert.equal((await jobs.get(request_id)).status, 'succeeded')
  assert.equal((await jobs.wait(request_id)).result?.status, 'succeeded')
  assert.deepEqual((await jobs.result(request_id)).data, rest.data)
  assert.deepEqual((await jobs.artifacts(request_id)).artifacts, [path])
  assert.equal(await (await jobs.artifact(request_id, path)).text(), 'copied: p')
  assert.equal(await (await jobs.artifact(request_id, path, { range: 'bytes=0-5' })).text(), 'copied')
  assert.deepEqual(
    new Uint8Array(await (await jobs.bundle(request_id, { debug: true })).arrayBuffer()).subarray(0, 2),
    bytes('PK'),
  )
  assert.equal((await jobs.logs(request_id)).stdout, 'at work\n')
  assert.equal((await jobs.logRange(request_id, { stream: 'stdout', byte_from: 3 })).chunk, 'work\n')
  assert.equal((await jobs.history(request_id, { limit: 1 })).next_from_seq, 2)
  const again = await jobs.rerun(request_id, { input: { word: 'again' } }, { wait: 60 })
  assert.deepEqual(again.result?.data, { word: 'again', paper: 'p', notes: 'n' })
  assert.deepEqual(await jobs.cancel(request_id), {
    request_id,
    run_id: (await jobs.get(request_id)).run_id,
    status: 'succeeded',
    accepted: false,
    message: 'The run had succeeded before.',
  })
})

verifies(id, 'files come with the job, after it, or in one zip', async () => {
  const { jobs } = runner
  const job = await jobs.create({ skill_id: 'needy', await_upload: true })
  assert.equal((await jobs.wait(job.request_id)).awaiting_upload, true)
  const uploaded = await jobs.upload(job.request_id, { files: { paper: bytes('p') } })
  assert.deepEqual(uploaded, { request_id: job.request_id, cache_hit: false, status: 'queued', extracted_files: ['paper'] })
  assert.equal((await jobs.wait(job.request_id)).status, 'succeeded')
  const archive = new Uint8Array(zipOf([{ name: 'paper', data: 'zipped' }]))
  assert.deepEqual((await jobs.run({ skill_id: 'copier', archive })).data, { word: null, paper: 'zipped', notes: null })
})

verifies(
  'clients.leave-no-job-waiting',
  'a job without files starts at once or is rejected, and none is left waiting',
  async () => {
    const { jobs } = runner
    assert.equal((await jobs.create({ skill_id: 'copier' })).awaiting_upload, undefined)
    assert.deepEqual((await jobs.run({ skill_id: 'copier', ...afresh })).data, { word: null, paper: null, notes: null })
    for (const files of [undefined, {}]) {
      const missing = { name: 'SkillRunnerError', code: 'INPUT_FILE_MISSING' }
      await assert.rejects(jobs.run({ skill_id: 'needy', files }), missing)
      await assert.rejects(jobs.create({ skill_id: 'needy', files }), missing)
    }
    const all = await Array.fromAsync(jobs.list())
    assert.deepEqual(
      all.filter((job) => job.awaiting_upload),
      [],
    )
  },
)

verifies(id, 'a run that fails or is canceled is thrown with its code and what it left; a refusal is another error', async () => {
  const { jobs } = runner
  const failed = await jobs.run({ skill_id: 'copier', input: { fail: true } }).catch((error: unknown) => error)
  assert.ok(failed instanceof SkillRunError)
  assert.deepEqual([failed.code, failed.status, failed.result?.error?.code], ['SCRIPT_FAILED', 'failed', 'SCRIPT_FAILED'])
  assert.match(JSON.stringify(failed.details), /as it was asked/)
  const canceled = jobs.run({ skill_id: 'until-told' }, { onAccepted: ({ request_id }) => void jobs.cancel(request_id) })
  await assert.rejects(canceled, { name: 'SkillRunError', code: 'CANCELED_BY_USER', status: 'canceled' })
  const refused = await jobs.run({ skill_id: 'nobody' }).catch((error: unknown) => error)
  assert.ok(refused instanceof SkillRunnerError)
  const { status, code, details, requestId, xRequestId } = refused
  assert.deepEqual([status, code, details, requestId], [404, 'SKILL_NOT_FOUND', { skill_id: 'nobody' }, null])
  assert.match(xRequestId ?? '', /^req_\w{26}$/)
})

test('one key makes one job, and a wait that is over gives the job as it is', async () => {
  const { jobs } = runner
  const request = { skill_id: 'until-told', ...afresh }
  const first = await jobs.create(request, { idempotencyKey: 'my-key' })
  assert.equal((await jobs.create(request, { idempotencyKey: 'my-key' })).request_id, first.request_id)
  await app.until(first.request_id, 'running')
  assert.equal((await jobs.wait(first.request_id, { timeoutMs: 1 })).status, 'running')
  assert.equal((await jobs.cancel(first.request_id)).accepted, true)
})

verifies(id, 'questions are answered one after the other, also with files', async () => {
  const { jobs } = runner
  const asked: string[] = []
  const { data } = await jobs.run(
    { skill_id: 'asks-twice', ...interactive },
    {
      onQuestion: ({ prompt }) => {
        asked.push(prompt)
        return { response: 'blue' }
      },
    },
  )
  assert.deepEqual([asked, data], [['Which colour?', 'Which size?'], { ok: true }])

  const { request_id } = await jobs.create({ skill_id: 'wants-files', ...interactive })
  const { run_id } = await jobs.wait(request_id)
  const { pending } = await jobs.pending(request_id)
  assert.equal(pending?.kind, 'upload_files')
  const reply = { interactionId: 1, response: null, files: { 'my paper.txt': new Blob(['p']) } }
  assert.deepEqual(await jobs.reply(request_id, reply), { request_id, status: 'queued', accepted: true })
  assert.deepEqual((await jobs.converse(request_id, () => assert.fail('it asks no more'))).data, { ok: true })
  assert.ok(run_id)
  assert.match(JSON.stringify(await jobs.history(request_id)), /interaction\.reply\.accepted/)
})

test('without somebody who answers, a question is an error; where the runner answers by itself, it is waited for', async () => {
  const { jobs } = runner
  const waiting = await jobs.run({ skill_id: 'asks-twice', ...interactive }).catch((error: unknown) => error)
  assert.ok(waiting instanceof SkillRunError)
  assert.deepEqual([waiting.code, waiting.status, waiting.result], ['WAITING_USER', 'waiting_user', null])
  await jobs.cancel(waiting.requestId)
  const options = { execution_mode: 'interactive', interactive_auto_reply: true, interactive_reply_timeout_sec: 1 } as const
  assert.deepEqual((await jobs.run({ skill_id: 'asks-twice', runtime_options: options })).data, { ok: true })
})

test('lists go on from page to page; skills, engines and health can be read; history can be removed', async () => {
  for (let n = 0; n < 3; n++) await runner.jobs.run({ skill_id: 'needy', files: { paper: bytes(`${n}`) } })
  const all = await Array.fromAsync(runner.jobs.list({ skill_id: 'needy', limit: 2, status: 'succeeded' }))
  const expected = await app.get<{ jobs: unknown[] }>('/v1/jobs?skill_id=needy&status=succeeded')
  assert.ok(all.length >= 3)
  assert.deepEqual(all, expected.body.jobs)
  assert.ok((await runner.skills.list()).some((skill) => skill.id === 'copier'))
  assert.equal((await runner.skills.get('copier')).version, '1.0.0')
  assert.deepEqual(
    (await runner.engines.list()).filter(({ ready }) => ready).map(({ engine }) => engine),
    ['replay'],
  )
  assert.equal((await runner.engines.models('replay')).engine, 'replay')
  assert.deepEqual(await runner.health(), { status: 'ok' })
  assert.equal((await runner.ready()).ready, true)
  assert.equal((await runner.jobs.cleanup({ skill_id: 'needy' })).requests_deleted > 0, true)
})

verifies(
  id,
  'a skill that is not installed is run with its package, and all that can be asked of a job can be asked of it',
  async () => {
    const { tempRuns } = runner
    const skill = packageOf({ ...copier, id: 'temporary-copier' })
    const archive = new Blob([new Uint8Array(zipOf([{ name: 'paper', data: 'p' }]))])
    const { request_id, data } = await tempRuns.run({ skill, archive, input: { word: 'hello' } })
    assert.deepEqual(data, { word: 'hello', paper: 'p', notes: null })
    const { temporary, skill_id, status } = await tempRuns.get(request_id)
    assert.deepEqual([temporary, skill_id, status], [true, 'temporary-copier', 'succeeded'])
    const path = 'artifacts/copies/my copy #1.txt'
    assert.equal(await (await tempRuns.artifact(request_id, path)).text(), 'copied: p')
    const last = (await Array.fromAsync(tempRuns.events(request_id))).at(-1)
    assert.equal(last?.type, 'conversation.completed')
    assert.deepEqual(await tempRuns.deliveries(request_id), { request_id, deliveries: [] })
    assert.equal((await tempRuns.logs(request_id)).stdout, 'at work\n')

    const waiting = await tempRuns.create({})
    await assert.rejects(tempRuns.upload(waiting.request_id, { skill: bytes('no zip') }), {
      name: 'SkillRunnerError',
      status: 400,
    })
    assert.equal((await tempRuns.cancel(waiting.request_id)).accepted, true)
    const talk = packageOf(asking('temporary-asks', 'Which colour?'))
    const run = { skill: talk, engine: 'replay', ...interactive }
    assert.deepEqual((await tempRuns.run(run, { onQuestion: () => ({ response: 'blue' }) })).data, { ok: true })
  },
)

verifies(id, 'packages are validated and installed, and versions restored and removed', async () => {
  const { packages, skills } = runner
  const version = (text: string) => packageOf({ id: 'packed', version: text })
  const { valid, action, problems } = await packages.validate(version('1.0.0'))
  assert.deepEqual([valid, action, problems], [true, 'install', []])
  for (const text of ['1.0.0', '1.1.0']) {
    const { request_id } = await packages.install(version(text))
    const install = await packages.wait(request_id)
    assert.deepEqual([install.status, install.version], ['succeeded', text])
    assert.deepEqual(await packages.get(request_id), install)
  }
  await assert.rejects(packages.install(version('1.0.5')), { code: 'SKILL_VERSION_NOT_GREATER' })
  assert.deepEqual(
    (await skills.versions('packed')).versions.map((one) => [one.version, one.current]),
    [
      ['1.1.0', true],
      ['1.0.0', false],
    ],
  )
  assert.equal((await skills.schemas('packed')).skill_id, 'packed')
  assert.equal((await skills.openapi('packed'))['openapi'], '3.1.0')
  assert.equal((await skills.restore('packed')).version, '1.0.0')
  assert.equal((await skills.remove('packed')).archived_version, '1.0.0')
  assert.deepEqual(await runner.jobs.deliveries((await runner.jobs.run({ skill_id: 'copier' })).request_id), {
    request_id: (await runner.jobs.list({ limit: 1 }).next()).value?.request_id,
    deliveries: [],
  })
})

verifies([id, 'stream.public-clients-agree'], 'events that are dropped twice come out whole, byte for byte', async () => {
  await using dropped = await startApp({ skills: [endless] })
  await judgeThroughDrops(dropped, async (path) => {
    const heard: Heard[] = []
    let visits = 0
    const counting: typeof fetch = (input, init) => {
      visits++
      return fetch(input, init)
    }
    const { jobs } = sdkOf(dropped.url, { fetch: counting })
    const job = path.split('/')[3] ?? ''
    const leaving = new AbortController()
    const done = collect(jobs.events(job, { signal: leaving.signal }), (event) =>
      heard.push({ id: `${event.seq}`, data: JSON.stringify(event) }),
    )
    return [
      {
        heard: async () => heard,
        visits: async () => visits,
        async close() {
          await done
          const late: number[] = []
          await collect(jobs.events(job, { from: 3 }), ({ seq }) => late.push(seq))
          assert.deepEqual(
            late,
            Array.from({ length: heard.length - 2 }, (_, index) => index + 3),
          )
        },
      },
    ]
  })
})

verifies(id, 'run() and events() go on across a restart of the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'asr-sdk-'))
  const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_RESTART_QUEUED: 'keep' }
  try {
    await using first = await startApp({ folder, env, skills: [untilTold, copier] })
    const { jobs } = sdkOf(first.url)
    const interrupted = jobs.run({ skill_id: 'until-told' }).catch((error: unknown) => error)
    await until('the first run is under way', async () => (await first.get<{ running: number }>('/readyz')).body.running === 1)
    const queued = await jobs.create({ skill_id: 'copier', input: { word: 'kept' } })
    const heard: FcmpEvent[] = []
    const following = collect(jobs.events(queued.request_id), (event) => heard.push(event))
    const waiting = jobs.wait(queued.request_id)
    await until('the queued one is followed', () => first.app.http.streams.size === 1)
    const stopped = first.stop()
    first.app.hurry()
    await stopped
    await using second = await startApp({ folder, env: { ...env, PORT: new URL(first.url).port } })
    assert.equal(second.url, first.url)
    assert.deepEqual((await waiting).result?.data, { word: 'kept', paper: null, notes: null })
    await following
    assert.deepEqual(heard, await second.events(queued.request_id))
    const failed = await interrupted
    assert.ok(failed instanceof SkillRunError)
    assert.equal(failed.code, 'ORCHESTRATOR_RESTART_INTERRUPTED')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function collect(events: AsyncIterable<FcmpEvent>, take: (event: FcmpEvent) => void): Promise<void> {
  for await (const event of events) take(event)
}
