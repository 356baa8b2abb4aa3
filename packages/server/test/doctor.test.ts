import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { verifies } from '../../../test/verifies.ts'
import { geminiCli } from '../src/engines/gemini/cli.ts'
import { startApp } from './support/app.ts'
import { openCommandHost } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { openStandIn } from './support/registry.ts'
import { geminiVersion } from './support/stand-in-engines.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  readonly fix: string | null
}

const host = openCommandHost()
after(host.end)

/** The doctor in a folder of its own, with only gemini enabled. */
async function openBench(context: TestContext) {
  const cwd = await temporaryFolder(context)
  const registry = await openStandIn({ [geminiCli.npm]: { '0.61.0': geminiVersion('0.61.0') } }, { npm: 'quick' })
  const base = {
    ...registry.env,
    ...{ SKILL_RUNNER_DATA_DIR: join(cwd, 'data'), SKILL_RUNNER_ENGINES: 'gemini', PORT: '0', SKILL_RUNNER_DISK_LOW_BYTES: '0' },
  }
  const run = (args: readonly string[], env: Record<string, string> = {}) => host.run(args, { cwd, env: { ...base, ...env } })
  return {
    cwd,
    run,
    /** Whether the server could run, and what the doctor says of each thing. */
    async look(env: Record<string, string> = {}) {
      const { code, stdout, stderr } = await run(['doctor', '--json'], env)
      const { checks } = JSON.parse(stdout || stderr) as { checks: readonly Check[] }
      const of = (name: string) => {
        const { ok, message, fix } = checks.find((check) => check.name === name) ?? {}
        return { code, ok, message, fix }
      }
      return { code, of }
    },
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  }
}

verifies(
  'doctor.names-the-fixing-command',
  'following the commands of the doctor, one after the other, leaves nothing to fix',
  async (context) => {
    await using bench = await openBench(context)
    const missing = (await bench.look()).of('engine gemini')
    const install = './skill-runner engine install gemini'
    assert.deepEqual(missing, { code: 0, ok: false, message: 'It is not installed.', fix: install })
    assert.equal(existsSync(join(bench.cwd, 'data')), false, 'looking changes nothing')

    const [, ...words] = install.split(' ')
    assert.equal((await bench.run(words)).code, 0)
    const login = './skill-runner engine login gemini'
    assert.deepEqual((await bench.look()).of('engine gemini'), {
      code: 0,
      ok: false,
      message: 'Nobody is signed in.',
      fix: login,
    })

    const key = { GEMINI_API_KEY: 'not-a-real-key' }
    assert.deepEqual((await bench.look(key)).of('engine gemini'), {
      code: 0,
      ok: true,
      message: '0.61.0, signed in.',
      fix: null,
    })
  },
)

test('the doctor prints one line for each thing, and the command below it', async (context) => {
  await using bench = await openBench(context)
  const { code, stdout } = await bench.run(['doctor'])
  assert.equal(code, 0, stdout)
  const names = [...stdout.matchAll(/^(?:ok {5}|problem) {2}(\S+(?: gemini)?) {2}/gm)].map(([, name]) => name)
  assert.deepEqual(stdout.match(/^(ok|problem) /gm)?.length, 14, stdout)
  assert.ok(names.includes('engine gemini'), stdout)
  assert.match(stdout, /^problem {2}engine gemini {2}It is not installed\.\n {24}fix: \.\/skill-runner engine install gemini$/m)
  assert.match(
    stdout,
    /\n\nThe server can run script skills\. For prompt skills one engine is enough: leave the others as they are\.\n$/,
  )
})

verifies(
  'doctor.names-the-fixing-command',
  'programs that are missing are told with the command that brings them',
  async (context) => {
    await using bench = await openBench(context)
    const env = { PATH: bench.cwd }
    const sudo = process.getuid?.() === 0 ? '' : 'sudo '
    const { of } = await bench.look(env)
    const npm = of('npm')
    assert.deepEqual([npm.code, npm.ok, npm.fix], [1, false, `${sudo}apt-get install -y npm`])
    const sandbox = of('sandbox')
    assert.deepEqual([sandbox.code, sandbox.ok, sandbox.fix], [1, false, `${sudo}apt-get install -y bubblewrap`])
    const perl = of('perl')
    assert.deepEqual([perl.ok, perl.fix], [false, `${sudo}apt-get install -y perl-base`])
    const setpriv = of('setpriv')
    assert.equal(setpriv.fix, process.getuid?.() === 0 ? 'apt-get install -y util-linux' : null)
  },
)

verifies('doctor.names-the-fixing-command', 'a port that is taken by another program is told', async (context) => {
  await using bench = await openBench(context)
  const stranger = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  context.after(() => stranger.close())
  const { port } = stranger.address() as AddressInfo
  assert.deepEqual((await bench.look({ PORT: String(port) })).of('port'), {
    code: 1,
    ok: false,
    message: `${port} on 127.0.0.1 is in use by another program.`,
    fix: `PORT=${port + 1} npm start`,
  })
})

verifies('doctor.asks-the-server', 'a server that runs is asked, and what it says counts', async (context) => {
  await using bench = await openBench(context)
  const token = 'a-token-of-the-server-0123456789abcdef'
  const env = { SKILL_RUNNER_TOKEN: token, SKILL_RUNNER_ENGINES: 'codex, replay' }
  // The free space is told by both, one after the other.
  await using app = await startApp({ env, freeBytes: async () => 2 ** 40 })
  const [PORT, version] = [new URL(app.url).port, (await app.get<{ version: string }>('/readyz')).body.version]
  // This shell would say something else of everything: it has another data folder, and other engines.
  const nowhere = { PORT, SKILL_RUNNER_DATA_DIR: join(bench.cwd, 'file') }
  writeFileSync(join(bench.cwd, 'file'), '')
  const named = async (env: Record<string, string>) => {
    const { code, stdout } = await bench.run(['doctor', '--json'], env)
    const { checks } = JSON.parse(stdout) as { checks: readonly Check[] }
    return [code, checks.slice(5).map(({ name, ok, message }) => [name, ok, message])]
  }
  const server = [
    ['server', true, `Version ${version} runs at http://127.0.0.1:${PORT}. The following is what it says.`],
    ...Object.entries((await app.get<Readiness>('/readyz')).body.checks).map(([name, { ok, message }]) => [name, ok, message]),
  ]
  assert.deepEqual(await named({ ...nowhere, SKILL_RUNNER_TOKEN: token }), [
    0,
    [...server, ['engine codex', false, 'It is not installed.'], ['engine replay', true, 'our own.']],
  ])
  const locked = 'The server did not list its engines: it needs a token that this shell does not have.'
  assert.deepEqual(await named(nowhere), [0, [...server, ['engines', false, locked]]])
})

verifies('doctor.names-the-fixing-command', 'folders, disk and settings that cannot be used are told', async (context) => {
  await using bench = await openBench(context)
  const elsewhere = 'SKILL_RUNNER_DATA_DIR="$HOME/skill-runner-data" npm start'
  const file = join(bench.cwd, 'file')
  writeFileSync(file, '')
  assert.deepEqual((await bench.look({ SKILL_RUNNER_DATA_DIR: file })).of('data'), {
    code: 1,
    ok: false,
    message: `${file} is not writable (ENOTDIR).`,
    fix: elsewhere,
  })
  const full = (await bench.look({ SKILL_RUNNER_DISK_LOW_BYTES: '1000000GiB' })).of('disk')
  assert.deepEqual([full.code, full.ok, full.fix], [1, false, elsewhere])
  assert.match(full.message ?? '', /^Only \d+ MiB free\. Below 1024000000 MiB the server accepts no jobs\.$/)
  assert.deepEqual((await bench.look({ SKILL_RUNNER_SKILLS_DIR: file })).of('skills'), {
    code: 0,
    ok: false,
    message: `${file} is not readable (ENOTDIR).`,
    fix: `mv ${file} ${file}.old`,
  })
  assert.deepEqual((await bench.look({ SKILL_RUNNER_ENGINES: 'nobody' })).of('settings'), {
    code: 1,
    ok: false,
    message:
      'SKILL_RUNNER_ENGINES names "nobody", which is not an engine. Choose from codex, gemini, iflow, opencode, claude, qwen, replay.',
    fix: 'unset SKILL_RUNNER_ENGINES',
  })
  assert.deepEqual((await bench.look({ SKILL_RUNNER_NOBODY_BIN: '/bin/true' })).of('settings'), {
    code: 1,
    ok: false,
    message:
      'SKILL_RUNNER_NOBODY_BIN names "nobody", which is not an engine. Choose from codex, gemini, iflow, opencode, claude, qwen, replay.',
    fix: 'unset SKILL_RUNNER_NOBODY_BIN',
  })
  assert.deepEqual((await bench.look({ SKILL_RUNNER_REPLAY_BIN: '/bin/true' })).of('settings'), {
    code: 1,
    ok: false,
    message: 'SKILL_RUNNER_REPLAY_BIN is not a setting: replay is built in. Remove it.',
    fix: 'unset SKILL_RUNNER_REPLAY_BIN',
  })
  writeFileSync(join(bench.cwd, 'skill-runner.toml'), 'HOST = "::nowhere"\n')
  const inFile = (await bench.look()).of('settings')
  assert.deepEqual([inFile.code, inFile.ok, inFile.fix], [1, false, 'vi skill-runner.toml'])
})

test('an engine whose vendor ended the service is no problem, unless a program was named for it', async (context) => {
  await using bench = await openBench(context)
  const enabled = { SKILL_RUNNER_ENGINES: 'iflow' }
  assert.deepEqual((await bench.look(enabled)).of('engine iflow'), {
    code: 0,
    ok: true,
    message: 'Its vendor ended the service on 17 April 2026, and npm no longer has the package.',
    fix: null,
  })
  const program = join(bench.cwd, 'missing')
  assert.deepEqual((await bench.look({ ...enabled, SKILL_RUNNER_IFLOW_BIN: program })).of('engine iflow'), {
    code: 0,
    ok: false,
    message: 'The program of SKILL_RUNNER_IFLOW_BIN cannot be used. It cannot be read (ENOENT).',
    fix: 'unset SKILL_RUNNER_IFLOW_BIN',
  })
})

verifies(
  'doctor.names-the-fixing-command',
  'a configured program that does not work is told with its setting',
  async (context) => {
    await using bench = await openBench(context)
    const folder = join(bench.cwd, 'bin')
    mkdirSync(folder)
    const program = join(folder, 'gemini.js')
    writeFileSync(program, geminiVersion('0.50.0').files['bundle/gemini.js']?.replace('stream-json', 'lines') ?? '')
    assert.deepEqual((await bench.look({ SKILL_RUNNER_GEMINI_BIN: program })).of('engine gemini'), {
      code: 0,
      ok: false,
      message: 'Version 0.50.0 does not know stream-json. Change SKILL_RUNNER_GEMINI_BIN.',
      fix: 'unset SKILL_RUNNER_GEMINI_BIN',
    })
    assert.equal(existsSync(join(bench.cwd, 'data')), false, 'asking the program changes nothing')
  },
)

test('what limits runs is told, with a cgroup and without', async (context) => {
  await using bench = await openBench(context)
  const rest = 'By rlimit: open files.'
  const env = { SKILL_RUNNER_CGROUP: 'off', SKILL_RUNNER_MAX_FILE_BYTES: '0' }
  assert.deepEqual((await bench.look(env)).of('limits'), {
    ...{ code: 0, ok: true, fix: null },
    message: `Counted: memory, processes, CPU time. ${rest} Not limited: file size. Cgroups are disabled by SKILL_RUNNER_CGROUP.`,
  })
  const { message = '' } = (await bench.look({})).of('limits')
  assert.match(message, /^(By cgroup v[12]|Counted): memory, processes, CPU time\. By rlimit: open files, file size\./)
})

verifies('network.engines-are-gated', 'the doctor warns of engines that have the network of the host', async (context) => {
  await using bench = await openBench(context)
  const gated = (await bench.look({})).of('network')
  assert.deepEqual([gated.ok, gated.fix], [true, null])
  const host = (await bench.look({ SKILL_RUNNER_ENGINE_NETWORK: 'host' })).of('network')
  assert.deepEqual([host.code, host.ok, host.fix], [0, false, 'unset SKILL_RUNNER_ENGINE_NETWORK'])
  assert.match(host.message ?? '', /engines reach the loopback interface of this machine/)
})

test('a sandbox that was switched off is no problem, one that is required and does not work is one', async (context) => {
  await using bench = await openBench(context)
  const off = (await bench.look({ SKILL_RUNNER_SANDBOX: 'off' })).of('sandbox')
  // As root its children could not reach their folders; the doctor says so.
  assert.equal(off.ok, process.getuid?.() !== 0, off.message)
  const required = (await bench.look({ SKILL_RUNNER_SANDBOX: 'required', PATH: bench.cwd })).of('sandbox')
  assert.deepEqual([required.code, required.ok], [1, false])
})

verifies(
  'doctor.tells-of-a-missing-filter',
  'a filter of system calls that is switched off is told, with the way back',
  async (context) => {
    await using bench = await openBench(context)
    const filtered = { code: 0, ok: true, message: 'Filtered in the sandbox.', fix: null }
    assert.deepEqual((await bench.look()).of('system calls'), filtered)
    assert.deepEqual((await bench.look({ SKILL_RUNNER_SECCOMP: 'off' })).of('system calls'), {
      code: 0,
      ok: false,
      message:
        'Not filtered in the sandbox, so a run reaches more of the kernel (docs/security.md). SKILL_RUNNER_SECCOMP is off.',
      fix: 'unset SKILL_RUNNER_SECCOMP',
    })
    await using app = await startApp({ env: { SKILL_RUNNER_SECCOMP: 'off' } })
    assert.equal(
      (await app.get<Readiness>('/readyz')).body.checks['sandbox']?.message,
      'Sandbox: bubblewrap. System calls are not filtered: SKILL_RUNNER_SECCOMP is off.',
    )
  },
)
