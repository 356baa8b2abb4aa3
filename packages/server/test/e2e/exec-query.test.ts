import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import type { Wakes } from '../../src/lib/wakes.ts'
import { checkAnswer, errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { openDatabase } from '../support/database.ts'
import { ended, project, run, start, tool } from '../support/exec-calls.ts'
import { plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

const exec = `${project}/exec`

verifies('exec.query', 'a command that prints JSON tells the state of something that only it knows', async () => {
  await using app = await startApp({ skills: [tool] })
  const ask = async (state: string) => {
    await run(app, `echo '{"job": {"state": "${state}"}, "more": [1]}' > ../status.json`)
    const rules = { status_field: 'job.state', done_states: ['DONE'], error_states: ['BROKEN', 'GONE'] }
    const { status, body } = await app.post<{ version_hash: string }>(`${exec}/tasks:query`, {
      ...{ skill_name: 'tool', query_command: 'cat "$FILE"', env: { FILE: '../status.json' }, ...rules },
    })
    assert.match(body.version_hash, /^[0-9a-f]{64}$/)
    return [status, { ...body, version_hash: '' }]
  }
  const about = { session_id: 'default', skill_name: 'tool', version_hash: '', workdir: 'skill' }
  const raw = (value: string) => `{"job": {"state": "${value}"}, "more": [1]}\n`
  for (const [value, status] of [
    ['HALF', 'running'],
    ['DONE', 'succeeded'],
    ['GONE', 'failed'],
  ] as const)
    assert.deepEqual(await ask(value), [200, { status, value, raw: raw(value), ...about }])
})

verifies('exec.query', 'a query whose command fails, or prints no state, says what is wrong and what it printed', async () => {
  await using app = await startApp({ skills: [tool] })
  const ask = async (query_command: string, more: object = {}) => {
    const given = {
      skill_name: 'tool',
      query_command,
      status_field: 'state',
      done_states: ['done'],
      error_states: ['bad'],
      ...more,
    }
    const { status, body } = await app.post(`${exec}/tasks:query`, given)
    return [status, errorOf(body).code, errorOf(body).details]
  }
  const nothing = { stdout: '', stderr: '' }
  assert.deepEqual(await ask('echo oops >&2; exit 4'), [
    422,
    'QUERY_FAILED',
    { problem: 'the command failed', error: 'NONZERO_EXIT', exit_code: 4, stdout: '', stderr: 'oops\n' },
  ])
  const unread = (problem: string, stdout: string) => [
    422,
    'QUERY_FAILED',
    { problem, status_field: 'state', exit_code: 0, ...nothing, stdout },
  ]
  assert.deepEqual(await ask('true'), unread('it printed nothing', ''))
  assert.deepEqual(await ask('echo done'), unread('it did not print JSON', 'done\n'))
  assert.deepEqual(await ask('echo "{}"'), unread('its JSON has no such field', '{}\n'))
  assert.deepEqual(await ask(`echo '{"state": []}'`), unread('the field is not a text, number or boolean', '{"state": []}\n'))
  assert.deepEqual((await ask('head -c 300000 /dev/zero | tr "\\0" "["'))[0], 422)
  assert.deepEqual((await ask('sleep 1000', { timeout_sec: 1 }))[1], 'QUERY_FAILED')
  assert.deepEqual((await ask('true', { error_states: ['done'] })).slice(0, 2), [400, 'INVALID_REQUEST'])
  assert.deepEqual((await ask('true', { skill_name: 'none' })).slice(0, 2), [404, 'SKILL_NOT_FOUND'])
})

verifies(
  'exec.activations',
  'a session uses the version of a skill that was activated in it, and no other session does',
  async () => {
    await using app = await startApp()
    const skill = (text: string) => zipped('mine', plainSkill('mine', 'Is mine.', { 'data/version': text }))
    const { version_hash: old } = (await uploadTo(app, 'a', skill('old'))).body
    const { version_hash: young } = (await uploadTo(app, 'a', skill('young'))).body
    const at = '/v1/projects/a/exec'
    const activate = async (session: string, version?: string) => {
      const { status, body } = await app.post(`${at}/sessions/${session}/activations`, { skill_name: 'mine', version })
      return status === 200 ? body : [status, errorOf(body).code]
    }
    const used = async (session_id: string) => {
      const given = { skill_name: 'mine', command: 'cat data/version', session_id }
      const { body } = await app.post<{ stdout: { text: string }; version_hash: string }>(`${at}/commands`, given)
      return [body.stdout.text, body.version_hash]
    }
    const told = (session_id: string, version_hash: string) => ({
      ...{ session_id, skill_name: 'mine', version_hash, folder: '/workspace/skill', files: 2 },
    })
    assert.deepEqual(await activate('one', old.slice(0, 12)), told('one', old))
    assert.deepEqual(
      [await used('one'), await used('two')],
      [
        ['old', old],
        ['young', young],
      ],
    )
    assert.deepEqual(await activate('one'), told('one', young))
    assert.deepEqual(await used('one'), ['young', young])
    assert.deepEqual(await activate('one', '0'.repeat(64)), [404, 'SKILL_VERSION_NOT_FOUND'])
    // It goes with its session.
    await activate('two', old)
    const path = `${at}/sessions/two`
    const removed = await fetch(app.url + path, { method: 'DELETE' })
    checkAnswer('DELETE', path, removed.status, await removed.json())
    assert.deepEqual(await used('two'), ['young', young])
  },
)

verifies('exec.activations', 'an activation brings the skill before anything runs, and a bad one makes no session', async () => {
  await using app = await startApp({ skills: [tool] })
  const activate = (skill_name: string) => app.post(`${exec}/sessions/fresh/activations`, { skill_name })
  assert.equal(errorOf((await activate('none')).body).code, 'SKILL_NOT_FOUND')
  assert.deepEqual((await app.get<{ sessions: [] }>(`${exec}/sessions`)).body.sessions, [])
  assert.equal((await activate('tool')).status, 200)
  const [session = ''] = readdirSync(join(app.data, 'exec/sessions'))
  const [copy = ''] = readdirSync(join(app.data, 'exec/sessions', session, 'skills'))
  assert.equal(readFileSync(join(app.data, 'exec/sessions', session, 'skills', copy, 'data/hello.txt'), 'utf8'), 'hello\n')
})

/** Everything of a task that anybody keeps. */
async function kept(data: string, id: string) {
  await using database = await openDatabase(data)
  const folder = join(data, 'exec/tasks', id)
  const files = readdirSync(folder).map((name) => {
    const { mtimeMs, ctimeMs, size, mode } = statSync(join(folder, name))
    return { name, mtimeMs, ctimeMs, size, mode, text: readFileSync(join(folder, name), 'utf8') }
  })
  const { mtimeMs } = statSync(folder)
  const row = await database.first('select * from exec_tasks where id = ?', [id])
  return { row, files, mtimeMs, artifacts: await database.all('select * from exec_artifacts') }
}

/** How many waits of the server for news of something have begun since. */
function waitsFor({ app }: { readonly app: { readonly runner: { readonly wakes: Wakes } } }, topic: string): () => number {
  const { wakes } = app.runner
  const next = wakes.next.bind(wakes)
  let count = 0
  wakes.next = (asked, signal) => {
    if (asked === topic) count++
    return next(asked, signal)
  }
  return () => count
}

verifies('exec.watch', 'to watch a task that has ended ends at once and changes nothing of it', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, 'echo out; echo err >&2; echo x > x', { outputs: [{ path: 'x' }] })
  await ended(app, id)
  const before = await kept(app.data, id)
  assert.ok(before.files.length > 2 && before.artifacts.length === 1)
  const waits = waitsFor(app, `exec-task:${id}`)
  for (const path of [`/tasks/${id}/events`, `/tasks/${id}/events?dedupe_key=k`]) {
    const text = await (await fetch(`${app.url}${exec}${path}`)).text()
    assert.match(text, /"status":"succeeded"/)
  }
  for (const query of ['wait_sec=60', 'wait_sec=60&dedupe_key=k', 'cursor=4.4.4&wait_sec=60']) {
    const { body } = await app.get<{ finished: boolean }>(`${exec}/tasks/${id}/events/history?${query}`)
    assert.equal(body.finished, true, query)
  }
  assert.deepEqual([await kept(app.data, id), waits()], [before, 0])
  // One that goes on is waited for: the count is of these waits.
  const long = await start(app, 'sleep 1000')
  const ofLong = waitsFor(app, `exec-task:${long}`)
  await app.post(`${exec}/tasks/${long}:cancel`)
  await (await fetch(`${app.url}${exec}/tasks/${long}/events`)).text()
  assert.ok(ofLong() > 0)
})

verifies('exec.watch', 'while a watch is live, a second of the same caller and key is told so', async () => {
  using tokens = writeTokens([
    { name: 'blue', scopes: ['run'], project: 'default' },
    { name: 'green', scopes: ['run'], project: 'default' },
  ])
  await using app = await startApp({ skills: [tool], env: tokens.env })
  const blue = tokens.as('blue')
  const { body } = await app.post<{ task_id: string }>(
    `${exec}/tasks`,
    { skill_name: 'tool', command: 'echo up; sleep 1000' },
    blue,
  )
  const task = `${exec}/tasks/${body.task_id}`
  const follow = async (key: string, headers: Record<string, string>) => {
    const left = new AbortController()
    const response = await fetch(`${app.url}${task}/events?dedupe_key=${key}`, { headers, signal: left.signal })
    if (response.ok) return { status: response.status, code: null, leave: () => left.abort() }
    const refusal: unknown = await response.json()
    checkAnswer('GET', `${task}/events`, response.status, refusal)
    return { status: response.status, code: errorOf(refusal).code, leave: () => {} }
  }
  const first = await follow('k', blue)
  assert.deepEqual([(await follow('k', blue)).code, (await follow('k', blue)).status], ['WATCH_RUNNING', 409])
  const poll = async (query: string, headers = blue) => (await app.get<object>(`${task}/events/history?${query}`, headers)).body
  assert.deepEqual(await poll('dedupe_key=k&wait_sec=60&cursor=3.0.3'), {
    ...{ task_id: body.task_id, events: [], cursor: '3.0.3', finished: false, already_running: true },
  })
  // Another key, another caller and no key at all are others.
  for (const other of [await follow('other', blue), await follow('k', tokens.as('green'))]) {
    assert.equal(other.status, 200)
    other.leave()
  }
  assert.ok(!('already_running' in (await poll('wait_sec=0'))))
  first.leave()
  const again = await until('the key is free', async () => {
    const next = await follow('k', blue)
    return next.status === 200 && next
  })
  await app.post(`${task}:cancel`, {}, blue)
  again.leave()
  await until('it has ended', async () => (await app.get<{ status: string }>(task, blue)).body.status === 'canceled')
})
