import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import type { clientOf } from '../support/app.ts'
import { startApp } from '../support/app.ts'
import { changeRows, openDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

type Client = Pick<ReturnType<typeof clientOf>, 'get' | 'post'>

interface Made {
  task_id?: string
  job_id?: string
  status: string
  stdout?: { text: string }
}

const id = 'exec.keys'
const tool = { id: 'tool', sh: 'echo "{}"' }
const exec = '/v1/projects/default/exec'
const line = 'echo ran >> ../trace; echo done'
/** What creates something that outlives its request, by the kind of what it is. */
const creating = {
  tasks: { skill_name: 'tool', command: line, session_id: 'task' },
  services: { skill_name: 'tool', command: `${line}; sleep 1000`, session_id: 'service', ready_pattern: 'done' },
  jobs: { skill_name: 'tool', steps: [{ command: line }], session_id: 'job' },
} as const

const send = (client: Client, what: string, key: string, body: object, headers: Record<string, string> = {}) =>
  client.post<Made>(`${exec}/${what}`, body, { 'idempotency-key': key, ...headers })

const traced = async (client: Client, session: string): Promise<string> =>
  (
    await client.post<Made>(`${exec}/commands`, {
      skill_name: 'tool',
      command: 'cat ../trace',
      session_id: session,
      workdir: 'w',
    })
  ).body.stdout?.text ?? ''

verifies(id, 'of 40 repeats that come at once one creates, and all are told the same', async () => {
  await using app = await startApp({ skills: [tool] })
  for (const [what, body] of Object.entries(creating)) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(app, what, `key-of-${what}`, body)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]), what)
    assert.equal(new Set(answers.map((answer) => answer.body.task_id ?? answer.body.job_id)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 39)
    await until('it has run', async () => (await traced(app, body.session_id)) === 'ran\n')
    const other = await send(app, what, `key-of-${what}`, { ...body, workdir: 'elsewhere' })
    assert.deepEqual([other.status, errorOf(other.body).code], [409, 'IDEMPOTENCY_MISMATCH'])
  }
  const elsewhere = await send(app, 'services', 'key-of-tasks', creating.services)
  assert.equal(errorOf(elsewhere.body).code, 'IDEMPOTENCY_MISMATCH')
})

verifies(id, 'a command runs once for its key: 40 repeats while it runs, and those after it, are told its result', async () => {
  await using app = await startApp({ skills: [tool] })
  const body = { skill_name: 'tool', command: `${line}; sleep 0.3; exit 3`, session_id: 'command' }
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(app, 'commands', 'key', body)))
  const told = answers.map((answer) => JSON.stringify(answer.body))
  assert.deepEqual([new Set(told).size, answers[0]?.status], [1, 200])
  assert.deepEqual(JSON.parse(told[0] ?? '').exit_code, 3)
  const late = await send(app, 'commands', 'key', body)
  assert.deepEqual([JSON.stringify(late.body), late.headers.get('idempotent-replayed')], [told[0], 'true'])
  const other = await send(app, 'commands', 'key', { ...body, command: 'true' })
  assert.deepEqual([other.status, errorOf(other.body).code], [409, 'IDEMPOTENCY_MISMATCH'])
  assert.equal(await traced(app, 'command'), 'ran\n')
})

verifies(id, 'another request under the key of a command is rejected while that still runs', async () => {
  await using app = await startApp({ skills: [tool] })
  const body = { skill_name: 'tool', command: 'touch ../up; until [ -e ../go ]; do sleep 0.02; done', session_id: 's' }
  const running = send(app, 'commands', 'key', body)
  const beside = (command: string) => app.post<{ exit_code: number }>(`${exec}/commands`, { ...body, command, workdir: 'w' })
  await until('it runs', async () => (await beside('test -e ../up')).body.exit_code === 0)
  assert.equal(errorOf((await send(app, 'commands', 'key', { ...body, command: 'true' })).body).code, 'IDEMPOTENCY_MISMATCH')
  await beside('touch ../go')
  assert.equal((await running).body.status, 'succeeded')
})

verifies(id, 'what is rejected does not use up its key, and a key belongs to its caller and its project', async () => {
  using tokens = writeTokens([
    { name: 'one', scopes: ['run'] },
    { name: 'two', scopes: ['run'] },
  ])
  await using app = await startApp({ skills: [tool], env: tokens.env })
  const one = tokens.as('one')
  for (const [what, body] of Object.entries({ ...creating, commands: { skill_name: 'tool', command: line } })) {
    assert.equal((await send(app, what, what, { ...body, skill_name: 'nobody' }, one)).status, 404)
    const first = await send(app, what, what, body, one)
    assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [what === 'commands' ? 200 : 202, null])
    const foreign = await send(app, what, what, body, tokens.as('two'))
    assert.deepEqual([foreign.status, foreign.headers.get('idempotent-replayed')], [first.status, null])
  }
  const headers = { ...one, 'idempotency-key': 'tasks' }
  const elsewhere = await app.post('/v1/projects/other/exec/tasks', creating.tasks, headers)
  assert.equal(errorOf(elsewhere.body).code, 'SKILL_NOT_FOUND')
})

verifies(id, 'whenever the server is killed, a key has created one or none, and repeating it creates one', async (context) => {
  const folder = await temporaryFolder(context)
  const line = 'echo ran >> ../trace'
  const asked = Array.from({ length: 40 }, (_, index) => {
    const common = { skill_name: 'tool', session_id: `k${index}` }
    return index % 2 === 0
      ? { what: 'tasks', key: `k${index}`, body: { ...common, command: line } }
      : { what: 'jobs', key: `k${index}`, body: { ...common, steps: [{ command: line }] } }
  })
  const madeBy = ({ task_id, job_id }: Made): string => task_id ?? job_id ?? ''
  const told = new Map<string, string>()
  const first = await startServer({ folder, skills: [tool] })
  let answered = 0
  await Promise.all(
    asked.map(({ what, key, body }) =>
      send(first, what, key, body)
        .then(async (answer) => {
          told.set(key, madeBy(answer.body))
          // In the middle of them: some are answered, some stored and not answered, some not begun.
          if (++answered === 10) await first.kill()
        })
        .catch(() => {}),
    ),
  )
  await using second = await startServer({ folder })
  const ids = new Set<string>()
  for (const { what, key, body } of asked) {
    const made = madeBy((await send(second, what, key, body)).body)
    assert.equal(told.get(key) ?? made, made)
    ids.add(made)
  }
  assert.equal(ids.size, 40)
  const { tasks } = (await second.get<{ tasks: object[] }>(`${exec}/tasks?limit=200`)).body
  const { jobs } = (await second.get<{ jobs: object[] }>(`${exec}/jobs?limit=200`)).body
  assert.deepEqual([tasks.length, jobs.length], [20, 20])
  for (const { key } of asked) await until(`${key} has run`, async () => (await traced(second, key)) === 'ran\n')
})

verifies(id, 'a command whose server was killed while it ran is not run again, which the answer says', async (context) => {
  const folder = await temporaryFolder(context)
  const first = await startServer({ folder, skills: [tool] })
  const body = { skill_name: 'tool', command: 'echo ran >> ../trace; sleep 1000', session_id: 'lost' }
  const sent = send(first, 'commands', 'key', body).catch(() => null)
  await until('it runs', async () => (await traced(first, 'lost')) === 'ran\n')
  await first.kill()
  await sent
  await using second = await startServer({ folder })
  const again = await send(second, 'commands', 'key', body)
  const { code, details } = errorOf(again.body)
  const reason = 'the server stopped, or failed, while the command ran'
  assert.deepEqual([again.status, code, (details as { reason?: string }).reason], [409, 'IDEMPOTENCY_RESULT_LOST', reason])
  assert.equal(await traced(second, 'lost'), 'ran\n')
})

verifies('exec.keys-bounded', 'of the results of a caller the oldest are dropped for new ones, which a repeat says', async () => {
  await using app = await startApp({ skills: [tool] })
  const bodyOf = (session: string) => ({ skill_name: 'tool', command: line, session_id: session })
  const run = (key: string) => send(app, 'commands', key, bodyOf(key))
  const first = ['one', 'two', 'three']
  for (const key of first) assert.equal((await run(key)).status, 200)
  // Together with anything that comes later, this one is too long.
  await changeRows(app.data, 'update idempotency set answer_bytes = ? where key = ?', [64 * 1024 * 1024, 'two'])
  await run('four')
  await using database = await openDatabase(app.data, { readOnly: true })
  const kept = await database.all(
    'select key, case when answer is null then 0 else 1 end as "kept" from idempotency order by created_at',
  )
  assert.deepEqual(kept, [
    { key: 'one', kept: 0 },
    { key: 'two', kept: 0 },
    { key: 'three', kept: 1 },
    { key: 'four', kept: 1 },
  ])
  const again = await run('two')
  const { code, details } = errorOf(again.body)
  const reason = 'its result is not kept any more: of each caller the last 1000 are, at most 64 MiB together'
  assert.deepEqual([again.status, code, (details as { reason?: string }).reason], [409, 'IDEMPOTENCY_RESULT_LOST', reason])
  assert.equal((await run('three')).headers.get('idempotent-replayed'), 'true')
  for (const key of [...first, 'four']) assert.equal(await traced(app, key), 'ran\n', key)
})

verifies(id, 'what was created under a key and deleted since is not created again', async () => {
  await using app = await startApp({ skills: [tool] })
  const made = (await send(app, 'tasks', 'key', creating.tasks)).body.task_id ?? ''
  await until('it has ended', async () => (await app.get<Made>(`${exec}/tasks/${made}`)).body.status === 'succeeded')
  await changeRows(app.data, 'delete from exec_tasks where id = ?', [made])
  const { code, details } = errorOf((await send(app, 'tasks', 'key', creating.tasks)).body)
  const reason = 'what was created under this key has been deleted'
  assert.deepEqual([code, details], ['IDEMPOTENCY_RESULT_LOST', { id: made, reason }])
})
