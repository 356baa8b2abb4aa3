import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import type { TestSkill } from '../support/skills.ts'
import { begin, goOn, replayOnly, says, talkSkill } from '../support/talk.ts'
import { until } from '../support/until.ts'

const used = (input: number, cost?: number) => ({
  event: { type: 'usage', input_tokens: input, output_tokens: 1, ...(cost === undefined ? {} : { cost_usd: cost }) },
})
const never = { wait_for: 'artifacts/never' }
const result = says('{"word":"done"}')
const done = says('{"word":"done"}\n__SKILL_DONE__: true')

const skills: readonly TestSkill[] = [
  // The second call passes 30 tokens and 2 dollars. It would wait for ever after the third.
  talkSkill('spends', [
    [{ write: { path: 'artifacts/a.txt', text: 'kept' } }, used(10, 1), used(19, 1.5), never, used(100), result],
  ]),
  talkSkill('spends-and-ends', [[used(10, 1), used(19, 1.5), result]]),
  talkSkill('frugal', [[used(10, 0.5), result]]),
  talkSkill('asks', [
    [used(10), says('Which?')],
    [used(10), says('And then?')],
    [used(10), done],
  ]),
  talkSkill('repairs', [
    [used(10), says('{"word":5}')],
    [used(10), says('{"word":6}')],
    [used(10), result],
  ]),
  talkSkill('tells-no-cost', [[used(10), result]]),
  { id: 'script', js: 'process.exit(0)' },
]

const started = (env: Record<string, string> = {}) => startApp({ env: { ...replayOnly, ...env }, skills })
type App = Awaited<ReturnType<typeof started>>

const spent = (app: App, skill: string, options: object, more: object = {}) =>
  app.run(skill, { engine: 'replay', runtime_options: options, ...more })

const errorIn = (result: JobResult | undefined) => [result?.status, result?.error?.code, result?.error?.details]
const usageOf = ({ usage }: Pick<Job, 'usage'>) => usage && [usage.input_tokens, usage.output_tokens, usage.cost_usd]

verifies(
  'budget.ends-a-run',
  'a run that passes its tokens is ended at the call that passed them, with what it used and left',
  async () => {
    await using app = await started()
    const { request_id: id, result: ended } = await spent(app, 'spends', { max_tokens: 30 })
    const details = { budget: 'max_tokens', limit: 30, used: 31, set_by: 'job' }
    assert.deepEqual(errorIn(ended), ['failed', 'BUDGET_EXCEEDED', details])
    const job = await app.job(id)
    assert.deepEqual([usageOf(job), job.budget], [[29, 2, 2.5], { max_tokens: 30 }])
    assert.equal(readFileSync(join(app.runFolder(job.run_id), 'artifacts/a.txt'), 'utf8'), 'kept')
    const told = (await app.events(id)).filter(({ type }) => type === 'usage.updated').map(({ data }) => data['input_tokens'])
    assert.deepEqual(told, [10, 19])
    const meta = JSON.parse(readFileSync(join(app.runFolder(job.run_id), '.audit/meta.1.json'), 'utf8'))
    assert.deepEqual([meta.reason, meta.completion.error_code], ['canceled', 'BUDGET_EXCEEDED'])
  },
)

verifies(
  'budget.ends-a-run',
  'a run that passes its cost is ended, and one without a budget, or a larger one, goes on',
  async () => {
    await using app = await started()
    const details = { budget: 'max_cost_usd', limit: 2, used: 2.5, set_by: 'job' }
    assert.deepEqual(errorIn((await spent(app, 'spends', { max_cost_usd: 2 })).result), ['failed', 'BUDGET_EXCEEDED', details])
    for (const options of [{}, { max_cost_usd: 2.6, max_tokens: 32 }]) {
      const id = await app.create('spends', { engine: 'replay', runtime_options: options })
      // Both usages have been told, and it still waits.
      await app.until(id, 'running')
      const { usage } = await untilUsed(app, id, 29)
      assert.equal(usage?.cost_usd, 2.5)
      assert.equal((await app.job(id)).status, 'running')
      await app.post(`/v1/jobs/${id}/cancel`)
      assert.equal((await app.until(id, 'canceled')).error?.code, 'CANCELED_BY_USER')
    }
  },
)

const untilUsed = (app: App, id: string, input: number): Promise<Job> =>
  until(`${id} has used ${input}`, async () => {
    const job = await app.job(id)
    return (job.usage?.input_tokens ?? 0) >= input && job
  })

verifies(
  'budget.ends-a-run',
  'whether a run was ended for its budget or told at its end that it passed it makes no difference',
  async () => {
    await using app = await started()
    const { result: over } = await spent(app, 'spends-and-ends', { max_tokens: 30 })
    assert.equal(over?.error?.code, 'BUDGET_EXCEEDED')
    // All of a budget may be used.
    const { result: exact } = await spent(app, 'spends-and-ends', { max_tokens: 31, max_cost_usd: 2.5 })
    assert.deepEqual([exact?.status, exact?.data], ['succeeded', { word: 'done' }])
  },
)

verifies(
  'budget.counts-all-turns',
  'the turns of a conversation count together, and none begins where nothing is left',
  async () => {
    await using app = await started()
    const job = await begin(app, 'asks', { max_tokens: 22 })
    assert.equal(job.status, 'waiting_user')
    const second = await goOn(app, job.request_id, 1, 'this')
    assert.deepEqual([second.status, usageOf(second)], ['waiting_user', [20, 2, null]])
    const third = await goOn(app, job.request_id, 2, 'that')
    assert.deepEqual(
      [third.status, third.error?.code, third.error?.details, usageOf(third)],
      ['failed', 'BUDGET_EXCEEDED', { budget: 'max_tokens', limit: 22, used: 22, set_by: 'job' }, [20, 2, null]],
    )
  },
)

verifies('budget.counts-all-turns', 'repair turns count with the turn that they repair', async () => {
  await using app = await started({ SKILL_RUNNER_OUTPUT_REPAIR: 'engine' })
  const repair = { output_repair: 'engine' }
  const { result: over } = await spent(app, 'repairs', { ...repair, max_tokens: 21 })
  assert.deepEqual(errorIn(over), ['failed', 'BUDGET_EXCEEDED', { budget: 'max_tokens', limit: 21, used: 22, set_by: 'job' }])
  const { result: well } = await spent(app, 'repairs', { ...repair, max_tokens: 33 })
  assert.deepEqual([well?.status, well?.usage?.input_tokens], ['succeeded', 30])
})

verifies('budget.unsupported', 'a budget that the engine cannot keep is rejected before anything runs', async () => {
  await using app = await started()
  const create = (body: object) => app.post('/v1/jobs', { skill_id: 'frugal', engine: 'replay', ...body })
  for (const [options, path] of [
    [{ max_cost_usd: 0 }, '/runtime_options/max_cost_usd'],
    [{ max_cost_usd: -1 }, '/runtime_options/max_cost_usd'],
    [{ max_cost_usd: 1e12 }, '/runtime_options/max_cost_usd'],
    [{ max_cost_usd: 'NaN' }, '/runtime_options/max_cost_usd'],
    [{ max_tokens: 0 }, '/runtime_options/max_tokens'],
    [{ max_tokens: 1.5 }, '/runtime_options/max_tokens'],
    [{ max_tokens: 1e300 }, '/runtime_options/max_tokens'],
  ] as const) {
    const { status, body } = await create({ runtime_options: options })
    assert.deepEqual([status, errorOf(body).code, problemsOf(body)[0]?.path], [400, 'INVALID_RUNTIME_OPTION', path])
  }
  const script = await app.post('/v1/jobs', { skill_id: 'script', runtime_options: { max_tokens: 5 } })
  assert.deepEqual(
    [script.status, errorOf(script.body).code, errorOf(script.body).details],
    [400, 'BUDGET_UNSUPPORTED', { engine: 'script', unit: 'tokens', set_by: 'job', engines: [] }],
  )
  assert.deepEqual((await app.get<{ jobs: object[] }>('/v1/jobs')).body.jobs, [])
})

verifies('budget.unsupported', 'a turn that does not tell what its budget is counted in is warned of', async () => {
  await using app = await started()
  const { result: told } = await spent(app, 'tells-no-cost', { max_cost_usd: 1 })
  assert.deepEqual(
    [told?.status, told?.validation_warnings.map(({ code, details }) => [code, details])],
    ['succeeded', [['BUDGET_NOT_REPORTED', { engine: 'replay', unit: 'cost_usd' }]]],
  )
})
