import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { verifies } from '../../../../test/verifies.ts'
import { RemoteKeeper } from '../../src/exec/remote-keeper.ts'
import { RemoteProvider } from '../../src/remote/provider.ts'
import { loadSdk, type Sdk } from '../../src/remote/sdk.ts'
import { sdks } from '../stand-ins/e2b/sdks.ts'
import { openE2bStandIn } from '../stand-ins/e2b/server.ts'
import { startApp } from '../support/app.ts'
import { openDatabase } from '../support/database.ts'
import { type Client, ended, exec, run, start, type Task, taskOf, tool } from '../support/exec.ts'
import { temporaryFolder } from '../support/folder.ts'
import { until } from '../support/until.ts'

type StandIn = Awaited<ReturnType<typeof openE2bStandIn>>
interface Refused {
  readonly error: { readonly code: string; readonly details: Record<string, unknown> }
}

interface More {
  readonly folder?: string
  readonly env?: Record<string, string>
  readonly remoteSdk?: () => Promise<Sdk>
}

const startOn = ({ env }: StandIn, more: More = {}) => startApp({ skills: [tool], ...more, env: { ...env, ...more.env } })

const refused = async (app: Client, path: string, body: object = {}): Promise<[number, string, unknown]> => {
  const { status, body: answer } = await app.post<Refused>(`${exec}/${path}`, { skill_name: 'tool', command: 'true', ...body })
  return [status, answer.error.code, answer.error.details['reason'] ?? answer.error.details['problem']]
}

const running = (app: Client, id: string): Promise<Task> =>
  until('it runs', async () => {
    const task = await taskOf(app, id)
    return task.stdout.text === 'begun\n' && task
  })

/** A provider with a clock of the test, and a session with a sandbox. */
function providerOn({ apiKey, address }: StandIn, load = loadSdk, clock = { now: () => new Date() }): RemoteProvider {
  const settings = {
    ...{ apiKey, apiUrl: address, sandboxUrl: address, domain: null, template: 'base' },
    ...{ idleSec: 1800, hardSec: 21_600, internet: false },
  }
  return new RemoteProvider({ settings, load, nodeId: 'inst_1', clock, logger: pino({ level: 'silent' }) })
}

const only = (standIn: StandIn) => {
  const [sandbox, ...others] = standIn.sandboxes.values()
  assert.ok(sandbox && others.length === 0, 'there is one sandbox')
  return sandbox
}

verifies(
  ['remote.sandbox-of-a-session', 'remote.delivers-once'],
  'a session keeps its sandbox and its skill, also after a restart of the server',
  async (context) => {
    await using standIn = await openE2bStandIn()
    const folder = await temporaryFolder(context)
    const uploads = () => standIn.requests.filter((one) => one === 'POST /files').length
    {
      await using app = await startOn(standIn, { folder })
      await run(app, 'echo kept > note')
      const { internet, template, timeoutSec } = only(standIn)
      assert.deepEqual([internet, template, timeoutSec], [false, 'base', 1800])
      // The skill and what becomes the command.
      assert.equal(uploads(), 2)
    }
    await using app = await startOn(standIn, { folder })
    assert.equal((await run(app, 'cat note')).stdout.text, 'kept\n')
    assert.equal(uploads(), 3)
    await run(app, 'true', { session_id: 'other' })
    assert.equal(standIn.sandboxes.size, 2)
    const activated = await app.post<{ folder: string; files: number }>(`${exec}/sessions/default/activations`, {
      skill_name: 'tool',
    })
    assert.match(activated.body.folder, /^\/home\/user\/session\/skills\/tool-[0-9a-f]{16}$/)
    const { body } = await app.get<{ mode: string; remote: object }>(`${exec}/providers`)
    assert.deepEqual(
      [body.mode, body.remote],
      [
        'remote',
        {
          ...{ status: 'ready', reason: null, template: 'base', idle_sec: 1800, hard_sec: 21_600 },
          ...{ internet: false, services: false },
        },
      ],
    )
  },
)

/** What a version of the client could do otherwise: time, finding, and what an answer that does not come means. */
for (const [version, remoteSdk] of Object.entries(sdks)) {
  verifies(
    'remote.sandbox-of-a-session',
    `${version}: use renews the time of a sandbox, up to its hard end, and then there is a new one`,
    async () => {
      await using standIn = await openE2bStandIn()
      let now = Date.now()
      const provider = providerOn(standIn, remoteSdk, { now: () => new Date(now) })
      const first = await provider.ensureSession('ses_1')
      now += 1000_000
      assert.equal((await provider.ensureSession('ses_1')).id, first.id)
      assert.equal(only(standIn).timeoutSec, 1800)
      now += 20_000_000
      assert.equal((await provider.ensureSession('ses_1')).id, first.id)
      assert.equal(only(standIn).timeoutSec, 600)
      now += 700_000
      assert.notEqual((await provider.ensureSession('ses_1')).id, first.id)
      assert.equal(standIn.sandboxes.size, 1)
    },
  )

  verifies(
    'remote.sandbox-of-a-session',
    `${version}: two that come together make one sandbox, and of two that are there one stays`,
    async () => {
      await using standIn = await openE2bStandIn()
      const provider = providerOn(standIn, remoteSdk)
      const [one, two] = await Promise.all([provider.ensureSession('ses_1'), provider.ensureSession('ses_1')])
      assert.deepEqual([one.id, standIn.sandboxes.size], [two.id, 1])
      // Another server with the same data knows nothing of what is open here.
      const { Sandbox } = await remoteSdk()
      const connection = { apiKey: standIn.apiKey, apiUrl: standIn.address, sandboxUrl: standIn.address }
      const metadata = { skill_runner: 'inst_1', session: 'ses_1' }
      const made = { ...connection, metadata, timeoutMs: 60_000, secure: true, allowInternetAccess: false }
      await Sandbox.create('base', { ...made, lifecycle: { onTimeout: 'kill' } })
      assert.equal((await providerOn(standIn, remoteSdk).ensureSession('ses_1')).id, one.id)
      assert.equal(standIn.sandboxes.size, 1)
    },
  )

  verifies(
    ['remote.vanished-sandboxes', 'remote.delivers-once'],
    `${version}: a sandbox that goes away ends its task with the reason, and the next command has a new one with the skill`,
    async () => {
      await using standIn = await openE2bStandIn()
      await using app = await startOn(standIn, { remoteSdk })
      const id = await start(app, 'echo begun; sleep 1000', { outputs: [{ path: 'out' }] })
      await running(app, id)
      await standIn.expire()
      const { status, error, stdout } = await ended(app, id)
      assert.deepEqual([status, error?.code, stdout.text], ['failed', 'RUNNER_LOST', 'begun\n'])
      assert.match(
        String(error?.details['reason']),
        /^The remote sandbox of the session is gone, with its files\. Start it again/,
      )
      assert.equal(standIn.sandboxes.size, 0)
      assert.equal((await run(app, 'cat data/hello.txt')).stdout.text, 'hello\n')
      await standIn.expire()
      assert.equal((await run(app, 'cat data/hello.txt')).stdout.text, 'hello\n')
    },
  )

  verifies(
    'remote.begins-once',
    `${version}: a command whose start is not answered has begun once, and one whose start got lost never`,
    async () => {
      await using standIn = await openE2bStandIn()
      await using app = await startOn(standIn, { remoteSdk })
      await run(app, 'true')
      standIn.loseAnswerTo(/echo "begun/)
      const unanswered = await ended(app, await start(app, 'echo once >> "$HOME/count"'))
      standIn.loseRequestFor(/echo "begun/)
      const lost = await ended(app, await start(app, 'echo never >> "$HOME/count"'))
      assert.deepEqual(
        [unanswered.status, lost.status, lost.error?.code, lost.error?.details['reason']],
        ['succeeded', 'failed', 'REMOTE_UNAVAILABLE', 'not_started'],
      )
      assert.equal((await run(app, 'cat "$HOME/count"')).stdout.text, 'once\n')
    },
  )

  verifies(
    'remote.begins-once',
    `${version}: one that a server claimed and did not begin is given up, and nobody begins it later`,
    async (context) => {
      await using standIn = await openE2bStandIn()
      const provider = providerOn(standIn, remoteSdk)
      const sandbox = await provider.ensureSession('ses_1')
      const folder = join(await temporaryFolder(context), 'task')
      mkdirSync(folder)
      writeFileSync(join(folder, 'begun'), '')
      writeFileSync(join(folder, 'remote.json'), JSON.stringify({ sandbox_id: sandbox.id }))
      const keeper = new RemoteKeeper(provider, pino({ level: 'silent' }))
      const kept = {
        ...{ id: 'task_1', sessionId: 'ses_1', folder, mark: 'm', timeoutSec: 60, graceSec: 1 },
        ...{ maxOutputBytes: 0, idleSec: null },
      }
      await keeper.follow(kept)
      const { reason } = JSON.parse(readFileSync(join(folder, 'lost.json'), 'utf8'))
      assert.match(reason, /^The server stopped before it was begun, and it is not begun again by itself/)
      assert.equal(await keeper.begin(sandbox, kept, 'touch /home/user/begun'), 'known')
      assert.equal(await sandbox.start({ ...kept, script: 'touch /home/user/begun' }), 'known')
      assert.equal(await sandbox.about('/home/user', 'begun'), 'missing')
    },
  )
}

verifies('remote.begins-once', 'a task goes on while no server runs, and its end and every byte are found', async (context) => {
  await using standIn = await openE2bStandIn()
  const folder = await temporaryFolder(context)
  let id = ''
  {
    await using app = await startOn(standIn, { folder })
    id = await start(app, 'echo begun; while [ ! -e "$HOME/go" ]; do sleep 0.05; done; seq 1 1000; exit 7')
    await running(app, id)
  }
  const machine = only(standIn).machine
  machine.ask({ op: 'write', path: '/home/user/session/home/go', bytes: '' }, () => {})
  const exit = `/home/user/session/tasks/${id}/exit`
  await until(
    'it has ended there',
    () => new Promise<boolean>((resolve) => machine.ask({ op: 'read', path: exit }, ({ event }) => resolve(event === 'done'))),
  )
  await using app = await startOn(standIn, { folder })
  const { status, exit_code, stdout } = await ended(app, id)
  const numbers = Array.from({ length: 1000 }, (_, index) => `${index + 1}\n`).join('')
  assert.deepEqual([status, exit_code, stdout.text], ['failed', 7, `begun\n${numbers}`])
  // Nor is anything left of what kept it: an hour was its time.
  assert.equal((await run(app, "grep -lzxs '36[0]0' /proc/[0-9]*/cmdline | wc -l")).stdout.text, '0\n')
})

verifies('remote.own-records', 'a command that spoils its own records ends all the same', async () => {
  await using standIn = await openE2bStandIn()
  await using app = await startOn(standIn)
  const spoil = 'd=$(dirname "$(readlink /proc/$$/fd/1)"); rm "$d/stdout"; mkdir "$d/stdout"; echo limit:nonsense > "$d/why"'
  const { status, stdout } = await run(app, spoil)
  assert.deepEqual([status, stdout.text], ['succeeded', ''])
  assert.equal((await run(app, 'echo next')).stdout.text, 'next\n')
})

verifies('remote.services-by-policy', 'a service is rejected, and runs without ports where the operator allows it', async () => {
  await using standIn = await openE2bStandIn()
  {
    await using app = await startOn(standIn)
    assert.deepEqual(await refused(app, 'services'), [400, 'MODE_UNSUPPORTED', 'services are not allowed'])
    assert.equal(standIn.sandboxes.size, 0)
  }
  await using app = await startOn(standIn, { env: { SKILL_RUNNER_REMOTE_SERVICES: '1' } })
  const ports = { expose_ports: [8080] }
  assert.deepEqual(await refused(app, 'services', ports), [400, 'MODE_UNSUPPORTED', 'expose_ports is not possible'])
  const service = { skill_name: 'tool', command: 'echo ready; sleep 1000', ready_pattern: '^ready$' }
  const { task_id } = (await app.post<Task>(`${exec}/services`, service)).body
  await until('it is ready', async () => (await taskOf(app, task_id)).status === 'running')
  await app.post(`${exec}/services/${task_id}:cancel`, {})
  assert.equal((await ended(app, task_id)).status, 'canceled')
})

verifies(
  ['remote.trouble-in-words', 'remote.settings'],
  'what the provider cannot do is told by its reason, and the key by nobody',
  async () => {
    await using standIn = await openE2bStandIn()
    const key = 'e2b_a-key-that-nobody-knows'
    {
      await using app = await startOn(standIn, { env: { E2B_API_KEY: key } })
      assert.deepEqual(await refused(app, 'commands'), [503, 'REMOTE_UNAVAILABLE', 'unauthorized'])
      const { status, error } = await ended(app, await start(app, 'true'))
      assert.deepEqual([status, error?.code, error?.details['reason']], ['failed', 'REMOTE_UNAVAILABLE', 'unauthorized'])
      const { body } = await app.get<{ remote: { status: string; reason: string } }>(`${exec}/providers`)
      assert.equal(body.remote.status, 'unavailable')
      assert.match(body.remote.reason, /^The provider does not accept the API key\. Set E2B_API_KEY on the server/)
      assert.match(body.remote.reason, /Invalid API key \*\*\*/)
      assert.ok(!`${JSON.stringify([body, error])}${app.logged.join('')}`.includes(key))
    }
    {
      await using app = await startOn(standIn, { env: { SKILL_RUNNER_REMOTE_TEMPLATE: 'missing' } })
      assert.deepEqual(await refused(app, 'commands'), [503, 'REMOTE_UNAVAILABLE', 'template'])
      standIn.fail(429, 'too many sandboxes')
      assert.deepEqual(await refused(app, 'commands'), [503, 'REMOTE_UNAVAILABLE', 'rate_limited'])
      standIn.fail(500, 'it is broken')
      assert.deepEqual(await refused(app, 'commands'), [503, 'REMOTE_UNAVAILABLE', 'unreachable'])
      standIn.recover()
    }
    await using app = await startOn(standIn, { env: { E2B_API_URL: 'http://127.0.0.1:1' } })
    assert.deepEqual(await refused(app, 'commands'), [503, 'REMOTE_UNAVAILABLE', 'unreachable'])
    assert.deepEqual(
      await refused(app, 'commands', { network: { allow: ['example.com'] } }).then(([, code]) => code),
      'NETWORK_NOT_ALLOWED',
    )
  },
)

for (const [version, remoteSdk] of Object.entries(sdks))
  verifies(
    'remote.reaped',
    `${version}: sandboxes go with their sessions, when they are idle, and when they are too old`,
    async () => {
      await using standIn = await openE2bStandIn()
      await using app = await startOn(standIn, { remoteSdk })
      const reap = async () => (await app.post<{ reaped: Record<string, number> }>('/v1/management/reaper/run')).body.reaped
      for (const session_id of ['deleted', 'left', 'idle', 'old', 'young']) await run(app, 'true', { session_id })
      const remove = (session: string) => fetch(`${app.url}${exec}/sessions/${session}`, { method: 'DELETE' })
      assert.equal((await remove('deleted')).status, 200)
      assert.equal(standIn.sandboxes.size, 4)
      standIn.fail(500, 'it is broken')
      assert.equal((await remove('left')).status, 200)
      standIn.recover()
      await using database = await openDatabase(app.data)
      const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
      await database.run("update exec_sessions set last_used_at = ? where alias = 'idle'", [hourAgo])
      const idOf = (alias: string) => database.first<{ id: string }>('select id from exec_sessions where alias = ?', [alias])
      const old = await idOf('old')
      for (const sandbox of standIn.sandboxes.values())
        if (sandbox.metadata['session'] === old?.id) sandbox.startedAt = new Date(Date.now() - 21_601_000)
      assert.equal((await reap())['sandboxes_removed'], 3)
      const young = await idOf('young')
      assert.equal(only(standIn).metadata['session'], young?.id)
      assert.equal((await reap())['sandboxes_removed'], 0)
    },
  )
