import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Launch } from '../src/domain/launch.ts'
import { capture } from '../src/process/capture.ts'
import { descendantsOf, factsOf } from '../src/process/proc.ts'
import { openStarter } from '../src/process/starter.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { asOrdinaryUser } from './support/ordinary-user.ts'
import { until } from './support/until.ts'

const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: 240911, gid: 240911 } : null

async function open(context: TestContext): Promise<{ folder: string; walled: Sandbox; unwalled: Sandbox }> {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const options = {
    ...({ mode: 'required', isRoot, runAs: { from: 240910, to: 240919 }, searchPath: '/usr/bin:/bin' } as const),
    ...{ node: process.execPath, folder: join(folder, 'sandbox'), reach: [], capture },
  }
  return { folder, walled: await openSandbox(options), unwalled: await openSandbox({ ...options, withoutSeccomp: true }) }
}

const launchOf = (...argv: [string, ...string[]]): Launch => ({
  ...{ argv, env: {}, cwd: '/', stdin: null, mounts: [], network: 'off', identity },
})

const isArm = process.arch === 'arm64'
const calls = {
  add_key: isArm ? 217 : 248,
  clone3: 435,
  ptrace: isArm ? 117 : 101,
  socket: isArm ? 198 : 41,
  unshare: isArm ? 97 : 272,
}

/** Each attack and the number of its error; 0: it succeeded. All of them aim at the process itself, or at a child of its own. */
const attacks = `$| = 1;
sub told { my ($what, $answer) = @_; print "$what ", ($answer == -1 ? $! + 0 : 0), "\\n" }
my ($type, $name, $canary) = ("user", "canary", "a canary of this test");
told('key', syscall(${calls.add_key}, $type, $name, $canary, length $canary, -2));
told('packet', syscall(${calls.socket}, 17, 3, 0));
told('clone3', syscall(${calls.clone3}, 0, 0));
my $child = fork // die; if (!$child) { sleep 600; exit }
told('attach', syscall(${calls.ptrace}, 16, $child, 0, 0));
kill 'KILL', $child;
my $traced = fork // die; if (!$traced) { exit(syscall(${calls.ptrace}, 0, 0, 0, 0) == -1 ? 1 : 0) }
waitpid $traced, 0; print "traced ", $? >> 8, "\\n";
told('user', syscall(${calls.unshare}, 0x10000000));
`

const [permitted, invalid, missing, noFamily] = [1, 22, 38, 97]

verifies(
  'sandbox.system-calls',
  'what leads out of the sandbox fails, and succeeds where the filter is left out',
  async (context) => {
    const { folder, walled, unwalled } = await open(context)
    const told = async (box: Sandbox) => {
      const { stdout } = await run(await temporaryFolder(context), box.wrap(launchOf('/usr/bin/perl', '-e', attacks)))
      return Object.fromEntries(
        stdout
          .trim()
          .split('\n')
          .map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]),
      )
    }
    const refused = {
      key: permitted,
      packet: noFamily,

      clone3: missing,
      attach: permitted,
      traced: 0,
      user: permitted,
    }
    assert.deepEqual(await told(walled), refused)
    assert.deepEqual(await told(unwalled), { key: 0, packet: permitted, clone3: invalid, attach: 0, traced: 0, user: 0 })
    // The helper process hands on the filter as well.
    const starter = openStarter(`inst_test${process.pid}:filter`)
    context.after(() => starter.close())
    const { stdout } = await run(folder, walled.wrap(launchOf('/usr/bin/perl', '-e', attacks)), { start: starter.start })
    assert.match(stdout, /^key 1\npacket 97\n/)
  },
)

verifies('sandbox.system-calls', 'nobody has memory past the limits by a mount of its own', async (context) => {
  const { folder, walled, unwalled } = await open(context)
  const mount = launchOf('/usr/bin/unshare', '-Urm', '/bin/sh', '-c', 'mount -t tmpfs -o size=2g more /usr && echo mounted')
  assert.deepEqual((await run(folder, walled.wrap(mount))).stdout, '')
  assert.deepEqual((await run(await temporaryFolder(context), unwalled.wrap(mount))).stdout, 'mounted\n')
})

/** Attaches to the first process of the sandbox and ends. */
const attachToInit = `$| = 1;
my $answer = syscall(${calls.ptrace}, 16, 1, 0, 0);
print "attached ", ($answer == -1 ? $! + 0 : 0), "\\n";
`

verifies(
  'sandbox.init-cannot-be-traced',
  'a run that traces the first process of its sandbox ends, and is refused',
  async (context) => {
    const { folder, walled, unwalled } = await open(context)
    const trace = launchOf('/usr/bin/perl', '-e', attachToInit)
    const held = await run(folder, walled.wrap(trace))
    assert.deepEqual([held.exit, held.stdout], [{ kind: 'exited', code: 0 }, `attached ${permitted}\n`])
    const cancel = new AbortController()
    let outer = 0
    const free = await run(await temporaryFolder(context), unwalled.wrap(trace), {
      signal: cancel.signal,
      onStarted({ pid }) {
        outer = pid
      },
      async onLines() {
        if (isRoot) return
        await until('nothing goes on inside', () => isHung(outer))
        cancel.abort()
      },
    })
    // As an ordinary user it would be that user's own process.
    const [exit, attached] = isRoot ? [{ kind: 'exited', code: 0 }, permitted] : [{ kind: 'canceled' }, 0]
    assert.deepEqual([free.exit, free.stdout], [exit, `attached ${attached}\n`])
  },
)

/** The first process of the sandbox is stopped for good, and what ended inside is reaped by nobody, unless it was before. */
function isHung(outer: number): boolean {
  const [init = 0, ...others] = descendantsOf(outer) ?? []
  const isStopped = /^State:\s+T/m.test(readFileSync(`/proc/${init}/status`, 'utf8'))
  return isStopped && others.every((pid) => factsOf(pid)?.isZombie)
}

asOrdinaryUser(import.meta.url, 1)
