import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { checkAnswer, errorOf, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import { exec, inSession, type JobView, jobEnded, jobOf, printed, startJob, stepStates, tool } from '../support/exec-jobs.ts'
import { sdkOf } from '../support/sdk.ts'
import { until } from '../support/until.ts'

verifies('exec.jobs', 'steps run one after the other in one folder, each with its own variables, output and task', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(
    app,
    [
      { name: 'make', command: 'echo $A $B; echo made > thing' },
      { name: 'use', command: 'cat thing; echo $A $B; echo no >&2', env: { B: 'own' } },
      'pwd',
    ],
    { env: { A: 'all', B: 'all' }, workdir: 'some/where', session_id: 'mine', max_wall_time_sec: 60 },
  )
  const job = await jobEnded(app, id)
  assert.deepEqual(
    job.steps.map(({ index, name, status, exit_code, error, stdout }) => [index, name, status, exit_code, error, stdout.text]),
    [
      [0, 'make', 'succeeded', 0, null, 'all all\n'],
      [1, 'use', 'succeeded', 0, null, 'made\nall own\n'],
      [2, null, 'succeeded', 0, null, '/workspace/some/where\n'],
    ],
  )
  const { steps, ...rest } = job
  const {
    created_at: _created,
    started_at,
    finished_at,
    version_hash: _version,
    ...told
  } = rest as JobView & {
    created_at: string
    version_hash: string
  }
  assert.deepEqual(told, {
    ...{ job_id: id, project_id: 'default', status: 'succeeded', session_id: 'mine', skill_name: 'tool' },
    ...{ workdir: 'some/where', step_count: 3, max_wall_time_sec: 60, error: null, cancel_requested: false, cancel_reason: null },
  })
  assert.ok(started_at !== null && finished_at !== null && started_at < finished_at)
  // A step is a task: it is read as one, and listed where its job is asked for.
  const { body: task } = await app.get<{ job_id: string; step_index: number }>(`${exec}/tasks/${steps[1]?.task_id}`)
  assert.deepEqual([task.job_id, task.step_index], [id, 1])
  const tasks = async (query: string) =>
    (await app.get<{ tasks: { task_id: string }[] }>(`${exec}/tasks${query}`)).body.tasks.map(({ task_id }) => task_id)
  assert.deepEqual(await tasks(''), [])
  assert.deepEqual(await tasks(`?job_id=${id}`), steps.map(({ task_id }) => task_id).reverse())
  const { body: short } = await app.get<JobView>(`${exec}/jobs/${id}?tail_bytes=4`)
  assert.deepEqual(short.steps[1]?.stdout, { text: 'own\n', bytes: 13, truncated: true })
})

verifies('exec.jobs', 'the first step that fails ends the job, which says which; those after it are skipped', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ['true', { name: 'bad', command: 'exit 7' }, 'echo never > ../ran'])
  const job = await jobEnded(app, id)
  assert.deepEqual([job.status, stepStates(job)], ['failed', ['succeeded', 'failed', 'skipped']])
  assert.deepEqual(
    [job.error?.code, job.error?.details],
    [
      'STEP_FAILED',
      {
        ...{ step_index: 1, step_name: 'bad', task_id: job.steps[1]?.task_id },
        error: { code: 'NONZERO_EXIT', details: { exit_code: 7 } },
      },
    ],
  )
  const { body: canceled } = await app.post(`${exec}/jobs/${id}:cancel`)
  assert.deepEqual(canceled, { job_id: id, status: 'failed', accepted: false })
  assert.equal(await inSession(app, 'ls ..'), 'beside\nskill\n')
  const slow = await jobEnded(app, await startJob(app, [{ command: 'sleep 1000', timeout_sec: 1 }, 'true']))
  assert.deepEqual([slow.error?.code, slow.steps[0]?.error?.code], ['STEP_FAILED', 'TIMEOUT'])
})

verifies('exec.jobs', 'a job whose time is over ends with the step that runs then', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ['echo one', { command: 'sleep 1000', timeout_sec: 900 }, 'echo three'], {
    max_wall_time_sec: 1,
  })
  const job = await jobEnded(app, id)
  assert.deepEqual([job.status, stepStates(job)], ['failed', ['succeeded', 'failed', 'skipped']])
  assert.deepEqual(
    [job.error?.code, job.error?.details],
    ['JOB_TIMEOUT', { max_wall_time_sec: 1, step_index: 1, step_name: null, task_id: job.steps[1]?.task_id }],
  )
  assert.equal(job.steps[1]?.error?.code, 'TIMEOUT')
})

verifies('exec.jobs', 'a canceled job is canceled when the end of its step is confirmed, and starts no other', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ["trap '' TERM; (setsid sleep 1000 &); echo up; while :; do sleep 1; done", 'echo never'])
  await printed(app, id, 0, 'up')
  const { body } = await app.post<object>(`${exec}/jobs/${id}:cancel`, { reason: 'enough' })
  assert.deepEqual(body, { job_id: id, status: 'running', accepted: true })
  const { status, cancel_requested, steps } = await jobOf(app, id)
  // It may be over by now; but never before its step.
  if (status === 'running') assert.deepEqual([cancel_requested, steps[1]?.status], [true, 'pending'])
  const job = await jobEnded(app, id)
  assert.deepEqual(
    [job.status, job.error?.code, stepStates(job), job.steps[0]?.error?.code],
    ['canceled', 'CANCELED_BY_USER', ['canceled', 'skipped'], 'CANCELED_BY_USER'],
  )
  assert.ok(String(job.steps[0]?.finished_at) <= String(job.finished_at))
})

verifies('exec.jobs', 'a step that is canceled by itself fails its job', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ['echo up; sleep 1000', 'echo never'])
  const { steps } = await printed(app, id, 0, 'up')
  await app.post(`${exec}/tasks/${steps[0]?.task_id}:cancel`)
  const job = await jobEnded(app, id)
  assert.deepEqual([job.status, job.error?.code, stepStates(job)], ['failed', 'STEP_FAILED', ['canceled', 'skipped']])
})

verifies('exec.jobs', 'a job holds its folder from its start to its end, also between its steps', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ['true', 'echo up; while [ ! -e ../go ]; do sleep 0.02; done', 'true'])
  const ask = async (path: string, body: object) => {
    const { status, body: answer } = await app.post(`${exec}/${path}`, { skill_name: 'tool', ...body })
    return [status, errorOf(answer).code, errorOf(answer).details]
  }
  const busy = [409, 'WORKDIR_BUSY', { workdir: 'skill', held_by: { kind: 'job', id } }]
  assert.deepEqual(await ask('commands', { command: 'true' }), busy)
  await printed(app, id, 1, 'up')
  assert.deepEqual(await ask('tasks', { command: 'true' }), busy)
  assert.deepEqual(await ask('jobs', { steps: [{ command: 'true' }] }), busy)
  const { status } = await fetch(`${app.url}${exec}/sessions/default`, { method: 'DELETE' })
  assert.equal(status, 409)
  await inSession(app, 'touch ../go')
  assert.equal((await jobEnded(app, id)).status, 'succeeded')
  assert.equal((await jobEnded(app, await startJob(app, ['true']))).status, 'succeeded')
})

verifies('exec.jobs', 'bad requests say what is wrong with them, and nothing runs', async () => {
  await using app = await startApp({ skills: [tool] })
  const ask = async (more: object) => {
    const { status, body } = await app.post(`${exec}/jobs`, { skill_name: 'tool', steps: [{ command: 'true' }], ...more })
    const { code } = errorOf(body)
    return code === 'INVALID_REQUEST' ? problemsOf(body).map(({ path }) => path) : [status, code]
  }
  assert.deepEqual(await ask({ steps: [] }), ['/steps'])
  assert.deepEqual(await ask({ steps: Array.from({ length: 101 }, () => ({ command: 'true' })) }), ['/steps'])
  assert.deepEqual(await ask({ steps: [{ name: 'x' }] }), ['/steps/0/command'])
  assert.deepEqual(await ask({ steps: [{ command: 'true', timeout_sec: 1801 }] }), ['/steps/0/timeout_sec'])
  assert.deepEqual(await ask({ steps: [{ command: 'true', env: { 'A-B': '' } }] }), ['/steps/0/env'])
  assert.deepEqual(await ask({ env: { SKILL_RUNNER_X: '' } }), ['/env/SKILL_RUNNER_X'])
  assert.deepEqual(await ask({ max_wall_time_sec: 1801 }), ['/max_wall_time_sec'])
  assert.deepEqual(await ask({ workdir: '../out' }), [400, 'PATH_INVALID'])
  assert.deepEqual(await ask({ skill_name: 'none' }), [404, 'SKILL_NOT_FOUND'])
  const { body } = await app.get(`${exec}/jobs/sjob_none`)
  assert.equal(errorOf(body).code, 'JOB_NOT_FOUND')
  assert.deepEqual((await app.get(`${exec}/jobs`)).body, { jobs: [], next_cursor: null })
  const id = await startJob(app, ['true'])
  await jobEnded(app, id)
  const { body: cursor } = await app.get(`${exec}/jobs/${id}/events/history?cursor=1.2.3`)
  assert.deepEqual(problemsOf(cursor), [{ path: 'query/cursor', message: 'is not a cursor of a job', keyword: 'cursor' }])
})

interface Event {
  cursor: string
  type: string
  index?: number
  status?: string
  text?: string
}

const toldBy = (events: readonly Event[]) =>
  events.map(({ type, index, status, text }) => [type, ...(index === undefined ? [] : [index]), text ?? status])

verifies('exec.jobs', 'a job is followed by a stream or by asking again, with states and output of its steps', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ['echo one', 'echo two; while [ ! -e ../go ]; do sleep 0.02; done; echo more', 'exit 3', 'true'])
  const response = await fetch(`${app.url}${exec}/jobs/${id}/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let told = ''
  while (!told.includes('two')) told += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  const cursor = [...told.matchAll(/^id: (.+)$/gm)].at(-1)?.[1]
  await inSession(app, 'touch ../go')
  const rest = await (await fetch(`${app.url}${exec}/jobs/${id}/events?cursor=${cursor}`)).text()
  const events = [...rest.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data)).filter(({ type }) => type)
  // A state in between may pass unseen.
  const seen = toldBy(events).filter(([, , status]) => !['queued', 'starting', 'running'].includes(String(status)))
  const end = [
    ['output', 1, 'more\n'],
    ['step', 1, 'succeeded'],
    ['step', 2, 'failed'],
    ['status', 'failed'],
  ]
  assert.deepEqual(seen, end)
  const watch = async (query: string) =>
    (await app.get<{ events: Event[]; cursor: string; finished: boolean }>(`${exec}/jobs/${id}/events/history?${query}`)).body
  const all = await watch('wait_sec=60')
  assert.deepEqual(toldBy(all.events), [
    ['output', 0, 'one\n'],
    ['step', 0, 'succeeded'],
    ['output', 1, 'two\nmore\n'],
    ...end.slice(1),
  ])
  assert.equal(all.finished, true)
  // From every event on, the rest and nothing else.
  for (const [index, event] of all.events.entries()) {
    const after = await watch(`cursor=${event.cursor}&wait_sec=60`)
    assert.deepEqual([after.events, after.finished, after.cursor], [all.events.slice(index + 1), true, all.cursor])
  }
})

verifies('exec.jobs', 'the SDK starts, follows, reads, lists and cancels jobs', async () => {
  await using app = await startApp({ skills: [tool] })
  const project = sdkOf(app.url).project('default').exec
  const { job_id } = await project.startJob({ skill_name: 'tool', steps: [{ command: 'echo one' }, { command: 'echo two' }] })
  let printed = ''
  for await (const event of project.followJob(job_id)) printed += event.text ?? ''
  assert.equal(printed, 'one\ntwo\n')
  const job = await project.job(job_id, { tail_bytes: 2 })
  assert.deepEqual([job.status, job.steps.map(({ stdout }) => stdout.text)], ['succeeded', ['e\n', 'o\n']])
  assert.deepEqual(
    (await project.jobs({ status: 'succeeded' })).jobs.map((one) => one.job_id),
    [job_id],
  )
  assert.deepEqual(await project.cancelJob(job_id), { job_id, status: 'succeeded', accepted: false })
})

verifies('exec.jobs', 'jobs are listed newest first, by state and session, a page at a time', async () => {
  await using app = await startApp({ skills: [tool] })
  const bad = await startJob(app, ['false'])
  await jobEnded(app, bad)
  const good = await startJob(app, ['true'], { session_id: 'other' })
  await jobEnded(app, good)
  const list = async (query: string) => {
    const { body } = await app.get<{ jobs: JobView[]; next_cursor: string | null }>(`${exec}/jobs?${query}`)
    return { ids: body.jobs.map(({ job_id }) => job_id), next: body.next_cursor }
  }
  assert.deepEqual(await list(''), { ids: [good, bad], next: null })
  assert.deepEqual((await list('status=failed')).ids, [bad])
  assert.deepEqual((await list('session_id=other')).ids, [good])
  const { ids, next } = await list('limit=1')
  assert.deepEqual([ids, await list(`limit=1&cursor=${next}`)], [[good], { ids: [bad], next: null }])
})

verifies(
  'exec.jobs',
  'jobs beyond those that may run wait in the order in which they came; one that waits is canceled at once',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const { limits } = (await app.get<{ limits: { running_jobs: number; job_sec: number } }>(`${exec}/providers`)).body
    assert.equal(limits.job_sec, 1800)
    const wait = 'while [ ! -e ../go ]; do sleep 0.1; done'
    const start = (session: number, command: string) => startJob(app, [command], { session_id: `s${session}` })
    const running: string[] = []
    // The last place is for another project.
    for (let session = 0; session < limits.running_jobs - 1; session++) running.push(await start(session, wait))
    for (const id of running) await until('it runs', async () => (await jobOf(app, id)).status === 'running')
    const waits = await start(100, 'true')
    const canceled = await start(101, 'true')
    // A task takes no place of a job, nor a job one of a task.
    assert.equal(await inSession(app, 'echo beside', 's0'), 'beside\n')
    const { body } = await app.post(`${exec}/jobs/${canceled}:cancel`)
    assert.deepEqual(body, { job_id: canceled, status: 'canceled', accepted: true })
    const job = await jobOf(app, canceled)
    assert.deepEqual([job.status, job.started_at, stepStates(job)], ['canceled', null, ['skipped']])
    assert.equal((await jobOf(app, waits)).status, 'queued')
    await inSession(app, 'touch ../go', 's0')
    assert.equal((await jobEnded(app, waits)).status, 'succeeded')
    for (const [session, id] of running.entries()) {
      await inSession(app, 'touch ../go', `s${session}`)
      assert.equal((await jobEnded(app, id)).status, 'succeeded')
    }
  },
)

verifies(
  'exec.jobs',
  'jobs that ended longer ago than anything is kept go with their steps and the output of those',
  async () => {
    await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_RETENTION_DAYS: '7' }, limits: { reapEveryMs: 50 } })
    const old = await jobEnded(app, await startJob(app, ['echo 1', 'echo 2']))
    const young = await jobEnded(app, await startJob(app, ['echo 3', 'echo 4']))
    const before = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString()
    // A step goes with its job, and not before, however old it is.
    await changeRows(app.data, 'update exec_tasks set finished_at = ?', [before])
    await changeRows(app.data, 'update exec_jobs set finished_at = ? where id = ?', [before, old.job_id])
    const folders = ({ steps }: JobView) => steps.map(({ task_id }) => existsSync(join(app.data, 'exec/tasks', String(task_id))))
    await until('they were swept', () => folders(old).every((isThere) => !isThere))
    const get = async (path: string) => (await app.get(`${exec}/${path}`)).status
    assert.deepEqual(
      [
        await get(`jobs/${old.job_id}`),
        await get(`tasks/${old.steps[0]?.task_id}`),
        await get(`tasks/${young.steps[0]?.task_id}`),
      ],
      [404, 404, 200],
    )
    assert.deepEqual(folders(young), [true, true])
    assert.deepEqual(
      (await jobOf(app, young.job_id)).steps.map(({ stdout }) => stdout.text),
      ['3\n', '4\n'],
    )
  },
)

verifies('exec.watch', 'while a watch of a job is live, a second of the same caller and key is told so', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ['echo up; sleep 1000'])
  const path = `${exec}/jobs/${id}/events`
  const follow = async (key: string) => {
    const left = new AbortController()
    const response = await fetch(`${app.url}${path}?dedupe_key=${key}`, { signal: left.signal })
    if (response.ok) return { status: response.status, code: null, leave: () => left.abort() }
    const refusal: unknown = await response.json()
    checkAnswer('GET', path, response.status, refusal)
    return { status: response.status, code: errorOf(refusal).code, leave: () => {} }
  }
  const first = await follow('k')
  const second = await follow('k')
  assert.deepEqual([first.status, second.status, second.code], [200, 409, 'WATCH_RUNNING'])
  const poll = async (query: string) => (await app.get<object>(`${path}/history?${query}`)).body
  assert.deepEqual(await poll('dedupe_key=k&wait_sec=60&cursor=2.0.3.0.3'), {
    ...{ job_id: id, events: [], cursor: '2.0.3.0.3', finished: false, already_running: true },
  })
  const other = await follow('other')
  assert.equal(other.status, 200)
  assert.ok(!('already_running' in (await poll('wait_sec=0'))))
  first.leave()
  other.leave()
  const again = await until('the key is free', async () => {
    const next = await follow('k')
    return next.status === 200 && next
  })
  await app.post(`${exec}/jobs/${id}:cancel`)
  again.leave()
  assert.equal((await jobEnded(app, id)).status, 'canceled')
})
