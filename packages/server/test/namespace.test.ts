import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Launch } from '../src/domain/launch.ts'
import type { ProcessMark } from '../src/domain/run.ts'
import { capture } from '../src/process/capture.ts'
import { endNamespace } from '../src/process/namespace.ts'
import { factsOf, livingProcesses } from '../src/process/proc.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { endPid, isAlive, type Ran, run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { holdOneOnItsWayOut } from './support/on-its-way-out.ts'
import { asOrdinaryUser } from './support/ordinary-user.ts'
import { lookedAtDuring } from './support/proc-reads.ts'
import { until } from './support/until.ts'

/** Everything here is proven twice: by a root server and by an ordinary one (the last test). */
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: 240911, gid: 240911 } : null

/** Three helpers without group, parent and mark, one of which does not care for requests; it goes on when all of them run. */
const helpers = `
leave() { setsid env -i /bin/sh -c "trap '' $2; echo up; exec sleep $1 >/dev/null 2>&1" 2>/dev/null & }
{ (leave $0 ''); ( (leave $0 '') & ); (leave $0 TERM); } | { read -r a; read -r b; read -r c; }
echo ready
`

for (const [end, last] of [
  ['ends by itself', 'exit 0'],
  ['is canceled', 'exec sleep 3600'],
] as const) {
  verifies(
    'process.ends-the-tree',
    `when a run that ${end} is said to be over, nobody is left in its sandbox`,
    async (context) => {
      const left = async (box: Sandbox) => {
        const seconds = `3600.${Math.floor(Math.random() * 1e9)}`
        const cancel = new AbortController()
        const ran = await runIn(context, box, sh(helpers + last, seconds), {
          signal: cancel.signal,
          onLines: async () => void (end === 'is canceled' && cancel.abort()),
        })
        const found = namedIn(seconds)
        context.after(() => found.forEach(endPid))
        return [ran.stdout, ran.exit.kind, found.length]
      }
      const kind = end === 'is canceled' ? 'canceled' : 'exited'
      assert.deepEqual(await left(await open(context, 'required')), ['ready\n', kind, 0])
      // Without a namespace nobody finds them.
      assert.deepEqual(await left(await open(context, 'off')), ['ready\n', kind, 3])
    },
  )
}

verifies(
  'process.ends-the-tree',
  'a namespace is over when its last process is, not when its first one dies',
  async (context) => {
    const holder = holdOneOnItsWayOut()
    context.after(() => endPid(holder))
    const init = await firstOnItsWayOut(holder)
    let looks = 0
    let answer: boolean | null = null
    const counted = () => {
      looks++
      return init
    }
    const ended = endNamespace({ init: counted }, holder).then((isOver) => {
      answer = isOver
    })
    await until('it was looked at many times', () => looks > 20)
    assert.deepEqual([answer, factsOf(init.pid)?.isExiting], [null, true])
    endPid(holder)
    await ended
    assert.deepEqual([answer, isAlive(init.pid)], [true, false])
  },
)

verifies(
  'process.ends-the-tree',
  'a namespace that the kernel takes long to end is waited for longer than one that does not end',
  async (context) => {
    const holder = holdOneOnItsWayOut()
    context.after(() => endPid(holder))
    const init = await firstOnItsWayOut(holder)
    assert.equal(await endNamespace({ init: () => init }, holder, { usualMs: 0, exitingMs: 0 }), false)
    let looks = 0
    const counted = () => {
      looks++
      return init
    }
    const ended = endNamespace({ init: counted }, holder, { usualMs: 0 })
    await until('it was looked at many times', () => looks > 20)
    endPid(holder)
    assert.equal(await ended, true)
  },
)

verifies(
  'process.ends-the-tree',
  'in the sandbox the end of a run looks at two processes, however many the machine has',
  async (context) => {
    const foreign = 300
    const lookedAt = async (box: Sandbox, crowd: number) => {
      const { pids, listedAll } = await lookedAtDuring(() =>
        runIn(context, box, sh('echo ready; read -r word'), { onLines: () => startCrowd(context, crowd) }),
      )
      return [listedAll, pids.size >= foreign ? 'the crowd' : pids.size]
    }
    const sandbox = await open(context, 'required')
    assert.deepEqual(await lookedAt(sandbox, 0), [false, 2])
    assert.deepEqual(await lookedAt(sandbox, foreign), [false, 2])
    assert.deepEqual(await lookedAt(await open(context, 'off'), foreign), [true, 'the crowd'])
  },
)

asOrdinaryUser(import.meta.url, 1)

async function open(context: TestContext, mode: 'required' | 'off'): Promise<Sandbox> {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const node = mode === 'off' ? '/bin/sh' : process.execPath
  const users = { isRoot, runAs: { from: 240910, to: 240919 } }
  return openSandbox({ mode, ...users, searchPath: '/usr/bin:/bin', node, folder: join(folder, 'sandbox'), reach: [], capture })
}

const sh = (script: string, ...args: string[]): Launch => ({
  argv: ['/bin/sh', '-c', script, ...args],
  ...{ env: {}, cwd: '/', stdin: null, mounts: [], network: 'off', identity },
})

const runIn = async (context: TestContext, box: Sandbox, launch: Launch, options: Parameters<typeof run>[2]): Promise<Ran> =>
  run(await temporaryFolder(context), box.wrap(launch), options)

/** Whoever has this word in its command line. */
function namedIn(word: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isAlive(pid) && commandOf(pid).includes(word))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

async function firstOnItsWayOut(holder: number): Promise<ProcessMark> {
  return until('the first is on its way out', async () => {
    const all = await livingProcesses()
    return all.find(({ parent, isExiting }) => parent === holder && isExiting) ?? null
  })
}

/** Processes that have nothing to do with any run, younger than the one that is under way. */
async function startCrowd(context: TestContext, count: number): Promise<void> {
  if (count === 0) return
  const script = `n=0; while [ $n -lt ${count} ]; do sleep 3600 & n=$((n + 1)); done; echo ready; wait`
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  context.after(() => process.kill(-(child.pid ?? 0), 'SIGKILL'))
  await once(child.stdout, 'data')
}
