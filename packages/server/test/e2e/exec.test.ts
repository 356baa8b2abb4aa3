import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AdminActions } from '@agent-skill-runner/contract/management.ts'
import { verifies } from '../../../../test/verifies.ts'
import { checkAnswer, errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { changeRows, openDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killNursery } from '../support/nursery.ts'
import { startServer } from '../support/server.ts'
import { writeTokens } from '../support/tokens.ts'
import { addTrigger } from '../support/triggers.ts'
import { until } from '../support/until.ts'

const tool = { id: 'tool', files: { 'data/hello.txt': 'hello\n' }, sh: 'echo "{}"' }
const exec = '/v1/projects/default/exec'

interface Ran {
  status: string
  exit_code: number | null
  error: { code: string; details: object } | null
  stdout: { text: string; bytes: number; truncated: boolean }
  stderr: { text: string }
  workdir: string
  session_id: string
}

interface Task {
  task_id: string
  status: string
  exit_code: number | null
  error: { code: string } | null
  stdout: { text: string; bytes: number }
}

type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post'>

const run = async (app: Client, command: string, more: object = {}): Promise<Ran> =>
  (await app.post<Ran>(`${exec}/commands`, { skill_name: 'tool', command, ...more })).body

async function start(app: Client, command: string, more: object = {}): Promise<string> {
  const { status, body } = await app.post<Task>(`${exec}/tasks`, { skill_name: 'tool', command, ...more })
  assert.deepEqual([status, body.status], [202, 'queued'], JSON.stringify(body))
  return body.task_id
}

const taskOf = async (app: Client, id: string): Promise<Task> => (await app.get<Task>(`${exec}/tasks/${id}`)).body

const ended = (app: Client, id: string): Promise<Task> =>
  until(`${id} has ended`, async () => {
    const task = await taskOf(app, id)
    return ['succeeded', 'failed', 'canceled'].includes(task.status) && task
  })

verifies(
  'exec.commands',
  'a command runs in the folder of its skill, and is told with its output and its exit code',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const { stdout, stderr, status, exit_code, error, workdir, session_id } = await run(
      app,
      'pwd; cat data/hello.txt; echo no >&2',
    )
    assert.deepEqual(
      { stdout, stderr, status, exit_code, error, workdir, session_id },
      {
        stdout: { text: '/workspace/skill\nhello\n', bytes: 23, truncated: false },
        stderr: { text: 'no\n', bytes: 3, truncated: false },
        ...{ status: 'succeeded', exit_code: 0, error: null, workdir: 'skill', session_id: 'default' },
      },
    )
    const bad = await run(app, 'exit 7')
    assert.deepEqual(
      [bad.status, bad.exit_code, bad.error?.code, bad.error?.details],
      ['failed', 7, 'NONZERO_EXIT', { exit_code: 7 }],
    )
    const slow = await run(app, 'sleep 1000', { timeout_sec: 1 })
    assert.deepEqual([slow.status, slow.exit_code, slow.error?.code], ['failed', null, 'TIMEOUT'])
  },
)

verifies('exec.commands', 'what a command leaves is there for the next one of its session, and for nobody else', async () => {
  await using app = await startApp({ skills: [tool] })
  await run(app, 'echo mine > note; echo more > ../deep; mkdir -p ~/x', { session_id: 'one' })
  const texts = async (session_id: string) => (await run(app, 'cat note ../deep 2>&1 | tail -2', { session_id })).stdout.text
  assert.equal(await texts('one'), 'mine\nmore\n')
  assert.match(await texts('two'), /No such file.*\n.*No such file/)
  const elsewhere = await run(app, 'pwd; ls', { session_id: 'one', workdir: 'some/where' })
  assert.equal(elsewhere.stdout.text, '/workspace/some/where\n')
  // The skill itself is never changed by what a session does with its copy.
  await run(app, 'echo changed > data/hello.txt', { session_id: 'one' })
  assert.equal((await run(app, 'cat data/hello.txt', { session_id: 'two' })).stdout.text, 'hello\n')
})

verifies('exec.commands', 'a command sees nothing of the server: no variables, no files, no network', async () => {
  await using app = await startApp({ skills: [tool], env: { CANARY: 'planted' } })
  writeFileSync(join(app.data, 'canary'), 'planted')
  const { stdout } = await run(
    app,
    `env; cat ${app.data}/canary /proc/1/environ; (echo > /dev/tcp/127.0.0.1/${new URL(app.url).port}) && echo reached`,
  )
  assert.ok(!/planted|reached/.test(stdout.text), stdout.text)
  assert.deepEqual(
    stdout.text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split('=')[0])
      .toSorted(),
    ['HOME', 'LANG', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'SKILL_RUNNER_MARK', 'TMPDIR', '_'],
  )
})

verifies('exec.commands', 'two commands in one folder at once: the second is told who is there', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, 'sleep 1000')
  const { status, body } = await app.post(`${exec}/commands`, { skill_name: 'tool', command: 'true' })
  assert.deepEqual(
    [status, errorOf(body).code, errorOf(body).details],
    [409, 'WORKDIR_BUSY', { workdir: 'skill', held_by: { kind: 'task', id } }],
  )
  assert.equal((await run(app, 'echo beside', { workdir: 'other' })).stdout.text, 'beside\n')
  await app.post(`${exec}/tasks/${id}:cancel`)
  assert.equal((await ended(app, id)).status, 'canceled')
  assert.equal((await run(app, 'echo free')).stdout.text, 'free\n')
})

verifies('exec.commands', 'bad requests are told what is wrong with them, and nothing runs', async () => {
  await using app = await startApp({ skills: [tool] })
  const ask = async (more: object) => {
    const { status, body } = await app.post(`${exec}/commands`, { skill_name: 'tool', command: 'true', ...more })
    return [status, errorOf(body).code]
  }
  assert.deepEqual(await ask({ skill_name: 'none' }), [404, 'SKILL_NOT_FOUND'])
  assert.deepEqual(await ask({ workdir: '../out' }), [400, 'PATH_INVALID'])
  assert.deepEqual(await ask({ workdir: '/etc' }), [400, 'PATH_INVALID'])
  assert.deepEqual(await ask({ session_id: '../x' }), [400, 'INVALID_REQUEST'])
  assert.deepEqual(await ask({ timeout_sec: 121 }), [400, 'INVALID_REQUEST'])
  assert.deepEqual(await ask({ env: { 'A-B': 'x' } }), [400, 'INVALID_REQUEST'])
  assert.deepEqual(await ask({ env: { SKILL_RUNNER_X: 'x' } }), [400, 'INVALID_REQUEST'])
  assert.deepEqual((await app.get<{ sessions: [] }>(`${exec}/sessions`)).body.sessions, [])
})

verifies('exec.tasks', 'a task is started, read, followed and listed, and its end is final', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, 'echo one; echo two >&2; exit 3')
  const task = await ended(app, id)
  assert.deepEqual([task.status, task.exit_code, task.error?.code, task.stdout.text], ['failed', 3, 'NONZERO_EXIT', 'one\n'])
  const { body: log } = await app.get<{ text: string; total_bytes: number }>(
    `${exec}/tasks/${id}/logs/stdout?byte_from=1&byte_to=3`,
  )
  assert.deepEqual([log.text, log.total_bytes], ['ne', 4])
  const { body: canceled } = await app.post<object>(`${exec}/tasks/${id}:cancel`)
  assert.deepEqual(canceled, { task_id: id, status: 'failed', accepted: false })
  const { body: history } = await app.get<{
    events: { type: string; text?: string; status?: string }[]
    finished: boolean
    cursor: string
  }>(`${exec}/tasks/${id}/events/history?wait_sec=60`)
  assert.deepEqual(
    [history.finished, history.events.map(({ type, text, status }) => [type, text ?? status])],
    [
      true,
      [
        ['output', 'one\n'],
        ['output', 'two\n'],
        ['status', 'failed'],
      ],
    ],
  )
  const { body: nothing } = await app.get<object>(`${exec}/tasks/${id}/events/history?cursor=${history.cursor}&wait_sec=60`)
  assert.deepEqual(nothing, { task_id: id, events: [], cursor: history.cursor, finished: true })
  const other = await start(app, 'true', { session_id: 'other' })
  await ended(app, other)
  const list = async (query: string) =>
    (await app.get<{ tasks: Task[]; next_cursor: string | null }>(`${exec}/tasks?${query}`)).body
  assert.deepEqual(
    (await list('')).tasks.map(({ task_id }) => task_id),
    [other, id],
  )
  assert.deepEqual(
    (await list('status=failed')).tasks.map(({ task_id }) => task_id),
    [id],
  )
  assert.deepEqual(
    (await list('session_id=other')).tasks.map(({ task_id }) => task_id),
    [other],
  )
  const first = await list('limit=1')
  assert.deepEqual(
    (await list(`limit=1&cursor=${first.next_cursor}`)).tasks.map(({ task_id }) => task_id),
    [id],
  )
})

verifies(
  'exec.tasks',
  'a stream tells states and output of a task as they come, and ends with it; one that left goes on where it was',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const id = await start(app, 'echo first; while [ ! -e go ]; do sleep 0.02; done; echo last')
    const response = await fetch(`${app.url}${exec}/tasks/${id}/events`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let told = ''
    while (!told.includes('first')) told += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    const cursor = [...told.matchAll(/^id: (.+)$/gm)].at(-1)?.[1]
    await run(app, 'touch ../skill/go', { workdir: 'other' })
    const rest = await (await fetch(`${app.url}${exec}/tasks/${id}/events?cursor=${cursor}`)).text()
    const events = [...rest.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
    assert.deepEqual(
      events.filter(({ type }) => type).map(({ type, text, status }) => [type, text ?? status]),
      [
        ['output', 'last\n'],
        ['status', 'succeeded'],
      ],
    )
  },
)

verifies('exec.tasks', 'a canceled task is canceled when its end is confirmed, with all that it started', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, "trap '' TERM; (setsid sleep 1000 &); echo up; while :; do sleep 1; done")
  await until('it is up', async () => (await taskOf(app, id)).stdout.text === 'up\n')
  const { body } = await app.post<{ accepted: boolean }>(`${exec}/tasks/${id}:cancel`)
  assert.equal(body.accepted, true)
  const task = await ended(app, id)
  assert.deepEqual([task.status, task.error?.code], ['canceled', 'CANCELED_BY_USER'])
})

verifies(
  'exec.tasks-outlive-the-server',
  'after kill -9 of the server its tasks go on, and the next one tells their ends, with no byte lost',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool] })
    const goes = await start(first, 'for i in $(seq 1 200); do echo line $i; sleep 0.005; done', { session_id: 'a' })
    const short = await start(first, 'while [ ! -e ../go ]; do sleep 0.02; done; echo short', { session_id: 'b' })
    const stays = await start(first, 'sleep 1000', { session_id: 'c' })
    for (const id of [goes, short, stays]) await until('it runs', async () => (await taskOf(first, id)).status === 'running')
    await run(first, 'touch ../go', { session_id: 'b', workdir: 'x' })
    await first.kill()
    await using second = await startServer({ folder })
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`).join('')
    assert.deepEqual([(await ended(second, goes)).status, (await ended(second, short)).status], ['succeeded', 'succeeded'])
    const { body } = await second.get<{ text: string }>(`${exec}/tasks/${goes}/logs/stdout`)
    assert.equal(body.text, lines)
    const busy = await second.post(`${exec}/commands`, { skill_name: 'tool', command: 'true', session_id: 'c' })
    assert.equal(errorOf(busy.body).code, 'WORKDIR_BUSY')
    await second.post(`${exec}/tasks/${stays}:cancel`)
    assert.equal((await ended(second, stays)).status, 'canceled')
  },
)

verifies(
  'exec.tasks-outlive-the-server',
  'the user of a task that was taken over is that of no other session and of no run',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool] })
    const id = await start(first, 'id -u; sleep 1000', { session_id: 'a' })
    const user = await until('it has said who it is', async () => (await taskOf(first, id)).stdout.text.trim())
    await first.kill()
    await using second = await startServer({
      folder,
      skills: [{ id: 'who', sh: 'echo "{\\"uid\\": $(id -u)}" > "$SKILL_RESULT_FILE"' }],
    })
    const others = [
      (await run(second, 'id -u', { session_id: 'b' })).stdout.text.trim(),
      String((((await second.run('who')).result?.data ?? {}) as { uid?: number }).uid),
    ]
    const own = (await run(second, 'id -u', { session_id: 'a', workdir: 'beside' })).stdout.text.trim()
    await second.post(`${exec}/tasks/${id}:cancel`)
    await ended(second, id)
    // A server that is not root has one user for all.
    const isRoot = process.getuid?.() === 0
    assert.deepEqual([own, others.includes(user)], [user, !isRoot])
  },
)

verifies('exec.projects-are-apart', 'a token of one project finds nothing of another, by any route', async () => {
  using tokens = writeTokens([
    { name: 'blue', scopes: ['run'], project: 'default' },
    { name: 'red', scopes: ['run'], project: 'red' },
  ])
  await using app = await startApp({ skills: [tool], env: tokens.env })
  const as = (name: string) => ({ authorization: `Bearer ${tokens.tokenOf(name)}` })
  const { body } = await app.post<Task>(`${exec}/tasks`, { skill_name: 'tool', command: 'sleep 1000' }, as('blue'))
  const id = body.task_id
  const tries: [string, string, object?][] = [
    ['POST', '/exec/commands', { skill_name: 'tool', command: 'true' }],
    ['POST', '/exec/tasks', { skill_name: 'tool', command: 'true' }],
    ['GET', '/exec/tasks'],
    ['GET', `/exec/tasks/${id}`],
    ['GET', `/exec/tasks/${id}/logs/stdout`],
    ['GET', `/exec/tasks/${id}/events`],
    ['GET', `/exec/tasks/${id}/events/history`],
    ['POST', `/exec/tasks/${id}:cancel`],
    ['POST', '/exec/services', { skill_name: 'tool', command: 'true' }],
    ['POST', `/exec/services/${id}:cancel`],
    ['GET', '/exec/sessions'],
    ['GET', '/exec/sessions/default'],
    ['GET', '/exec/providers'],
  ]
  const ask = (method: string, path: string, given: object | undefined) =>
    method === 'GET' ? app.get(path, as('red')) : app.post(path, given ?? {}, as('red'))
  for (const [method, path, given] of tries) {
    const foreign = await ask(method, `/v1/projects/default${path}`, given)
    assert.deepEqual([foreign.status, errorOf(foreign.body).code], [404, 'PROJECT_NOT_FOUND'], path)
    if (!path.includes(id)) continue
    // Under its own project the id is one that nobody has.
    const own = await ask(method, `/v1/projects/red${path}`, given)
    assert.deepEqual([own.status, errorOf(own.body).code], [404, 'TASK_NOT_FOUND'], path)
  }
  await app.post(`${exec}/tasks/${id}:cancel`, {}, as('blue'))
  await until('it has ended', async () => (await app.get<Task>(`${exec}/tasks/${id}`, as('blue'))).body.status === 'canceled')
})

verifies('exec.commands', 'a session that is not used is deleted with all that is in it', async () => {
  await using app = await startApp({ skills: [tool] })
  await run(app, 'echo kept > note')
  const remove = async () => {
    const response = await fetch(`${app.url}${exec}/sessions/default`, { method: 'DELETE' })
    const body: unknown = await response.json()
    checkAnswer('DELETE', `${exec}/sessions/default`, response.status, body)
    return response.ok ? body : errorOf(body).code
  }
  const id = await start(app, 'sleep 1000')
  assert.equal(await remove(), 'SESSION_BUSY')
  await app.post(`${exec}/tasks/${id}:cancel`)
  await ended(app, id)
  assert.deepEqual(await remove(), { session_id: 'default', removed: true })
  assert.equal(await remove(), 'EXEC_SESSION_NOT_FOUND')
  assert.match((await run(app, 'cat note 2>&1')).stdout.text, /No such file/)
})

verifies(
  'exec.commands',
  'sessions of several callers have one name; administrators delete that of another by its owner',
  async () => {
    using tokens = writeTokens([
      { name: 'chief', scopes: ['admin'] },
      { name: 'blue', scopes: ['run'] },
      { name: 'bound', scopes: ['admin'], profile: 'any' },
    ])
    await using app = await startApp({ skills: [tool], env: tokens.env })
    const asked = { skill_name: 'tool', command: 'echo mine > note' }
    for (const name of ['chief', 'blue']) assert.equal((await app.post(`${exec}/commands`, asked, tokens.as(name))).status, 200)
    const owners = async () => {
      const { sessions } = (await app.get<{ sessions: { owner: string }[] }>(`${exec}/sessions`, tokens.as('chief'))).body
      return sessions.map(({ owner }) => owner).toSorted()
    }
    const remove = async (name: string, owner: string) => {
      const path = `${exec}/sessions/default?owner=${owner}`
      const response = await fetch(`${app.url}${path}`, { method: 'DELETE', headers: tokens.as(name) })
      const body: unknown = await response.json()
      checkAnswer('DELETE', path, response.status, body)
      return response.ok ? body : [response.status, errorOf(body).code, errorOf(body).details]
    }
    assert.deepEqual(await owners(), ['blue', 'chief'])
    assert.deepEqual(await remove('blue', 'chief'), [403, 'FORBIDDEN', { needed: 'admin', granted: ['read', 'run'] }])
    const refused = { needed: 'admin', granted: ['read', 'run', 'admin'], profile: 'any' }
    assert.deepEqual(await remove('bound', 'blue'), [403, 'FORBIDDEN', refused])
    assert.deepEqual(await remove('chief', 'nobody'), [404, 'EXEC_SESSION_NOT_FOUND', { session_id: 'default' }])
    assert.deepEqual(await owners(), ['blue', 'chief'])
    assert.deepEqual(await remove('chief', 'blue'), { session_id: 'default', removed: true })
    assert.deepEqual(await owners(), ['chief'])
    assert.deepEqual(await remove('blue', 'blue'), [404, 'EXEC_SESSION_NOT_FOUND', { session_id: 'default' }])
    assert.deepEqual(await remove('chief', 'chief'), { session_id: 'default', removed: true })

    // What was one's own is nobody else's business.
    const { actions } = (await app.get<AdminActions>('/v1/management/audit', tokens.as('chief'))).body
    assert.deepEqual(
      actions
        .toReversed()
        .map(({ principal, action, target, status, error_code }) => [principal, action, target, status, error_code]),
      [
        ['blue', 'deleteExecSession', 'default/default?owner=chief', 403, 'FORBIDDEN'],
        ['bound', 'deleteExecSession', 'default/default?owner=blue', 403, 'FORBIDDEN'],
        ['chief', 'deleteExecSession', 'default/default?owner=nobody', 404, 'EXEC_SESSION_NOT_FOUND'],
        ['chief', 'deleteExecSession', 'default/default?owner=blue', 200, null],
      ],
    )
  },
)

verifies(
  'admin.actions-are-audited',
  'the session of another is not deleted where that cannot be put on record first, and one of your own is',
  async () => {
    using tokens = writeTokens([
      { name: 'chief', scopes: ['admin'] },
      { name: 'blue', scopes: ['run'] },
    ])
    await using app = await startApp({ skills: [tool], env: tokens.env })
    const asked = { skill_name: 'tool', command: 'true' }
    for (const name of ['chief', 'blue']) assert.equal((await app.post(`${exec}/commands`, asked, tokens.as(name))).status, 200)
    await using database = await openDatabase(app.data)
    await addTrigger(database, { before: 'insert on admin_actions', does: null })
    const remove = async (owner: string) => {
      const path = `${app.url}${exec}/sessions/default?owner=${owner}`
      return (await fetch(path, { method: 'DELETE', headers: tokens.as('chief') })).status
    }
    assert.deepEqual([await remove('blue'), await remove('chief')], [500, 200])
    const { sessions } = (await app.get<{ sessions: { owner: string }[] }>(`${exec}/sessions`, tokens.as('chief'))).body
    assert.deepEqual(
      sessions.map(({ owner }) => owner),
      ['blue'],
    )
  },
)

verifies(
  'exec.tasks',
  'tasks that ended longer ago than anything is kept go with their output, and what a crash left goes too',
  async () => {
    await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_RETENTION_DAYS: '7' }, limits: { reapEveryMs: 50 } })
    const old = await start(app, 'echo old')
    const young = await start(app, 'echo young', { session_id: 'b' })
    for (const id of [old, young]) await ended(app, id)
    const week = 8 * 24 * 60 * 60 * 1000
    const weekAgo = new Date(Date.now() - week).toISOString()
    await changeRows(app.data, 'update exec_tasks set finished_at = ? where id = ?', [weekAgo, old])
    const folder = (id: string) => join(app.data, 'exec/tasks', id)
    const hours = new Date(Date.now() - 2 * 60 * 60 * 1000)
    for (const [name, at] of [
      ['cmd_left', hours],
      ['cmd_now', new Date()],
    ] as const) {
      mkdirSync(folder(name))
      utimesSync(folder(name), at, at)
    }
    utimesSync(folder(young), hours, hours)
    await until('it was swept', () => !existsSync(folder(old)) && !existsSync(folder('cmd_left')))
    assert.deepEqual(
      [old, young, 'cmd_left', 'cmd_now'].map((name) => existsSync(folder(name))),
      [false, true, false, true],
    )
    assert.deepEqual([(await app.get(`${exec}/tasks/${old}`)).status, (await taskOf(app, young)).stdout.text], [404, 'young\n'])
  },
)

verifies(
  'exec.tasks-outlive-the-server',
  'a task whose nursery was killed is lost and says so, and the next task has a new one',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const id = await start(app, 'echo up; sleep 1000')
    await until('it is up', async () => (await taskOf(app, id)).stdout.text === 'up\n')
    await killNursery(app.data)
    const lost = await ended(app, id)
    assert.deepEqual([lost.status, lost.exit_code, lost.error?.code, lost.stdout.text], ['failed', null, 'RUNNER_LOST', 'up\n'])
    assert.equal((await ended(app, await start(app, 'echo again'))).status, 'succeeded')
  },
)

verifies('exec.commands', 'a task that waited is refused, and not run, where the sandbox is gone since', async (context) => {
  const folder = await temporaryFolder(context)
  chmodSync(folder, 0o755)
  const first = await startApp({ folder, skills: [tool] })
  const id = await start(first, 'echo ran')
  await ended(first, id)
  await first.stop()
  await changeRows(first.data, "update exec_tasks set id = 'task_waits', state = 'queued', finished_at = null, exit_code = null")
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  // All that a child needs without a sandbox, and no bubblewrap.
  for (const name of ['perl', 'setpriv']) symlinkSync(join('/usr/bin', name), join(tools, name))
  const path = process.env['PATH']
  process.env['PATH'] = tools
  try {
    await using second = await startApp({ folder, env: { SKILL_RUNNER_SANDBOX: 'auto' } })
    const task = await ended(second, 'task_waits')
    assert.deepEqual([task.status, task.error?.code, task.stdout.text], ['failed', 'SANDBOX_UNAVAILABLE', ''])
  } finally {
    process.env['PATH'] = path
  }
})
