import assert from 'node:assert/strict'
import { chmod, chown, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Launch, Mount } from '../src/domain/launch.ts'
import type { SandboxMode } from '../src/domain/sandbox.ts'
import { capture } from '../src/process/capture.ts'
import { openStarter } from '../src/process/starter.ts'
import type { Sandbox, SandboxOptions } from '../src/sandbox/sandbox.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { command, endPid, fixture, isAlive, marker, type Ran, run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { asOrdinaryUser } from './support/ordinary-user.ts'
import { sleepersFor } from './support/sleepers.ts'
import { until } from './support/until.ts'

/** Everything here is proven twice: by a root server and by an ordinary one (the last test). */
const isRoot = process.getuid?.() === 0
const runAs = { from: 240900, to: 240909 }
const identity = isRoot ? { uid: 240901, gid: 240901 } : null

verifies('sandbox.host-is-out-of-reach', 'a child can neither read nor write a file of the host', async (context) => {
  const { folder, sandbox, bare } = await open(context)
  const canary = join(folder, 'outside', 'canary')
  await makeFolder(dirname(canary), 0o777)
  await writeFile(canary, 'canary\n', { mode: 0o644 })
  const attack = sh(`cat "${canary}"; touch "${canary}.touched"; echo "${'$'}?"`)

  const inside = await runIn(folder, sandbox, attack)
  assert.equal(inside.stdout, '1\n')
  assert.deepEqual(await readdir(dirname(canary)), ['canary'])
  // Without the sandbox the same attack succeeds.
  const outside = await runIn(folder, bare, attack)
  assert.equal(outside.stdout.slice(inside.stdout.length), 'canary\n0\n')
  assert.deepEqual(await readdir(dirname(canary)), ['canary', 'canary.touched'])
})

verifies(
  'sandbox.host-is-out-of-reach',
  'inside there is nothing but the system, read-only, and what was mounted',
  async (context) => {
    const { folder, sandbox, mounts } = await open(context)
    const script =
      'ls -A /; ls -A /home /opt /etc/passwd; for f in /x /etc/x /usr/x /opt/x /workspace/x /dev/x /skill/x; do touch $f 2>/dev/null && echo "wrote $f"; done; echo end'
    const ran = await runIn(folder, sandbox, { ...sh(script), mounts })
    const expected = ['bin', 'dev', 'etc', 'home', 'opt', 'proc', 'skill', 'tmp', 'usr', 'workspace']
    const [root, rest = ''] = ran.stdout.split('/etc/passwd')
    assert.deepEqual(
      root?.split('\n').filter((name) => !/^(lib.*|sbin|)$/.test(name)),
      expected,
    )
    assert.equal(rest, '\n\n/home:\nrunner\n\n/opt:\nruntime\nend\n')
  },
)

verifies('sandbox.host-is-out-of-reach', 'shared memory is bounded', async (context) => {
  const { folder, sandbox } = await open(context)
  const ran = await runIn(folder, sandbox, sh('head -c 80000000 /dev/zero >/dev/shm/big; stat -c %s /dev/shm/big'))
  assert.equal(ran.stdout, '67108864\n')
})

verifies('sandbox.never-root', 'a child is not root, has no capability and cannot get one', async (context) => {
  const { folder, sandbox, bare } = await open(context)
  const inside = facts((await runIn(folder, sandbox, sh('cat /proc/self/status'))).stdout)
  const uid = String(identity?.uid ?? process.getuid?.())
  const none = '0000000000000000'
  const rights = { Uid: uid, CapInh: none, CapPrm: none, CapEff: none, CapBnd: none, CapAmb: none, NoNewPrivs: '1' }
  assert.deepEqual(inside, rights)
  if (!isRoot) return
  const dropped = facts((await runIn(await temporaryFolder(context), bare, sh('cat /proc/self/status'))).stdout)
  assert.deepEqual(dropped, rights)
  // Without any wrapper a child of root is root.
  assert.equal((await run(await temporaryFolder(context), command(['/usr/bin/id', '-u']))).stdout, '0\n')
})

verifies(
  'sandbox.never-root',
  'a root server starts nothing without another user, in the sandbox or not',
  async (context) => {
    const { sandbox, bare } = await open(context)
    for (const box of [sandbox, bare]) {
      for (const nobody of [null, { uid: 0, gid: 0 }]) {
        assert.throws(() => box.wrap({ ...sh('id'), identity: nobody }), { name: 'Fault', code: 'SANDBOX_UNAVAILABLE' })
      }
    }
  },
  { skip: !isRoot && 'only a root server drops' },
)

verifies('sandbox.own-records-are-out-of-reach', 'a child sees of its own run only what it may write', async (context) => {
  const { folder, sandbox, runFolder, mounts } = await open(context)
  const attack = sh(
    'ls -A /workspace; for f in input.json .audit/events logs/stdout.txt raw/out manifest.json; do echo changed >"/workspace/$f"; done; echo made >/workspace/artifacts/a; echo scratch >/tmp/s',
  )
  const ran = await runIn(folder, sandbox, { ...attack, mounts })
  assert.equal(ran.stdout, 'artifacts\nresult\n')
  assert.deepEqual(await recordsOf(runFolder), untouched)
  assert.equal(await readFile(join(runFolder, 'artifacts/a'), 'utf8'), 'made\n')
  // With the whole folder mounted the same attack succeeds.
  await openToAll(runFolder)
  const all: Mount[] = [
    ...mounts.filter(({ to }) => !to.startsWith('/workspace')),
    { from: runFolder, to: '/workspace', access: 'write' },
  ]
  await runIn(folder, sandbox, { ...attack, mounts: all })
  assert.deepEqual(
    await recordsOf(runFolder),
    untouched.map(() => 'changed\n'),
  )
})

verifies('sandbox.network-is-off', 'a script cannot even reach the loopback of the host', async (context) => {
  const { folder, sandbox, mounts } = await open(context)
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? String(address.port) : ''
  const attack: Launch = { ...sh(''), argv: ['node', '/skill/connect.mjs', port], mounts }

  assert.equal((await runIn(folder, sandbox, attack)).stdout, 'ECONNREFUSED\n')
  // With the network open the same attack succeeds.
  assert.equal((await runIn(await temporaryFolder(context), sandbox, { ...attack, network: 'host' })).stdout, 'connected\n')
})

verifies(
  'sandbox.paths-are-neutral',
  'a child sees its run at /workspace, and names that say nothing of the host',
  async (context) => {
    const { folder, sandbox, mounts, runFolder } = await open(context)
    const host = { workspace: runFolder, skill: folder, home: folder, node: process.execPath }
    const places = sandbox.places(host)
    assert.deepEqual({ ...places, node: '' }, { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '' })
    const script = 'pwd; id -un; uname -n; cat /etc/hosts; command -v node; env | sort; "$0" -p "process.cwd() + process.version"'
    const ran = await runIn(folder, sandbox, {
      ...sh(script, places.node),
      env: { HOME: places.home, SKILL_RUNNER_MARK: marker },
      mounts,
    })
    assert.deepEqual(ran.stdout.split('\n'), [
      ...['/workspace', 'runner', 'runner', '127.0.0.1 localhost runner', '::1 localhost', places.node],
      ...[
        'HOME=/home/runner',
        `PATH=${dirname(places.node)}:/usr/local/bin:/usr/bin:/bin`,
        'PWD=/workspace',
        `SKILL_RUNNER_MARK=${marker}`,
      ],
      ...[`/workspace${process.version}`, ''],
    ])
  },
)

test('input, output, exit code and the variables of the loader go through the sandbox', async (context) => {
  const { folder, sandbox } = await open(context)
  const launch = {
    ...sh('cat; echo "$GREETING $LD_CANARY" >&2; exit 9'),
    stdin: 'text in',
    env: { GREETING: 'hello', LD_CANARY: 'late' },
  }
  const ran = await runIn(folder, sandbox, launch)
  assert.deepEqual([ran.exit, ran.stdout, ran.stderr], [{ kind: 'exited', code: 9 }, 'text in', 'hello late\n'])
})

verifies('process.ends-the-tree', 'in the sandbox even a child without group, mark and parent is ended', async (context) => {
  const { folder, sandbox, bare } = await open(context)
  const attack = async (box: Sandbox) => {
    const cancel = new AbortController()
    const seconds = `3600.${Math.floor(Math.random() * 1e9)}`
    let started: number[] = []
    const ran = await runIn(folder, box, sh(await readFile(fixture('forsake.sh'), 'utf8'), 'sh', seconds), {
      signal: cancel.signal,
      async onLines() {
        await until('the helper sleeps', async () => {
          started = await sleepersFor(seconds)
          return started.length === 1
        })
        cancel.abort()
      },
    })
    context.after(() => started.forEach(endPid))
    return [ran.exit, started.map(isAlive)]
  }
  assert.deepEqual(await attack(sandbox), [{ kind: 'canceled' }, [false]])
  // Without a pid namespace nobody finds it.
  assert.deepEqual(await attack(bare), [{ kind: 'canceled' }, [true]])
})

verifies('process.time-limit-ends-a-run', 'in the sandbox, too, a child is asked to end before it is killed', async (context) => {
  const { folder, sandbox, bare } = await open(context)
  const polite = sh(await readFile(fixture('tidy-up.sh'), 'utf8'))
  for (const box of [sandbox, bare]) {
    const cancel = new AbortController()
    const ran = await runIn(await temporaryFolder(context), box, polite, {
      signal: cancel.signal,
      graceMs: 60_000,
      onLines: async () => cancel.abort(),
    })
    assert.deepEqual([ran.exit, ran.stdout], [{ kind: 'canceled' }, 'started\ntidied\n'])
  }
  const deaf = await runIn(folder, sandbox, sh(await readFile(fixture('ignore-term.sh'), 'utf8')), {
    timeoutMs: 3000,
    graceMs: 200,
  })
  assert.deepEqual([deaf.exit, deaf.stdout], [{ kind: 'timed_out' }, 'started\n'])
})

test('when the server is killed, what runs in the sandbox dies with it, and so does a child without one', async (context) => {
  const survivors = async (mode: 'on' | 'off') => {
    const folder = await temporaryFolder(context)
    await chmod(folder, 0o755)
    const seconds = `3600.${Math.floor(Math.random() * 1e9)}`
    const server = command([process.execPath, fixture('doomed-server.ts'), mode, folder, seconds])
    const ran = await run(await temporaryFolder(context), server, {
      async onLines(lines) {
        assert.equal(lines[0]?.text, mode === 'on' ? 'bubblewrap started\n' : 'off started\n')
        await until('both sleep', async () => (await sleepersFor(seconds)).length === 2)
        process.kill(server_pid, 'SIGKILL')
      },
      onStarted({ pid }) {
        server_pid = pid
      },
      killTree: async () => true,
    })
    assert.deepEqual(ran.exit, { kind: 'signaled', signal: 'SIGKILL' })
    const expected = mode === 'on' ? 0 : 1
    await until(`${expected} are left`, async () => (await sleepersFor(seconds)).length === expected)
    for (const pid of await sleepersFor(seconds)) endPid(pid)
  }
  let server_pid = 0
  await survivors('on')
  // Only the child itself is tied to the server then; its helper waits for the next start to be found by its mark.
  await survivors('off')
})

verifies(
  'sandbox.status-is-honest',
  'the status is what a real run in the sandbox found, with the reason and what to do',
  async (context) => {
    const folder = await temporaryFolder(context)
    const stateOf = async (searchPath: string, mode: SandboxMode = 'auto') => {
      const { status, reason } = await openSandbox(await optionsIn(folder, { mode, searchPath }))
      return [status, reason]
    }
    assert.deepEqual(await stateOf('/usr/bin:/bin'), ['bubblewrap', null])
    assert.deepEqual(await stateOf('/usr/bin:/bin', 'off'), ['off', null])
    const missing = await stateOf(await fakePath(folder, 'missing', null))
    assert.deepEqual(missing, [
      'unavailable',
      'bubblewrap is not installed. Install the package bubblewrap and start the server again.',
    ])
    const [status, reason] = await stateOf(
      await fakePath(folder, 'forbidden', 'echo "bwrap: Creating new namespace failed: Operation not permitted" >&2; exit 1'),
    )
    assert.equal(status, 'unavailable')
    assert.match(
      reason ?? '',
      /^bubblewrap does not work: bwrap: Creating new namespace failed: Operation not permitted User namespaces are not allowed here\. /,
    )
    // What container engines forbid, each by another flag (docs/containerization.md).
    for (const [said, flags] of [
      ['No permissions to create new namespace', ['seccomp=unconfined']],
      ["Can't mount proc on /newroot/proc: Operation not permitted", ['systempaths=unconfined', 'unmask=ALL']],
      ['Failed to make / slave: Permission denied', ['apparmor=unconfined']],
    ] as const) {
      const [, told] = await stateOf(await fakePath(folder, said.slice(0, 5), `echo "bwrap: ${said}" >&2; exit 1`))
      assert.deepEqual(
        Array.from(`${told}`.matchAll(/--security-opt ([^ );]+)/g), ([, flag]) => flag),
        flags,
      )
    }
    const lying = await stateOf(await fakePath(folder, 'lying', `printf 'Uid:\\t0\\t0\\t0\\t0\\nCapEff:\\t${'0'.repeat(16)}\\n'`))
    assert.deepEqual(lying, ['unavailable', 'bubblewrap runs, but what it runs keeps rights that it should not have.'])
  },
)

verifies(
  'sandbox.status-is-honest',
  'a root server without a sandbox runs nothing when it cannot run it as another user, and says why',
  async (context) => {
    const folder = await temporaryFolder(context)
    const closed = await openSandbox(await optionsIn(folder, { mode: 'off', reach: [folder] }))
    const forEveryone = reachReason('(a path; see the server log)')
    assert.deepEqual([closed.status, closed.detail, closed.reason], ['off', reachReason(folder), forEveryone])
    assert.throws(() => closed.wrap(sh('id')), { code: 'SANDBOX_UNAVAILABLE', details: { reason: forEveryone } })
    const empty = join(folder, 'empty')
    await mkdir(empty)
    const noSetpriv = await openSandbox(await optionsIn(folder, { mode: 'off', searchPath: empty }))
    assert.throws(() => noSetpriv.wrap(sh('id')), { code: 'SANDBOX_UNAVAILABLE' })
  },
  { skip: !isRoot && 'only a root server drops' },
)

verifies(
  'sandbox.command-line-names-no-host-path',
  'what can be read of the first process inside names no path of the host, and did when its options stood on its command line',
  async (context) => {
    const { folder, sandbox, mounts } = await open(context)
    const launch = {
      ...sh('cat /proc/1/cmdline /proc/1/environ /proc/self/cmdline 2>/dev/null | tr "\\0" "\\n"'),
      mounts,
      cwd: '/workspace',
    }
    const wrapped = sandbox.wrap(launch)
    const starter = openStarter(`inst_test${process.pid}:hidden`)
    context.after(() => starter.close())
    for (const start of [undefined, starter.start]) {
      const { stdout } = await run(await temporaryFolder(context), wrapped, start ? { start } : {})
      assert.match(stdout, /^\/usr\/bin\/bwrap\n(--seccomp\n\d+\n)?--args\n\d+\n--info-fd\n\d+\n--\n/m)
      assert.ok(!stdout.includes(folder), stdout)
    }
    const { hidden, argv, ...rest } = wrapped
    const [program, ...words] = argv
    const shown = { ...rest, argv: [program, ...(hidden?.words ?? []), ...words] } as const
    assert.ok((await run(await temporaryFolder(context), shown)).stdout.includes(folder))
  },
)

// A limit of the kernel, as docs/security.md says: whoever finds a way to hide it changes this test.
test('mountinfo inside names the path of each mount within its file system, and nothing of that can be reached', async (context) => {
  const { folder, sandbox, mounts } = await open(context)
  const launch = { ...sh(`cat /proc/self/mountinfo; ls -d '${folder}' 2>&1`), mounts, cwd: '/workspace' }
  const { stdout } = await run(await temporaryFolder(context), sandbox.wrap(launch))
  const rootOf = (point: string) =>
    stdout
      .split('\n')
      .map((line) => line.split(' '))
      .find((words) => words[4] === point)?.[3]
  assert.ok(rootOf('/workspace/artifacts')?.endsWith(`/${basename(folder)}/run/artifacts`), stdout)
  assert.match(stdout, /No such file or directory\n$/)
})

test('more options than a pipe takes at once reach the sandbox all the same', async (context) => {
  const { sandbox, mounts } = await open(context)
  const many = Array.from({ length: 700 }, (_, i) => ({
    from: '/usr/share',
    to: `/many/folder-with-a-long-name-${i}`,
    access: 'read' as const,
  }))
  const starter = openStarter(`inst_test${process.pid}:many`)
  context.after(() => starter.close())
  const launch = { ...sh('ls /many | wc -l'), mounts: [...mounts, ...many], cwd: '/workspace' }
  const { stdout } = await run(await temporaryFolder(context), sandbox.wrap(launch), { start: starter.start })
  assert.equal(stdout, '700\n')
})

asOrdinaryUser(import.meta.url, 3)

interface Opened {
  readonly folder: string
  readonly sandbox: Sandbox
  /** The same way without the guard. */
  readonly bare: Sandbox
  readonly runFolder: string
  readonly mounts: readonly Mount[]
}

const untouched = ['input.json', '.audit/events', 'logs/stdout.txt', 'raw/out', 'manifest.json'].map(() => 'ours\n')

/** A run folder as the server has it, and the ways with and without a sandbox. */
async function open(context: TestContext): Promise<Opened> {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const runFolder = join(folder, 'run')
  for (const name of ['.audit', 'logs', 'raw', 'artifacts', 'result', 'tmp', 'home', 'skill'])
    await mkdir(join(runFolder, name), { recursive: true })
  for (const name of ['input.json', '.audit/events', 'logs/stdout.txt', 'raw/out', 'manifest.json'])
    await writeFile(join(runFolder, name), 'ours\n')
  for (const name of ['artifacts', 'result', 'tmp', 'home'])
    if (identity) await chown(join(runFolder, name), identity.uid, identity.gid)
  await cp(fixture('connect.mjs'), join(runFolder, 'skill/connect.mjs'))
  const mount = (name: string, to: string, access: Mount['access']): Mount => ({ from: join(runFolder, name), to, access })
  return {
    ...{ folder, runFolder },
    sandbox: await openSandbox(await optionsIn(folder, { mode: 'required' })),
    bare: await openSandbox(await optionsIn(folder, { mode: 'off' })),
    mounts: [
      ...[mount('artifacts', '/workspace/artifacts', 'write'), mount('result', '/workspace/result', 'write')],
      ...[mount('tmp', '/tmp', 'write'), mount('home', '/home/runner', 'write'), mount('skill', '/skill', 'read')],
    ],
  }
}

/** Without a sandbox only a shell is needed, and everybody can reach that, wherever the clone lies. */
async function optionsIn(folder: string, extra: Partial<SandboxOptions>): Promise<SandboxOptions> {
  const node = extra.mode === 'off' ? '/bin/sh' : process.execPath
  return {
    mode: 'auto',
    isRoot,
    runAs,
    searchPath: '/usr/bin:/bin',
    node,
    folder: join(folder, 'sandbox'),
    reach: [],
    capture,
    ...extra,
  }
}

const sh = (script: string, ...args: string[]): Launch => ({
  argv: ['/bin/sh', '-c', script, ...args],
  ...{ env: {}, cwd: '/', stdin: null, mounts: [], network: 'off', identity },
})

function runIn(folder: string, box: Sandbox, launch: Launch, options: Parameters<typeof run>[2] = {}): Promise<Ran> {
  const cwd = box.status === 'bubblewrap' && launch.mounts.length > 0 ? '/workspace' : '/'
  return run(folder, box.wrap({ ...launch, cwd }), options)
}

const recordsOf = (runFolder: string): Promise<string[]> =>
  Promise.all(
    ['input.json', '.audit/events', 'logs/stdout.txt', 'raw/out', 'manifest.json'].map((name) =>
      readFile(join(runFolder, name), 'utf8'),
    ),
  )

async function openToAll(runFolder: string): Promise<void> {
  if (!identity) return
  for (const name of ['input.json', '.audit/events', 'logs/stdout.txt', 'raw/out', 'manifest.json'])
    await chown(join(runFolder, name), identity.uid, identity.gid)
}

async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
}

/** What /proc/self/status says about rights, one user id for all four. */
function facts(status: string): Record<string, string> {
  const rows = [...status.matchAll(/^(Uid|Cap\w+|NoNewPrivs):\s+(.*)$/gm)]
  return Object.fromEntries(rows.map(([, name = '', value = '']) => [name, [...new Set(value.split('\t'))].join(' ')]))
}

/** A PATH with the real setpriv and a bwrap that is missing or does as the script says. */
async function fakePath(folder: string, name: string, script: string | null): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  await writeFile(join(path, 'setpriv'), '#!/bin/sh\nexec /usr/bin/setpriv "$@"\n', { mode: 0o755 })
  if (script !== null) await writeFile(join(path, 'bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

const reachReason = (path: string): string =>
  `Children do not run as root, and the user ${runAs.from} cannot reach ${path}. Install bubblewrap, or move it to where all users can enter.`
