import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../test/verifies.ts'
import { codex } from '../src/engines/codex/index.ts'
import { gemini } from '../src/engines/gemini/index.ts'
import { replay } from '../src/engines/replay/index.ts'
import { openAgentHome } from '../src/installed/agent-home.ts'
import { type Auth, openAuth } from '../src/installed/auth.ts'
import { clisOf, type Installation } from '../src/installed/installations.ts'
import { commands } from './support/cli.ts'
import { compileCache } from './support/compile-cache.ts'
import { temporaryFolder } from './support/folder.ts'
import { openInstalling } from './support/installing.ts'
import { testedCli } from './support/real-clis.ts'
import { atTerminal } from './support/terminal.ts'

const file = '.codex/auth.json'
const withKey = { auth_mode: 'apikey', OPENAI_API_KEY: 'sk-planted-1234567890' }

async function put(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  await chmod(path, mode)
}

const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

/** A program in a folder that children can see, as if it were the codex that was installed. */
async function program(folder: string, lines: readonly string[]): Promise<Installation> {
  await put(join(folder, 'run.sh'), `#!/bin/sh\n${lines.join('\n')}\n`, 0o755)
  const capabilities = { resume: true, outputSchema: true, missing: [] }
  return {
    engine: 'codex',
    version: '1.0.0',
    folder,
    path: 'run.sh',
    runBy: 'itself',
    capabilities,
    card: null,
    source: 'managed',
  }
}

/** Who is signed in, asked in the real sandbox; what is started is counted. */
async function openProbes(context: TestContext, prefix?: string) {
  const folder = await temporaryFolder(context)
  const installing = await openInstalling({ prefix: prefix ?? join(folder, 'npm'), clis: clisOf({ codex, gemini }) })
  context.after(() => installing[Symbol.asyncDispose]())
  const { sandbox } = installing.asker
  let started = 0
  const wrap: typeof sandbox.wrap = (launch) => {
    assert.equal(launch.network, 'off')
    started++
    return sandbox.wrap(launch)
  }
  const managed = join(folder, 'agent-home')
  return {
    folder,
    managed,
    started: () => started,
    open: (current: (engine: string) => Installation | null, env: Record<string, string> = {}, timeoutMs?: number): Auth => {
      const asker = { ...installing.asker, sandbox: { ...sandbox, wrap } }
      return openAuth({ asker, installations: { current }, agentHome: openAgentHome(managed), passEnv: [], env }, timeoutMs)
    },
    installations: installing.installations,
  }
}

const real = { codex: await testedCli('codex'), gemini: await testedCli('gemini') }
const prefixOf = (engine: keyof typeof real): string => real[engine].env['SKILL_RUNNER_NPM_PREFIX'] ?? ''

verifies(
  'engine.auth-is-probed',
  'codex is signed in when codex says so; that a file is there means nothing',
  async (context) => {
    const { managed, open, installations } = await openProbes(context, prefixOf('codex'))
    const auth = open(installations().current)
    const answers: unknown[] = [await auth.ready(codex)]
    for (const text of ['{"tokens":{}}', JSON.stringify(withKey), '{"tokens":', 'null']) {
      await put(join(managed, file), text)
      answers.push(await auth.ready(codex))
    }
    assert.deepEqual(answers, [false, false, true, false, false])
  },
  real.codex,
)

verifies(
  'engine.auth-is-probed',
  'gemini is signed in when gemini says so, with a key and with the sign-in of a person',
  async (context) => {
    const { managed, open, installations } = await openProbes(context, prefixOf('gemini'))
    const ready = (env: Record<string, string>) => open(installations().current, env).ready(gemini)
    const answers: unknown[] = [await ready({}), await ready({ GEMINI_API_KEY: 'planted-key' })]
    const google = {
      access_token: 'planted',
      refresh_token: 'planted',
      token_type: 'Bearer',
      expiry_date: Date.now() + 3_600_000,
    }
    for (const creds of [google, { ...google, expiry_date: 1 }, {}]) {
      await put(join(managed, '.gemini/oauth_creds.json'), JSON.stringify(creds))
      answers.push(await ready({}))
    }
    assert.deepEqual(answers, [false, true, true, true, false])
  },
  real.gemini,
)

verifies('engine.auth-is-probed', 'nobody is asked where nobody can be, or where the settings tell already', async (context) => {
  const { managed, folder, started, open } = await openProbes(context)
  const nobody = open(() => null)
  assert.deepEqual([nobody.lastKnown(codex), nobody.lastKnown(replay)], [null, true])
  assert.deepEqual([await nobody.ready(codex), await nobody.ready(replay), await nobody.refresh(replay)], [null, true, true])

  const installation = await program(join(folder, 'cli'), ['exit 1'])
  const answer = (env: Record<string, string>) => open(() => installation, env).ready(codex)
  assert.equal(await answer({ CODEX_API_KEY: 'planted-key' }), true)
  await put(join(managed, '.codex/config.toml'), 'model_provider = "own"\n[model_providers.own]\nenv_key = "OWN_KEY"\n')
  assert.deepEqual([await answer({}), await answer({ OWN_KEY: 'planted-key' })], [false, true])
  await put(join(managed, '.codex/config.toml'), 'model_provider = ')
  assert.equal(await answer({ CODEX_API_KEY: 'planted-key' }), false)
  assert.equal(started(), 0)
})

verifies(
  'engine.auth-is-probed',
  'an answer is kept until the version, the sign-in, a setting or a key changes, and asked for once',
  async (context) => {
    const { managed, folder, started, open } = await openProbes(context)
    // Signed in is who has the planted account, as codex would read it.
    let installation = await program(join(folder, 'cli'), [`grep -q planted "$HOME/${file}"`])
    const env: Record<string, string> = {}
    const auth = open(() => installation, env)
    const asked = async (question: () => Promise<boolean | null>) => [await question(), started()]

    assert.equal(auth.lastKnown(codex), null)
    assert.deepEqual(await Promise.all([auth.ready(codex), auth.ready(codex), auth.ready(codex)]), [false, false, false])
    assert.deepEqual([auth.lastKnown(codex), started()], [false, 1])
    assert.deepEqual(await asked(() => auth.ready(codex)), [false, 1])
    await put(join(managed, file), JSON.stringify(withKey))
    assert.deepEqual(await asked(() => auth.ready(codex)), [true, 2])
    assert.deepEqual(await asked(() => auth.ready(codex)), [true, 2])
    await put(join(managed, '.codex/config.toml'), 'model = "another"')
    assert.deepEqual(await asked(() => auth.ready(codex)), [true, 3])
    installation = { ...installation, version: '1.0.1' }
    assert.deepEqual(await asked(() => auth.ready(codex)), [true, 4])
    assert.deepEqual(await asked(() => auth.refresh(codex)), [true, 5])
    assert.deepEqual(
      [await auth.refresh(codex), await auth.ready(codex), auth.lastKnown(codex), started()],
      [true, true, true, 6],
    )
    await rm(join(managed, file))
    assert.deepEqual([await auth.ready(codex), auth.lastKnown(codex), started()], [false, false, 7])
    env['CODEX_API_KEY'] = 'planted-key'
    assert.deepEqual([await auth.ready(codex), auth.lastKnown(codex), started()], [true, true, 7])
  },
)

test('who does not answer in time counts as not signed in, and is asked again', async (context) => {
  const { folder, started, open } = await openProbes(context)
  const installation = await program(join(folder, 'cli'), ['exec sleep 600'])
  const auth = open(() => installation, {}, 300)
  assert.deepEqual([await auth.ready(codex), auth.lastKnown(codex), started()], [false, null, 1])
  assert.deepEqual([await auth.ready(codex), started()], [false, 2])
})

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The command line of the product with a data folder, a home and a folder for temporary files of its own. */
async function openCommandLine(context: TestContext, more: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder(context)
  const [data, home, temporary] = ['data', 'person', 'tmp'].map((name) => join(folder, name)) as [string, string, string]
  await Promise.all([home, temporary].map((path) => mkdir(path)))
  const { PATH } = process.env
  const env = { ...compileCache, PATH, HOME: home, TMPDIR: temporary, SKILL_RUNNER_DATA_DIR: data, OPENAI_API_KEY: '', ...more }
  const argv = (words: readonly string[]) => [process.execPath, main, 'engine', ...words]
  const run = (words: readonly string[], input = ''): Promise<Ran> =>
    new Promise((resolve) => {
      const [node = '', ...args] = argv(words)
      const child = execFile(node, args, { env, cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
      child.stdin?.end(input)
    })
  return { folder, home, managed: join(data, 'agent-home'), temporary, env, argv, run }
}

verifies(
  'engine.auth-is-probed',
  "engine login runs codex' own login with what is piped in, keeps the sign-in for the server only, and tells that it works",
  async (context) => {
    const { managed, home, temporary, run } = await openCommandLine(context, real.codex.env)
    await put(join(home, '.codex/config.toml'), 'model = "of the person"')
    const { code, stdout, stderr } = await run(['login', 'codex', '--', '--with-api-key'], 'sk-planted-1234567890\n')
    assert.deepEqual([code, await read(join(managed, file))], [0, withKey], stderr)
    assert.equal(
      stdout,
      'Copied to the agent home: .codex/auth.json\ncodex is signed in. New runs use it; a running server needs no restart.\n',
    )
    assert.equal((await stat(join(managed, file))).mode & 0o777, 0o600)
    assert.equal(`${stdout}${stderr}`.includes('planted'), false)
    // Nothing is left of the home it ran in, and the person's own was not touched.
    assert.deepEqual([await readdir(temporary), await readdir(join(home, '.codex'))], [[], ['config.toml']])

    const failed = await run(['login', 'codex', '--no-such-flag'])
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /\nThe login of codex failed \(exit 2\)\. Nothing was changed\.\n$/)
    assert.deepEqual(await read(join(managed, file)), withKey)
  },
  real.codex,
)

verifies(
  'engine.auth-is-probed',
  'engine import copies the sign-in of a person and nothing else, and asks codex whether it works',
  async (context) => {
    const { managed, home, run } = await openCommandLine(context, real.codex.env)
    await put(join(home, file), JSON.stringify(withKey))
    await put(join(home, '.codex/config.toml'), 'model = "of the person"')
    const imported = await run(['import', 'codex', '--yes'])
    assert.deepEqual([imported.code, await readdir(join(managed, '.codex'))], [0, ['auth.json']], imported.stderr)
    assert.deepEqual([await read(join(managed, file)), (await stat(join(managed, file))).mode & 0o777], [withKey, 0o600])
    assert.match(imported.stdout, /\ncodex is signed in\. New runs use it; a running server needs no restart\.\n$/)
    assert.equal(`${imported.stdout}${imported.stderr}`.includes('planted'), false)

    await put(join(home, file), '{"tokens":{}}')
    const useless = await run(['import', 'codex', '--yes', '--from', home, '--json'])
    const files = [{ name: file, outcome: 'copied' }]
    assert.deepEqual([useless.code, JSON.parse(useless.stdout)], [1, { engine: 'codex', from: home, files, ready: false }])
    assert.match(useless.stderr, /\ncodex reports that it is not signed in\.\nSign in again: /)
  },
  real.codex,
)

test('engine import asks first: without a terminal it names the command, at one only yes is yes', async (context) => {
  const { managed, home, env, argv, run } = await openCommandLine(context)
  await put(join(home, file), JSON.stringify(withKey))
  const refused = await run(['import', 'codex', '--from', home], 'y\n')
  assert.deepEqual(refused, {
    code: 1,
    stdout: `This copies a sign-in of codex, and nothing else:\n  ${join(home, file)} → ${join(managed, file)}\nAgents that run on codex can read it, and both homes then share it.\n`,
    stderr: `There is no terminal to ask for confirmation, so nothing was copied. To copy it anyway:\n  ./skill-runner engine import codex --from ${home} --yes\n`,
  })
  for (const keys of ['n\n', '\n', '\x03', '\x04']) {
    const { code, said } = await atTerminal(argv(['import', 'codex']), env, [['[y/N] ', keys]])
    assert.deepEqual([code, said.endsWith('\nNothing was copied.\n'), existsSync(join(managed, file))], [1, true, false], said)
  }
  const { code, said } = await atTerminal(argv(['import', 'codex']), env, [['[y/N] ', 'y\n']])
  assert.deepEqual([code, await read(join(managed, file))], [0, withKey], said)
  assert.match(said, /\nCopied to the agent home: \.codex\/auth\.json\nThe sign-in can be checked once codex is installed\. /)
})

test('engine import follows no link and says what there is to do where there is nothing to copy', async (context) => {
  const { managed, home, run } = await openCommandLine(context)
  const missing = await run(['import', 'gemini', '--yes'])
  assert.deepEqual(missing, {
    code: 1,
    stdout: '',
    stderr: `Found no sign-in of gemini to copy in ${home}: .gemini/oauth_creds.json: there is no such file.\nName another home with --from <home>, or sign in: ./skill-runner engine login gemini\n`,
  })
  await put(join(home, 'elsewhere.json'), JSON.stringify(withKey))
  await mkdir(join(home, '.codex'))
  await symlink('../elsewhere.json', join(home, file))
  const linked = await run(['import', 'codex', '--yes'])
  assert.deepEqual([linked.code, existsSync(managed)], [1, false])
  assert.match(linked.stderr, /: \.codex\/auth\.json: it is not a regular file, or its path contains a link\.\n/)
  const { code, stdout, stderr } = await run(['import', 'codex', '--from', join(home, 'nowhere'), '--json'])
  const message = `${join(home, 'nowhere')} is not readable (ENOENT). Name another home: --from <home>`
  assert.deepEqual([code, stderr], [1, `${message}\n`])
  assert.deepEqual(JSON.parse(stdout), { error: { code: null, message, details: null } })
})

test('commands that cannot be understood say how they are said', async (context) => {
  const { env, folder } = await openCommandLine(context)
  const firstLines: Readonly<Record<string, string>> = {
    login: 'Name the engine to sign in to.',
    'login --now': 'Name the engine to sign in to.',
    'login replay': 'replay needs no sign-in.',
    'login nobody': 'There is no engine "nobody" with a login. Choose one of codex, gemini, opencode, claude.',
    import: 'Name the engine whose sign-in to copy.',
    'import codex gemini': 'Unexpected argument "gemini": one engine at a time.',
    'import --form x codex': "Unknown option '--form'.",
  }
  const names = ['login', 'import']
  const lines = [...Object.keys(firstLines), 'login gemini', ...names.map((name) => `${name} --help`)]
  const words = lines.map((line) => ['engine', ...line.split(' ')])
  const answers = await commands(words, { cwd: folder, env: { ...env, PATH: env.PATH ?? '' } })
  const missing = [1, 'It is not installed. Install it: ./skill-runner engine install gemini']
  assert.deepEqual(
    answers.slice(0, -2).map(({ code, stderr }) => [code, stderr.split('\n')[0]]),
    [...Object.values(firstLines).map((line) => [2, line]), missing],
  )
  assert.deepEqual(
    answers.slice(-2).map(({ code, stdout }) => [code, /^skill-runner engine (\w+) <engine>/.exec(stdout)?.[1]]),
    names.map((name) => [0, name]),
  )
})

/** A process that signs in with a program of the test, and tells what came of it. */
const loginScript = `
const source = process.argv[1]
const [{ openAgentHome }, { login }, { codex }, { openInstalling }] = await Promise.all(
  ['src/installed/agent-home.ts', 'src/installed/login.ts', 'src/engines/codex/index.ts', 'test/support/installing.ts'].map((name) => import(source + name)))
const [managed, folder] = process.argv.slice(2)
await using installing = await openInstalling({ prefix: folder, clis: {} })
const deps = { asker: installing.asker, agentHome: openAgentHome(managed), passEnv: ['PASSED_ON', 'CODEX_API_KEY'], env: process.env }
const installation = { folder, path: 'run.sh', runBy: 'itself' }
console.log('RESULT ' + JSON.stringify(await login(deps, { engine: codex, account: codex.account }, installation, ['--more'])))
`

async function loginWith(context: TestContext, lines: readonly string[]) {
  const folder = await temporaryFolder(context)
  const [cli, managed, temporary] = ['cli', 'agent-home', 'tmp'].map((name) => join(folder, name)) as [string, string, string]
  await program(cli, lines)
  await mkdir(temporary)
  const source = fileURLToPath(new URL('../', import.meta.url))
  const argv = [process.execPath, '--no-warnings', '--input-type=module', '-e', loginScript, source, managed, cli]
  const env = {
    ...compileCache,
    PATH: process.env['PATH'],
    TMPDIR: temporary,
    TERM: 'dumb',
    CODEX_API_KEY: 'planted',
    PASSED_ON: 'yes',
    OTHER: 'no',
  }
  const resultOf = (said: string): unknown => JSON.parse(/RESULT (.*)$/m.exec(said)?.[1] ?? 'null')
  return { managed, temporary, argv, env, resultOf }
}

const asks = [
  'stty -echo; printf "Key: "; read -r key; stty echo; echo',
  `mkdir -p "$HOME/.codex"; printf '{"key":"%s"}' "$key" > "$HOME/${file}"`,
]

test('a login that asks at the terminal is answered there, and the answer is not shown', async (context) => {
  const { managed, temporary, argv, env, resultOf } = await loginWith(context, asks)
  const { code, said } = await atTerminal(argv, env, [['Key: ', 'typed-by-a-person\n']])
  assert.deepEqual([code, resultOf(said)], [0, { code: 0, reason: null, adopted: [{ name: file, outcome: 'copied' }] }], said)
  assert.deepEqual([await read(join(managed, file)), said.includes('typed')], [{ key: 'typed-by-a-person' }, false])
  assert.deepEqual(await readdir(temporary), [])
})

test('Ctrl+C ends a login, and nothing is kept or left behind', async (context) => {
  const { managed, temporary, argv, env, resultOf } = await loginWith(context, asks)
  const { code, said } = await atTerminal(argv, env, [['Key: ', '\x03']])
  assert.deepEqual([code, resultOf(said)], [0, { code: null, reason: 'it was ended by SIGINT', adopted: [] }], said)
  assert.deepEqual([existsSync(managed), await readdir(temporary)], [false, []])
})

verifies(
  ['sandbox.never-root', 'process.environment-is-an-allow-list'],
  'a login is a child like any other: not root, in a home of its own, with the variables it is meant to see',
  async (context) => {
    const { managed, argv, env } = await loginWith(context, [
      'mkdir -p "$HOME/.codex"',
      `printf '{"uid":%s,"args":"%s","home":"%s","names":"%s"}' "$(id -u)" "$*" "$HOME" "$(env | sed 's/=.*//' | sort | tr '\\n' ' ')" > "$HOME/${file}"`,
    ])
    const { said } = await atTerminal(argv, env, [])
    const { uid, ...seen } = (await read(join(managed, file))) as { uid: number }
    assert.deepEqual(
      seen,
      { args: 'login --more', home: '/home/runner', names: 'HOME LANG PASSED_ON PATH PWD TERM TMPDIR ' },
      said,
    )
    assert.notEqual(uid, 0)
  },
)

test('a sign-in that cannot be read any more does not keep a person from a new one', async (context) => {
  const { managed, argv, env, resultOf } = await loginWith(context, asks)
  await put(join(managed, file), '{"key":')
  const { said } = await atTerminal(argv, env, [['Key: ', 'typed-by-a-person\n']])
  assert.deepEqual(resultOf(said), { code: 0, reason: null, adopted: [{ name: file, outcome: 'copied' }] }, said)
  assert.deepEqual(await read(join(managed, file)), { key: 'typed-by-a-person' })
})
