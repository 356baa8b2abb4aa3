import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../test/verifies.ts'
import { geminiCli } from '../src/engines/gemini/cli.ts'
import { command, commands, openCommandHost, startCommand } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { openInstalling } from './support/installing.ts'
import { openStandIn } from './support/registry.ts'
import { geminiVersion } from './support/stand-in-engines.ts'
import { until } from './support/until.ts'

const host = openCommandHost()
after(host.end)

/** The command line in a folder of its own, with a registry that has three versions of a stand-in for gemini. */
async function openBench(context: TestContext, npm: 'npm' | 'quick' = 'npm') {
  const cwd = await temporaryFolder(context)
  const versions = Object.fromEntries(['0.60.0', '0.61.0', '0.62.0'].map((version) => [version, geminiVersion(version)]))
  const registry = await openStandIn({ [geminiCli.npm]: versions }, { npm })
  const options = { cwd, env: { ...registry.env, TMPDIR: cwd, SKILL_RUNNER_DATA_DIR: join(cwd, 'data') } }
  const prefix = join(cwd, 'data', 'npm')
  return {
    registry,
    prefix,
    run: (...args: string[]) => host.run(args, options),
    start: (...args: string[]) => startCommand(args, options),
    /** Each of these lines, in one process. */
    runAll: (lines: readonly string[]) =>
      commands(
        lines.map((line) => line.split(' ')),
        options,
      ),
    /** How another process sees it. */
    look: () => openInstalling({ prefix, clis: { gemini: geminiCli }, env: registry.env }),
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  }
}

verifies('installer.progress-is-readable', 'the command line tells each step, and what is in use at the end', async (context) => {
  await using bench = await openBench(context, 'quick')
  assert.deepEqual(await bench.run('engine', 'install', 'gemini'), {
    code: 0,
    stdout: 'gemini 0.61.0 is installed and in use.\n',
    stderr: 'gemini: resolving the version …\ngemini: downloading 0.61.0 …\ngemini: testing it …\n',
  })
  assert.equal(statSync(join(bench.prefix, '..')).mode & 0o777, 0o700)
  const upgraded = await bench.run('engine', 'upgrade', 'gemini')
  assert.deepEqual([upgraded.code, upgraded.stdout.split('\n').at(-2)], [0, 'gemini 0.62.0 is installed and in use.'])
  const back = await bench.run('engine', 'install', 'gemini', '--version', '0.60.0', '--json')
  const told = { engine: 'gemini', state: 'succeeded', version: '0.60.0', error: null, changes: null }
  assert.deepEqual([back.code, JSON.parse(back.stdout)], [0, told])

  const { stdout } = await bench.run('engine', 'list', '--json')
  const reason = 'Nobody is signed in. Sign in: ./skill-runner engine login gemini'
  assert.deepEqual(
    JSON.parse(stdout).find(({ engine }: { engine: string }) => engine === 'gemini'),
    {
      engine: 'gemini',
      enabled: true,
      cli_version: '0.60.0',
      pinned_version: '0.61.0',
      notice: null,
      installed_versions: ['0.62.0', '0.61.0', '0.60.0'],
      auth_ready: false,
      ready: false,
      reason,
    },
  )
  const table = (await bench.run('engine', 'list')).stdout.split('\n').map((line) => line.split(/ {2,}/))
  assert.deepEqual(table[0], ['ENGINE', 'ENABLED', 'IN USE', 'PINNED', 'OTHERS', 'STATE'])
  assert.deepEqual(
    table.find(([engine]) => engine === 'gemini'),
    ['gemini', 'yes', '0.60.0', '0.61.0', '0.62.0 0.61.0', reason],
  )
})

verifies('installer.survives-a-crash', 'an installation that was killed in the middle blocks no later one', async (context) => {
  await using bench = await openBench(context)
  await using other = await bench.look()
  bench.registry.hold()
  const first = bench.start('engine', 'install', 'gemini')
  await until('npm is in the middle', () => bench.registry.waiting() > 0)
  assert.equal(other.installer.status('gemini').state, 'running')
  first.signal('SIGKILL')
  await first.ended
  const { state, error, version, step } = other.installer.status('gemini')
  assert.deepEqual([state, error, version, step], ['failed', 'It was cut off.', '0.61.0', 'downloading'])
  assert.equal(bench.registry.left(), 0)

  bench.registry.forget()
  // As a crash in the middle of a write leaves it.
  writeFileSync(join(bench.prefix, 'gemini/.new-0123456789abcdef'), '{"state":')
  const second = await bench.run('engine', 'install', 'gemini')
  assert.deepEqual([second.code, second.stdout], [0, 'gemini 0.61.0 is installed and in use.\n'])
  await until('the npm that was left over is gone', () => bench.registry.left() === 1)
  assert.deepEqual(readdirSync(join(bench.prefix, 'gemini')).sort(), ['0.61.0', 'current', 'npm.log', 'status.json'])
  assert.equal(other.installer.status('gemini').state, 'succeeded')
})

verifies(
  ['installer.pinned-side-by-side', 'installer.survives-a-crash'],
  'of several processes one installs, and the others wait for it or are refused',
  async (context) => {
    await using bench = await openBench(context)
    await using other = await bench.look()
    bench.registry.hold()
    const first = bench.start('engine', 'install', 'gemini')
    await until('npm is in the middle', () => bench.registry.waiting() > 0)
    await assert.rejects(other.installer.start({ action: 'install', engine: 'gemini' }), { code: 'ENGINE_INSTALL_BUSY' })
    const second = bench.start('engine', 'install', 'gemini')
    const waiting = 'gemini: waiting for another installation to end …\n'
    await until('the second one waits', () => second.said().stderr === waiting)
    bench.registry.release()
    assert.equal((await first.ended).code, 0)
    assert.deepEqual(await second.ended, {
      code: 0,
      stdout: 'gemini 0.61.0 is installed and in use.\n',
      stderr: `${waiting}gemini: resolving the version …\n`,
    })
    assert.equal(bench.registry.asked.filter((url) => url.endsWith('.tgz')).length, 1)
  },
)

test('one that is told to end takes its npm along, and says so', async (context) => {
  await using bench = await openBench(context)
  await using other = await bench.look()
  bench.registry.hold()
  const first = bench.start('engine', 'install', 'gemini')
  await until('npm is in the middle', () => bench.registry.waiting() > 0)
  first.signal('SIGINT')
  const { code, stderr } = await first.ended
  assert.equal(code, 1)
  assert.match(stderr, /^gemini was not installed\. It was ended before it was done\.$/m)
  assert.equal(bench.registry.left(), 1)
  assert.equal(other.installer.status('gemini').error, 'It was ended before it was done.')
})

test('what could not be installed is told with the last words of npm, and what stays in use', async (context) => {
  await using bench = await openBench(context, 'quick')
  await bench.run('engine', 'install', 'gemini')
  const { code, stdout, stderr } = await bench.run('engine', 'upgrade', 'gemini', '--version', '7.7.7')
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(
    stderr,
    /^gemini was not installed\. ETARGET, notarget No matching version found for @google\/gemini-cli@7\.7\.7\.$/m,
  )
  assert.match(stderr, /^ {2}npm error code ETARGET$/m)
  assert.match(stderr, /^The full output of npm is in \/.*\/npm\/gemini\/npm\.log$/m)
  assert.match(stderr, /^0\.61\.0 stays in use\.$/m)
})

verifies(
  'iflow.end-of-service-is-said',
  'who wants to install or sign in to iflow is told that the service has ended, and what is left',
  async (context) => {
    await using bench = await openBench(context)
    const ended = 'Its vendor ended the service on 17 April 2026, and npm no longer has the package.'
    const message = 'This engine has no npm package to install. See details for the engines that have one.'
    const { code, stdout, stderr } = await bench.run('engine', 'install', 'iflow', '--json')
    assert.deepEqual([code, stderr], [1, `${message}\n${ended}\n`])
    const details = { engine: 'iflow', reason: ended }
    assert.deepEqual(JSON.parse(stdout), { error: { code: 'ENGINE_NOT_INSTALLABLE', message, details } })
    const login = await bench.run('engine', 'login', 'iflow')
    assert.equal(login.code, 2)
    assert.match(
      login.stderr,
      /iflow has no login\. Set IFLOW_API_KEY and IFLOW_BASE_URL for the server, or write baseUrl and apiKey/,
    )
    assert.equal(existsSync(bench.prefix), false)
  },
)

test('what cannot be understood is refused with the reason and where to read more, and makes nothing', async (context) => {
  await using bench = await openBench(context)
  const refusals = {
    'engine remove': 'Unknown command: engine remove.',
    'engine install': 'Name the engine to install.',
    'engine upgrade --version 1.0.0': 'Name the engine to upgrade.',
    'engine install nobody': 'There is no engine "nobody". Choose one of codex, gemini, iflow, opencode, claude, qwen.',
    'engine install replay': 'replay is part of the server: there is nothing to install.',
    'engine install codex gemini': 'Unexpected argument "gemini": one engine at a time.',
    'engine install gemini --version latest': '"latest" is not an exact version like 1.2.3.',
    'engine install gemini --force': "Unknown option '--force'.",
    'engine install gemini --version': "Option '--version <value>' argument missing.",
    'engine list gemini': 'Unexpected argument "gemini".',
    'engine list --yaml': "Unknown option '--yaml'.",
    'doctor now': 'Unexpected argument "now".',
    'doctor --fix': "Unknown option '--fix'.",
  }
  const [nothing, ...answers] = await bench.runAll(['engine', ...Object.keys(refusals)])
  const more = ([first = '', second = '']: readonly string[]) =>
    first === 'doctor' || second === 'remove' ? first : `${first} ${second}`
  assert.deepEqual(
    answers.map(({ code, stdout, stderr }) => [code, stdout, stderr]),
    Object.entries(refusals).map(([words, reason]) => [
      2,
      '',
      `${reason}\nHelp: ./skill-runner ${more(words.split(' '))} --help\n`,
    ]),
  )
  assert.deepEqual([nothing?.code, nothing?.stdout], [2, ''])
  assert.match(nothing?.stderr ?? '', /^Name an engine command\.\n\nEngines: .*\n\n {2}engine list /)
  assert.throws(() => statSync(join(bench.prefix, '..')), { code: 'ENOENT' })
})

test('every command has a help of its own', async (context) => {
  await using bench = await openBench(context)
  const heads = {
    'engine --help': 'Engines: the CLI agents that run skills.',
    'engine list --help': 'skill-runner engine list [--json]',
    'engine install --help': 'skill-runner engine install <engine> [--version X.Y.Z] [--json]',
    'engine upgrade codex --help': 'skill-runner engine upgrade <engine> [--version X.Y.Z] [--force] [--json]',
    'engine rollback --help': 'skill-runner engine rollback <engine> [--json]',
    'engine probe --help': 'skill-runner engine probe <engine> [--version X.Y.Z] [--json]',
    'doctor --help': 'skill-runner doctor [--deep] [--json]',
  }
  const answers = await bench.runAll(Object.keys(heads))
  assert.deepEqual(
    answers.map(({ code, stdout, stderr }) => [code, stdout.split('\n')[0], stderr]),
    Object.values(heads).map((head) => [0, head, '']),
  )
})

test('settings that cannot be read are told before anything is done', async (context) => {
  const cwd = await temporaryFolder(context)
  const env = { PATH: '/usr/bin:/bin', PORT: 'x' }
  assert.deepEqual(await command(['engine', 'list'], { cwd, env }), {
    code: 1,
    stdout: '',
    stderr: 'The configuration is invalid:\n  - PORT must be a whole number from 0 to 65535, not "x".\n',
  })
})

test('a clone has the command at its root', () => {
  const file = fileURLToPath(new URL('../../../skill-runner', import.meta.url))
  const help = execFileSync(process.execPath, [file, '--help'], { encoding: 'utf8' })
  assert.match(help, /^ {2}engine +list, install and upgrade engines/m)
  assert.match(help, /^ {2}doctor +list what is missing on this machine/m)
  assert.equal(statSync(file).mode & 0o111, 0o111)
  const version = execFileSync(process.execPath, [file, '--version'], { encoding: 'utf8' })
  assert.equal(version, `${JSON.parse(readFileSync(join(file, '../package.json'), 'utf8')).version}\n`)
})
