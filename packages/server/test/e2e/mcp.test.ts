import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { verifies } from '../../../../test/verifies.ts'
import { tools as toolNames } from '../../src/domain/tools.ts'
import { openE2bStandIn } from '../stand-ins/e2b/server.ts'
import { startApp } from '../support/app.ts'
import { ended, tool } from '../support/exec.ts'
import { type Connected, connect, errorIn, protocolErrorOf, revisions, rpc } from '../support/mcp.ts'
import { until } from '../support/until.ts'

interface Task {
  readonly task_id: string
  readonly status: string
  readonly exposed_endpoints: readonly { readonly url: string }[]
  readonly exposed_endpoints_active: boolean
}

interface Watched {
  readonly events: readonly { readonly type: string; readonly status?: string; readonly text?: string }[]
  readonly cursor: string
  readonly finished: boolean
  readonly already_running?: true
}

const start = async (client: Connected, command: string): Promise<string> =>
  (await client.call<Task>('skills_run_cmd_async', { skill_name: 'tool', command })).data.task_id

for (const revision of revisions)
  verifies('mcp.tools', `a client of ${revision} lists, loads, runs, starts, watches and cancels`, async () => {
    await using app = await startApp({ skills: [tool] })
    await using client = await connect(revision, app)
    assert.equal(client.revision, revision)
    const { data: listed } = await client.call<{ skills: { name: string }[] }>('skills_list')
    assert.ok(listed.skills.some(({ name }) => name === 'tool'))

    const { data: loaded } = await client.call('skills_load', { skill_name: 'tool', path: 'data/hello.txt' })
    assert.deepEqual(
      [loaded['content'], loaded['bytes'], loaded['sha256']],
      ['hello\n', 6, createHash('sha256').update('hello\n').digest('hex')],
    )
    assert.match(String((await client.call('skills_load', { skill_name: 'tool' })).data['content']), /^---\nname: tool/)

    const command = 'cat data/hello.txt > out.txt; cat out.txt'
    const ran = await client.call<{ stdout: { text: string }; created_artifacts: { artifact_id: string }[] }>('skills_run_cmd', {
      ...{ skill_name: 'tool', command, outputs: [{ path: 'out.txt' }] },
    })
    assert.equal(ran.data.stdout.text, 'hello\n')
    const [artifact] = ran.data.created_artifacts
    const uri = `artifact://exec/default/${artifact?.artifact_id}`
    assert.deepEqual(ran.content.slice(1), [{ type: 'resource_link', uri, name: 'out.txt', size: 6 }])
    const { contents } = await client.raw.readResource({ uri })
    assert.deepEqual(contents, [{ uri, mimeType: 'text/plain', text: 'hello\n' }])
    // Nothing but artifacts is read as one.
    for (const other of [
      'exec/default/..%2F..%2Fskills',
      'exec/default/%zz',
      'exec/other/x',
      'run/x/..%2F..',
      'exec/default/art_no',
    ])
      await assert.rejects(client.raw.readResource({ uri: `artifact://${other}` }), /not found/i, other)

    const id = await start(client, 'echo begun; sleep 1000')
    const first = await client.call<Watched>('skills_task_watch', { task_id: id, wait_sec: 1 })
    assert.equal(first.data.finished, false)
    await client.call('skills_task_cancel', { task_id: id })
    const { data: rest } = await client.call<Watched>('skills_task_watch', { task_id: id, cursor: first.data.cursor })
    assert.deepEqual([rest.finished, rest.events.at(-1)?.status], [true, 'canceled'])
    assert.equal((await client.call<Task>('skills_task_status', { task_id: id })).data.status, 'canceled')
  })

interface Ended {
  readonly error: { readonly code: string; readonly details: object } | null
}

verifies('mcp.tools', 'every tool of the table is offered, with schemas that stand alone and honest hints', async () => {
  await using app = await startApp({ skills: [] })
  await using client = await connect('2026-07-28', app)
  const tools = (await client.tools()).filter(({ name }) => !name.startsWith('demo-') && !name.startsWith('zotero'))
  assert.deepEqual(
    tools.map(({ name }) => name),
    [...toolNames],
  )
  assert.doesNotMatch(JSON.stringify(tools), /\$ref/)
  const readOnly = tools
    .filter(({ annotations }) => (annotations as { readOnlyHint: boolean }).readOnlyHint)
    .map(({ name }) => name)
  // A status can run a command, where that command tells it.
  assert.deepEqual(readOnly, [
    ...['skills_list', 'skills_load', 'skills_job_status', 'skills_task_watch', 'skills_job_watch'],
    ...['skill_run_status', 'skill_run_result'],
  ])
  const mild = tools.filter(({ annotations }) => !(annotations as { destructiveHint: boolean }).destructiveHint)
  // Whatever runs something can delete something; to put a skill into a session only adds to it.
  assert.deepEqual(
    mild.map(({ name }) => name).filter((name) => !readOnly.includes(name)),
    ['skills_activate'],
  )
  const command = tools.find(({ name }) => name === 'skills_run_cmd')?.inputSchema as { required: string[]; properties: object }
  assert.deepEqual([command.required, 'project_id' in command.properties], [['skill_name', 'command'], false])
})

for (const revision of revisions)
  verifies('mcp.tools', `${revision}: a step job, a status by a command and a service with a port work as tools`, async () => {
    const serve = 'require("node:http").createServer((_, r) => r.end("from inside")).listen(8080, "127.0.0.1")'
    await using app = await startApp({ skills: [{ ...tool, files: { ...tool.files, 'serve.js': serve } }] })
    await using client = await connect(revision, app)
    const steps = [{ command: 'echo one' }, { command: 'echo two; exit 3' }, { command: 'echo three' }]
    const { data: job } = await client.call<{ job_id: string }>('skills_start_job', {
      skill_name: 'tool',
      session_id: 'steps',
      steps,
    })
    const { data: watched } = await client.call<Watched>('skills_job_watch', { job_id: job.job_id })
    assert.equal(watched.finished, true)
    const { data: after } = await client.call<{ status: string; steps: { status: string }[] }>('skills_job_status', job)
    assert.deepEqual([after.status, ...after.steps.map(({ status }) => status)], ['failed', 'succeeded', 'failed', 'skipped'])
    assert.equal((await client.call<{ accepted: boolean }>('skills_job_cancel', { job_id: job.job_id })).data.accepted, false)

    const { data: asked } = await client.call('skills_task_status', {
      ...{ provider: 'cmd', skill_name: 'tool', query_command: 'echo \'{"state":"ok"}\'', status_field: 'state' },
      ...{ done_states: ['ok'], error_states: ['bad'] },
    })
    assert.deepEqual([asked['status'], asked['value']], ['succeeded', 'ok'])

    const service = { skill_name: 'tool', command: 'exec node serve.js', expose_ports: [8080] }
    const { data: started } = await client.call<Task>('skills_run_service', service)
    const running = await until('the service runs', async () => {
      const { data } = await client.call<Task>('skills_task_status', { task_id: started.task_id })
      return data.status === 'running' && data.exposed_endpoints_active && data
    })
    const url = running.exposed_endpoints[0]?.url ?? ''
    const answer = await new Promise<string>((resolve, reject) => get(url, (response) => text(response).then(resolve, reject)))
    assert.equal(answer, 'from inside')
    await client.call('skills_task_cancel', { task_id: started.task_id })
    assert.equal((await ended(app, started.task_id)).status, 'canceled')
  })

verifies('mcp.tools', 'a command has the time that clients wait, or less where its project allows only that', async () => {
  const slow = { skill_name: 'tool', command: 'sleep 2; echo done' }
  {
    await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_COMMAND_SEC: '1' } })
    await using client = await connect('2026-07-28', app)
    const { data } = await client.call<{ stdout: { text: string } }>('skills_run_cmd', slow)
    assert.equal(data.stdout.text, 'done\n')
    const late = await client.call<Ended>('skills_run_cmd', { ...slow, timeout_sec: 1 })
    assert.deepEqual([late.isError, late.data.error?.code, late.data.error?.details], [false, 'TIMEOUT', { timeout_sec: 1 }])
  }
  const env = { SKILL_RUNNER_EXEC_COMMAND_SEC: '1', SKILL_RUNNER_EXEC_MAX_COMMAND_SEC: '2' }
  await using app = await startApp({ skills: [tool], env })
  await using client = await connect('2026-07-28', app)
  const { data } = await client.call<Ended>('skills_run_cmd', slow)
  assert.deepEqual([data.error?.code, data.error?.details], ['TIMEOUT', { timeout_sec: 1 }])
  assert.equal(errorIn(await client.call('skills_run_cmd', { ...slow, timeout_sec: 3 })).code, 'INVALID_REQUEST')
})

const starting = {
  skills_run_cmd_async: { command: 'sleep 1000' },
  skills_run_service: { command: 'sleep 1000' },
  skills_start_job: { steps: [{ command: 'sleep 1000' }] },
}

verifies('mcp.keys', 'a call that is made again with its key starts nothing, and is told the same', async () => {
  await using app = await startApp({ skills: [tool] })
  for (const revision of revisions) {
    await using client = await connect(revision, app)
    const keyed = { skill_name: 'tool', session_id: `of-${revision}` }
    const count = { ...keyed, command: 'echo ran >> ../trace; wc -l < ../trace', idempotency_key: `count-${revision}` }
    const counts = [await client.call<Counted>('skills_run_cmd', count), await client.call<Counted>('skills_run_cmd', count)]
    assert.deepEqual(
      counts.map(({ data }) => data.stdout.text),
      ['1\n', '1\n'],
    )
    const other = await client.call('skills_run_cmd', { ...count, command: 'true' })
    assert.equal(errorIn(other).code, 'IDEMPOTENCY_MISMATCH')
    for (const idempotency_key of ['', 'a\0b', 'a\nb', 'half a character: \ud800', 'k'.repeat(256)])
      assert.equal(errorIn(await client.call('skills_run_cmd', { ...count, idempotency_key })).code, 'INVALID_REQUEST')
    for (const [name, args] of Object.entries(starting)) {
      const call = { ...keyed, ...args, workdir: name, idempotency_key: `${name}-${revision}` }
      const [first, again] = [await client.call<Started>(name, call), await client.call<Started>(name, call)]
      const { task_id, job_id } = first.data
      assert.ok(task_id ?? job_id, JSON.stringify(first.data))
      assert.deepEqual([again.data.task_id, again.data.job_id], [task_id, job_id])
      assert.equal(errorIn(await client.call(name, { ...call, workdir: 'other' })).code, 'IDEMPOTENCY_MISMATCH')
      await client.call(job_id ? 'skills_job_cancel' : 'skills_task_cancel', job_id ? { job_id } : { task_id })
    }
  }
})

verifies('mcp.keys', 'a key holds also where the project allows less time than a call has', async () => {
  await using app = await startApp({
    skills: [tool],
    env: { SKILL_RUNNER_EXEC_COMMAND_SEC: '1', SKILL_RUNNER_EXEC_MAX_COMMAND_SEC: '2' },
  })
  await using client = await connect('2026-07-28', app)
  const count = { skill_name: 'tool', session_id: 's', command: 'echo ran >> ../trace; wc -l < ../trace', idempotency_key: 'k' }
  for (const _ of [1, 2]) assert.equal((await client.call<Counted>('skills_run_cmd', count)).data.stdout.text, '1\n')
  assert.equal(errorIn(await client.call('skills_run_cmd', { ...count, command: 'true' })).code, 'IDEMPOTENCY_MISMATCH')
})

interface Counted {
  readonly stdout: { readonly text: string }
}

interface Started {
  readonly task_id?: string
  readonly job_id?: string
}

for (const revision of revisions)
  verifies('mcp.watch', `${revision}: a watch yields to one with the same key, and leaves what it watches alone`, async () => {
    await using app = await startApp({ skills: [tool] })
    await using client = await connect(revision, app)
    const id = await start(client, 'echo begun; sleep 1000')
    const statusOf = async () => (await client.call<Task>('skills_task_status', { task_id: id })).data.status
    const watchFrom = async (cursor: object) =>
      (await client.call<Watched>('skills_task_watch', { task_id: id, wait_sec: 0, ...cursor })).data
    const seen = await until('all is told that happens', async () => {
      const { events, cursor } = await watchFrom({})
      return events.some(({ type }) => type === 'output') && (await statusOf()) === 'running' && { cursor }
    })
    await using other = await connect(revision, app)
    const left = new AbortController()
    const quiet = { task_id: id, dedupe_key: 'me', cursor: (await watchFrom(seen)).cursor }
    const first = other.call('skills_task_watch', quiet, { signal: left.signal }).catch(() => 'left')
    assert.equal(await statusOf(), 'running')
    const second = await until('the second watch is turned away', async () => {
      const { data } = await client.call<Watched>('skills_task_watch', { task_id: id, dedupe_key: 'me', wait_sec: 0 })
      return data.already_running === true && data
    })
    assert.deepEqual([second.finished, second.events], [false, []])
    // The older one keeps its connection when it leaves a call, and says over another one that it has.
    if (revision === '2025-11-25') await other.raw.close()
    else left.abort()
    assert.equal(await first, 'left')
    // The key is free again once the first caller has left, and the task has not noticed.
    await until('the key is free', async () => {
      const { data } = await client.call<Watched>('skills_task_watch', { task_id: id, dedupe_key: 'me', wait_sec: 0 })
      return data.already_running === undefined
    })
    assert.equal(await statusOf(), 'running')
    await client.call('skills_task_cancel', { task_id: id })
    assert.equal((await ended(app, id)).status, 'canceled')
  })

verifies(
  'mcp.errors',
  'mistakes of a call are results with our error, mistakes of the protocol its own with our code',
  async () => {
    await using app = await startApp({ skills: [tool] })
    for (const revision of revisions) {
      await using client = await connect(revision, app)
      const violation = errorIn(await client.call('skills_run_cmd', { skill_name: 'tool', command: 7 }))
      assert.deepEqual(
        [violation.code, violation.details],
        ['INVALID_REQUEST', { problems: [{ path: '/command', message: 'must be string', keyword: 'type' }] }],
      )
      assert.equal(errorIn(await client.call('skills_load', { skill_name: 'nobody' })).code, 'SKILL_NOT_FOUND')
      assert.equal(errorIn(await client.call('skills_task_status', { task_id: 'task_nobody' })).code, 'TASK_NOT_FOUND')
      // A path that leads to another operation is none.
      for (const task_id of ['..', '.', '', 'a/../b', 'half a character: \ud800', 7, undefined])
        assert.equal(errorIn(await client.call('skills_task_watch', { task_id })).code, 'INVALID_REQUEST', String(task_id))
      assert.equal(errorIn(await client.call('skills_load', { skill_name: 'tool', path: '../x' })).code, 'INVALID_REQUEST')
      assert.equal(errorIn(await client.call('skills_task_watch', { task_id: 'x', wait_sec: 46 })).code, 'INVALID_REQUEST')
      assert.deepEqual(await protocolErrorOf(client.call('skills_fly')), { code: -32602, ours: 'TOOL_NOT_FOUND' })
    }
    await using client = await connect('2026-07-28', app)
    const command = 'head -c 5000000 /dev/zero > large; : > empty'
    const left = await client.call('skills_run_cmd', {
      skill_name: 'tool',
      command,
      outputs: [{ path: 'large' }, { path: 'empty' }],
    })
    const [large = '', empty = ''] = left.content.flatMap(({ uri }) => uri ?? [])
    const refused = await protocolErrorOf(client.raw.readResource({ uri: large }))
    assert.deepEqual(refused, { code: -32602, ours: 'PAYLOAD_TOO_LARGE' })
    const { contents } = await client.raw.readResource({ uri: empty })
    assert.deepEqual(contents, [{ uri: empty, mimeType: 'application/octet-stream', text: '' }])
    // Where no argument of a tool becomes the path, but a name or an address: none of these is one.
    await using older = await connect('2025-11-25', app)
    const { raw } = older
    for (const name of ['half a character: \ud800', '..', ''])
      assert.deepEqual(await protocolErrorOf(raw.getPrompt({ name })), { code: -32602, ours: 'PATH_INVALID' }, name)
    for (const uri of ['artifact://run/job_x', 'artifact://exec/default'])
      assert.deepEqual(await protocolErrorOf(raw.readResource({ uri })), { code: -32602, ours: 'PATH_INVALID' }, uri)
    for (const uri of ['skill://default:80/tool/SKILL.md', 'skill://me@default/tool/SKILL.md', 'skill://default/t%6fol/SKILL.md'])
      assert.equal((await protocolErrorOf(older.ask('skills/get', { uri }))).code, -32602, uri)
    const send = async (body: string, type = 'application/json') => {
      const headers = { 'content-type': type, accept: 'application/json, text/event-stream' }
      const response = await fetch(`${app.url}/mcp`, { method: 'POST', headers, body })
      const { error } = (await response.json()) as {
        error: { code: number; data?: { code: string; details: { takes?: string[] } } }
      }
      return [response.status, error.code, error.data?.code, ...(error.data?.details.takes ?? [])]
    }
    const call = (command: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'skills_run_cmd', arguments: { command } } })
    assert.deepEqual(await send('{'), [400, -32700, 'INVALID_JSON'])
    assert.deepEqual(await send('[]'), [400, -32600, 'INVALID_REQUEST'])
    assert.deepEqual(await send(call('x'.repeat(1024 * 1024))), [413, -32000, 'PAYLOAD_TOO_LARGE'])
    assert.deepEqual(await send('x', 'text/plain'), [415, -32000, 'UNSUPPORTED_MEDIA_TYPE', 'application/json'])
    const { status } = await fetch(`${app.url}/mcp`)
    assert.equal(status, 405)
  },
)

/** What nobody may send as params of a method, and what is said to be wrong with them. */
const wrongParams = {
  'tools/list': [{ cursor: 7 }, ['/params/cursor']],
  'tools/call': [{ name: 7, arguments: [] }, ['/params/name', '/params/arguments']],
  'prompts/list': [{ cursor: {} }, ['/params/cursor']],
  'prompts/get': [{}, ['/params/name']],
  'resources/list': [{ cursor: [] }, ['/params/cursor']],
  'resources/templates/list': [{ cursor: false }, ['/params/cursor']],
  'resources/read': [{ uri: null }, ['/params/uri']],
  'resources/directory/read': [{}, ['/params/uri']],
  'skills/list': [{ cursor: 7 }, ['/params/cursor']],
  'skills/get': [{ uri: 7 }, ['/params/uri']],
} as const

verifies('mcp.errors', 'params that do not fit their method are an error of the protocol that names what is wrong', async () => {
  await using app = await startApp()
  await using older = await connect('2025-11-25', app)
  for (const [method, [params, paths]] of Object.entries(wrongParams))
    for (const ask of [() => older.ask(method, params), () => rpc(app.url, method, params)]) {
      const { code, data } = await rejectionOf(ask())
      assert.deepEqual(
        [code, data.code, data.details.problems.map(({ path }) => path)],
        [-32602, 'INVALID_REQUEST', paths],
        method,
      )
    }
  const initializing = await rejectionOf(older.ask('initialize', { capabilities: {}, clientInfo: { name: 'a', version: '1' } }))
  assert.deepEqual(initializing, {
    code: -32602,
    data: {
      code: 'INVALID_REQUEST',
      message: 'The request is invalid for this route. See details, and /docs for the parameters.',
      details: {
        problems: [
          {
            path: '/params/protocolVersion',
            message: 'Invalid input: expected string, received undefined',
            keyword: 'params',
          },
        ],
      },
    },
  })
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    assert.deepEqual(await protocolErrorOf(rpc(app.url, method, { taskId: '../x' })), { code: -32602, ours: 'INVALID_REQUEST' })
  const listening = await rejectionOf(rpc(app.url, 'subscriptions/listen', { notifications: 7 }))
  assert.deepEqual([listening.code, listening.data.code], [-32602, 'INVALID_REQUEST'])
  // What a revision does not have is told so, whatever its params.
  assert.equal((await rejectionOf(rpc(app.url, 'initialize', {}))).code, -32601)
  // As many as there are, only the first are told.
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${index}-${'x'.repeat(150)}`, index]))
  const { data } = await rejectionOf(older.ask('prompts/get', { name: 'tool', arguments: many }))
  assert.equal(data.details.problems.length, 101)
  assert.ok(data.details.problems.every(({ path }) => path.length <= 256))
})

interface Rejection {
  readonly code: number
  readonly data: { readonly code: string; readonly details: { readonly problems: readonly { readonly path: string }[] } }
}

const rejectionOf = (calling: Promise<unknown>): Promise<Rejection> =>
  calling.then(
    (answer) => assert.fail(`answered ${JSON.stringify(answer)}`),
    ({ code, data }: Rejection) => ({ code, data }),
  )

verifies('mcp.errors', 'a provider of sandboxes that is down is told by its reason, and the same call works later', async () => {
  await using standIn = await openE2bStandIn()
  await using app = await startApp({ skills: [tool], env: standIn.env })
  for (const revision of revisions) {
    await using client = await connect(revision, app)
    const call = { skill_name: 'tool', command: 'echo done', session_id: revision, idempotency_key: revision }
    standIn.fail(500, 'it is broken')
    const { code, details } = errorIn(await client.call('skills_run_cmd', call))
    assert.deepEqual([code, details['reason']], ['REMOTE_UNAVAILABLE', 'unreachable'])
    const task_id = (await client.call<Task>('skills_run_cmd_async', { ...call, idempotency_key: `task-${revision}` })).data
      .task_id
    const { data: watched } = await client.call<Watched>('skills_task_watch', { task_id })
    assert.deepEqual([watched.finished, watched.events.at(-1)?.status], [true, 'failed'])
    const { data: task } = await client.call<Ended>('skills_task_status', { task_id })
    assert.equal(task.error?.code, 'REMOTE_UNAVAILABLE')
    standIn.recover()
    assert.equal((await client.call<Counted>('skills_run_cmd', call)).data.stdout.text, 'done\n')
  }
})
