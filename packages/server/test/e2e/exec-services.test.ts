import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { verifies } from '../../../../test/verifies.ts'
import { isMarked, livingProcesses } from '../../src/process/proc.ts'
import { checkAnswer, errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killNursery } from '../support/nursery.ts'
import { sdkOf } from '../support/sdk.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const exec = '/v1/projects/default/exec'

/** Answers by HTTP, by WebSocket (what it is told, once) and by raw TCP (how many bytes there were). */
const program = `
const { createHash } = require('node:crypto')
const { createServer, get } = require('node:http')
const net = require('node:net')
const web = createServer((request, response) => {
  if (request.url === '/die') process.exit(3)
  const out = request.url.slice(1)
  if (!out) return response.end('hello from inside')
  get({ host: '127.0.0.1', port: out }, () => response.end('reached')).on('error', (error) => response.end(error.code))
})
web.on('upgrade', (request, socket) => {
  const key = request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
  const accept = createHash('sha1').update(key).digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')
  socket.once('data', (frame) => {
    const length = frame[1] & 127
    const words = frame.subarray(6, 6 + length).map((byte, index) => byte ^ frame[2 + (index % 4)])
    socket.write(Buffer.concat([Buffer.from([0x81, length]), words]))
  })
})
web.listen(8080, '127.0.0.1')
net.createServer({ allowHalfOpen: true }, (socket) => {
  let count = 0
  socket.on('data', (bytes) => { count += bytes.length }).on('end', () => socket.end('got ' + count))
}).listen(8081, '127.0.0.1')
`
const tool = { id: 'tool', files: { 'serve.js': program }, sh: 'echo "{}"' }

interface Service {
  task_id: string
  kind: string
  status: string
  exit_code: number | null
  error: { code: string; details: Record<string, unknown> } | null
  stdout: { text: string }
  exposed_endpoints: { port: number; host_port: number; url: string }[]
  exposed_endpoints_active: boolean
}

type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post'>

async function start(app: Client, command: string, more: object = {}): Promise<string> {
  const { status, body } = await app.post<Service>(`${exec}/services`, { skill_name: 'tool', command, ...more })
  assert.deepEqual([status, body.status, body.kind], [202, 'queued', 'service'], JSON.stringify(body))
  return body.task_id
}

const serviceOf = async (app: Client, id: string): Promise<Service> => (await app.get<Service>(`${exec}/tasks/${id}`)).body

const isOver = ({ status }: Service): boolean => ['succeeded', 'failed', 'canceled'].includes(status)

/** Running; one that ended instead is told as it is. */
const running = async (app: Client, id: string): Promise<Service> => {
  const service = await until(`${id} is running`, async () => {
    const found = await serviceOf(app, id)
    return (found.status === 'running' || isOver(found)) && found
  })
  assert.equal(service.status, 'running', JSON.stringify(service))
  return service
}

const active = (app: Client, id: string): Promise<Service> =>
  until(`the ports of ${id} are active`, async () => {
    const found = await serviceOf(app, id)
    return found.exposed_endpoints_active && found
  })

const ended = (app: Client, id: string): Promise<Service> =>
  until(`${id} has ended`, async () => {
    const found = await serviceOf(app, id)
    return isOver(found) && found
  })

async function cancel(app: Client, id: string): Promise<string> {
  assert.equal((await app.post<{ accepted: boolean }>(`${exec}/services/${id}:cancel`)).body.accepted, true)
  return (await ended(app, id)).status
}

const urlOf = ({ exposed_endpoints }: Service, port: number): string =>
  exposed_endpoints.find((one) => one.port === port)?.url ?? assert.fail(`no ${port}`)

async function say(url: string, words: string): Promise<string> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ port: Number(port), host, allowHalfOpen: true })
  socket.end(words)
  return text(socket).catch((error: { code: string }) => error.code)
}

async function answerOf(url: string, words: string): Promise<unknown> {
  const socket = new WebSocket(url)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  socket.onopen = () => socket.send(words)
  socket.onmessage = ({ data }) => resolve(data)
  socket.onerror = reject
  try {
    return await promise
  } finally {
    socket.close()
  }
}

verifies(
  'exec.ports',
  'a service is reached by HTTP, WebSocket and raw TCP, while it has no network of its own; its ports die with it',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const id = await start(app, 'node serve.js', { expose_ports: [8080, 8081] })
    await running(app, id)
    const service = await active(app, id)
    assert.deepEqual(
      service.exposed_endpoints.map(({ port, host_port, url }) => [port, url === `http://127.0.0.2:${host_port}`]),
      [
        [8080, true],
        [8081, true],
      ],
    )
    const web = urlOf(service, 8080)
    const raw = urlOf(service, 8081)
    const answers = await Promise.all([
      fetch(web).then((response) => response.text()),
      answerOf(web.replace('http:', 'ws:'), 'over a socket'),
      say(raw, 'five!'),
      fetch(`${web}/${new URL(app.url).port}`).then((response) => response.text()),
    ])
    assert.deepEqual(answers, ['hello from inside', 'over a socket', 'got 5', 'ECONNREFUSED'])
    await fetch(`${web}/die`).catch(() => {})
    const dead = await ended(app, id)
    assert.deepEqual(
      [dead.status, dead.error?.code, dead.exit_code, dead.exposed_endpoints_active, await say(raw, '')],
      ['failed', 'NONZERO_EXIT', 3, false, 'ECONNREFUSED'],
    )
  },
)

verifies('exec.services', 'a service is starting until a line that it prints fits its pattern', async () => {
  await using app = await startApp({ skills: [tool] })
  const wait = 'while [ ! -e ../go ]; do sleep 0.02; done'
  const id = await start(app, `echo not ready yet; ${wait}; printf 'one\\nlistening on 8080\\n' >&2; sleep 1000`, {
    ready_pattern: '^listening on \\d+$',
  })
  const early = await until('it has printed', async () => {
    const found = await serviceOf(app, id)
    return found.stdout.text !== '' && found
  })
  assert.equal(early.status, 'starting')
  // It does not hold its folder, but keeps the session.
  const beside = await app.post<{ status: string }>(`${exec}/commands`, { skill_name: 'tool', command: 'touch ../go' })
  assert.deepEqual([beside.status, beside.body.status], [200, 'succeeded'])
  const removal = await fetch(`${app.url}${exec}/sessions/default`, { method: 'DELETE' })
  const refusal: unknown = await removal.json()
  checkAnswer('DELETE', `${exec}/sessions/default`, removal.status, refusal)
  assert.equal(errorOf(refusal).code, 'SESSION_BUSY')
  await running(app, id)
  assert.equal(await cancel(app, id), 'canceled')
})

verifies('exec.services', 'a service that is not ready in time is ended, whatever keeps it from being so', async () => {
  await using app = await startApp({ skills: [tool] })
  const silent = await start(app, 'sleep 1000', { ready_pattern: 'up', startup_timeout_sec: 1 })
  const deaf = await start(app, 'sleep 1000', { expose_ports: [8080], startup_timeout_sec: 1 })
  // A pattern that takes for ever blocks nobody else.
  const slow = await start(app, `printf '%050d!' 0; sleep 1000`, { ready_pattern: '^(0+)+$' })
  const early = await start(app, 'exit 4', { ready_pattern: 'up' })
  const details = async (id: string) => {
    const { status, error } = await ended(app, id)
    return [status, error?.code, error?.details]
  }
  assert.deepEqual(
    [await details(silent), await details(deaf), await details(slow), await details(early)],
    [
      ['failed', 'STARTUP_TIMEOUT', { startup_timeout_sec: 1 }],
      ['failed', 'STARTUP_TIMEOUT', { startup_timeout_sec: 1 }],
      [
        'failed',
        'STARTUP_TIMEOUT',
        { startup_timeout_sec: 60, reason: 'ready_pattern takes too long to match; use a simpler one' },
      ],
      ['failed', 'NONZERO_EXIT', { exit_code: 4 }],
    ],
  )
})

verifies('exec.services', 'bad requests are told what is wrong with them, and nothing runs', async () => {
  await using app = await startApp({ skills: [tool] })
  const problem = async (more: object) => {
    const { status, body } = await app.post(`${exec}/services`, { skill_name: 'tool', command: 'true', ...more })
    const [first] = (errorOf(body).details as { problems?: { path: string }[] }).problems ?? []
    return [status, errorOf(body).code, first?.path]
  }
  assert.deepEqual(
    [
      await problem({ ready_pattern: '(' }),
      await problem({ expose_ports: [0] }),
      await problem({ expose_ports: [1, 1] }),
      await problem({ timeout_sec: 21_601 }),
      await problem({ startup_timeout_sec: 3601 }),
    ],
    [
      [400, 'INVALID_REQUEST', '/ready_pattern'],
      [400, 'INVALID_REQUEST', '/expose_ports/0'],
      [400, 'INVALID_REQUEST', '/expose_ports'],
      [400, 'INVALID_REQUEST', '/timeout_sec'],
      [400, 'INVALID_REQUEST', '/startup_timeout_sec'],
    ],
  )
  assert.deepEqual((await app.get<{ tasks: object[] }>(`${exec}/tasks`)).body.tasks, [])
})

verifies('exec.services', 'a service that nobody uses is ended, and one that runs too long', async () => {
  await using app = await startApp({ skills: [tool], execLimits: { serviceIdleSec: 1 } })
  const idle = await ended(app, await start(app, 'echo up; sleep 1000'))
  const long = await ended(app, await start(app, 'while :; do echo tick; sleep 0.1; done', { timeout_sec: 1 }))
  assert.deepEqual(
    [idle.status, idle.error?.code, idle.error?.details, long.error?.code],
    ['failed', 'ORPHANED_REAPED', { reason: 'idle', idle_sec: 1 }, 'TIMEOUT'],
  )
})

verifies('exec.services', 'the SDK starts a service, tells where it is, and cancels it', async () => {
  await using app = await startApp({ skills: [tool] })
  const { exec: sdk } = sdkOf(app.url).project('default')
  const { task_id } = await sdk.startService({ skill_name: 'tool', command: 'node serve.js', expose_ports: [8080] })
  const { exposed_endpoints } = await until('it is active', async () => {
    const service = await sdk.task(task_id)
    return service.exposed_endpoints_active && service
  })
  assert.equal(await (await fetch(exposed_endpoints[0]?.url ?? '')).text(), 'hello from inside')
  await sdk.cancel(task_id)
  assert.equal((await ended(app, task_id)).status, 'canceled')
  assert.deepEqual(
    (await sdk.tasks({ kind: 'service' })).tasks.map((one) => one.task_id),
    [task_id],
  )
})

verifies('exec.services', 'services are listed, limited and canceled apart from tasks', async () => {
  await using app = await startApp({ skills: [tool], execLimits: { mostRunningServices: 1 } })
  const first = await start(app, 'sleep 1000')
  const second = await start(app, 'sleep 1000')
  await running(app, first)
  const { body: task } = await app.post<Service>(`${exec}/tasks`, { skill_name: 'tool', command: 'true' })
  // It does not wait for the services.
  assert.equal((await ended(app, task.task_id)).status, 'succeeded')
  assert.equal((await serviceOf(app, second)).status, 'queued')
  const ids = async (kind: string) =>
    (await app.get<{ tasks: Service[] }>(`${exec}/tasks?kind=${kind}`)).body.tasks.map(({ task_id }) => task_id).toSorted()
  assert.deepEqual([await ids('service'), await ids('task')], [[first, second].toSorted(), [task.task_id]])
  const none = await app.post(`${exec}/services/${task.task_id}:cancel`)
  assert.deepEqual([none.status, errorOf(none.body).code], [404, 'TASK_NOT_FOUND'])
  assert.equal(await cancel(app, first), 'canceled')
  await running(app, second)
  assert.equal(await cancel(app, second), 'canceled')
  const { body } = await app.get<{ limits: Record<string, number> }>(`${exec}/providers`)
  const { service_sec, service_idle_sec, startup_sec, running_services } = body.limits
  assert.deepEqual([service_sec, service_idle_sec, startup_sec, running_services], [21_600, 1800, 60, 1])
})

verifies(
  'exec.services',
  'services go on when the server is killed, their ports too, and the next server finds them',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool] })
    const up = await start(first, 'node serve.js', { expose_ports: [8080], session_id: 'a' })
    const before = await active(first, up)
    const late = await start(first, 'echo begun; while [ ! -e ../go ]; do sleep 0.02; done; echo ready; sleep 1000', {
      ...{ ready_pattern: '^ready$', session_id: 'b' },
    })
    await until('it has begun', async () => (await serviceOf(first, late)).stdout.text === 'begun\n')
    await first.kill()
    const web = urlOf(before, 8080)
    assert.equal(await (await fetch(web)).text(), 'hello from inside')
    await using second = await startServer({ folder })
    assert.equal(await (await fetch(web)).text(), 'hello from inside')
    const after = await active(second, up)
    assert.deepEqual([after.status, after.exposed_endpoints], ['running', before.exposed_endpoints])
    assert.equal((await serviceOf(second, late)).status, 'starting')
    await second.post(`${exec}/commands`, { skill_name: 'tool', command: 'touch ../go', session_id: 'b' })
    await running(second, late)
    assert.deepEqual([await cancel(second, up), await cancel(second, late)], ['canceled', 'canceled'])
    assert.equal((await serviceOf(second, up)).exposed_endpoints_active, false)
  },
)

verifies(
  'exec.tasks-outlive-the-server',
  'where the nursery cannot be asked any more, the files tell how a task ended',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool] })
    const { body } = await first.post<Service>(`${exec}/tasks`, {
      ...{ skill_name: 'tool', command: 'while [ ! -e ../go ]; do sleep 0.02; done; echo done' },
    })
    await until('it runs', async () => (await serviceOf(first, body.task_id)).status === 'running')
    await first.kill()
    // Nobody is found at its socket, and there is nothing to start another with.
    rmSync(join(folder, 'data/exec/nursery/socket.2'))
    await using second = await startServer({ folder, env: { PATH: folder } })
    const sessions = join(folder, 'data/exec/sessions')
    for (const session of readdirSync(sessions)) writeFileSync(join(sessions, session, 'work/go'), '')
    const task = await ended(second, body.task_id)
    assert.deepEqual([task.status, task.stdout.text], ['succeeded', 'done\n'])
  },
)

verifies(
  'exec.tasks-outlive-the-server',
  'a nursery that is killed while it starts tasks leaves none of them running unseen',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => start(app, 'sleep 1000', { session_id: `s${index}` })))
    await until('one has begun', async () =>
      (await Promise.all(ids.map((id) => serviceOf(app, id)))).some(({ status }) => status !== 'queued'),
    )
    await killNursery(app.data)
    for (const id of ids) {
      const { status, error } = await until('it is known what became of it', async () => {
        const found = await serviceOf(app, id)
        return (found.status === 'running' || isOver(found)) && found
      })
      if (status === 'running') await app.post(`${exec}/services/${id}:cancel`)
      else assert.equal(error?.code, 'RUNNER_LOST')
    }
    for (const id of ids) await ended(app, id)
    const mark = `exec_${app.app.runner.store.nodeId}:`
    assert.deepEqual(
      (await livingProcesses()).filter(({ pid }) => isMarked(pid, mark)),
      [],
    )
  },
)

verifies('exec.ports', 'without a sandbox a service listens on the machine itself', async () => {
  await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_SANDBOX: 'off' } })
  const listen = `node -e "require('node:net').createServer(s=>s.end('direct')).listen(0,'127.0.0.1',function(){console.log(this.address().port);this.close()})"`
  const { body } = await app.post<{ stdout: { text: string } }>(`${exec}/commands`, { skill_name: 'tool', command: listen })
  const port = Number(body.stdout.text)
  const id = await start(app, `node -e "require('node:net').createServer(s=>s.end('direct')).listen(${port},'127.0.0.1')"`, {
    expose_ports: [port],
  })
  const service = await active(app, id)
  assert.deepEqual(service.exposed_endpoints, [{ port, host_port: port, url: `http://127.0.0.1:${port}` }])
  assert.equal(await say(urlOf(service, port), ''), 'direct')
  assert.equal(await cancel(app, id), 'canceled')
})

/** Those that lead to the ports of a service. */
async function forwardersOf(data: string, id: string): Promise<number[]> {
  const found: number[] = []
  for (const { pid } of await livingProcesses()) {
    const words = readOrNothing(`/proc/${pid}/cmdline`).split('\0')
    if (words.some((word) => word.endsWith('ports.pl')) && words.includes(join(data, 'exec/tasks', id))) found.push(pid)
  }
  return found
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

verifies(
  'exec.ports',
  'whoever leads to the ports of a service and dies is started again at the same place, and not for ever',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const id = await start(app, 'node serve.js', { expose_ports: [8080, 8081] })
    const before = await active(app, id)
    const hello = async (service: Service) => (await fetch(urlOf(service, 8080))).text()
    assert.equal(await hello(before), 'hello from inside')
    for (let death = 1; ; death++) {
      const [forwarder = 0] = await until('somebody leads there', async () => {
        const found = await forwardersOf(app.data, id)
        return found.length === 1 && found
      })
      process.kill(forwarder, 'SIGKILL')
      if (death > 5) break
      await until('another one leads there', async () => !(await forwardersOf(app.data, id)).includes(forwarder))
      const again = await until('the ports answer again', async () => {
        const found = await serviceOf(app, id)
        return (await hello(found).catch(() => null)) === 'hello from inside' && found
      })
      assert.deepEqual(again.exposed_endpoints, before.exposed_endpoints)
    }
    const left = await until('nobody leads there', async () => {
      const found = await serviceOf(app, id)
      return !found.exposed_endpoints_active && found
    })
    assert.deepEqual([left.status, await forwardersOf(app.data, id)], ['running', []])
    assert.equal(await cancel(app, id), 'canceled')
  },
)
