import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { isRoot } from '../../src/app/sandbox.ts'
import { requireExecSandbox } from '../../src/exec/stage.ts'
import { capture } from '../../src/process/capture.ts'
import { livingProcesses } from '../../src/process/proc.ts'
import type { Sdk } from '../../src/remote/sdk.ts'
import { openSrt } from '../../src/sandbox/srt.ts'
import { sdks } from '../stand-ins/e2b/sdks.ts'
import { openE2bStandIn } from '../stand-ins/e2b/server.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, type TestAppOptions } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killNursery } from '../support/nursery.ts'
import { until } from '../support/until.ts'

const tool = { id: 'tool', files: { 'data/hello.txt': 'hello\n' }, sh: 'echo "{}"' }
const exec = '/v1/projects/default/exec'
const secret = 'a canary that only the test knows'

interface Ran {
  status: string
  exit_code: number | null
  error: { code: string; details: { limit?: string } } | null
  stdout: { text: string }
  stderr: { text: string }
}

interface Taken extends Omit<Ran, 'stdout'> {
  stdout: { bytes: number }
  created_artifacts: { artifact_id: string; path: string; bytes: number }[]
  output_errors: { path: string; code: string }[]
}

interface Job {
  status: string
  steps: { stdout: { text: string } | null }[]
}

type App = Awaited<ReturnType<typeof startApp>>

const run = async (app: App, command: string, more: object = {}): Promise<Ran> =>
  (await app.post<Ran>(`${exec}/commands`, { skill_name: 'tool', command, ...more })).body

async function runTask(app: App, command: string, more: object = {}): Promise<string> {
  const { body } = await app.post<{ task_id: string }>(`${exec}/tasks`, { skill_name: 'tool', command, ...more })
  return body.task_id
}

const ended = (app: App, id: string): Promise<Ran> =>
  until(`${id} has ended`, async () => {
    const { body } = await app.get<Ran>(`${exec}/tasks/${id}`)
    return ['succeeded', 'failed', 'canceled'].includes(body.status) && body
  })

/** Those of its commands and tasks, by the mark in their environment. */
async function processesOf({ app }: App): Promise<number[]> {
  const mark = `SKILL_RUNNER_MARK=exec_${app.runner.store.nodeId}:`
  const isMarked = ({ pid }: { readonly pid: number }) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
    } catch {
      return false
    }
  }
  return (await livingProcesses()).filter(isMarked).map(({ pid }) => pid)
}

/** Canaries of the test, and commands that print one, or the secret, where they reach it. */
async function openTarget(context: TestContext, app: App) {
  const folder = await temporaryFolder(context)
  chmodSync(folder, 0o755)
  const canary = join(folder, 'canary')
  writeFileSync(canary, secret)
  chmodSync(canary, 0o666)
  const listener = createServer((socket) => socket.end(secret)).listen(0, '127.0.0.1')
  await until('it listens', () => listener.listening)
  const { port } = listener.address() as AddressInfo
  await run(app, `echo ${secret} > other`, { session_id: 'other' })
  const attacks = [
    `cat ${canary}`,
    `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`,
    `find ${app.data} -name other -exec cat {} +`,
    `ls -A ${join(app.folder, 'skills')}`,
    `(echo changed > ${canary}) && echo ${secret}`,
  ]
  return { attacks, [Symbol.asyncDispose]: async () => void listener.close() }
}

verifies('exec.one-suite-over-providers', 'without a sandbox all of it is seen', async (context) => {
  await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_SANDBOX: 'off' } })
  await using target = await openTarget(context, app)
  const seen: string[] = []
  for (const attack of target.attacks) seen.push((await run(app, attack)).stdout.text)
  assert.deepEqual(seen, [secret, secret, `${secret}\n`, 'tool\n', `${secret}\n`])
})

const limited = {
  SKILL_RUNNER_MAX_MEMORY_BYTES: '256MiB',
  SKILL_RUNNER_MAX_PROCESSES: '64',
  SKILL_RUNNER_MAX_OUTPUT_BYTES: '1MiB',
}

/** What uses too much of something, and how it ends. */
const hogs = {
  [`perl -e 'my @held; while (1) { push @held, "x" x (16 << 20); select undef, undef, undef, 0.05 }'`]: [
    'RESOURCE_LIMIT',
    'memory_bytes',
  ],
  'for i in $(seq 200); do sleep 1000 & done; wait': ['RESOURCE_LIMIT', 'processes'],
  'while :; do head -c 65536 /dev/zero; sleep 0.05; done': ['OUTPUT_LIMIT', undefined],
} as const

const endOf = ({ error }: Ran) => [error?.code, error?.details.limit]

/** What of a server makes it use a provider, and what lives as long as the test. */
interface Provider extends AsyncDisposable {
  readonly options: TestAppOptions
}

const local = (sandbox: string) => async (): Promise<Provider> => ({
  options: { env: { SKILL_RUNNER_EXEC_SANDBOX: sandbox } },
  async [Symbol.asyncDispose]() {},
})

/** E2B is a stand-in here; its official client is real. */
const remote = (remoteSdk: () => Promise<Sdk>) => async (): Promise<Provider> => {
  const standIn = await openE2bStandIn()
  return { options: { env: standIn.env, remoteSdk }, [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose]() }
}

const providers = {
  bubblewrap: { status: 'bubblewrap', open: local('bubblewrap') },
  srt: { status: 'srt', open: local('srt') },
  ...Object.fromEntries(Object.entries(sdks).map(([version, load]) => [version, { status: 'remote', open: remote(load) }])),
}

/** The same of every provider. */
for (const [provider, { status, open }] of Object.entries(providers)) {
  const startOn = ({ options }: Provider, folder?: string) =>
    startApp({ skills: [tool], ...options, ...(folder ? { folder } : {}) })

  verifies('exec.one-suite-over-providers', `${provider} is told as the provider that it is`, async () => {
    await using there = await open()
    await using app = await startOn(there)
    const { body } = await app.get<{ mode: string; sandbox: object }>(`${exec}/providers`)
    assert.deepEqual(body.sandbox, { status, reason: null, system_calls: null })
    assert.equal(body.mode, status === 'remote' ? 'remote' : 'local')
  })

  verifies(
    'exec.one-suite-over-providers',
    `${provider} runs a command with its own environment, in its folder, and tells how it ended`,
    async () => {
      await using there = await open()
      await using app = await startOn(there)
      const env = { GREETING: 'it\'s "me" $HOME\nand more', NODE_OPTIONS: '--no-such-option', LD_PRELOAD: '' }
      const ran = await run(
        app,
        'cat data/hello.txt; printf %s "$GREETING"; echo oops >&2; id -u | grep -qx 0 && exit 9; exit 3',
        { env },
      )
      assert.deepEqual(
        [ran.status, ran.exit_code, ran.error?.code, ran.stdout.text, ran.stderr.text],
        ['failed', 3, 'NONZERO_EXIT', `hello\n${env.GREETING}`, 'oops\n'],
      )
      const named = await run(app, 'env | cut -d= -f1 | sort | tr "\\n" " "')
      assert.equal(named.stdout.text, 'HOME LANG OLDPWD PATH PWD SHLVL SKILL_RUNNER_MARK TMPDIR _ ')
    },
  )

  verifies(
    'exec.one-suite-over-providers',
    `${provider} keeps what a command leaves for the next one, and ends one that is late`,
    async () => {
      await using there = await open()
      await using app = await startOn(there)
      await run(app, 'echo kept > note; echo also > "$HOME/note"; echo tmp > "$TMPDIR/note"')
      assert.equal((await run(app, 'cat note "$HOME/note" "$TMPDIR/note"')).stdout.text, 'kept\nalso\ntmp\n')
      const late = await run(app, 'setsid sleep 1000 & sleep 1000', { timeout_sec: 2 })
      assert.deepEqual([late.status, late.error?.code], ['failed', 'TIMEOUT'])
      assert.deepEqual(await processesOf(app), [])
    },
  )

  verifies(
    'exec.one-suite-over-providers',
    `${provider} shows nothing of the host, of other sessions and of the network`,
    async (context) => {
      await using there = await open()
      await using app = await startOn(there)
      await using target = await openTarget(context, app)
      for (const attack of target.attacks) assert.deepEqual([attack, (await run(app, attack)).stdout.text], [attack, ''])
    },
  )

  verifies(
    'exec.one-suite-over-providers',
    `${provider} brings inputs, takes outputs, keeps every byte, and runs the steps of a job`,
    async () => {
      await using there = await open()
      await using app = await startOn(there)
      const form = new FormData()
      form.append('file', new Blob(['b\na\n']), 'list.txt')
      const uploaded = await fetch(`${app.url}/v1/projects/default/artifacts`, { method: 'POST', body: form })
      const { artifact_id } = (await uploaded.json()) as { artifact_id: string }
      const files = {
        inputs: [{ artifact_id, mount_path: 'in/list.txt' }],
        outputs: [{ path: 'out/sorted.txt' }, { path: 'gone' }, { path: 'out' }, { path: 'link' }, { path: '../other' }],
      }
      const command = 'mkdir -p out; sort in/list.txt > out/sorted.txt; ln -sf out/sorted.txt link; printf "\\377\\000x"'
      const ran: Taken = (await app.post<Taken>(`${exec}/commands`, { skill_name: 'tool', command, ...files })).body
      const [made] = ran.created_artifacts
      assert.deepEqual(
        [ran.status, ran.stdout.bytes, ran.stderr.text, ran.created_artifacts.map(({ path, bytes }) => [path, bytes])],
        ['succeeded', 3, '', [['out/sorted.txt', 4]]],
      )
      assert.deepEqual(
        ran.output_errors.map(({ path, code }) => [path, code]),
        [
          ['gone', 'missing'],
          ['out', 'folder'],
          ['link', 'link'],
          ['../other', 'outside'],
        ],
      )
      assert.equal((await app.get(`/v1/projects/default/artifacts/${made?.artifact_id}/content`)).body, 'a\nb\n')
      const blocked = { skill_name: 'tool', command: 'true', inputs: [{ artifact_id, mount_path: 'link2/x' }] }
      await run(app, 'ln -s /tmp link2')
      assert.equal((await app.post<{ error: { code: string } }>(`${exec}/commands`, blocked)).body.error.code, 'PATH_INVALID')
      const steps = [{ command: 'echo one > steps' }, { command: 'echo two >> steps; cat steps' }]
      const { body } = await app.post<{ job_id: string }>(`${exec}/jobs`, { skill_name: 'tool', session_id: 'default', steps })
      const job = await until('the job has ended', async () => {
        const found = (await app.get<Job>(`${exec}/jobs/${body.job_id}`)).body
        return found.status !== 'queued' && found.status !== 'running' && found
      })
      assert.deepEqual([job.status, job.steps.map(({ stdout }) => stdout?.text)], ['succeeded', ['', 'one\ntwo\n']])
    },
  )

  verifies(
    'exec.one-suite-over-providers',
    `${provider} keeps a task that is canceled, and one that outlives its server`,
    async (context) => {
      await using there = await open()
      const folder = await temporaryFolder(context)
      const ids = { long: '', short: '' }
      {
        await using app = await startOn(there, folder)
        ids.long = await runTask(app, 'echo begun; sleep 1000')
        await until('it runs', async () => (await app.get<Ran>(`${exec}/tasks/${ids.long}`)).body.stdout.text === 'begun\n')
      }
      await using app = await startOn(there, folder)
      assert.equal((await app.get<Ran>(`${exec}/tasks/${ids.long}`)).body.status, 'running')
      await app.post(`${exec}/tasks/${ids.long}:cancel`, {})
      const { status, error, stdout } = await ended(app, ids.long)
      assert.deepEqual([status, error?.code, stdout.text], ['canceled', 'CANCELED_BY_USER', 'begun\n'])
      ids.short = await runTask(app, 'echo done')
      assert.deepEqual([(await ended(app, ids.short)).status, (await ended(app, ids.short)).stdout.text], ['succeeded', 'done\n'])
      assert.deepEqual(await processesOf(app), [])
    },
  )
}

/** What a provider on this machine does itself; a remote one limits its own, and has no nursery. */
for (const provider of ['bubblewrap', 'srt'] as const) {
  verifies(
    'exec.one-suite-over-providers',
    `${provider} holds commands and tasks to the limits of memory, processes, time and output`,
    async () => {
      const env = { ...limited, SKILL_RUNNER_EXEC_SANDBOX: provider }
      await using app = await startApp({ skills: [tool], env })
      for (const [command, expected] of Object.entries(hogs)) {
        assert.deepEqual([command, endOf(await run(app, command))], [command, expected])
        assert.deepEqual([command, endOf(await ended(app, await runTask(app, command)))], [command, expected])
      }
      const late = await ended(app, await runTask(app, 'sleep 1000', { timeout_sec: 2 }))
      assert.deepEqual(endOf(late), ['TIMEOUT', undefined])
      assert.deepEqual(await processesOf(app), [])
    },
  )

  verifies(
    'exec.one-suite-over-providers',
    `${provider} leaves nothing of a task whose nursery is killed, and tells that it is lost`,
    async () => {
      await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_SANDBOX: provider } })
      const task = await runTask(app, 'setsid sleep 1000 & echo begun; sleep 1000')
      await until('it runs', async () => (await app.get<Ran>(`${exec}/tasks/${task}`)).body.stdout.text === 'begun\n')
      await killNursery(app.data)
      const { status, error, stdout } = await ended(app, task)
      assert.deepEqual([status, error?.code, stdout.text], ['failed', 'RUNNER_LOST', 'begun\n'])
      await until('nothing of it runs', async () => (await processesOf(app)).length === 0)
      assert.equal((await ended(app, await runTask(app, 'true'))).status, 'succeeded')
    },
  )
}

verifies('exec.one-suite-over-providers', 'where srt does not work, commands are refused and told why', async (context) => {
  const folder = await temporaryFolder(context)
  const runAs = { from: 65_000, to: 65_000 }
  const options = { mode: 'auto', isRoot, runAs, searchPath: '/usr/bin:/bin', folder, reach: [], capture } as const
  const sandbox = await openSrt({ ...options, node: join(folder, 'no-node') })
  assert.equal(sandbox.status, 'unavailable')
  assert.match(sandbox.reason ?? '', /^srt does not work: .+ It needs the packages bubblewrap, socat and ripgrep/)
  assert.throws(() => requireExecSandbox({ sandbox, sandboxMode: 'auto' }), { code: 'SANDBOX_UNAVAILABLE' })
})

verifies('exec.one-suite-over-providers', 'a service with ports is not possible in srt, which the answer says', async () => {
  await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_SANDBOX: 'srt' } })
  const { status, body } = await app.post(`${exec}/services`, { skill_name: 'tool', command: 'true', expose_ports: [8080] })
  const { code, details } = errorOf(body)
  const reason = 'srt has no ports; use bubblewrap'
  assert.deepEqual([status, code, details], [400, 'MODE_UNSUPPORTED', { field: 'expose_ports', sandbox: 'srt', reason }])
})

verifies('exec.one-suite-over-providers', 'what is written for a command of srt goes with its end', async (context) => {
  const folder = await temporaryFolder(context)
  chmodSync(folder, 0o755)
  const env = { SKILL_RUNNER_EXEC_SANDBOX: 'srt' }
  const left = join(folder, 'data/sandbox/srt/left.json')
  mkdirSync(dirname(left), { recursive: true })
  writeFileSync(left, '{}')
  const hours = new Date(Date.now() - 2 * 60 * 60 * 1000)
  utimesSync(left, hours, hours)
  await using app = await startApp({ folder, skills: [tool], env })
  const files = () => readdirSync(dirname(left))
  assert.deepEqual(files(), [])
  const post = (path: string, command: string, session_id: string) =>
    app.post<{ task_id: string }>(`${exec}/${path}`, { skill_name: 'tool', command, session_id })
  const id = (await post('tasks', 'echo up; sleep 1000', 'a')).body.task_id
  const task = async () => (await app.get<{ status: string; stdout: { text: string } }>(`${exec}/tasks/${id}`)).body
  await until('it is up', async () => (await task()).stdout.text === 'up\n')
  assert.equal(files().length, 1)
  assert.equal((await post('commands', 'true', 'b')).status, 200)
  assert.equal(files().length, 1)
  await app.post(`${exec}/tasks/${id}:cancel`)
  await until('it has ended', async () => (await task()).status === 'canceled')
  await until('nothing is left', () => files().length === 0)
})
