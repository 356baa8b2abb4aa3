import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobAccepted, JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { begin, goOn, replayOnly, says, talkSkill } from '../support/talk.ts'
import { until } from '../support/until.ts'

const env = { ...replayOnly, SKILL_RUNNER_OUTPUT_REPAIR: 'engine' }
const engine = { output_repair: 'engine' }
const wrong = says('{"word":5}')
const right = says('{"word":"right"}')
const usage = (input: number) => ({ event: { type: 'usage', input_tokens: input, output_tokens: 1 } })

const skills = [
  talkSkill('second-try', [
    [usage(10), wrong],
    [{ echo_prompt: true }, usage(20), right],
  ]),
  talkSkill('third-repair', [[wrong], [says('No JSON here.')], [wrong], [right]]),
  talkSkill('never-right', [[wrong], [wrong], [wrong], [wrong], [right]]),
  talkSkill('writes-a-file', [
    [{ write: { path: 'result/result.json', json: { word: 5 } } }, says('Done. __SKILL_DONE__: true')],
    [{ write: { path: 'result/result.json', json: { word: 'file' } } }, says('Fixed. __SKILL_DONE__: true')],
  ]),
  talkSkill('fails-then', [[wrong], [{ event: { type: 'turn', phase: 'failed', reason: 'no quota' } }]]),
  talkSkill('hangs-then', [[wrong], [{ message: 'Wait.' }, { wait_for: 'artifacts/never' }]]),
  talkSkill('asks-then', [[says('Which?')], [says('{"word":5}\n__SKILL_DONE__: true')], [right]]),
]

const codes = ({ validation_warnings: warnings }: JobResult): unknown[] =>
  warnings.map(({ code, normalization_level: level }) => [code, level])

verifies(
  'repair.engine-turns',
  'an engine that is shown what is wrong puts it right in the same session and attempt, and that is told',
  async () => {
    await using app = await startApp({ env, skills })
    const { request_id: id, result } = await app.run('second-try', { engine: 'replay', runtime_options: engine })
    assert.ok(result)
    assert.deepEqual(
      [result.status, result.data, result.normalization_level, codes(result)],
      ['succeeded', { word: 'right' }, 'N3', [['OUTPUT_REPAIRED', 'N3']]],
    )
    assert.deepEqual(result.usage, { input_tokens: 30, output_tokens: 2, cached_tokens: 0, cost_usd: null })
    const { run_id, attempt_number } = await app.job(id)
    assert.equal(attempt_number, 1)
    const folder = app.runFolder(run_id)
    const { steps } = JSON.parse(readFileSync(join(folder, 'result/validation.json'), 'utf8'))
    assert.deepEqual(
      steps.map(({ level, source, ok }: { level: string; source: string; ok: boolean }) => [level, source, ok]),
      [
        [null, 'message', false],
        ['N3', 'engine', true],
      ],
    )
    const events = await app.events(id)
    const said = events.flatMap(({ type, data }) =>
      /^assistant\.message/.test(type) ? [data as { message_id: string; text: string }] : [],
    )
    assert.deepEqual(
      said.map(({ message_id }) => message_id),
      ['m_1_1', 'm_1_2', 'm_1_3'],
    )
    assert.match(said[1]?.text ?? '', /\/word/, 'the engine is shown the place that is wrong')
    const asked = events.filter(
      ({ type, data }) => type === 'diagnostic.warning' && (data as { code: string }).code === 'OUTPUT_REPAIR_ASKED',
    )
    assert.equal(asked.length, 1)
    assert.match(readFileSync(join(folder, '.audit/stdin.1.log'), 'utf8'), /\/word/)
  },
)

verifies('repair.engine-turns', 'it takes up to three turns, and not one more', async () => {
  await using app = await startApp({ env, skills })
  const third = await app.run('third-repair', { engine: 'replay', runtime_options: engine })
  assert.deepEqual([third.result?.status, third.result?.data], ['succeeded', { word: 'right' }])
  const never = await app.run('never-right', { engine: 'replay', runtime_options: engine })
  const details = never.result?.error?.details as { steps: { source: string }[] } | undefined
  assert.deepEqual(
    [never.result?.error?.code, details?.steps.map(({ source }) => source)],
    ['SCHEMA_VALIDATION_FAILED', ['message', 'engine', 'engine', 'engine']],
  )
})

verifies('repair.engine-turns', 'a result file is put right as well, and so is the end of a conversation', async () => {
  await using app = await startApp({ env, skills })
  const { result } = await app.run('writes-a-file', { engine: 'replay', runtime_options: engine })
  assert.deepEqual([result?.data, result?.normalization_level], [{ word: 'file' }, 'N3'])
  const { request_id } = await begin(app, 'asks-then', engine)
  const job = await goOn(app, request_id, 1, 'that one')
  assert.deepEqual([job.status, job.attempt_number, job.warnings.map(({ code }) => code)], ['succeeded', 2, ['OUTPUT_REPAIRED']])
})

verifies(
  'repair.engine-turns',
  'an engine that fails when asked again fails the run for its output, and a cancel meanwhile cancels it',
  async () => {
    await using app = await startApp({ env, skills })
    const { result } = await app.run('fails-then', { engine: 'replay', runtime_options: engine })
    assert.equal(result?.error?.code, 'SCHEMA_VALIDATION_FAILED')
    const id = await app.create('hangs-then', { engine: 'replay', runtime_options: engine })
    await until('the engine is asked again', async () =>
      (await app.events(id)).some(({ data }) => (data as { text?: string }).text === 'Wait.'),
    )
    const { body } = await app.post<{ status: string; accepted: boolean }>(`/v1/jobs/${id}/cancel`)
    assert.deepEqual([body.status, body.accepted], ['canceled', true])
  },
)

verifies(
  'repair.engine-turns',
  'it is off unless asked for, refused where the server allows less, and what it gave is never cached',
  async () => {
    await using app = await startApp({ env, skills })
    assert.equal((await app.run('second-try', { engine: 'replay' })).result?.error?.code, 'SCHEMA_VALIDATION_FAILED')
    const ask = () =>
      app.post<JobAccepted>('/v1/jobs?wait=240', { skill_id: 'second-try', engine: 'replay', runtime_options: engine })
    const answers = [await ask(), await ask()]
    assert.deepEqual(
      answers.map(({ body }) => [body.cache_hit, body.result?.data]),
      [
        [false, { word: 'right' }],
        [false, { word: 'right' }],
      ],
    )
    await using strict = await startApp({ env: { ...replayOnly, SKILL_RUNNER_OUTPUT_REPAIR: 'program' }, skills })
    const { status, body } = await strict.post<{ error: { code: string; details: { problems: object[] } } }>('/v1/jobs', {
      skill_id: 'second-try',
      engine: 'replay',
      runtime_options: engine,
    })
    assert.deepEqual(
      [status, body.error.code, body.error.details.problems],
      [
        400,
        'INVALID_RUNTIME_OPTION',
        [
          {
            path: '/runtime_options/output_repair',
            message: 'this server allows program at most (SKILL_RUNNER_OUTPUT_REPAIR)',
            keyword: 'maximum',
          },
        ],
      ],
    )
  },
)
