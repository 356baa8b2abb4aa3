import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment } from './clean-environment.ts'
import { copyTree } from './copy-tree.ts'
import { verifies } from './verifies.ts'

/** The whole promise, for real: a clone with nothing in it, npm from the registry, a job over HTTP. Slow, and worth it. */

const isRoot = process.getuid?.() === 0
/** An account that exists nowhere else, so that it owns only what this test gives it. */
const stranger = { uid: 54_321, gid: 54_321 }

const ids = ['setup.two-commands', 'setup.second-start-installs-nothing', 'setup.start-prints-where-things-are'] as const
const cases = isRoot
  ? [
      { who: 'root', user: null },
      { who: 'an ordinary user', user: stranger },
    ]
  : [{ who: 'the user who runs the tests', user: null }]

for (const { who, user } of cases) {
  verifies(
    [...ids],
    `on a fresh clone in a folder of its own, ${who} needs npm start and npm test and nothing else`,
    async () => {
      using clone = makeClone(user)

      await using first = clone.npm(['start'], { PORT: '0' })
      await until(first, () => /^ +curl .*\n/m.test(first.said()))
      assert.match(first.said(), /^Installing the dependencies …$/m)
      assert.match(first.said(), /^Building the web page …$/m)
      assert.deepEqual(await askAround(first.said()), { api: 200, docs: 200, page: 200, status: 'succeeded' })
      await first.end()

      await using second = clone.npm(['start'], { PORT: '0' })
      await until(second, () => served(second.said()) !== null)
      assert.doesNotMatch(second.said(), /Install|Building/)
      await second.end()

      // Also a start that is killed without a chance to say so takes its server along: nobody holds its output any more.
      await using third = clone.run(['node', 'bootstrap.mjs', 'serve'], { PORT: '0' })
      await until(third, () => served(third.said()) !== null)
      await third.end('SIGKILL')

      await using tests = clone.npm(['test', '--', 'test/traced.test.ts'])
      assert.equal(await tests.code, 0, tests.said())
      assert.match(tests.said(), /ℹ pass 5\n/)
      assert.doesNotMatch(tests.said(), /Install/)
    },
  )
}

/** Follows what the start printed: the three addresses, and the curl line exactly as it stands there. */
async function askAround(said: string) {
  const address = served(said)
  for (const path of ['/v1\n', '/docs\n', '/ui\n']) assert.ok(said.includes(`${address}${path}`), said)
  const status = async (path: string) => (await fetch(address + path)).status
  const curl = /^\s*(curl .*)$/m.exec(said)?.[1]
  assert.ok(curl, `a curl line is printed:\n${said}`)
  const answer: unknown = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  return { api: await status('/v1/skills'), docs: await status('/docs'), page: await status('/ui'), status: statusOf(answer) }
}

const statusOf = (answer: unknown) => (typeof answer === 'object' && answer && 'status' in answer ? answer.status : answer)
const served = (said: string) => /listens on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(said)?.[1] ?? null

function makeClone(user: { uid: number; gid: number } | null) {
  const home = mkdtempSync(join(tmpdir(), 'skill-runner-clone-'))
  const clone = join(home, 'agent-skill-runner')
  copyTree(clone)
  chmodSync(home, 0o700)
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home])
  const drop = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'] : []
  const run = (argv: string[], env: Record<string, string> = {}) => {
    const [program = '', ...args] = [...drop, ...argv]
    return watch(spawn(program, args, { cwd: clone, env: { ...cleanEnvironment(user ? home : null), ...env } }))
  }
  return {
    run,
    npm: (args: string[], env: Record<string, string> = {}) => run(['npm', ...args], env),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** A program with all it prints. It has ended when nobody holds its output any more: then its children have ended too. */
function watch(child: ChildProcess) {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  let running = true
  const code = new Promise<number | null>((resolve) => {
    child.on('close', (exit) => {
      running = false
      resolve(exit)
    })
  })
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await code
  }
  return { said: () => said, running: () => running, code, end, [Symbol.asyncDispose]: () => end() }
}

async function until(program: ReturnType<typeof watch>, happened: () => boolean): Promise<void> {
  const deadline = Date.now() + 900_000
  while (!happened()) {
    assert.ok(program.running() && Date.now() < deadline, `it did not happen:\n${program.said()}`)
    await sleep(50)
  }
}
