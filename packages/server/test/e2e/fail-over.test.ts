import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { EngineList } from '@agent-skill-runner/contract/engine.ts'
import type { Job, JobAccepted, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { Receipt } from '@agent-skill-runner/contract/receipt.ts'
import { verifies } from '../../../../test/verifies.ts'
import type { ReceiptStatement } from '../../src/receipts/statement.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { lasting, play, recordingOf } from '../support/recordings.ts'
import type { TestSkill } from '../support/skills.ts'
import { workingGemini } from '../support/stand-in-engines.ts'
import { goOn, says, talkSkill } from '../support/talk.ts'
import { until } from '../support/until.ts'

const usage = { type: 'usage', input_tokens: 10, output_tokens: 1 }
const engines = ['gemini', 'replay']

/** What the gemini stand-in does: its words come from recordings of the real CLI. */
const init = { type: 'init', session_id: '4d0a9b1e-6ad8-4d5b-b7a5-3f1c2d1e0f00', model: 'gemini-pro' }
const stats = { total_tokens: 33, input_tokens: 30, output_tokens: 3, cached: 0 }
const result = (message: string) => ({ type: 'result', status: 'error', error: { type: 'unknown', message }, stats })
const toolUse = { type: 'tool_use', tool_name: 'run_shell_command', tool_id: 't1', parameters: { command: 'true' } }

const limited = '[API Error: {"error":{"code":429,"message":"Resource has been exhausted","status":"RESOURCE_EXHAUSTED"}}]'
const wrong = '[API Error: {"error":{"code":400,"message":"Request contains an invalid argument.","status":"INVALID_ARGUMENT"}}]'

const printing = (lines: readonly object[], exit: number, more = '') =>
  `${more}\nfor (const line of ${JSON.stringify(lines.map((line) => JSON.stringify(line)))}) console.log(line)\nprocess.exitCode = ${exit}`

const overLimit = printing([init, result(limited)], 173)

const skills = [
  talkSkill('answers', [[{ event: usage }, says('{"word":"replay"}')]]),
  talkSkill('asks', [[says('Which?')], [says('{"word":"talked"}\n__SKILL_DONE__: true')]]),
  talkSkill('fails', [[{ event: { type: 'turn', phase: 'failed', reason: 'It broke.' } }]]),
]

async function withGemini(context: TestContext, work: string, more: readonly TestSkill[] = []) {
  const folder = await temporaryFolder(context)
  return startApp({
    env: { SKILL_RUNNER_ENGINES: 'gemini,replay', ...workingGemini(folder, { work }) },
    skills: [...skills, ...more],
  })
}

type App = Awaited<ReturnType<typeof withGemini>>

const detailsOf = (result: JobResult | undefined): Readonly<Record<string, unknown>> => result?.error?.details ?? {}

const run = (app: App, skill = 'answers', more: object = {}) => app.run(skill, { engines, ...more })
const triedIn = ({ engines_tried: tried = [] }: Pick<Job, 'engines_tried'>) =>
  tried.map(({ engine, error_code }) => [engine, error_code])

verifies(
  'engine.fails-over',
  'an engine over the limit of its provider gives way to the next, and all of that is told',
  async (context) => {
    await using app = await withGemini(context, overLimit)
    const { request_id: id, result } = await run(app)
    assert.deepEqual([result?.status, result?.data], ['succeeded', { word: 'replay' }])
    const job = await app.job(id)
    const tried = [{ engine: 'gemini', model: job.engines_tried?.[0]?.model, error_code: 'RATE_LIMITED', message: limited }]
    assert.deepEqual([job.engine, job.attempt_number, job.engines_left], ['replay', 1, undefined])
    assert.deepEqual([job.engines_tried, result?.engines_tried], [tried, tried])
    // Both have used something.
    assert.deepEqual([job.usage?.input_tokens, job.usage?.output_tokens], [40, 4])
    const events = await app.events(id)
    const warned = events.flatMap(({ type, data }) => (type === 'diagnostic.warning' ? [[data['code'], data['message']]] : []))
    assert.deepEqual(warned[0], [
      'ENGINE_FAILED_OVER',
      'gemini could not reach its provider (RATE_LIMITED), so replay is started.',
    ])
    // What each has said is said in its name.
    const spoke = (await app.events(id, 'rasp')).flatMap(({ event, source }) =>
      event.type === 'agent.usage' ? [(source as { engine: string }).engine] : [],
    )
    assert.deepEqual(spoke, ['gemini', 'replay'])
    const folder = app.runFolder(job.run_id)
    const stdout = readFileSync(join(folder, '.audit/stdout.1.log'))
    const meta = JSON.parse(readFileSync(join(folder, '.audit/meta.1.json'), 'utf8'))
    const [first] = meta.engines_tried
    assert.deepEqual(
      [meta.engine, meta.exit_code, first.engine, first.exit_code, first.error_code],
      ['replay', 0, 'gemini', 173, 'RATE_LIMITED'],
    )
    assert.match(stdout.subarray(0, first.stdout_to).toString(), /"result","status":"error"[^\n]*\n$/)
    assert.match(stdout.subarray(first.stdout_to).toString(), /^\{"type":"session"/)
  },
)

verifies(
  ['engine.fails-over', 'receipts.every-run'],
  'the receipt names every engine that was started, with what held each of them',
  async (context) => {
    await using app = await withGemini(context, overLimit)
    const { request_id: id } = await run(app)
    const { payload } = (await app.get<Receipt>(`/v1/jobs/${id}/receipt`)).body
    const { predicate }: ReceiptStatement = JSON.parse(Buffer.from(payload, 'base64').toString())
    const facts = predicate.engines_tried.map(({ name, version, model, error_code, sandbox }) => {
      return { name, version, model, error_code, status: sandbox?.status, level: sandbox?.network.level }
    })
    const meta = readFileSync(join(app.runFolder(predicate.run_id), '.audit/meta.1.json'), 'utf8')
    const [{ model, cli_version: version }] = JSON.parse(meta).engines_tried
    assert.deepEqual(facts, [
      { name: 'gemini', version, model, error_code: 'RATE_LIMITED', status: 'bubblewrap', level: 'gated' },
    ])
    assert.deepEqual(
      [predicate.engine.name, predicate.attempts.map(({ sandbox }) => sandbox?.network.level)],
      ['replay', ['off']],
    )
  },
)

verifies(
  ['recording.plays-the-same', 'recording.masks'],
  'of a run in which an engine gave way the one that counts is recorded, without secrets of either',
  async (context) => {
    const tells = talkSkill('tells', [[{ event: usage }, says('{"word":"a-key-of-nobody"}')]])
    await using app = await withGemini(context, overLimit, [tells])
    const { request_id: id } = await run(app, 'tells')
    const recording = await recordingOf(app, id)
    const [turn, ...more] = recording.turns
    assert.deepEqual(
      [more, turn?.steps.map((step) => 'event' in step && step.event['type'])],
      [[], ['session', 'usage', 'message']],
    )
    assert.deepEqual(
      [recording.result.usage?.input_tokens, recording.result.data, JSON.stringify(recording).includes('a-key-of-nobody')],
      [10, { word: '***************' }, false],
    )
    const played = await play(app, recording)
    assert.deepEqual(lasting(await recordingOf(app, played)), lasting(recording))
  },
)

verifies('engine.fails-over', 'without another engine the same run fails', async (context) => {
  await using app = await withGemini(context, overLimit)
  const { result } = await app.run('answers', { engine: 'gemini' })
  assert.deepEqual([result?.status, result?.error?.code, result?.engines_tried], ['failed', 'RATE_LIMITED', undefined])
})

verifies(
  'engine.fails-over',
  'an engine that has used a tool, written a file, or failed for another reason, is the one that counts',
  async (context) => {
    const cases = {
      'a tool': [printing([init, toolUse, result(limited)], 173), 'RATE_LIMITED'],
      'a file': [
        printing(
          [init, result(limited)],
          173,
          "const { writeFileSync } = await import('node:fs'); writeFileSync('artifacts/a.txt', 'a')",
        ),
        'RATE_LIMITED',
      ],
      'another reason': [printing([init, result(wrong)], 144), 'ENGINE_FAILED'],
      'no words': [printing([init], 1), 'ENGINE_FAILED'],
    } as const
    for (const [why, [work, code]] of Object.entries(cases)) {
      await using app = await withGemini(context, work)
      const { request_id: id, result } = await run(app)
      const job = await app.job(id)
      assert.deepEqual([why, result?.error?.code, job.engine, triedIn(job)], [why, code, 'gemini', []])
      assert.deepEqual(job.engines_left, ['replay'])
    }
  },
)

verifies('engine.fails-over', 'where every engine fails, the error is that of the last, and all are named', async (context) => {
  await using app = await withGemini(context, overLimit)
  const { request_id: id, result } = await run(app, 'fails')
  assert.deepEqual([result?.error?.code, triedIn(await app.job(id))], ['ENGINE_FAILED', [['gemini', 'RATE_LIMITED']]])
  const { engines_tried, reason } = detailsOf(result)
  assert.deepEqual([reason, engines_tried], ['It broke.', [{ engine: 'gemini', error_code: 'RATE_LIMITED', message: limited }]])
  await using other = await withGemini(context, overLimit)
  const last = await other.run('answers', { engines: ['gemini', 'replay'].toReversed() })
  assert.deepEqual(last.result?.data, { word: 'replay' }, 'the first that answers is the last that is asked')
})

verifies(
  'engine.fails-over',
  'a conversation fails over before its first question, and goes on with the engine that asked',
  async (context) => {
    await using app = await withGemini(context, overLimit)
    const id = await app.create('asks', { engines, runtime_options: { execution_mode: 'interactive' } })
    const job = await app.until(id, 'waiting_user', 'failed')
    assert.deepEqual([job.status, job.engine, triedIn(job)], ['waiting_user', 'replay', [['gemini', 'RATE_LIMITED']]])
    const ended = await goOn(app, id, 1, 'this')
    assert.deepEqual([ended.status, ended.engine, ended.attempt_number], ['succeeded', 'replay', 2])
  },
)

verifies('engine.fails-over', 'the budget of the run is that of all engines together', async (context) => {
  await using app = await withGemini(context, overLimit)
  const { result } = await run(app, 'answers', { runtime_options: { max_tokens: 33 } })
  const details = { budget: 'max_tokens', limit: 33, used: 33, set_by: 'job' }
  const { engines_tried: _tried, ...rest } = detailsOf(result)
  assert.deepEqual([result?.error?.code, rest], ['BUDGET_EXCEEDED', details])
})

verifies('engine.fails-over', 'an engine that is not signed in is not even started', async (context) => {
  const folder = await temporaryFolder(context)
  const { GEMINI_API_KEY: _key, ...gemini } = workingGemini(folder, { work: overLimit })
  await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'gemini,replay', ...gemini }, skills })
  await until('it was asked whether it is signed in', async () => {
    const { body } = await app.get<EngineList>('/v1/engines')
    return body.engines.some(({ engine, auth_ready }) => engine === 'gemini' && auth_ready === false)
  })
  const { request_id: id, result } = await run(app)
  const { run_id } = await app.job(id)
  assert.deepEqual([result?.status, triedIn(await app.job(id))], ['succeeded', [['gemini', 'AUTH_REQUIRED']]])
  const { engines_tried } = JSON.parse(readFileSync(join(app.runFolder(run_id), '.audit/meta.1.json'), 'utf8'))
  assert.deepEqual([engines_tried[0].argv, engines_tried[0].stdout_to], [null, 0])
})

verifies('engine.fails-over', 'a script that prepares the files of the engines runs once for all of them', async (context) => {
  const prepares = talkSkill('prepares', [[says('{"word":"replay"}')]], {
    js: "(await import('node:fs')).appendFileSync('artifacts/prepared', 'once ')",
    runner: { entrypoint: { type: 'hybrid', script: { command: 'node scripts/run.mjs' }, prompt: { result_mode: 'stdout' } } },
  })
  await using app = await withGemini(context, overLimit, [prepares])
  const { request_id: id, result } = await run(app, 'prepares')
  assert.deepEqual([result?.error, result?.engines_tried?.length], [null, 1])
  const { run_id } = await app.job(id)
  assert.equal(readFileSync(join(app.runFolder(run_id), 'artifacts/prepared'), 'utf8'), 'once ')
})

verifies('engine.fails-over', 'what another engine answered is no answer to those who ask the first', async (context) => {
  await using app = await withGemini(context, overLimit)
  const ask = async () => {
    const { body } = await app.post<JobAccepted>('/v1/jobs', { skill_id: 'answers', engines }, { prefer: 'wait=60' })
    return [body.cache_hit, body.result?.status]
  }
  assert.deepEqual(
    [await ask(), await ask()],
    [
      [false, 'succeeded'],
      [false, 'succeeded'],
    ],
  )
})

verifies(
  'engine.fails-over',
  'after a restart in the middle the job still says which engine was at work, and which were tried',
  async (context) => {
    const waits = talkSkill('waits', [[{ event: usage }, { wait_for: 'artifacts/never' }]])
    const folder = await temporaryFolder(context)
    const env = { SKILL_RUNNER_ENGINES: 'gemini,replay', ...workingGemini(folder, { work: overLimit }) }
    const first = await startApp({ env, folder, skills: [waits] })
    const id = await first.create('waits', { engines })
    await until('the second engine is at work', async () => (await first.job(id)).usage?.input_tokens === 40)
    await first.stop()
    await using again = await startApp({ env, folder })
    const { status, engine, error, usage: used, ...job } = await again.job(id)
    assert.deepEqual(
      [status, engine, error?.code, used?.input_tokens, triedIn(job)],
      ['failed', 'replay', 'ORCHESTRATOR_RESTART_INTERRUPTED', 40, [['gemini', 'RATE_LIMITED']]],
    )
  },
)

verifies('engine.fails-over', 'a rerun tries the same engines in the same order, unless one is named', async (context) => {
  await using app = await withGemini(context, overLimit)
  const { request_id: id } = await run(app)
  const again = (body: object) => app.post<JobAccepted>(`/v1/jobs/${id}/rerun`, body, { prefer: 'wait=60' })
  const { body: same } = await again({})
  assert.deepEqual([same.result?.status, same.result?.engines_tried?.length], ['succeeded', 1])
  const { body: one } = await again({ engine: 'gemini' })
  assert.deepEqual([one.result?.error?.code, one.result?.engines_tried], ['RATE_LIMITED', undefined])
  const { body: asked } = await app.get<{ engine: string; engines: string[] }>(`/v1/management/runs/${same.request_id}/request`)
  assert.deepEqual(asked.engines, engines)
})

verifies('engine.fails-over', 'engines that cannot be tried are rejected when the job is created', async (context) => {
  await using app = await withGemini(context, overLimit)
  const create = (body: object) => app.post('/v1/jobs', { skill_id: 'answers', ...body })
  const refused = async (body: object) => {
    const { status, body: answer } = await create(body)
    return [status, errorOf(answer).code, errorOf(answer).code === 'INVALID_REQUEST' ? problemsOf(answer)[0]?.message : null]
  }
  assert.deepEqual(await refused({ engines: ['gemini', 'nobody'] }), [400, 'SKILL_ENGINE_UNSUPPORTED', null])
  assert.deepEqual(await refused({ engines: ['gemini', 'replay', 'gemini'] }), [
    ...[400, 'INVALID_REQUEST', 'must not name gemini twice: an engine is tried once'],
  ])
  assert.deepEqual(await refused({ engine: 'gemini', engines: ['replay'] }), [
    ...[400, 'INVALID_REQUEST', 'must not come with engine: name either one engine or several'],
  ])
  assert.deepEqual((await refused({ engines: [] })).slice(0, 2), [400, 'INVALID_REQUEST'])
  // A budget that one of them cannot keep is none.
  const { body } = await create({ engines: ['replay', 'gemini'], runtime_options: { max_cost_usd: 1 } })
  assert.deepEqual(
    [errorOf(body).code, errorOf(body).details],
    ['BUDGET_UNSUPPORTED', { engine: 'gemini', unit: 'cost_usd', set_by: 'job', engines: ['replay'] }],
  )
  // Where none is named, one that can keep it is chosen.
  const { result } = await app.run('answers', { runtime_options: { max_cost_usd: 1 } })
  assert.equal(result?.status, 'succeeded')
})
