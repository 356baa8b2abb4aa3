import assert from 'node:assert/strict'
import { chmod, chown, cp, mkdir, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Launch, Mount } from '../src/domain/launch.ts'
import { type Decision, openGate } from '../src/gate/open-gate.ts'
import { planGate } from '../src/gate/plan.ts'
import { realWorld, type World } from '../src/gate/world.ts'
import { capture } from '../src/process/capture.ts'
import { type StartChild, spawnChild } from '../src/process/child.ts'
import { closeInherited } from '../src/process/inherited.ts'
import { factsOf } from '../src/process/proc.ts'
import { openStarter } from '../src/process/starter.ts'
import type { Sandbox, SandboxOptions } from '../src/sandbox/sandbox.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { command, fixture, marker, type Ran, run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { blocked, serve, worldOf } from './support/gate.ts'
import { asOrdinaryUser } from './support/ordinary-user.ts'
import { sleepersFor } from './support/sleepers.ts'
import { until } from './support/until.ts'

/** Everything here is proven twice: by a root server and by an ordinary one (the last test). */
const isRoot = process.getuid?.() === 0
// As a server does when it starts: what started us may have left something open, and children would have it.
closeInherited()
const identity = isRoot ? { uid: 240911, gid: 240911 } : null
const starter = openStarter(`inst_test${process.pid}:starter`)
after(() => starter.close())

/** The programs that hand over the way out, and who starts them. */
interface Way {
  readonly title: string
  readonly start: StartChild
  readonly withoutPerl?: boolean
}
const usualWay: Way = { title: 'perl, started by the starter', start: starter.start }
const ways: readonly Way[] = [
  usualWay,
  { title: 'perl, started by the server', start: spawnChild },
  { title: 'Node', start: starter.start, withoutPerl: true },
]

const somewhere = '93.184.216.34'

verifies(
  'engines.allow-list-is-tried',
  'a child behind the gate reaches its provider and the listed hosts, and nothing else',
  async (context) => {
    const { behind, port } = await open(context)
    const own = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    const attack = [
      `get:http://model.internal:${port}/`,
      `fetch:http://model.internal:${port}/`,
      'get:http://listed.example/',
      'fetch:http://listed.example/',
      'get:http://other.example/',
      `get:http://127.0.0.1:${port}/`,
      `connect:127.0.0.1:${port}`,
      ...(own ? [`connect:${own.address}:${port}`] : []),
      'connect:192.0.2.1:80',
      'lookup:listed.example',
    ]
    const { stdout, decisions } = await behind(attack)
    assert.deepEqual(stdout.trim().split('\n'), [
      `get http://model.internal:${port}/: 200 host 127.0.0.1:${port}`,
      `fetch http://model.internal:${port}/: 200 host model.internal:${port}`,
      'get http://listed.example/: 200 host listed.example',
      'fetch http://listed.example/: 200 host listed.example',
      `get http://other.example/: 403 ${blocked('other.example', 'the host is not on the allow list of this run')}`,
      `get http://127.0.0.1:${port}/: ECONNREFUSED`,
      `connect 127.0.0.1:${port}: ECONNREFUSED`,
      ...(own ? [`connect ${own.address}:${port}: ENETUNREACH`] : []),
      'connect 192.0.2.1:80: ENETUNREACH',
      'lookup listed.example: EAI_AGAIN',
    ])
    assert.deepEqual(
      decisions.map(({ host, outcome }) => `${host} ${outcome}`),
      ['model.internal', 'model.internal', 'listed.example', 'listed.example']
        .map((host) => `${host} connected`)
        .concat('other.example refused'),
    )
    // With the network open the same child reaches what it must not reach.
    const open_ = await behind([`connect:127.0.0.1:${port}`, `get:http://127.0.0.1:${port}/`], 'host')
    assert.equal(
      open_.stdout,
      `connect 127.0.0.1:${port}: connected\nget http://127.0.0.1:${port}/: 200 host 127.0.0.1:${port}\n`,
    )
  },
)

for (const way of ways) {
  test(`${way.title}: the command gets the variables of the proxy, and nothing of the handing over: no channel, no listener, no ignored signal`, async (context) => {
    const { sandbox, folder } = await open(context, way)
    const script =
      'env | sort; ls /proc/$$/fd; grep -E "^(Uid|CapEff|CapBnd|NoNewPrivs|SigIgn):" /proc/$$/status; yes | head -n 1'
    const elsewhere = {
      HTTP_PROXY: 'http://elsewhere',
      ALL_PROXY: 'http://elsewhere',
      all_proxy: 'http://elsewhere',
      NO_PROXY: '*',
    }
    const { stdout, stderr } = await runIn(folder, sandbox, way, {
      ...sh(script),
      env: { SKILL_RUNNER_MARK: marker, ...elsewhere },
    })
    const uid = String(identity?.uid ?? process.getuid?.())
    const none = '0000000000000000'
    const node = sandbox.places({ workspace: '', skill: '', home: '', node: '' }).node
    assert.deepEqual(stdout.split('\n'), [
      'HTTPS_PROXY=http://127.0.0.1:3128',
      'HTTP_PROXY=http://127.0.0.1:3128',
      'NODE_USE_ENV_PROXY=1',
      'NO_PROXY=localhost,127.0.0.1,::1',
      `PATH=${node.replace(/\/node$/, '')}:/usr/local/bin:/usr/bin:/bin`,
      'PWD=/',
      `SKILL_RUNNER_MARK=${marker}`,
      'http_proxy=http://127.0.0.1:3128',
      'https_proxy=http://127.0.0.1:3128',
      'no_proxy=localhost,127.0.0.1,::1',
      ...['0', '1', '2'],
      `Uid:\t${uid}\t${uid}\t${uid}\t${uid}`,
      `SigIgn:\t${none}`,
      `CapEff:\t${none}`,
      `CapBnd:\t${none}`,
      'NoNewPrivs:\t1',
      'y',
      '',
    ])
    assert.equal(stderr, '')
  })

  test(`${way.title}: input, output, exit codes and signals are those of the command`, async (context) => {
    const { sandbox, folder } = await open(context, way)
    const result = async (launch: Launch) => {
      const { exit, stdout, stderr } = await runIn(await temporaryFolder(context), sandbox, way, launch)
      return { exit, stdout, stderr }
    }
    assert.deepEqual(await result({ ...sh('cat; echo "$LD_CANARY" >&2; exit 9'), stdin: 'in', env: { LD_CANARY: 'late' } }), {
      exit: { kind: 'exited', code: 9 },
      stdout: 'in',
      stderr: 'late\n',
    })
    const much = 'x'.repeat(3_000_000)
    assert.deepEqual(await result({ ...sh('wc -c'), stdin: much }), {
      exit: { kind: 'exited', code: 0 },
      stdout: '3000000\n',
      stderr: '',
    })
    assert.deepEqual((await result({ ...sh('kill -KILL $$') })).exit, { kind: 'exited', code: 137 })
    const missing = await result({ ...sh(''), argv: ['no-such-program', 'x'] })
    assert.deepEqual([missing.exit, missing.stdout], [{ kind: 'exited', code: 127 }, ''])
    assert.match(missing.stderr, /no-such-program.*No such file or directory/)
    const odd = join(folder, 'a=b')
    await writeFile(odd, '#!/bin/sh\necho "$0" "$@"\n')
    await chmod(odd, 0o755)
    const mounts: Mount[] = [{ from: odd, to: '/skill/a=b', access: 'read' }]
    assert.equal((await result({ ...sh(''), argv: ['/skill/a=b', 'c d', ''], mounts })).stdout, '/skill/a=b c d \n')
  })

  test(`${way.title}: the listener is closed when the run has ended, and a run that is canceled before it has one ends as any other`, async (context) => {
    const { sandbox, folder } = await open(context, way)
    const listeners: Server[] = []
    const onListener = (listener: Server) => void listeners.push(listener)
    const { start } = way
    await run(folder, sandbox.wrap(sh('true')), { start, onListener })
    assert.ok(listeners.every(({ listening }) => !listening))
    // Where nobody takes it, nobody waits for an answer either.
    const unheard = await run(folder, sandbox.wrap({ ...sh(''), argv: ['node', '-e', tryProxy] }), { start })
    assert.match(unheard.stdout, /^ECONN(REFUSED|RESET)\n$/)
    const cancel = new AbortController()
    const ran = await run(folder, sandbox.wrap(sh('sleep 3600')), {
      start,
      onListener,
      signal: cancel.signal,
      onStarted: () => cancel.abort(),
    })
    assert.deepEqual(ran.exit, { kind: 'canceled' })
    assert.ok(listeners.every(({ listening }) => !listening))
  })
}

test('of children that are started together each hands over its own listener', async (context) => {
  const { sandbox, folder } = await open(context)
  const asked = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const hosts: string[] = []
      const gate = openGate({ rules: [], onDecision: ({ host }) => void hosts.push(host) })
      const log = join(folder, `together-${index}`)
      await mkdir(log)
      const script = `exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET http://child-${index}.example/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; cat <&3`
      await run(log, sandbox.wrap({ ...sh(''), argv: ['/bin/bash', '-c', script] }), {
        start: starter.start,
        onListener: (listener) => void listener.on('connection', (socket) => gate.accept(socket)),
      })
      gate.close()
      return hosts
    }),
  )
  assert.deepEqual(
    asked,
    asked.map((_, index) => [`child-${index}.example`]),
  )
})

verifies(
  'network.gate-is-cheap',
  'the gate adds a fraction of what a start of Node inside would, and the server does not fork for it',
  async (context) => {
    const { sandbox, folder } = await open(context)
    const { sandbox: byNode } = await open(context, { ...usualWay, withoutPerl: true })
    const parents = new Set<number | undefined>()
    const took = async (within: Sandbox, network: Launch['network']): Promise<number> => {
      const began = performance.now()
      const { exit } = await run(folder, within.wrap({ ...sh(''), argv: ['/bin/true'], network }), {
        start: starter.start,
        onStarted: ({ pid }) => void (within === sandbox && parents.add(factsOf(pid)?.parent)),
      })
      assert.deepEqual(exit, { kind: 'exited', code: 0 })
      return performance.now() - began
    }
    const [off, gated, node]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < 15; round += 1) {
      off.push(await took(sandbox, 'off'))
      gated.push(await took(sandbox, 'gated'))
      node.push(await took(byNode, 'gated'))
    }
    // The least of each: what else runs on the machine only ever adds.
    const least = Math.min(...off)
    const [added, addedByNode] = [Math.min(...gated) - least, Math.min(...node) - least]
    assert.ok(added < addedByNode / 3, `it adds ${added.toFixed(1)} ms, and Node would add ${addedByNode.toFixed(1)}`)
    assert.equal(parents.has(process.pid), false)
  },
)

test('without a sandbox there is no gate: the command is started as it is, with nothing to hand over', async (context) => {
  const folder = await temporaryFolder(context)
  const bare = await openSandbox({ ...optionsIn(folder), mode: 'off', node: '/bin/sh' })
  const listeners: Server[] = []
  const ran = await run(folder, bare.wrap(sh('env | grep -c -i -E "proxy|NODE_CHANNEL"; ls /proc/$$/fd')), {
    onListener: (listener) => void listeners.push(listener),
  })
  assert.deepEqual([ran.exit, ran.stdout, listeners], [{ kind: 'exited', code: 0 }, '0\n0\n1\n2\n', []])
})

test('when the server is killed, nothing of a run behind the gate is left', async (context) => {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const seconds = `3600.${Math.floor(Math.random() * 1e9)}`
  let serverPid = 0
  const ran = await run(
    await temporaryFolder(context),
    command([process.execPath, fixture('doomed-server.ts'), 'gated', folder, seconds]),
    {
      async onLines(lines) {
        assert.equal(lines[0]?.text, 'bubblewrap started\n')
        await until('both sleep', async () => (await sleepersFor(seconds)).length === 2)
        process.kill(serverPid, 'SIGKILL')
      },
      onStarted({ pid }) {
        serverPid = pid
      },
      killTree: async () => true,
    },
  )
  assert.deepEqual(ran.exit, { kind: 'signaled', signal: 'SIGKILL' })
  await until('nobody is left', async () => (await sleepersFor(seconds)).length === 0)
})

asOrdinaryUser(import.meta.url, 1)

const tryProxy = `require('net').connect(3128, '127.0.0.1').on('error', (error) => console.log(error.code)).on('end', () => console.log('ECONNRESET'))`

/** A sandbox, a server on the loopback of the host, and a child that tries to reach things from inside. */
async function open(context: TestContext, { start, withoutPerl = false }: Way = usualWay) {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const skill = join(folder, 'skill')
  await mkdir(skill)
  await cp(fixture('behind-gate.mjs'), join(skill, 'behind-gate.mjs'))
  const workspace = join(folder, 'workspace')
  await mkdir(workspace)
  if (identity) await chown(workspace, identity.uid, identity.gid)
  const port = await serve(context, (request, response) => response.end(`host ${request.headers.host}\n`))
  const sandbox = await openSandbox({ ...optionsIn(folder), withoutPerl })
  assert.equal(sandbox.status, 'bubblewrap', sandbox.detail ?? '')
  const world: World = { ...worldOf({ 'listed.example': [somewhere] }, port), ...{ isOwn: realWorld.isOwn } }

  const behind = async (tries: readonly string[], network: Launch['network'] = 'gated') => {
    const decisions: Decision[] = []
    const plan = planGate([`127.0.0.1:${port}`], ['listed.example'])
    const gate = openGate({ rules: plan.rules, world, onDecision: (decision) => decisions.push(decision) })
    const mounts: Mount[] = [
      { from: skill, to: '/skill', access: 'read' },
      { from: workspace, to: '/workspace', access: 'write' },
    ]
    const launch: Launch = { ...sh(''), argv: ['node', '/skill/behind-gate.mjs', ...tries], mounts, network }
    const onListener = (listener: Server) => void listener.on('connection', (socket) => gate.accept(socket))
    const ran = await run(await temporaryFolder(context), sandbox.wrap(launch), { start, onListener })
    gate.close()
    assert.deepEqual([ran.exit, ran.stderr], [{ kind: 'exited', code: 0 }, ''])
    return { ...ran, decisions }
  }
  return { folder, sandbox, port, behind }
}

const optionsIn = (folder: string): SandboxOptions => ({
  ...{ isRoot, runAs: { from: 240910, to: 240919 }, searchPath: '/usr/bin:/bin', node: process.execPath },
  ...{ mode: 'required', folder: join(folder, 'sandbox'), reach: [], capture },
})

const sh = (script: string): Launch => ({
  argv: ['/bin/sh', '-c', script],
  ...{ env: {}, cwd: '/', stdin: null, mounts: [], network: 'gated', identity },
})

/** With a gate that lets nobody through. */
function runIn(folder: string, sandbox: Sandbox, { start }: Way, launch: Launch): Promise<Ran> {
  const gate = openGate({ rules: [], onDecision() {} })
  return run(folder, sandbox.wrap(launch), {
    start,
    onListener: (listener) => void listener.on('connection', (it) => gate.accept(it)),
  })
}
