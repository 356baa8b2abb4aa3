import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Launch } from '../src/domain/launch.ts'
import { NurseryLink } from '../src/exec/nursery-link.ts'
import { capture } from '../src/process/capture.ts'
import { frameOf } from '../src/process/frame.ts'
import { type Kept, lookAt, type Nursery, openNursery } from '../src/process/nursery.ts'
import { livingProcesses } from '../src/process/proc.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { endPid, isAlive } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { holdOneOnItsWayOut } from './support/on-its-way-out.ts'
import { until } from './support/until.ts'

const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: 240911, gid: 240911 } : null

/** A nursery of its own, with a sandbox around whatever it keeps. */
async function openHere(context: TestContext) {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const users = { isRoot, runAs: { from: 240910, to: 240919 } }
  const places = { searchPath: '/usr/bin:/bin', node: process.execPath, folder: join(folder, 'sandbox'), reach: [] }
  const box = await openSandbox({ mode: 'required', ...users, ...places, capture })
  const home = join(folder, 'nursery')
  const nursery = await openNursery(home, 'test')
  context.after(() => nursery.close())
  let count = 0
  return {
    nursery,
    home,
    box,
    /** Starts a line of shell, and tells all that is to be known of it. */
    async keep(script: string, more: Partial<Kept> = {}, by: Nursery = nursery, around: Sandbox = box) {
      const id = `task_${++count}`
      const own = join(folder, id)
      await mkdir(own)
      const kept: Kept = { id, folder: own, timeoutSec: 3600, graceSec: 1, maxOutputBytes: 0, ...more }
      const ended = by.told(id)
      const mark = await by.start(kept, around.wrap(sh(script)))
      if (typeof mark === 'string' || 'failed' in mark) throw new Error(JSON.stringify(mark))
      const stdout = () => readFile(join(own, 'stdout.log'), 'utf8')
      const end = () => ended.then(() => lookAt(own))
      return { id, own, mark, ended, stdout, end }
    },
  }
}

const sh = (script: string): Launch => ({
  argv: ['/bin/sh', '-c', script],
  ...{ env: { PATH: '/usr/bin:/bin' }, cwd: '/', stdin: null, mounts: [], network: 'off', identity },
})

/** The nursery itself, by its folder on its command line. */
async function pidOf(home: string): Promise<number> {
  for (const { pid } of await livingProcesses()) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (words.endsWith(`nursery.pl\0${home}\0`)) return pid
  }
  return assert.fail('no nursery runs')
}

verifies('exec.tasks-outlive-the-server', 'what a command prints and how it ends is in files', async (context) => {
  const { keep } = await openHere(context)
  const good = await keep('echo out; echo err >&2')
  const bad = await keep('exit 3')
  const dead = await keep('kill -9 $$')
  assert.deepEqual(
    [await good.end(), await bad.end(), await dead.end()],
    [
      { status: 0, why: '' },
      { status: 3 << 8, why: '' },
      // As bubblewrap tells of a signal inside.
      { status: (128 + 9) << 8, why: '' },
    ],
  )
  assert.deepEqual([await good.stdout(), await readFile(join(good.own, 'stderr.log'), 'utf8')], ['out\n', 'err\n'])
})

verifies(
  'exec.tasks-outlive-the-server',
  'a command is ended by its time, by too much output and by a request',
  async (context) => {
    const { keep, nursery } = await openHere(context)
    const slow = await keep('sleep 1000', { timeoutSec: 0 })
    const loud = await keep('yes', { maxOutputBytes: 10_000 })
    const asked = await keep("trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.01; done")
    const deaf = await keep("trap '' TERM; echo up; while :; do sleep 1; done", { graceSec: 0 })
    for (const one of [asked, deaf]) {
      await until('it is up', async () => (await one.stdout()) === 'up\n')
      nursery.end(one.id, 'canceled')
    }
    const [slowEnd, loudEnd, askedEnd, deafEnd] = await Promise.all([slow.end(), loud.end(), asked.end(), deaf.end()])
    const whyOf = (end: Awaited<ReturnType<typeof lookAt>>) => (typeof end === 'string' ? end : end.why)
    assert.deepEqual([slowEnd, loudEnd, askedEnd, deafEnd].map(whyOf), ['timed_out', 'too_much_output', 'canceled', 'canceled'])
    assert.equal(await asked.stdout(), 'up\nbye\n')
    for (const { mark } of [slow, loud, asked, deaf]) assert.equal(isAlive(mark.pid), false)
  },
)

/** Reserves 64 MiB behind the end of its own log, whose size stays as it is: fallocate with FALLOC_FL_KEEP_SIZE. */
const reserves = `perl -e 'syscall(${process.arch === 'x64' ? 285 : 47}, 1, 1, 0, 64 << 20) == 0 or die $!'; echo up; sleep 1000`

verifies(
  'exec.limits',
  'room that a command only reserves in its log counts as output, and is given back at its end',
  async (context) => {
    const { keep, nursery } = await openHere(context)
    const roomOf = async ({ own }: { readonly own: string }) => (await stat(join(own, 'stdout.log'))).blocks * 512
    const bounded = await keep(reserves, { maxOutputBytes: 10_000, timeoutSec: 60 })
    const end = await bounded.end()
    assert.equal(typeof end === 'string' ? end : end.why, 'too_much_output')
    const free = await keep(reserves)
    await until('it is up', async () => (await free.stdout()) === 'up\n')
    assert.ok((await roomOf(free)) >= 64 << 20)
    await nursery.end(free.id, 'canceled')
    await free.ended
    for (const one of [bounded, free]) assert.ok((await roomOf(one)) < 1 << 20, `${await roomOf(one)} bytes are left`)
  },
)

verifies(
  'exec.tasks-outlive-the-server',
  'a server that is gone takes no command with it, and the next one finds them, with no byte lost',
  async (context) => {
    const { keep, nursery, home } = await openHere(context)
    const long = await keep('for i in 1 2 3; do echo $i; done; sleep 0.2; echo last')
    const short = await keep('echo done')
    nursery.close()
    await until('the short one has ended', async () => (await lookAt(short.own)) !== 'lives')
    const next = await openNursery(home, 'test')
    context.after(() => next.close())
    const told = next.told(long.id)
    if ((await lookAt(long.own)) === 'lives') await told
    assert.deepEqual(
      [await lookAt(short.own), await lookAt(long.own)],
      [
        { status: 0, why: '' },
        { status: 0, why: '' },
      ],
    )
    assert.deepEqual([await short.stdout(), await long.stdout()], ['done\n', '1\n2\n3\nlast\n'])
  },
)

verifies(
  'exec.tasks-outlive-the-server',
  'a nursery that is killed takes all that it keeps with it, which is then lost and not forgotten',
  async (context) => {
    const { keep, home } = await openHere(context)
    const kept = await keep('setsid sleep 1000 & echo up; sleep 1000')
    await until('it is up', async () => (await kept.stdout()) === 'up\n')
    process.kill(await pidOf(home), 'SIGKILL')
    await kept.ended
    await until('it is lost with all inside', async () => (await lookAt(kept.own)) === 'lost')
    assert.equal(isAlive(kept.mark.pid), false)
    const next = await openNursery(home, 'test')
    context.after(() => next.close())
    const again = await keep('echo again', {}, next)
    assert.deepEqual(await again.end(), { status: 0, why: '' })
  },
)

test('nobody is called ended before all inside are, and one that cannot be started is told', async (context) => {
  const { keep, nursery, home } = await openHere(context)
  const kept = await keep('(setsid sleep 1000 &) ; echo up; sleep 1000', { graceSec: 0 })
  await until('it is up', async () => (await kept.stdout()) === 'up\n')
  const init = Number(/"child-pid": (\d+)/.exec(await readFile(join(kept.own, 'keeper.json'), 'utf8'))?.[1])
  nursery.end(kept.id, 'canceled')
  await kept.ended
  assert.equal(isAlive(init), false)
  const nowhere = { id: 'x', folder: join(home, 'none'), timeoutSec: 1, graceSec: 1, maxOutputBytes: 0 }
  assert.match(JSON.stringify(await nursery.start(nowhere, { argv: ['/bin/true'], env: {}, cwd: '/', stdin: null })), /ENOENT/)
})

test('one whose keeper is gone lives as long as the kernel is still ending those inside', async (context) => {
  const folder = await temporaryFolder(context)
  const holder = holdOneOnItsWayOut()
  context.after(() => endPid(holder))
  const init = await until('the first is on its way out', async () => {
    const all = await livingProcesses()
    return all.find(({ parent, isExiting }) => parent === holder && isExiting) ?? null
  })
  const namespace = Number(/\d+/.exec(await readlink(`/proc/${init.pid}/ns/pid`))?.[0])
  const keeperTells = (inode: number) =>
    writeFile(join(folder, 'keeper.json'), `{\n    "child-pid": ${init.pid},\n    "pid-namespace": ${inode}\n}\n`)
  await writeFile(join(folder, 'process.json'), '{"pid":1,"start_time":"of another"}\n')
  await keeperTells(namespace)
  assert.equal(await lookAt(folder), 'lives')
  await keeperTells(namespace + 1)
  assert.equal(await lookAt(folder), 'lost')
  await keeperTells(namespace)
  endPid(holder)
  await until('it is gone', async () => (await lookAt(folder)) === 'lost')
})

test('a nursery that keeps nothing ends with its last server', async (context) => {
  const { keep, nursery, home } = await openHere(context)
  await (await keep('true')).end()
  const pid = await pidOf(home)
  nursery.close()
  await until('it has ended', () => !isAlive(pid))
})

test('a request that it does not know is answered, one that is broken is left, and those whom it keeps go on', async (context) => {
  const { keep, nursery, home } = await openHere(context)
  const kept = await keep('echo up; sleep 1000')
  const socket = connect(join(home, 'socket.2'))
  context.after(() => socket.destroy())
  const lines: string[] = []
  createInterface({ input: socket }).on('line', (line) => void lines.push(line))
  for (const request of [['dance', 'x'], [], ['start'], ['end', 'task_x', 'canceled']]) socket.write(frameOf(request))
  await until('all are answered', () => lines.at(-1) === 'unkept task_x')
  assert.deepEqual(lines, ['ready 2', 'unsupported dance', 'unsupported ', 'unkept task_x'])
  assert.deepEqual([await nursery.end('task_x', 'canceled'), await nursery.end(kept.id, 'canceled')], [false, true])
  await kept.ended
})

test('a nursery that dies while it is started is started again, and one that never can be is told', async (context) => {
  const { home, box } = await openHere(context)
  const own = join(home, 'task_x')
  await mkdir(own)
  const kept: Kept = { id: 'task_x', folder: own, timeoutSec: 60, graceSec: 1, maxOutputBytes: 0 }
  const beginWith = (...programs: string[]) => {
    const link = new NurseryLink(
      { openNursery: () => openNursery(join(home, 'other'), 'test', programs.shift() ?? 'perl') },
      new AbortController().signal,
    )
    context.after(() => link.leave())
    return link.begin(kept, box.wrap(sh('true')))
  }
  const never = await beginWith('/bin/false', '/bin/false', '/bin/false')
  assert.match(JSON.stringify(never.mark), /could not be started/)
  const { mark, told } = await beginWith('/bin/false', '/bin/false')
  assert.ok(typeof mark === 'object' && 'pid' in mark, JSON.stringify(mark))
  await told
})

test('what it keeps has the umask of the server, and its socket is for nobody else', async (context) => {
  const { keep, home } = await openHere(context)
  const kept = await keep('umask')
  await kept.end()
  assert.equal(Number.parseInt(await kept.stdout(), 8), process.umask())
  assert.equal((await stat(join(home, 'socket.2'))).mode & 0o777, 0o700)
})
