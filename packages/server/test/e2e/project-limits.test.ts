import assert from 'node:assert/strict'
import type { ProjectLimitsView } from '@agent-skill-runner/contract/project-limits.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { ended, endOf, run, start, taskOf, tool } from '../support/exec.ts'
import { ask, plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

const mebibyte = 1024 ** 2
const at = (project: string) => `/v1/projects/${project}`
const exec = (project: string) => `${at(project)}/exec`

const put = (app: App, project: string, limits: object) => ask<ProjectLimitsView>(app, 'PUT', `${at(project)}/limits`, limits)

/** An app whose projects all have the tool. */
async function withProjects(
  names: readonly string[],
  env: Record<string, string> = {},
  execLimits: NonNullable<Parameters<typeof startApp>[0]>['execLimits'] = {},
): Promise<App> {
  const app = await startApp({ skills: [tool], env, execLimits })
  for (const name of names) await uploadTo(app, name, zipped('tool', plainSkill('tool', 'Does things.')))
  return app
}

const server = {
  ...{ command_sec: 60, most_command_sec: 120, task_sec: 3600, running_tasks: 16, queued_tasks: 1000 },
  ...{ service_sec: 21_600, service_idle_sec: 1800, running_services: 16, startup_sec: 60, most_startup_sec: 3600 },
  ...{ job_sec: 1800, running_jobs: 16, queued_jobs: 1000, artifact_bytes: 20 * mebibyte, artifacts_bytes: 50 * mebibyte },
  project_artifact_bytes: 8 * 1024 ** 3,
  ...{ session_bytes: 8 * 1024 ** 3, session_files: 500_000, memory_bytes: 512 * mebibyte, processes: 1024, cpu_seconds: 3600 },
  ...{ max_cost_usd_per_day: 0, max_tokens_per_day: 0 },
}

verifies(
  'exec.project-limits',
  'an admin gives a project less than the server allows, and the project is told what holds',
  async () => {
    await using app = await withProjects(['small'], { SKILL_RUNNER_MAX_MEMORY_BYTES: '512MiB' })
    const limits = async (project: string) => (await app.get<ProjectLimitsView>(`${at(project)}/limits`)).body
    assert.deepEqual(await limits('small'), { project_id: 'small', own: {}, effective: server })
    const own = { most_command_sec: 30, task_sec: 600, memory_bytes: 64 * mebibyte }
    const effective = { ...server, ...own, command_sec: 30 }
    assert.deepEqual((await put(app, 'small', own)).body, { project_id: 'small', own, effective })
    assert.deepEqual((await limits('default')).effective, server)
    const { body } = await app.get<{ limits: object }>(`${exec('small')}/providers`)
    assert.deepEqual(body.limits, { ...effective, running_commands: 32, output_bytes: 256 * mebibyte })
    const slow = await app.post(`${exec('small')}/commands`, { skill_name: 'tool', command: 'true', timeout_sec: 31 })
    assert.deepEqual(
      problemsOf(slow.body).map(({ message }) => message),
      ['must be at most 30'],
    )
    const task = await start(app, 'true', {}, exec('small'))
    await ended(app, task, exec('small'))
    assert.equal((await app.get<{ timeout_sec: number }>(`${exec('small')}/tasks/${task}`)).body.timeout_sec, 600)
    // Without any of its own it has what the server allows.
    assert.deepEqual((await put(app, 'small', {})).body, { project_id: 'small', own: {}, effective: server })
  },
)

verifies('exec.project-limits', 'more than the server allows, and what is no limit, is refused and changes nothing', async () => {
  await using app = await withProjects(['small'], { SKILL_RUNNER_MAX_MEMORY_BYTES: '512MiB' })
  await put(app, 'small', { task_sec: 600 })
  const refused = await put(app, 'small', { task_sec: 3601, memory_bytes: 1024 ** 3 })
  assert.deepEqual(
    [refused.status, problemsOf(refused.body).map(({ path, message }) => [path, message])],
    [
      400,
      [
        ['/task_sec', 'must be at most 3600, which the server allows'],
        ['/memory_bytes', `must be at most ${512 * mebibyte}, which the server allows`],
      ],
    ],
  )
  for (const wrong of [{ tasks_sec: 5 }, { task_sec: 0 }, { processes: 1 }])
    assert.equal(errorOf((await put(app, 'small', wrong)).body).code, 'INVALID_REQUEST')
  assert.deepEqual((await app.get<ProjectLimitsView>(`${at('small')}/limits`)).body.own, { task_sec: 600 })
})

verifies('exec.project-limits', 'only an admin sets limits, and a project sees only its own', async () => {
  using tokens = writeTokens([
    { name: 'admin', scopes: ['admin'] },
    { name: 'blue', scopes: ['run'], project: 'blue' },
  ])
  await using app = await startApp({ skills: [tool], env: tokens.env })
  const as = (name: string) => ({ authorization: `Bearer ${tokens.tokenOf(name)}` })
  const change = (project: string, name: string) => ask(app, 'PUT', `${at(project)}/limits`, { task_sec: 5 }, as(name))
  assert.deepEqual([(await change('blue', 'blue')).status, (await change('blue', 'admin')).status], [403, 200])
  const { body } = await app.get<ProjectLimitsView>(`${at('blue')}/limits`, as('blue'))
  assert.deepEqual(body.own, { task_sec: 5 })
  const foreign = await app.get(`${at('red')}/limits`, as('blue'))
  assert.deepEqual([foreign.status, errorOf(foreign.body).code], [404, 'PROJECT_NOT_FOUND'])
})

const hog = `perl -e 'my @held; for (1..6) { push @held, "x" x (32 << 20); select undef, undef, undef, 0.1 }'`

verifies('exec.project-limits', 'the limit of one project ends its commands and tasks, and not those of another', async () => {
  await using app = await withProjects(['small'])
  await put(app, 'small', { memory_bytes: 64 * mebibyte })
  const over = ['failed', 'RESOURCE_LIMIT', 'memory_bytes', 64 * mebibyte]
  assert.deepEqual(endOf(await run(app, hog, {}, exec('small'))), over)
  assert.deepEqual(endOf(await ended(app, await start(app, hog, {}, exec('small')), exec('small'))), over)
  assert.equal((await run(app, hog, {}, exec('default'))).status, 'succeeded')
})

verifies(
  'exec.project-limits',
  'a project with many tasks leaves a place for another, and each has its share of the queue',
  async () => {
    const env = { SKILL_RUNNER_EXEC_MAX_RUNNING_TASKS: '2', SKILL_RUNNER_EXEC_MAX_QUEUED_TASKS: '4' }
    await using app = await withProjects(['a', 'b'], env)
    const long = (project: string, n: number) => start(app, 'sleep 1000', { session_id: `s${n}` }, exec(project))
    const stateOf = async (project: string, id: string) => (await taskOf(app, id, exec(project))).status
    const first = await long('a', 0)
    const waiting = await long('a', 1)
    await until('it runs', async () => (await stateOf('a', first)) === 'running')
    const other = await long('b', 0)
    await until('it runs', async () => (await stateOf('b', other)) === 'running')
    assert.equal(await stateOf('a', waiting), 'queued')
    await long('b', 1)
    await long('a', 2)
    const more = { skill_name: 'tool', command: 'true', session_id: 'more' }
    const full = await app.post(`${exec('a')}/tasks`, more)
    assert.deepEqual([full.status, errorOf(full.body).code], [429, 'QUEUE_FULL'])
    assert.equal((await app.post(`${exec('b')}/tasks`, more)).status, 202)
    // The place that is free again goes to the project of which fewer run.
    await app.post(`${exec('a')}/tasks/${first}:cancel`)
    await until('it runs', async () => (await stateOf('a', waiting)) === 'running')
    await put(app, 'b', { queued_tasks: 1 })
    const own = await app.post(`${exec('b')}/tasks`, { ...more, session_id: 'x' })
    assert.deepEqual([own.status, errorOf(own.body).details], [429, { queued: 2, limit: 1 }])
    for (const project of ['a', 'b']) {
      const { body } = await app.get<{ tasks: { task_id: string }[] }>(`${exec(project)}/tasks`)
      for (const { task_id } of body.tasks) await app.post(`${exec(project)}/tasks/${task_id}:cancel`)
      for (const { task_id } of body.tasks) await ended(app, task_id, exec(project))
    }
  },
)

verifies('exec.project-limits', 'times of services, start-up, jobs and steps are those of the project', async () => {
  await using app = await withProjects(['small'])
  await put(app, 'small', { job_sec: 30, task_sec: 1, service_sec: 40, service_idle_sec: 1, startup_sec: 2, most_startup_sec: 3 })
  const refused = async (what: string, body: object) =>
    problemsOf((await app.post(`${exec('small')}/${what}`, { skill_name: 'tool', ...body })).body).map(
      ({ path, message }) => `${path} ${message}`,
    )
  const steps = [{ command: 'sleep 1000' }]
  assert.deepEqual(await refused('jobs', { steps, max_wall_time_sec: 31 }), ['/max_wall_time_sec must be at most 30'])
  assert.deepEqual(await refused('jobs', { steps: [{ command: 'true', timeout_sec: 2 }] }), [
    '/steps/0/timeout_sec must be at most 1',
  ])
  assert.deepEqual(await refused('services', { command: 'true', timeout_sec: 41 }), ['/timeout_sec must be at most 40'])
  assert.deepEqual(await refused('services', { command: 'true', startup_timeout_sec: 4 }), [
    '/startup_timeout_sec must be at most 3',
  ])
  assert.deepEqual(
    await refused('tasks:query', {
      ...{ query_command: 'true', status_field: 'a', done_states: ['x'], error_states: ['y'], timeout_sec: 121 },
    }),
    ['/timeout_sec must be at most 120'],
  )
  type Made = { job_id: string; task_id: string; max_wall_time_sec: number; timeout_sec: number }
  const start = async (what: string, body: object) =>
    (await app.post<Made>(`${exec('small')}/${what}`, { skill_name: 'tool', ...body })).body
  const job = await start('jobs', { steps, session_id: 'job' })
  const idle = await start('services', { command: 'sleep 1000', session_id: 'idle' })
  // What prints is not idle.
  const printing = 'while echo; do sleep 0.2; done'
  const late = await start('services', { command: printing, ready_pattern: 'never', session_id: 'late' })
  assert.deepEqual([job.max_wall_time_sec, idle.timeout_sec], [30, 40])
  type Job = { status: string; error: { code: string; details: { error: object } } | null }
  const failed = await until('the job has ended', async () => {
    const { body } = await app.get<Job>(`${exec('small')}/jobs/${job.job_id}`)
    return body.status === 'failed' && body.error
  })
  assert.deepEqual([failed.code, failed.details.error], ['STEP_FAILED', { code: 'TIMEOUT', details: { timeout_sec: 1 } }])
  const why = async (id: string) => (await ended(app, id, exec('small'))).error
  assert.deepEqual((await why(idle.task_id))?.details, { reason: 'idle', idle_sec: 1 })
  assert.deepEqual((await why(late.task_id))?.details, { startup_timeout_sec: 2 })
})

verifies('exec.project-limits', 'as many jobs and services of a project run and wait as it may have, beside others', async () => {
  await using app = await withProjects(['a', 'b'])
  await put(app, 'a', { running_jobs: 1, queued_jobs: 1, running_services: 1 })
  const job = async (project: string, n: number) =>
    app.post<{ job_id: string }>(`${exec(project)}/jobs`, {
      ...{ skill_name: 'tool', session_id: `s${n}`, steps: [{ command: 'sleep 1000' }] },
    })
  const stateOf = async (project: string, id: string) =>
    (await app.get<{ status: string }>(`${exec(project)}/jobs/${id}`)).body.status
  const first = (await job('a', 0)).body.job_id
  await until('it runs', async () => (await stateOf('a', first)) === 'running')
  const second = (await job('a', 1)).body.job_id
  const full = await job('a', 2)
  assert.deepEqual([full.status, errorOf(full.body).details], [429, { queued: 1, limit: 1 }])
  const other = (await job('b', 0)).body.job_id
  await until('it runs', async () => (await stateOf('b', other)) === 'running')
  assert.equal(await stateOf('a', second), 'queued')
  const service = async (n: number) =>
    (
      await app.post<{ task_id: string }>(`${exec('a')}/services`, {
        ...{ skill_name: 'tool', command: 'sleep 1000', session_id: `v${n}` },
      })
    ).body.task_id
  const [one, two] = [await service(0), await service(1)]
  await until('it runs', async () => (await taskOf(app, one, exec('a'))).status === 'running')
  assert.equal((await taskOf(app, two, exec('a'))).status, 'queued')
  // What an admin allows counts at once.
  await put(app, 'a', {})
  await until('it runs', async () => (await stateOf('a', second)) === 'running')
  await until('it runs', async () => (await taskOf(app, two, exec('a'))).status === 'running')
  for (const id of [first, second]) await app.post(`${exec('a')}/jobs/${id}:cancel`)
  await app.post(`${exec('b')}/jobs/${other}:cancel`)
  for (const id of [one, two]) await app.post(`${exec('a')}/tasks/${id}:cancel`)
  for (const id of [one, two]) await ended(app, id, exec('a'))
})

verifies('exec.project-limits', 'the sizes of artifacts, inputs and outputs are those of the project', async () => {
  await using app = await withProjects(['small'], { SKILL_RUNNER_EXEC_MAX_ARTIFACT_BYTES: '3000' })
  await put(app, 'small', { artifact_bytes: 2000, artifacts_bytes: 3000 })
  const upload = async (project: string, bytes: number) => {
    const body = new FormData()
    body.append('file', new Blob(['x'.repeat(bytes)]), 'x')
    const answer = await fetch(`${app.url}${at(project)}/artifacts`, { method: 'POST', body })
    return { status: answer.status, body: (await answer.json()) as { artifact_id: string } }
  }
  assert.deepEqual(
    [(await upload('small', 2001)).status, (await upload('default', 2001)).status, (await upload('default', 3001)).status],
    [413, 200, 413],
  )
  const { artifact_id } = (await upload('small', 2000)).body
  const inputs = ['a', 'b'].map((mount_path) => ({ artifact_id, mount_path }))
  const heavy = await app.post(`${exec('small')}/tasks`, { skill_name: 'tool', command: 'true', inputs })
  assert.deepEqual(errorOf(heavy.body).details, { bytes: 4000, limit_bytes: 3000 })
  const command = 'for name in a b; do head -c 1600 /dev/zero > $name; done; head -c 2001 /dev/zero > c'
  const outputs = ['c', 'a', 'b'].map((path) => ({ path }))
  type Taken = { created_artifacts: { path: string }[]; output_errors: { path: string; code: string }[] }
  const task = await start(app, command, { outputs }, exec('small'))
  await ended(app, task, exec('small'))
  const { body } = await app.get<Taken>(`${exec('small')}/tasks/${task}`)
  assert.deepEqual(
    [body.created_artifacts.map(({ path }) => path), body.output_errors.map(({ path, code }) => [path, code])],
    [
      ['a'],
      [
        ['c', 'too_large'],
        ['b', 'too_large_together'],
      ],
    ],
  )
})

verifies(
  'exec.project-limits',
  'a project with many step jobs leaves a place for another, and each has its share of the queue',
  async () => {
    await using app = await withProjects(['a', 'b'], {}, { mostRunningJobs: 2, mostQueuedJobs: 4 })
    const bodyOf = (n: number) => ({ skill_name: 'tool', steps: [{ command: 'sleep 1000' }], session_id: `s${n}` })
    const ask = (project: string, n: number) => app.post<{ job_id: string }>(`${exec(project)}/jobs`, bodyOf(n))
    const long = async (project: string, n: number) => {
      const { status, body } = await ask(project, n)
      assert.equal(status, 202, JSON.stringify(body))
      return body.job_id
    }
    const stateOf = async (project: string, id: string) =>
      (await app.get<{ status: string }>(`${exec(project)}/jobs/${id}`)).body.status
    const first = await long('a', 0)
    const waiting = await long('a', 1)
    await until('it runs', async () => (await stateOf('a', first)) === 'running')
    const other = await long('b', 0)
    await until('it runs', async () => (await stateOf('b', other)) === 'running')
    assert.equal(await stateOf('a', waiting), 'queued')
    await long('b', 1)
    await long('a', 2)
    const full = await ask('a', 3)
    const { reason: _words, ...counts } = errorOf(full.body).details as Record<string, unknown>
    assert.deepEqual(
      [full.status, errorOf(full.body).code, counts],
      [429, 'QUEUE_FULL', { queued: 3, limit: 4, caller_queued: 2, caller_share: 2 }],
    )
    await long('b', 2)
    await app.post(`${exec('a')}/jobs/${first}:cancel`)
    await until('it runs', async () => (await stateOf('a', waiting)) === 'running')
    for (const project of ['a', 'b']) {
      const { body } = await app.get<{ jobs: { job_id: string }[] }>(`${exec(project)}/jobs`)
      for (const { job_id } of body.jobs) await app.post(`${exec(project)}/jobs/${job_id}:cancel`)
      for (const { job_id } of body.jobs)
        await until('it has ended', async () => ['canceled'].includes(await stateOf(project, job_id)))
    }
  },
)
