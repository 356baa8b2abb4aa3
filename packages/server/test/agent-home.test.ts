import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../test/verifies.ts'
import { codex } from '../src/engines/codex/index.ts'
import { gemini } from '../src/engines/gemini/index.ts'
import { replay } from '../src/engines/replay/index.ts'
import { openAgentHome } from '../src/installed/agent-home.ts'
import { engineEnv } from '../src/installed/environment.ts'
import { canonicalJson } from '../src/lib/canonical-json.ts'
import { exclusively, LockTimeout } from '../src/lib/exclusive.ts'
import { Fault } from '../src/lib/fault.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

const file = '.codex/auth.json'

const signIn = (token: string, last_refresh: string, account_id = 'person-1') => ({
  OPENAI_API_KEY: null,
  tokens: { id_token: `id-${token}`, access_token: `access-${token}`, refresh_token: `refresh-${token}`, account_id },
  last_refresh,
})
const before = signIn('first', '2026-11-01T10:00:00.000Z')
const after = signIn('second', '2026-11-01T11:00:00.000Z')

/** A managed home that codex is signed in to, and the private home of a run that was given that. */
async function setUp(context: TestContext, waitMs?: number) {
  const root = await temporaryFolder(context)
  const managed = join(root, 'managed')
  const home = join(root, 'homes/run')
  await put(join(managed, file), JSON.stringify(before))
  await mkdir(home, { recursive: true })
  const agentHome = openAgentHome(managed, waitMs)
  return { root, managed, home, agentHome, given: await agentHome.give(codex, home) }
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

const listed = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).sort()

verifies(
  'engine.credentials-go-back',
  'a run is given copies of the sign-in files, and what is secret in them is known',
  async (context) => {
    const { home, given } = await setUp(context)
    assert.deepEqual(await listed(home), ['.codex', '.codex/auth.json'])
    assert.deepEqual([await read(join(home, file)), await modeOf(join(home, file))], [before, '600'])
    assert.deepEqual([...given.secrets].sort(), [
      '2026-11-01T10:00:00.000Z',
      'access-first',
      'id-first',
      'person-1',
      'refresh-first',
    ])
  },
)

test('secrets are all long texts, and shorter ones where the name says so', async (context) => {
  const { managed, home, agentHome } = await setUp(context)
  const creds = {
    access_token: 'eightchr',
    scope: 'seven77',
    note: 'nineteen characters',
    long: 'twenty characters is',
    api_keys: [['inside-8']],
  }
  await put(join(managed, '.gemini/oauth_creds.json'), JSON.stringify(creds))
  const { secrets, files } = await agentHome.give(gemini, home)
  assert.deepEqual(secrets, ['twenty characters is', 'eightchr', 'inside-8'])
  assert.deepEqual(
    files.map(({ rule }) => rule.name),
    ['.gemini/oauth_creds.json'],
  )
})

verifies(
  'engine.credentials-go-back',
  'a refreshed sign-in goes back to the managed home, and to nowhere else',
  async (context) => {
    const { root, managed, home, agentHome, given } = await setUp(context)
    await put(join(home, file), JSON.stringify(after))
    await put(join(home, '.codex/config.toml'), 'model = "of the run"')
    await put(join(home, '.gemini/oauth_creds.json'), '{}')
    assert.deepEqual(await agentHome.takeBack(given, home), [{ name: file, outcome: 'refreshed' }])
    assert.deepEqual(await listed(managed), ['.codex', '.codex/auth.json', '.lock.db'])
    assert.deepEqual(await readdir(root), ['homes', 'managed'])
    assert.deepEqual([await read(join(managed, file)), await modeOf(join(managed, file))], [after, '600'])
  },
)

test('a run that left its sign-in alone changes nothing, and one that was given none can leave none', async (context) => {
  const { managed, home, agentHome, given } = await setUp(context)
  const { ino } = await stat(join(managed, file))
  assert.deepEqual(await agentHome.takeBack(given, home), [{ name: file, outcome: 'unchanged' }])
  assert.equal((await stat(join(managed, file))).ino, ino)

  await rm(join(managed, file))
  const nothing = await agentHome.give(codex, home)
  await put(join(home, file), JSON.stringify(after))
  assert.deepEqual([nothing, await agentHome.takeBack(nothing, home)], [{ files: [], secrets: [] }, []])
  assert.equal(existsSync(join(managed, file)), false)
})

verifies('engine.credentials-go-back', 'the sign-in of another account or another key does not go back', async (context) => {
  const { managed, home, agentHome, given } = await setUp(context)
  for (const left of [signIn('second', after.last_refresh, 'person-2'), { ...after, OPENAI_API_KEY: 'sk-of-the-agent' }]) {
    await put(join(home, file), JSON.stringify(left))
    assert.deepEqual(await agentHome.takeBack(given, home), [
      { name: file, outcome: 'refused', reason: 'it is more than a refreshed sign-in' },
    ])
    assert.deepEqual(await read(join(managed, file)), before)
  }
})

/** Something an agent could leave in place of its sign-in, and that it does what it is for when nobody guards against it. */
interface Attack {
  readonly leave: (path: string, canary: string) => Promise<unknown>
  readonly reason: string
  readonly withoutGuard?: (path: string) => Promise<void>
}

const noPlainFile = 'it is not a regular file, or its path contains a link'

/** What the canary holds would pass as a refreshed sign-in: only the way to it is wrong. */
async function leadsToCanary(path: string): Promise<void> {
  const found = await read(path)
  assert.deepEqual(found, after)
  assert.equal(codex.account?.files[0]?.mayReplace(before, found), true)
}

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const attacks: Readonly<Record<string, Attack>> = {
  'a link to a file of the host': {
    leave: (path, canary) => symlink(canary, path),
    reason: noPlainFile,
    withoutGuard: leadsToCanary,
  },
  'a folder on the way that is a link': {
    async leave(path, canary) {
      await rm(dirname(path), { recursive: true })
      await symlink(dirname(canary), dirname(path))
    },
    reason: noPlainFile,
    withoutGuard: leadsToCanary,
  },
  'the home itself as a link': {
    async leave(path, canary) {
      const home = dirname(dirname(path))
      await rename(home, `${home}.old`)
      await symlink(dirname(dirname(canary)), home)
    },
    reason: noPlainFile,
    withoutGuard: leadsToCanary,
  },
  'a pipe that nobody writes to': {
    leave: async (path) => execFileSync('mkfifo', [path]),
    reason: noPlainFile,
    async withoutGuard(path) {
      // Whoever opens it waits for the other end, which here is the next line.
      const reading = readFile(path, 'utf8')
      await writeFile(path, 'only now')
      assert.equal(await reading, 'only now')
    },
  },
  'a socket': {
    async leave(path) {
      const server = createServer().listen(path)
      await once(server, 'listening')
      server.unref()
    },
    reason: noPlainFile,
  },
  'a folder': { leave: (path) => mkdir(path), reason: 'there is no such file' },
  nothing: { leave: async () => {}, reason: 'there is no such file' },
  'a folder on the way that is a file': {
    async leave(path) {
      await rm(dirname(path), { recursive: true })
      await writeFile(dirname(path), '')
    },
    reason: 'there is no such file',
  },
  'a file of 20 GB that takes no room': {
    async leave(path) {
      await writeFile(path, '')
      await truncate(path, 20e9)
    },
    reason: 'it is larger than 256 KiB',
    withoutGuard: (path) => assert.rejects(readFile(path), { code: 'ERR_FS_FILE_TOO_LARGE' }),
  },
  'one byte too much': { leave: (path) => writeFile(path, ' '.repeat(256 * 1024 + 1)), reason: 'it is larger than 256 KiB' },
  'JSON without a bottom': {
    leave: (path) => writeFile(path, deep),
    reason: 'it is nested too deeply',
    withoutGuard: async (path) => assert.throws(() => canonicalJson(JSON.parse(deep)), RangeError, path),
  },
  'half of it': { leave: (path) => writeFile(path, JSON.stringify(after).slice(0, -1)), reason: 'it is not JSON' },
  'what is no text': { leave: (path) => writeFile(path, Buffer.from([0x22, 0xff, 0x22])), reason: 'it is not UTF-8' },
}

for (const [what, { leave, reason, withoutGuard }] of Object.entries(attacks)) {
  verifies('engine.credentials-go-back', `left in place of a sign-in, ${what} is refused and not followed`, async (context) => {
    const { root, managed, home, agentHome, given } = await setUp(context)
    const canary = join(root, 'host', file)
    await put(canary, JSON.stringify(after))
    await rm(join(home, file))
    await leave(join(home, file), canary)
    assert.deepEqual(await agentHome.takeBack(given, home), [{ name: file, outcome: 'refused', reason }])
    assert.deepEqual(
      [await readFile(join(managed, file), 'utf8'), await listed(managed)],
      [JSON.stringify(before), ['.codex', '.codex/auth.json']],
    )
    await withoutGuard?.(join(home, file))
  })
}

test('a name that is there twice goes back once, with the value that was judged', async (context) => {
  const { managed, home, agentHome, given } = await setUp(context)
  const twice = JSON.stringify(after).replace('{', '{"OPENAI_API_KEY":"sk-of-the-agent",')
  await put(join(home, file), twice)
  assert.deepEqual(await agentHome.takeBack(given, home), [{ name: file, outcome: 'refreshed' }])
  assert.equal(await readFile(join(managed, file), 'utf8'), JSON.stringify(after, null, 2))
})

verifies(
  'engine.credentials-go-back',
  'who signed in anew meanwhile is not overwritten, and neither is the first of two refreshes',
  async (context) => {
    const { managed, home, agentHome, given } = await setUp(context)
    await put(join(home, file), JSON.stringify(after))
    const anew = signIn('anew', '2026-11-01T10:30:00.000Z', 'person-2')
    await put(join(managed, file), JSON.stringify(anew))
    assert.deepEqual(await agentHome.takeBack(given, home), [{ name: file, outcome: 'overtaken' }])
    assert.deepEqual(await read(join(managed, file)), anew)
    await rm(managed, { recursive: true })
    assert.deepEqual(await agentHome.takeBack(given, home), [{ name: file, outcome: 'overtaken' }])
    assert.equal(existsSync(join(managed, file)), false)
  },
)

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** A process of its own that has the managed home, the engine and a way to refresh; ended with the test, whatever happens. */
function other(context: TestContext, code: string, ...args: readonly string[]) {
  const prelude = `
    const [agentHomes, { codex }, { exclusively }, signIns, files] = await Promise.all(
      ['installed/agent-home.ts', 'engines/codex/index.ts', 'lib/exclusive.ts', 'installed/sign-in-file.ts'].map((name) => import(${JSON.stringify(source)} + name))
        .concat(import('node:fs/promises')))
    const [managed, home, ...rest] = process.argv.slice(1)
    const agentHome = agentHomes.openAgentHome(managed)
    const refreshed = (given, token) => {
      const value = structuredClone(given.files[0].value)
      value.tokens.access_token = token
      value.last_refresh = new Date(Date.parse(value.last_refresh) + 1000).toISOString()
      return files.writeFile(home + '/${file}', JSON.stringify(value))
    }
    const said = process.stdin[Symbol.asyncIterator]()
    const told = () => said.next()
  `
  const argv = ['--no-warnings', '--input-type=module', '-e', `${prelude}\n${code}\nprocess.exit(0)`, ...args]
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] })
  context.after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    tell: () => void child.stdin.write('go\n'),
    hear: async (): Promise<unknown> => (await lines.next()).value,
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

verifies(
  'engine.credentials-go-back',
  'of many processes that refresh the same sign-in one goes back, and the others are told',
  async (context) => {
    const { root, managed } = await setUp(context)
    const code = `
    const given = await agentHome.give(codex, home)
    await refreshed(given, rest[0])
    console.log('ready')
    await told()
    const [{ outcome }] = await agentHome.takeBack(given, home)
    console.log(outcome)
  `
    const homes = ['a', 'b', 'c', 'd'].map((name) => join(root, 'homes', name))
    const runs = homes.map((home) => other(context, code, managed, home, `of ${home}`))
    for (const run of runs) assert.equal(await run.hear(), 'ready')
    for (const run of runs) run.tell()
    const outcomes = await Promise.all(runs.map((run) => run.hear()))
    assert.deepEqual([...outcomes].sort(), ['overtaken', 'overtaken', 'overtaken', 'refreshed'])
    const winner = homes[outcomes.indexOf('refreshed')]
    assert.deepEqual(await read(join(managed, file)), {
      ...before,
      tokens: { ...before.tokens, access_token: `of ${winner}` },
      last_refresh: '2026-11-01T10:00:01.000Z',
    })
  },
)

verifies(
  'engine.credentials-go-back',
  'who holds the lock is waited for, kill -9 frees it, and what was half written goes',
  async (context) => {
    const { managed, home, agentHome, given } = await setUp(context)
    await put(join(home, file), JSON.stringify(after))
    const holder = other(
      context,
      `await exclusively(managed + '/.lock.db', 1000, async () => {
      await files.writeFile(managed + '/.codex/.new-cut-off', '{"tokens":{"acc')
      console.log('holding')
      await new Promise(() => setInterval(() => {}, 1000))
    })`,
      managed,
      home,
    )
    assert.equal(await holder.hear(), 'holding')
    let isDone = false
    const taking = agentHome.takeBack(given, home).finally(() => {
      isDone = true
    })
    await assert.rejects(
      exclusively(join(managed, '.lock.db'), 100, async () => {}),
      LockTimeout,
    )
    assert.deepEqual([isDone, await read(join(managed, file))], [false, before])
    await holder.kill()
    assert.deepEqual(await taking, [{ name: file, outcome: 'refreshed' }])
    assert.deepEqual([await read(join(managed, file)), await listed(join(managed, '.codex'))], [after, ['auth.json']])
  },
)

test('kill -9 at any moment of a refresh leaves a whole sign-in, the old or the new one', async (context) => {
  const { root, managed } = await setUp(context)
  const code = `
    for (let n = 0; ; n++) {
      const given = await agentHome.give(codex, home)
      await refreshed(given, 'n'.repeat(100_000) + n)
      console.log((await agentHome.takeBack(given, home))[0].outcome)
    }
  `
  for (const round of [1, 2, 3, 4, 5]) {
    const run = other(context, code, managed, join(root, 'homes', String(round)))
    for (let heard = 0; heard < round * 3; heard++) assert.equal(await run.hear(), 'refreshed')
    await run.kill()
    const { tokens } = (await read(join(managed, file))) as typeof before
    assert.match(tokens.access_token, /^n{100000}\d+$/)
  }
  const agentHome = openAgentHome(managed)
  const home = join(root, 'homes/last')
  const given = await agentHome.give(codex, home)
  await put(join(home, file), JSON.stringify({ ...(given.files[0]?.value as object), last_refresh: '2027-01-01T00:00:00Z' }))
  assert.deepEqual(await agentHome.takeBack(given, home), [{ name: file, outcome: 'refreshed' }])
  assert.deepEqual(await listed(join(managed, '.codex')), ['auth.json'])
})

test('a lock that is never freed and a folder that cannot be written to are told, and are no failure of the run', async (context) => {
  const { managed, home, agentHome, given } = await setUp(context, 100)
  await put(join(home, file), JSON.stringify(after))
  const taken = () => agentHome.takeBack(given, home)
  assert.deepEqual(await exclusively(join(managed, '.lock.db'), 1000, taken), [
    { name: file, outcome: 'refused', reason: 'Another process holds the lock for too long.' },
  ])
  await rm(managed, { recursive: true })
  await writeFile(managed, 'a file where the folder should be')
  assert.deepEqual(await taken(), [{ name: file, outcome: 'refused', reason: 'the system refused (EEXIST)' }])
})

test('what a person asked for is taken whatever is in it; the first file counts', async (context) => {
  const { root, managed, agentHome } = await setUp(context)
  const home = join(root, 'person')
  await put(join(home, '.gemini/google_accounts.json'), '{"active":"a@example.com"}')
  assert.deepEqual(await agentHome.adopt(gemini, home), [
    { name: '.gemini/oauth_creds.json', outcome: 'missing', reason: 'there is no such file' },
  ])
  await put(join(home, '.gemini/oauth_creds.json'), '{"access_token":"x"}')
  await put(join(home, '.gemini/settings.json'), '{"theme":"of the person"}')
  const names = ['.gemini/oauth_creds.json', '.gemini/google_accounts.json']
  assert.deepEqual(
    await agentHome.adopt(gemini, home),
    names.map((name) => ({ name, outcome: 'copied' })),
  )
  assert.deepEqual(
    await agentHome.adopt(gemini, home),
    names.map((name) => ({ name, outcome: 'unchanged' })),
  )
  assert.deepEqual(await listed(join(managed, '.gemini')), ['google_accounts.json', 'oauth_creds.json'])
  assert.deepEqual(
    [await modeOf(join(managed, '.gemini')), await modeOf(join(managed, '.gemini/oauth_creds.json'))],
    ['700', '600'],
  )

  await put(join(home, file), JSON.stringify(signIn('other', '2020-01-01T00:00:00Z', 'person-2')))
  assert.deepEqual(await agentHome.adopt(codex, home), [{ name: file, outcome: 'copied' }])
  await rm(join(home, file))
  await symlink(join(managed, file), join(home, file))
  assert.deepEqual(await agentHome.adopt(codex, home), [{ name: file, outcome: 'refused', reason: noPlainFile }])
})

test('a sign-in of the managed home that cannot be read is told to whoever would use it', async (context) => {
  const { managed, home, agentHome } = await setUp(context)
  await put(join(managed, file), '{"tokens":')
  await rejectsWith(agentHome.give(codex, home), {
    engine: 'codex',
    layer: 'operator',
    reason: '.codex/auth.json of the agent home: it is not JSON. Sign in again: ./skill-runner engine login codex',
  })
})

async function rejectsWith(promise: Promise<unknown>, details: object): Promise<void> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Fault)
  assert.deepEqual([error.code, error.details], ['ENGINE_CONFIG_INVALID', details])
}

/** The tables of the TOML parser have no prototype. */
const plain = (settings: object): unknown => JSON.parse(JSON.stringify(settings))

test("the operator's settings are read from the CLI's own file, in its own format", async (context) => {
  const { managed, agentHome } = await setUp(context)
  assert.deepEqual(await agentHome.operatorSettings(codex), {})
  assert.deepEqual(await agentHome.operatorSettings(replay), {})
  await put(join(managed, '.codex/config.toml'), 'model = "gpt-5.5"\n[features]\napps = false # not here\n')
  assert.deepEqual(plain(await agentHome.operatorSettings(codex)), { model: 'gpt-5.5', features: { apps: false } })
  await put(
    join(managed, '.gemini/settings.json'),
    '// ours\n{ "model": { "name": "a//b /* c */ \\"d\\"" }, /* "x": 1, */ "general": {} }\n',
  )
  assert.deepEqual(await agentHome.operatorSettings(gemini), { model: { name: 'a//b /* c */ "d"' }, general: {} })
  await rm(managed, { recursive: true })
  assert.deepEqual(await agentHome.operatorSettings(codex), {})
})

test("the operator's settings are read again when the file changes, and only then", async (context) => {
  const { managed, agentHome } = await setUp(context)
  const path = join(managed, '.codex/config.toml')
  await put(path, 'model = "one"')
  const known = await until('the file is old enough to be remembered', async () => {
    const [first, second] = [await agentHome.operatorSettings(codex), await agentHome.operatorSettings(codex)]
    return first === second && first
  })
  assert.deepEqual(plain(known), { model: 'one' })
  await put(path, 'model = "two"')
  assert.deepEqual(plain(await agentHome.operatorSettings(codex)), { model: 'two' })
  await put(`${path}.new`, 'model = "six"')
  await rename(`${path}.new`, path)
  assert.deepEqual(plain(await agentHome.operatorSettings(codex)), { model: 'six' })
  await rm(path)
  assert.deepEqual(await agentHome.operatorSettings(codex), {})
})

const badSettings: readonly [engine: typeof codex, text: string, reason: string][] = [
  [
    codex,
    'key = "sk-planted-secret"\nmodel = ',
    '.codex/config.toml of the agent home: it is not TOML: invalid value (line 2 column 9)',
  ],
  [
    gemini,
    '{\n  /* two\n lines */ "key": "sk-planted-secret", model: 1 }',
    '.gemini/settings.json of the agent home: it is not JSON (line 3 column 39)',
  ],
  [gemini, 'sk-planted-secret', '.gemini/settings.json of the agent home: it is not JSON'],
  [gemini, '["sk-planted-secret"]', '.gemini/settings.json of the agent home: it is not a table of settings'],
  [gemini, '{"a":'.repeat(2000), '.gemini/settings.json of the agent home: it is nested too deeply'],
  [gemini, ' '.repeat(300_000), '.gemini/settings.json of the agent home: it is larger than 256 KiB'],
]

for (const [engine, text, reason] of badSettings) {
  test(`settings of the operator that cannot be read are told by layer and place: ${reason}`, async (context) => {
    const { managed, agentHome } = await setUp(context)
    assert.ok(engine.settings)
    await put(join(managed, engine.settings.operatorFile), text)
    await rejectsWith(agentHome.operatorSettings(engine), { engine: engine.id, layer: 'operator', reason })
  })
}

test('an engine sees the variables that it signs in with and those that are passed on, where they are set', () => {
  const env = {
    CODEX_API_KEY: 'a',
    OPENAI_API_KEY: '',
    GEMINI_API_KEY: 'b',
    HTTPS_PROXY: 'c',
    PATH: '/bin',
    MY_KEY: 'd',
    EMPTY: undefined,
  }
  const own = { model_provider: 'mine', model_providers: { mine: { env_key: 'MY_KEY' } } }
  const passed = ['HTTPS_PROXY', 'EMPTY', 'NOT_SET', 'constructor']
  assert.deepEqual(engineEnv(codex, {}, passed, env), { CODEX_API_KEY: 'a', HTTPS_PROXY: 'c' })
  assert.deepEqual(engineEnv(codex, own, [], env), { CODEX_API_KEY: 'a', MY_KEY: 'd' })
  assert.deepEqual(engineEnv(gemini, {}, [], env), { GEMINI_API_KEY: 'b' })
  assert.deepEqual(engineEnv(replay, {}, ['PATH'], env), { PATH: '/bin' })
})
