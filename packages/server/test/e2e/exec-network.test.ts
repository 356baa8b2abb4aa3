import assert from 'node:assert/strict'
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { fixture } from '../support/children.ts'
import { ended, exec, run, start, taskOf, tool } from '../support/exec.ts'
import { jobEnded, startJob } from '../support/exec-jobs.ts'
import { temporaryFolder } from '../support/folder.ts'
import { blocked, serve, worldOf } from '../support/gate.ts'
import { asOrdinaryUser } from '../support/ordinary-user.ts'
import { until } from '../support/until.ts'

const reason = 'the host is not on the allow list of this run'
const tries = { ...tool, files: { 'try.mjs': readFileSync(fixture('behind-gate.mjs'), 'utf8') } }

/** A server on the host's loopback, in a world where it is also all there is on the internet. */
async function internet(context: TestContext) {
  const port = await serve(context, (request, response) => response.end(`host ${request.headers.host}\n`))
  const somewhere = ['93.184.216.34']
  return { port, gateWorld: worldOf({ 'one.example': somewhere, 'two.example': somewhere, 'own.example': ['10.0.0.1'] }, port) }
}

const env = { SKILL_RUNNER_EXEC_NETWORK: 'one.example, two.example, own.example' }
const get = (...hosts: string[]) => `node try.mjs ${hosts.map((host) => `get:http://${host}/`).join(' ')}`
const reached = (host: string) => `get http://${host}/: 200 host ${host}\n`
const refused = (host: string, why = reason) => `get http://${host}/: 403 ${blocked(host, why)}\n`

verifies(
  'exec.network',
  'each command reaches the hosts that it asked for, while another reaches others, and nobody reaches the machine itself',
  async (context) => {
    const { port, gateWorld } = await internet(context)
    await using app = await startApp({ gateWorld, skills: [tries], env })
    const both = get('one.example', 'two.example')
    const ask = (allow: string, session_id: string) => run(app, both, { session_id, network: { allow: [allow] } })
    const [one, two] = await Promise.all([ask('one.example', 'a'), ask('two.example', 'b')])
    assert.deepEqual(
      [one.stdout.text, two.stdout.text],
      [reached('one.example') + refused('two.example'), refused('one.example') + reached('two.example')],
    )
    const direct = await run(app, `node try.mjs connect:127.0.0.1:${port} get:http://own.example/`, {
      network: { allow: ['own.example'] },
    })
    assert.equal(
      direct.stdout.text,
      `connect 127.0.0.1:${port}: ECONNREFUSED\n${refused('own.example', 'the host leads to an address that is not public')}`,
    )
    // Who asks for nothing has not even the gate.
    assert.equal((await run(app, get('one.example'))).stdout.text, 'get http://one.example/: EAI_AGAIN\n')
    const failed = await run(app, `${get('two.example')}; exit 3`, { network: { allow: ['one.example'] } })
    assert.deepEqual(failed.error?.details, { exit_code: 3, not_reached: [{ host: 'two.example', port: 80, reason }] })
  },
)

verifies(
  'exec.network',
  'a host that the operator does not allow is refused before anything runs, in words that say so',
  async () => {
    await using app = await startApp({ skills: [tries], env })
    const ask = (allow: string[], path = 'commands') =>
      app.post(`${exec}/${path}`, { skill_name: 'tool', command: 'true', network: { allow } })
    const { status, body } = await ask(['one.example', 'other.test', '*'])
    const { code, message, details } = errorOf(body)
    assert.deepEqual(
      [status, code, details],
      [403, 'NETWORK_NOT_ALLOWED', { hosts: ['other.test', '*'], allowed: ['one.example', 'two.example', 'own.example'] }],
    )
    assert.match(message, /^Blocked by the sandbox policy: .*do not try another way/)
    for (const wrong of ['10.0.0.1', 'localhost', 'http://one.example/'])
      assert.deepEqual([errorOf((await ask([wrong])).body).code], ['INVALID_REQUEST'])
    for (const path of ['tasks', 'services'])
      assert.equal(errorOf((await ask(['other.test'], path)).body).code, 'NETWORK_NOT_ALLOWED')
    const atGate = { skill_name: 'tool', command: 'true', network: { allow: ['one.example'] }, expose_ports: [3128] }
    assert.equal(errorOf((await app.post(`${exec}/services`, atGate)).body).code, 'INVALID_REQUEST')
    const steps = [{ command: 'true', network: { allow: ['other.test'] } }]
    assert.equal(errorOf((await app.post(`${exec}/jobs`, { skill_name: 'tool', steps })).body).code, 'NETWORK_NOT_ALLOWED')
    const { body: providers } = await app.get<{ network: object }>(`${exec}/providers`)
    assert.deepEqual(providers.network, { allow: ['one.example', 'two.example', 'own.example'] })
    assert.deepEqual((await app.get<{ sessions: [] }>(`${exec}/sessions`)).body.sessions, [])
  },
)

verifies(
  'exec.network',
  'without a setting no command gets any network; without the sandbox nothing holds it back',
  async (context) => {
    const { port, gateWorld } = await internet(context)
    await using app = await startApp({ gateWorld, skills: [tries] })
    const { body } = await app.post(`${exec}/commands`, {
      skill_name: 'tool',
      command: 'true',
      network: { allow: ['one.example'] },
    })
    assert.deepEqual(
      [errorOf(body).code, errorOf(body).details],
      ['NETWORK_NOT_ALLOWED', { hosts: ['one.example'], allowed: [] }],
    )
    const direct = `node try.mjs connect:127.0.0.1:${port}`
    assert.equal((await run(app, direct)).stdout.text, `connect 127.0.0.1:${port}: ECONNREFUSED\n`)
    await using open = await startApp({ gateWorld, skills: [tries], env: { SKILL_RUNNER_SANDBOX: 'off' } })
    assert.equal((await run(open, direct)).stdout.text, `connect 127.0.0.1:${port}: connected\n`)
  },
)

verifies(
  'exec.network',
  'each task, service and step reaches the hosts that it asked for, while another reaches others',
  async (context) => {
    const { port, gateWorld } = await internet(context)
    await using app = await startApp({ gateWorld, skills: [tries], env })
    const both = get('one.example', 'two.example')
    const ask = (allow: string, session_id: string) => start(app, both, { session_id, network: { allow: [allow] } })
    const tasks = await Promise.all([ask('one.example', 'a'), ask('two.example', 'b')])
    const printed = await Promise.all(tasks.map(async (id) => (await ended(app, id)).stdout.text))
    const onlyOne = reached('one.example') + refused('two.example')
    const onlyTwo = refused('one.example') + reached('two.example')
    assert.deepEqual(printed, [onlyOne, onlyTwo])

    const steps = [both, { command: both, network: { allow: ['two.example'] } }, { command: both, network: { allow: [] } }]
    const job = await jobEnded(app, await startJob(app, steps, { network: { allow: ['one.example'] } }))
    const none = ['one.example', 'two.example'].map((host) => `get http://${host}/: EAI_AGAIN\n`).join('')
    assert.deepEqual(
      job.steps.map(({ stdout }) => stdout.text),
      [onlyOne, onlyTwo, none],
    )

    const service = await app.post<{ task_id: string; network: object }>(`${exec}/services`, {
      ...{ skill_name: 'tool', command: `${both}; sleep 1000`, ready_pattern: 'two.example', session_id: 'c' },
      ...{ network: { allow: ['two.example'] }, expose_ports: [8080] },
    })
    assert.deepEqual(service.body.network, { allow: ['two.example'] })
    await until('it is ready', async () => (await taskOf(app, service.body.task_id)).status === 'running')
    assert.equal((await taskOf(app, service.body.task_id)).stdout.text, onlyTwo)
    await app.post(`${exec}/tasks/${service.body.task_id}:cancel`)

    const direct = await start(app, `node try.mjs connect:127.0.0.1:${port}; ${get('two.example')}; exit 3`, {
      network: { allow: ['one.example'] },
    })
    const { stdout, error } = await ended(app, direct)
    assert.equal(stdout.text, `connect 127.0.0.1:${port}: ECONNREFUSED\n${refused('two.example')}`)
    assert.deepEqual(error?.details, { exit_code: 3, not_reached: [{ host: 'two.example', port: 80, reason }] })
  },
)

verifies(
  'exec.network',
  'while no server runs a task is told so; the next server leads it to the same hosts, as far as they are still allowed',
  async (context) => {
    const { gateWorld } = await internet(context)
    const folder = await temporaryFolder(context)
    const first = await startApp({ folder, gateWorld, skills: [tries], env })
    const turn = (name: string) =>
      `until [ -e ../${name} ]; do sleep 0.02; done; ${get('one.example', 'two.example')}; echo ${name}`
    const task = await start(first, `${turn('with')}; ${turn('without')}; ${turn('again')}`, {
      network: { allow: ['one.example', 'own.example'] },
    })
    const session = () => readdirSync(join(first.data, 'exec/sessions'))[0] ?? ''
    const log = join(first.data, 'exec/tasks', task, 'stdout.log')
    const goOn = (name: string) => writeFileSync(join(first.data, 'exec/sessions', session(), 'work', name), '')
    const said = (name: string) => until(`it said ${name}`, () => readFileSync(log, 'utf8').includes(`${name}\n`))
    await until('it runs', async () => (await taskOf(first, task)).status === 'running')
    goOn('with')
    await said('with')
    await first.stop()
    goOn('without')
    await said('without')
    const away = 'the way to the network is closed: the server is not running; try again later'
    const fewer = { SKILL_RUNNER_EXEC_NETWORK: 'one.example' }
    await using second = await startApp({ folder, gateWorld, env: fewer })
    goOn('again')
    const { stdout } = await ended(second, task)
    const led = reached('one.example') + refused('two.example')
    const closed = ['one.example', 'two.example'].map((host) => `get http://${host}/: 503 ${away}\n`).join('')
    assert.equal(stdout.text, `${led}with\n${closed}without\n${led}again\n`)
  },
)

verifies(
  'exec.network',
  'the way out of one task is no way for another: its socket is not seen inside, and nobody else is at its port',
  async (context) => {
    const { gateWorld } = await internet(context)
    await using app = await startApp({ gateWorld, skills: [tries], env })
    const held = await start(app, 'sleep 1000', { session_id: 'held', network: { allow: ['one.example'] } })
    await until('it runs', async () => (await taskOf(app, held)).status === 'running')
    const socket = join(app.data, 'exec/tasks', held, 'gate')
    const { mode } = lstatSync(socket)
    assert.equal(mode & 0o777, 0o600)
    const attack = [
      `node -e "require('net').connect(process.argv[1]).on('error', (e) => console.log(e.code))" ${socket}`,
      `ls ${join(app.data, 'exec')} 2>&1 | grep -c 'No such file'`,
      `find / -type s -name gate 2>/dev/null | wc -l`,
      `node try.mjs connect:127.0.0.1:3128`,
    ].join('; ')
    const told = ['ENOENT', '1', '0', 'connect 127.0.0.1:3128: ECONNREFUSED', ''].join('\n')
    assert.equal((await ended(app, await start(app, attack, { session_id: 'thief' }))).stdout.text, told)
    assert.equal((await run(app, attack, { session_id: 'thief' })).stdout.text, told)
    // With a list of its own it is at its own gate, which knows nothing of the other list.
    const own = await start(app, get('one.example'), { session_id: 'thief', network: { allow: ['two.example'] } })
    assert.equal((await ended(app, own)).stdout.text, refused('one.example'))
    await app.post(`${exec}/tasks/${held}:cancel`)
    await ended(app, held)
  },
)

asOrdinaryUser(import.meta.url, 1)
