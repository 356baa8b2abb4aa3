import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { ProcessMark } from '../src/domain/run.ts'
import { capture } from '../src/process/capture.ts'
import { livingProcesses, startTimeOf } from '../src/process/proc.ts'
import { endLeftovers } from '../src/process/tree.ts'
import { command, endPid, fixture, isAlive, marker, run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { holdOneOnItsWayOut } from './support/on-its-way-out.ts'
import { until } from './support/until.ts'

const sh = (script: string, ...args: string[]) => command(['/bin/sh', '-c', script, 'sh', ...args])
const shFile = (name: string) => command(['/bin/sh', fixture(name)])

verifies('process.logs-are-byte-exact', 'both streams are kept byte for byte, whatever the bytes are', async (context) => {
  const folder = await temporaryFolder(context)
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919 + (index >> 8)) % 256))
  await writeFile(join(folder, 'out'), bytes)
  await writeFile(join(folder, 'err'), bytes.subarray(5, 4000))
  const ran = await run(folder, sh('cat "$1"; cat "$2" >&2', join(folder, 'out'), join(folder, 'err')))
  assert.deepEqual(ran.exit, { kind: 'exited', code: 0 })
  assert.deepEqual(await readFile(join(folder, 'stdout.log')), bytes)
  assert.deepEqual(await readFile(join(folder, 'stderr.log')), bytes.subarray(5, 4000))
})

verifies(
  'process.lines-know-their-offsets',
  'every line is found again where it says it lies, also when the log had something before',
  async (context) => {
    const folder = await temporaryFolder(context)
    await writeFile(join(folder, 'stdout.log'), 'earlier\n')
    const ran = await run(folder, sh(`printf 'één\\ntwo\\n'; printf 'oops\\n' >&2; printf 'end'`))
    const log = await readFile(join(folder, 'stdout.log'))
    assert.deepEqual(
      ran.lines
        .filter(({ at }) => at.stream === 'stdout')
        .map(({ text, at }) => [text, log.toString('utf8', at.from, at.to), at.from]),
      [
        ['één\n', 'één\n', 8],
        ['two\n', 'two\n', 14],
        ['end', 'end', 18],
      ],
    )
    assert.deepEqual(
      ran.lines.filter(({ at }) => at.stream === 'stderr'),
      [{ text: 'oops\n', at: { stream: 'stderr', from: 0, to: 5 }, tooLong: false }],
    )
  },
)

test('a child tells how it ended: by a code or by a signal', async (context) => {
  const folder = await temporaryFolder(context)
  assert.deepEqual((await run(folder, sh('exit 7'))).exit, { kind: 'exited', code: 7 })
  assert.deepEqual((await run(folder, sh('kill -SEGV $$'))).exit, { kind: 'signaled', signal: 'SIGSEGV' })
})

test('what cannot be started is an answer with the reason', async (context) => {
  const folder = await temporaryFolder(context)
  await writeFile(join(folder, 'plain.txt'), 'no program')
  const exitOf = async (argv: [string], cwd = '/') => (await run(folder, command(argv, { cwd }))).exit
  assert.deepEqual(await exitOf(['/no/such/program']), { kind: 'not_started', reason: 'spawn /no/such/program ENOENT' })
  const plain = join(folder, 'plain.txt')
  assert.deepEqual(await exitOf([plain]), { kind: 'not_started', reason: `spawn ${plain} EACCES` })
  assert.equal((await exitOf(['/bin/true'], '/no/such/folder')).kind, 'not_started')
  assert.equal((await exitOf(['/bin/tr\0ue'])).kind, 'not_started')
})

verifies('process.environment-is-an-allow-list', 'a child sees exactly the variables of its command', async (context) => {
  process.env['SKILL_RUNNER_CANARY'] = 'of the server'
  context.after(() => delete process.env['SKILL_RUNNER_CANARY'])
  const env = { GREETING: 'hello', SKILL_RUNNER_MARK: marker }
  const ran = await run(await temporaryFolder(context), command(['/usr/bin/env'], { env }))
  assert.deepEqual(ran.stdout.split('\n').sort(), ['', 'GREETING=hello', `SKILL_RUNNER_MARK=${marker}`])
  // The guard is that nothing is inherited: with the server's own environment the canary is seen.
  const open = await run(await temporaryFolder(context), command(['/usr/bin/env'], { env: plainEnv(process.env) }))
  assert.ok(open.stdout.includes('SKILL_RUNNER_CANARY=of the server\n'))
})

verifies('process.stdin-is-closed-or-given', 'stdin is empty and closed, or the whole text', async (context) => {
  const text = 'ä'.repeat(500_000)
  assert.equal((await run(await temporaryFolder(context), command(['/bin/cat']))).stdout, '')
  assert.equal((await run(await temporaryFolder(context), command(['/bin/cat'], { stdin: text }))).stdout, text)
  const deaf = await run(await temporaryFolder(context), command(['/bin/true'], { stdin: text.repeat(10) }))
  assert.deepEqual(deaf.exit, { kind: 'exited', code: 0 })
})

verifies(
  'process.time-limit-ends-a-run',
  'a child past its time is asked to end, and what it printed is kept',
  async (context) => {
    const ran = await run(await temporaryFolder(context), shFile('tidy-up.sh'), { timeoutMs: 2000, graceMs: 60_000 })
    assert.deepEqual([ran.exit, ran.stdout], [{ kind: 'timed_out' }, 'started\ntidied\n'])
  },
)

verifies('process.time-limit-ends-a-run', 'a child that does not care is killed after its grace', async (context) => {
  const marks: ProcessMark[] = []
  const ran = await run(await temporaryFolder(context), shFile('ignore-term.sh'), {
    ...{ timeoutMs: 2000, graceMs: 200 },
    onStarted: (mark) => void marks.push(mark),
  })
  assert.deepEqual([ran.exit, ran.stdout], [{ kind: 'timed_out' }, 'started\n'])
  assert.deepEqual(
    marks.map(({ pid }) => isAlive(pid)),
    [false],
  )
})

test('cancel ends a child, and the first reason wins', async (context) => {
  const cancel = new AbortController()
  const ran = await run(await temporaryFolder(context), shFile('ignore-term.sh'), {
    ...{ signal: cancel.signal, timeoutMs: 4000, graceMs: 5000 },
    onLines: async () => cancel.abort(),
  })
  assert.deepEqual(ran.exit, { kind: 'canceled' })
})

test('what was canceled before its start is not started', async (context) => {
  const folder = await temporaryFolder(context)
  const ran = await run(folder, sh('touch "$1"', join(folder, 'trace')), { signal: AbortSignal.abort() })
  assert.deepEqual(ran, { exit: { kind: 'canceled' }, stdout: '', stderr: '', lines: [] })
  await assert.rejects(access(join(folder, 'trace')))
})

verifies(
  'process.output-and-silence-are-limited',
  'a child that prints too much is ended, and exactly the allowance is kept',
  async (context) => {
    const folder = await temporaryFolder(context)
    const ran = await run(folder, command([process.execPath, fixture('flood.mjs'), join(folder, 'progress')]), {
      maxOutputBytes: 100_000,
    })
    assert.deepEqual([ran.exit, ran.stdout.length + ran.stderr.length], [{ kind: 'too_much_output' }, 100_000])
    const short = await run(await temporaryFolder(context), sh('printf 12345; printf 67890 >&2'), { maxOutputBytes: 10 })
    assert.deepEqual([short.exit, short.stdout + short.stderr], [{ kind: 'exited', code: 0 }, '1234567890'])
  },
)

verifies(
  'process.output-and-silence-are-limited',
  'a child that says nothing for too long is ended, one that speaks is not',
  async (context) => {
    const quiet = await run(await temporaryFolder(context), sh('echo hello; exec sleep 3600'), { silenceMs: 2000 })
    assert.deepEqual([quiet.exit, quiet.stdout], [{ kind: 'silent' }, 'hello\n'])
    const chatty = await run(await temporaryFolder(context), sh('for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.5; done'), {
      silenceMs: 3500,
    })
    assert.deepEqual(chatty.exit, { kind: 'exited', code: 0 })
  },
)

test('a child that waits for a slow reader is not silent', async (context) => {
  let calls = 0
  const slow = async () => {
    if (++calls > 1) return
    const from = performance.now()
    await until('the reader has been slow for longer than silence may last', () => performance.now() - from > 2500)
  }
  const ran = await run(await temporaryFolder(context), sh('echo one; echo two >&2'), { silenceMs: 2000, onLines: slow })
  assert.deepEqual(ran.exit, { kind: 'exited', code: 0 })
})

test('a slow reader slows the child, and memory stays flat', async (context) => {
  const folder = await temporaryFolder(context)
  const progressFile = join(folder, 'progress')
  await writeFile(progressFile, '')
  const printed = () => Number(readFileSync(progressFile, 'utf8'))
  const cancel = new AbortController()
  const held: number[] = []
  const ran = await run(folder, command([process.execPath, fixture('flood.mjs'), progressFile]), {
    signal: cancel.signal,
    async onLines() {
      if (held.length > 0) return
      let [before, same] = [-1, 0]
      await until('the child stands still', () => {
        const now = printed()
        same = now === before ? same + 1 : 0
        before = now
        return same === 20
      })
      held.push(before)
      cancel.abort()
    },
  })
  assert.deepEqual(ran.exit, { kind: 'canceled' })
  assert.ok(
    held.every((bytes) => bytes < 2 * 1024 * 1024),
    `${held} bytes were taken while nobody read`,
  )
})

test('what was printed before anybody read is not lost, also when the child has ended by then', async (context) => {
  const ran = await run(await temporaryFolder(context), sh('echo out; echo err >&2'), {
    onStarted: async ({ pid }) => void (await until('the child has ended', () => !isAlive(pid))),
  })
  assert.deepEqual([ran.exit, ran.stdout, ran.stderr], [{ kind: 'exited', code: 0 }, 'out\n', 'err\n'])
})

test('when those who read fail, the child is ended and the failure is told', async (context) => {
  const pids: number[] = []
  const failing = run(await temporaryFolder(context), shFile('leave-group.sh'), {
    async onLines(lines) {
      pids.push(...lines.map(({ text }) => Number(text)))
      throw new Error('no room for lines')
    },
  })
  await assert.rejects(failing, { message: 'no room for lines' })
  assert.deepEqual(pids.map(isAlive), [false])
  const unmarked = run(await temporaryFolder(context), sh('exec sleep 3600'), {
    onStarted({ pid }) {
      pids.push(pid)
      throw new Error('no room for marks')
    },
  })
  await assert.rejects(unmarked, { message: 'no room for marks' })
  assert.deepEqual(pids.map(isAlive), [false, false])
})

verifies(
  'process.drain-is-bounded',
  'a helper that holds the pipes does not hold the run, and is ended with it',
  async (context) => {
    const ran = await run(await temporaryFolder(context), shFile('hold-pipes.sh'))
    assert.deepEqual(ran.exit, { kind: 'exited', code: 0 })
    assert.equal(isAlive(Number(ran.stdout)), false)
  },
)

test('without ending the tree the helper lives on, and the run ends all the same', async (context) => {
  const ran = await run(await temporaryFolder(context), shFile('hold-pipes.sh'), { killTree: async () => true })
  const helper = Number(ran.stdout)
  context.after(() => endPid(helper))
  assert.deepEqual([ran.exit, isAlive(helper)], [{ kind: 'exited', code: 0 }, true])
})

test('a helper that finishes its output after the child has ended is heard', async (context) => {
  const ran = await run(await temporaryFolder(context), sh('(sleep 0.2; echo late) & echo early'), { drainMs: 10_000 })
  assert.equal(ran.stdout, 'early\nlate\n')
})

verifies('process.ends-the-tree', 'who has left the group is ended with the child', async (context) => {
  const cancel = new AbortController()
  const ran = await run(await temporaryFolder(context), shFile('leave-group.sh'), {
    ...{ signal: cancel.signal, onLines: async () => cancel.abort() },
  })
  assert.deepEqual([ran.exit, isAlive(Number(ran.stdout))], [{ kind: 'canceled' }, false])
})

test('when only the group is killed, who has left it lives on', async (context) => {
  const cancel = new AbortController()
  const ran = await run(await temporaryFolder(context), shFile('leave-group.sh'), {
    ...{ signal: cancel.signal, onLines: async () => cancel.abort() },
    killTree: async ({ pid }) => killGroup(pid),
  })
  const helper = Number(ran.stdout)
  context.after(() => endPid(helper))
  assert.deepEqual([ran.exit, isAlive(helper)], [{ kind: 'canceled' }, true])
})

verifies(
  'process.ends-the-tree',
  'who is on its way out for long and belongs to somebody else is not waited for, and fails no run',
  async (context) => {
    const ran = await run(await temporaryFolder(context), sh('echo started'), {
      async onLines() {
        const pid = holdOneOnItsWayOut()
        context.after(() => endPid(pid))
        await until('one is on its way out', async () =>
          (await livingProcesses()).some(({ parent, isExiting }) => parent === pid && isExiting),
        )
      },
    })
    assert.deepEqual([ran.exit, ran.stdout], [{ kind: 'exited', code: 0 }, 'started\n'])
  },
)

verifies('process.secrets-are-masked', 'a secret is in no log and no line, however it is printed', async (context) => {
  const secret = 'tok_0123456789abcdef'
  const script = sh('printf "a "; printf "%s" tok_01234; sleep 0.1; echo "56789abcdef b"; printf %s "$1" | base64 >&2', secret)
  const ran = await run(await temporaryFolder(context), script, { secrets: [secret] })
  const encoded = Buffer.from(secret).toString('base64')
  assert.deepEqual([ran.stdout, ran.stderr], [`a ${'*'.repeat(20)} b\n`, `${'*'.repeat(encoded.length)}\n`])
  assert.deepEqual(
    ran.lines.filter(({ at }) => at.stream === 'stdout').map(({ text, at }) => [text, at.from, at.to]),
    [[`a ${'*'.repeat(20)} b\n`, 0, 25]],
  )
  const open = await run(await temporaryFolder(context), script)
  assert.deepEqual([open.stdout, open.stderr], [`a ${secret} b\n`, `${encoded}\n`])
})

verifies('process.secrets-are-masked', 'a secret that the allowance cuts in two is not shown by half', async (context) => {
  const ran = await run(await temporaryFolder(context), sh('printf "a tok_0123456789abcdef"; exec sleep 3600'), {
    ...{ secrets: ['tok_0123456789abcdef'], maxOutputBytes: 12 },
  })
  assert.deepEqual([ran.exit, ran.stdout], [{ kind: 'too_much_output' }, 'a **********'])
})

verifies(
  'restart.leftovers-are-ended',
  'what a dead server left is found by pid and start time, or by its mark; others are not touched',
  async (context) => {
    const folder = await temporaryFolder(context)
    const mine = `inst_mine${process.pid}:`
    const left = await leaveBehind(folder, `${mine}run_1:1`)
    const unmarked = await leaveBehind(folder, '')
    const reused = await leaveBehind(folder, '')
    const foreign = await leaveBehind(folder, `inst_mine${process.pid}0:run_1:1`)
    context.after(() => [left, unmarked, reused, foreign].forEach(endPid))

    const marks = [
      { pid: unmarked, startTime: startTimeOf(unmarked) ?? '' },
      { pid: reused, startTime: '1' },
      { pid: foreign, startTime: '' },
    ]
    assert.deepEqual((await endLeftovers(mine, marks)).sort(), [left, unmarked].sort())
    assert.deepEqual([left, unmarked, reused, foreign].map(isAlive), [false, false, true, true])
    assert.deepEqual(await endLeftovers(mine, marks), [])
  },
)

test('a probe tells what a program said, also when it fails, is missing or takes too long', async () => {
  const timeoutMs = 180_000
  assert.deepEqual(await capture(['/bin/sh', '-c', 'echo out; echo err >&2; cat; exit 3'], { timeoutMs }), {
    ...{ code: 3, stdout: 'out\n', stderr: 'err\n' },
  })
  assert.deepEqual(await capture(['/no/such'], { timeoutMs }), { code: null, stdout: '', stderr: 'spawn /no/such ENOENT' })
  assert.equal((await capture(['/bin/sleep', '3600'], { timeoutMs: 100 })).code, null)
})

test('a program for which there are no descriptors is told as one that could not be started, and ends nobody', async () => {
  const script = `
    const { capture } = await import('${new URL('../src/process/capture.ts', import.meta.url).href}')
    const { spawnChild } = await import('${new URL('../src/process/child.ts', import.meta.url).href}')
    const { openStarter } = await import('${new URL('../src/process/starter.ts', import.meta.url).href}')
    const { openSnapshots } = await import('${new URL('../src/skills/snapshots.ts', import.meta.url).href}')
    const { rendererIn } = await import('${new URL('../src/attempt/render.ts', import.meta.url).href}')
    const { execFileSync } = await import('node:child_process')
    const { openSync, closeSync } = await import('node:fs')
    execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=64'])
    const taken = []
    try { for (;;) taken.push(openSync('/dev/null')) } catch {}
    closeSync(taken.pop())
    closeSync(taken.pop())
    const hidden = { option: '--args', words: ['a word'] }
    const { code, stderr } = await capture(['/bin/true'], { timeoutMs: 5000, hidden })
    const child = await spawnChild({ argv: ['/bin/true'], env: {}, cwd: '/', stdin: null, hidden }, 'mark', () => {})
    const sandbox = { status: 'none', wrap: (launch) => launch }
    const place = { places: { node: process.execPath }, mark: 'mark', identity: null, resources: {} }
    const problem = await rendererIn(sandbox, place).render(['{{ a }}'], {}, 'a text').catch((error) => error.code)
    const started = await openStarter('mark').start({ argv: ['/bin/true'], env: {}, cwd: '/', stdin: null }, 'mark', () => {})
    taken.push(openSync('/dev/null'), openSync('/dev/null'))
    const skill = await openSnapshots().pinned('/', 'tmp', 'a-skill').catch((error) => error.code)
    for (const fd of taken) closeSync(fd)
    console.log(JSON.stringify({ code, stderr, failed: child.failed, problem, skill, started: started.failed }))`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const problem = 'spawn /bin/true EMFILE'
  const told = {
    code: null,
    stderr: problem,
    failed: problem,
    problem: 'SERVER_BUSY',
    skill: 'EMFILE',
    started: 'EMFILE: no pipes for the process that starts children',
  }
  assert.deepEqual([status, stdout], [0, `${JSON.stringify(told)}\n`], stderr)
})

test('what a program has said while this process stood still counts, however long that was', async () => {
  const asked = capture(['/bin/sh', '-c', 'sleep 0.3; echo out'], { timeoutMs: 500 })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)
  assert.deepEqual(await asked, { code: 0, stdout: 'out\n', stderr: '' })
})

/** A process that outlives the one that started it, in a session of its own. */
async function leaveBehind(folder: string, mark: string): Promise<number> {
  const env = { PATH: '/usr/bin:/bin', ...(mark === '' ? {} : { LEFT_MARK: mark }) }
  const script = mark === '' ? 'setsid env -i sleep 3600' : 'SKILL_RUNNER_MARK="$LEFT_MARK" setsid sleep 3600'
  const ran = await run(folder, command(['/bin/sh', '-c', `${script} >/dev/null 2>&1 & echo $!`], { env }), {
    killTree: async () => true,
  })
  const pid = Number(ran.lines[0]?.text)
  await until('the process sleeps', () => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'sleep\n')
  return pid
}

function killGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 'SIGKILL')
  } catch {
    return true
  }
}

const plainEnv = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
