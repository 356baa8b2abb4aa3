import assert from 'node:assert/strict'
import type { BudgetList, BudgetView } from '@agent-skill-runner/contract/budget.ts'
import type { Eval } from '@agent-skill-runner/contract/eval.ts'
import type { Job, JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { endOfDay } from '../../src/domain/budget.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp, type TestAppOptions } from '../support/app.ts'
import { endOfEval, evalsOf, reasonsOf } from '../support/evals.ts'
import { ask } from '../support/projects.ts'
import { replayOnly, says, talkSkill } from '../support/talk.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

const used = (input: number, cost?: number) => ({
  event: { type: 'usage', input_tokens: input, output_tokens: 0, ...(cost === undefined ? {} : { cost_usd: cost }) },
})
const result = says('{"word":"done"}')

const skills = [
  talkSkill('ten', [[used(10, 0.1), result]]),
  // It uses ten, waits to be told, uses ten more, and would wait for ever.
  talkSkill('ten-and-ten', [[used(10), { wait_for: 'artifacts/go' }, used(10), { wait_for: 'artifacts/never' }]]),
  { id: 'script', js: 'process.stdout.write("{}")' },
]

const at = '/v1/projects/default/limits'

async function started(env: Record<string, string> = {}, more: TestAppOptions = {}) {
  const app = await startApp({ env: { ...replayOnly, ...env }, skills, ...more })
  return {
    ...app,
    limit: (limits: object, headers = {}) => ask(app, 'PUT', at, limits, headers),
    run: (skill: string, headers: Record<string, string> = {}) =>
      app.post<JobAccepted>(
        '/v1/jobs',
        { skill_id: skill, runtime_options: { no_cache: true } },
        { prefer: 'wait=240', ...headers },
      ),
    budget: async (headers: Record<string, string> = {}) => (await app.get<BudgetView>('/v1/budget', headers)).body,
  }
}

const endIn = ({ body }: { body: JobAccepted }) => [body.result?.status, body.result?.error?.code]
const refusalOf = ({ status, body }: { status: number; body: unknown }) => [status, errorOf(body).code, errorOf(body).details]
const midnight = () => endOfDay(new Date().toISOString())

verifies(
  'budget.per-day',
  'a token uses what it may in a day, and then is told when it may again; one without limits goes on',
  async () => {
    using tokens = writeTokens([
      { name: 'frugal', scopes: ['run'], max_tokens_per_day: 20 },
      { name: 'rich', scopes: ['admin'] },
    ])
    await using app = await started(tokens.env)
    const [frugal, rich] = [tokens.as('frugal'), tokens.as('rich')]
    assert.deepEqual(
      [endIn(await app.run('ten', frugal)), endIn(await app.run('ten', frugal))],
      [
        ['succeeded', undefined],
        ['succeeded', undefined],
      ],
    )
    const over = { budget: 'max_tokens_per_day', limit: 20, used: 20, set_by: 'token', resets_at: midnight() }
    assert.deepEqual(refusalOf(await app.run('ten', frugal)), [429, 'BUDGET_EXCEEDED', over])
    assert.deepEqual(endIn(await app.run('ten', rich)), ['succeeded', undefined])
    const { token, project, resets_at } = await app.budget(frugal)
    assert.deepEqual(resets_at, midnight())
    assert.deepEqual(token, {
      ...{ name: 'frugal', max_cost_usd_per_day: null, max_tokens_per_day: 20 },
      ...{ used_cost_usd: 0.2, used_tokens: 20 },
    })
    assert.deepEqual([project.name, project.max_tokens_per_day, project.used_tokens], ['default', null, 30])
    const { budgets } = (await app.get<BudgetList>('/v1/management/budgets', rich)).body
    assert.deepEqual(
      budgets.map(({ kind, name, max_tokens_per_day, used_tokens, used_cost_usd }) => [
        ...[kind, name, max_tokens_per_day, used_tokens, used_cost_usd],
      ]),
      [
        ['project', 'default', null, 30, 0.3],
        ['token', 'frugal', 20, 20, 0.2],
        ['token', 'rich', null, 10, 0.1],
      ],
    )
  },
)

verifies(
  'budget.per-day',
  'what a project may use holds for all its tokens together, and what an admin sets holds at once',
  async () => {
    using tokens = writeTokens([
      { name: 'one', scopes: ['run'] },
      { name: 'two', scopes: ['run'] },
      { name: 'chief', scopes: ['admin'] },
    ])
    await using app = await started(tokens.env)
    const chief = tokens.as('chief')
    assert.equal((await app.limit({ max_cost_usd_per_day: 0.15 }, chief)).status, 200)
    assert.deepEqual(endIn(await app.run('ten', tokens.as('one'))), ['succeeded', undefined])
    // It begins with 0.05 left, and is ended when it tells that it used more.
    assert.deepEqual(endIn(await app.run('ten', tokens.as('two'))), ['failed', 'BUDGET_EXCEEDED'])
    const over = { budget: 'max_cost_usd_per_day', limit: 0.15, used: 0.2, set_by: 'project', resets_at: midnight() }
    assert.deepEqual(refusalOf(await app.run('ten', tokens.as('one'))), [429, 'BUDGET_EXCEEDED', over])
    // A script uses nothing of it, and an engine that tells no cost cannot keep it.
    await app.limit({}, chief)
    assert.deepEqual(endIn(await app.run('ten', tokens.as('one'))), ['succeeded', undefined])
    for (const [limits, path] of [
      [{ max_cost_usd_per_day: 0 }, '/max_cost_usd_per_day'],
      [{ max_tokens_per_day: 1.5 }, '/max_tokens_per_day'],
    ] as const)
      assert.deepEqual([problemsOf((await app.limit(limits, chief)).body)[0]?.path], [path])
  },
)

verifies(
  'budget.per-day',
  'runs at the same time cannot use more together than what is in flight, and each is ended by what it tells',
  async () => {
    await using app = await started()
    await app.limit({ max_tokens_per_day: 45 })
    const ids: string[] = []
    for (let n = 0; n < 4; n++) {
      const { body } = await app.post<JobAccepted>('/v1/jobs', { skill_id: 'ten-and-ten', runtime_options: { no_cache: true } })
      ids.push(body.request_id)
    }
    await until('all have used ten', async () => (await app.budget()).project.used_tokens === 40)
    for (const id of ids) await app.tell(id)
    const ended = await Promise.all(ids.map((id) => app.until(id, 'failed', 'succeeded')))
    assert.deepEqual(
      ended.map(({ error }) => error?.code),
      Array(4).fill('BUDGET_EXCEEDED'),
    )
    // Each of the four had one call under way when the first of them passed the limit.
    const { used_tokens: all } = (await app.budget()).project
    assert.ok(all > 45 && all <= 80, `${all}`)
    assert.equal(
      all,
      ended.reduce((sum, { usage }) => sum + (usage?.input_tokens ?? 0), 0),
    )
  },
)

verifies('budget.per-day', 'without a limit the same runs go on', async () => {
  await using app = await started()
  const { body } = await app.post<JobAccepted>('/v1/jobs', { skill_id: 'ten-and-ten', runtime_options: { no_cache: true } })
  await app.tell(body.request_id)
  await until('it has used twenty', async () => (await app.budget()).project.used_tokens === 20)
  assert.equal((await app.job(body.request_id)).status, 'running')
  await app.post(`/v1/jobs/${body.request_id}/cancel`)
  await app.until(body.request_id, 'canceled')
})

verifies('budget.per-day', 'what was used is known after a restart, also of a run that the restart ended', async () => {
  using tokens = writeTokens([{ name: 'frugal', scopes: ['run'], max_tokens_per_day: 20 }])
  const frugal = tokens.as('frugal')
  const first = await started(tokens.env)
  assert.deepEqual(endIn(await first.run('ten', frugal)), ['succeeded', undefined])
  const body = { skill_id: 'ten-and-ten', runtime_options: { no_cache: true } }
  const { request_id: id } = (await first.post<JobAccepted>('/v1/jobs', body, frugal)).body
  await until('it has used ten', async () => (await first.budget(frugal)).token.used_tokens === 20)
  await first.stop()

  await using again = await started(tokens.env, { folder: first.folder })
  const { body: job } = await again.get<Job>(`/v1/jobs/${id}`, frugal)
  assert.deepEqual([job.status, job.error?.code, job.usage?.input_tokens], ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED', 10])
  assert.equal((await again.budget(frugal)).token.used_tokens, 20)
  assert.deepEqual(refusalOf(await again.run('ten', frugal)).slice(0, 2), [429, 'BUDGET_EXCEEDED'])
})

verifies('budget.per-day', 'a run that waited while the day was used up does not begin', async () => {
  await using app = await started({ SKILL_RUNNER_MAX_RUNNING_JOBS: '1' })
  await app.limit({ max_tokens_per_day: 20 })
  const make = async () =>
    (await app.post<JobAccepted>('/v1/jobs', { skill_id: 'ten-and-ten', runtime_options: { no_cache: true } })).body.request_id
  const [one, two] = [await make(), await make()]
  await app.tell(one)
  await until('it has used twenty', async () => (await app.budget()).project.used_tokens === 20)
  await app.post(`/v1/jobs/${one}/cancel`)
  const { error, usage } = await app.until(two, 'failed')
  assert.deepEqual([error?.code, usage], ['BUDGET_EXCEEDED', null])
})

verifies('budget.per-day', 'the jobs of a test of a skill count as those of the token that began it', async () => {
  using tokens = writeTokens([{ name: 'frugal', scopes: ['run'], max_tokens_per_day: 20 }])
  const ten = talkSkill('ten', [[used(10), result]])
  const cases = evalsOf('ten', { id: 'thrice', input: {}, expected_data: { word: 'done' }, repetitions: 3 })
  await using app = await started(tokens.env, { skills: [{ ...ten, files: { ...ten.files, ...cases } }] })
  const frugal = tokens.as('frugal')
  const get = <T>(path: string) => app.get<T>(path, frugal)
  const ended = await endOfEval({ get }, await app.post<Eval>('/v1/evals', { skill_id: 'ten', concurrency: 1 }, frugal))
  assert.deepEqual(
    ended.cells.map(({ status, request_id }) => [status, request_id === null]),
    [
      ['passed', false],
      ['passed', false],
      ['failed', true],
    ],
  )
  assert.match(reasonsOf(ended)[2]?.[0] ?? '', /BUDGET_EXCEEDED: .*"max_tokens_per_day"/)
  assert.equal((await app.budget(frugal)).token.used_tokens, 20)
})

verifies('budget.per-day', 'a script, which uses nothing of a limit, runs also where the limit is used up', async () => {
  await using app = await started()
  await app.limit({ max_tokens_per_day: 10 })
  await app.run('ten')
  assert.equal(errorOf((await app.run('ten')).body).code, 'BUDGET_EXCEEDED')
  assert.deepEqual(endIn(await app.run('script')), ['succeeded', undefined])
})

verifies('budget.per-day', 'what a test of a skill found holds where nothing is left for the run that should grade', async () => {
  using tokens = writeTokens([{ name: 'frugal', scopes: ['run'], max_tokens_per_day: 10 }])
  const ten = talkSkill('ten', [[used(10), result]])
  const cases = evalsOf('ten', { id: 'judged', input: {}, expected_data: { word: 'done' }, expectations: ['It says "done".'] })
  await using app = await started(tokens.env, { skills: [{ ...ten, files: { ...ten.files, ...cases } }] })
  const frugal = tokens.as('frugal')
  const get = <T>(path: string) => app.get<T>(path, frugal)
  const ended = await endOfEval({ get }, await app.post<Eval>('/v1/evals', { skill_id: 'ten', grader: 'replay' }, frugal))
  assert.deepEqual(
    ended.cells.map(({ status, run_status, checks }) => [status, run_status, checks.map(({ kind, status: its }) => [kind, its])]),
    [
      [
        'not_graded',
        'succeeded',
        [
          ...[
            ['run', 'passed'],
            ['data', 'passed'],
          ],
          ['statement', 'not_graded'],
        ],
      ],
    ],
  )
  assert.match(reasonsOf(ended)[0]?.[0] ?? '', /It could not be graded: BUDGET_EXCEEDED: /)
})
