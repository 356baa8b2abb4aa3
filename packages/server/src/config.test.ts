import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { printConfigurationDoc } from './config/doc.ts'
import { keys } from './config/keys.ts'
import { type Config, loadConfig } from './config.ts'
import { sha256 } from './lib/hash.ts'

const machine = { cores: 4, memoryBytes: 16 * 1024 ** 3 }

async function load(env: NodeJS.ProcessEnv, files: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'config-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text, { mode: 0o600 })
    const loaded = await loadConfig({ env, cwd, machine })
    const short = (text: string) => text.replaceAll(cwd, '.')
    return loaded.ok ? { config: loaded.config, cwd } : { problems: loaded.problems.map(short) }
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

async function configOf(env: NodeJS.ProcessEnv, files: Record<string, string> = {}): Promise<Config & { cwd: string }> {
  const { config, problems, cwd } = await load(env, files)
  if (!config) throw new Error(problems?.join('\n'))
  return { ...config, cwd }
}

test('with nothing set everything has its default', async () => {
  const { cwd, settings, ...config } = await configOf({ PATH: '/bin', LOG_SOMETHING: 'not ours', PORT: '' })
  assert.ok(settings.every(({ isSet, source }) => !isSet && source === 'default'))
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 8000,
    tokens: [],
    allowedHosts: [],
    corsOrigins: [],
    rateLimit: 0,
    dataDir: join(cwd, 'data'),
    databaseUrl: null,
    skillsDir: join(cwd, 'data/skills'),
    engines: null,
    exec: {
      ...{ commandSec: 60, mostCommandSec: 120, taskSec: 3600, mostRunningCommands: 32 },
      ...{ mostRunningTasks: 16, mostQueuedTasks: 1000 },
      ...{ serviceSec: 21_600, serviceIdleSec: 1800, startupSec: 60, mostStartupSec: 3600, mostRunningServices: 16 },
      ...{ jobSec: 1800, mostRunningJobs: 16, mostQueuedJobs: 1000 },
      ...{ artifactBytes: 20 * 1024 ** 2, artifactsBytes: 50 * 1024 ** 2, projectArtifactBytes: 8 * 1024 ** 3 },
      ...{ sessionBytes: 8 * 1024 ** 3, sessionFiles: 500_000, network: [], sessionDays: 30 },
    },
    execSandbox: 'bubblewrap',
    remote: null,
    defaultEngine: null,
    npmPrefix: join(cwd, 'data/npm'),
    agentHome: join(cwd, 'data/agent-home'),
    passEnv: [],
    programs: {},
    sandbox: 'auto',
    seccomp: 'on',
    engineNetwork: 'gated',
    runAs: null,
    maxRunningJobs: 8,
    maxQueue: 128,
    maxRunBytes: 8 * 2 ** 30,
    maxRunFiles: 500_000,
    maxAwaitingUpload: 1000,
    timeoutSec: 1200,
    defaultTimeoutSec: 600,
    silenceSec: 600,
    maxUploadBytes: 2147483648,
    maxPackageBytes: 20_971_520,
    maxOutputBytes: 268_435_456,
    childLimits: {
      memory_bytes: 4 * 1024 ** 3,
      processes: 1024,
      cpu_seconds: 3600,
      open_files: 4096,
      file_bytes: 4 * 1024 ** 3,
    },
    cgroup: 'auto',
    reaperIntervalSec: 60,
    retentionDays: 7,
    drainSec: 5,
    restartQueued: 'fail',
    diskLowBytes: 536_870_912,
    installGate: null,
    outputRepair: 'off',
    unknownModels: 'reject',
    audit: 'full',
    webhooks: { allow: [], secret: null, secrets: new Map() },
    log: { level: 'info', file: join(cwd, 'data/logs/skill-runner.log'), maxBytes: 5_242_880, backupCount: 5 },
    legacyRoutes: { mode: 'warn', sunset: '2026-06-30' },
    secrets: [],
    notices: [],
  })
})

test('the object cannot be changed', async () => {
  const { config } = await load({})
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config?.log))
})

verifies('config.file-and-environment', 'settings come from the file, and the environment wins', async () => {
  const file =
    'PORT = 9000\nSKILL_RUNNER_MAX_QUEUE = 3\nSKILL_RUNNER_ALLOWED_HOSTS = ["a.example", "b.example"]\nSKILL_RUNNER_DATA_DIR = "state"\nLOG_MAX_BYTES = "2MiB"\n'
  const { port, maxQueue, allowedHosts, dataDir, log, cwd } = await configOf({ PORT: '9001' }, { 'skill-runner.toml': file })
  assert.deepEqual(
    [port, maxQueue, allowedHosts, dataDir, log.maxBytes],
    [9001, 3, ['a.example', 'b.example'], join(cwd, 'state'), 2_097_152],
  )
})

verifies('config.file-and-environment', 'the file may be YAML, and there is only one', async () => {
  const file = 'PORT: 9000\n# Names\nSKILL_RUNNER_ALLOWED_HOSTS: [a.example, b.example]\nLOG_MAX_BYTES: 2MiB\n'
  for (const name of ['skill-runner.yaml', 'skill-runner.yml', 'other.yaml']) {
    const env: Record<string, string> = name === 'other.yaml' ? { SKILL_RUNNER_CONFIG_FILE: name } : {}
    const { port, allowedHosts, log } = await configOf(env, { [name]: file })
    assert.deepEqual([port, allowedHosts, log.maxBytes], [9000, ['a.example', 'b.example'], 2_097_152])
  }
  const problemsOf = async (files: Record<string, string>) => (await load({}, files)).problems
  assert.deepEqual(await problemsOf({ 'skill-runner.yaml': 'PORT: 1', 'skill-runner.toml': 'PORT = 1' }), [
    'There are skill-runner.toml and skill-runner.yaml: keep one of them, or name it in SKILL_RUNNER_CONFIG_FILE.',
  ])
  assert.deepEqual(await problemsOf({ 'skill-runner.yaml': '- PORT' }), [
    './skill-runner.yaml is not a list of settings: write each as NAME: value.',
  ])
  assert.match((await problemsOf({ 'skill-runner.yaml': 'PORT: [' }))?.[0] ?? '', /^\.\/skill-runner\.yaml is not YAML: /)
  assert.deepEqual(await problemsOf({ 'skill-runner.yaml': '' }), undefined)
})

verifies('config.file-and-environment', 'another file can be named, and must then be there', async () => {
  const { port } = await configOf({ SKILL_RUNNER_CONFIG_FILE: 'other.toml' }, { 'other.toml': 'PORT = 9002' })
  assert.equal(port, 9002)
  assert.deepEqual(await load({ SKILL_RUNNER_CONFIG_FILE: 'gone.toml' }), { problems: ['./gone.toml cannot be read: ENOENT.'] })
})

verifies('config.every-problem-is-named', 'all problems are named at once, near misses with a hint', async () => {
  const env = {
    PORT: '70000',
    SKILL_RUNNER_MAX_RUNING_JOBS: '4',
    SKILL_RUNNER_NONSENSE_OF_ANOTHER_KIND: '1',
    SKILL_RUNNER_PORT: '8080',
    SKILL_RUNNER_SANDBOX: 'yes',
    SKILL_RUNNER_TOKEN: 'short-secret',
    SKILL_RUNNER_RUN_AS: '0-5',
    SKILL_RUNNER_CORS_ORIGINS: 'https://a.example, https://b.example/path',
    SKILL_RUNNER_MAX_OUTPUT_BYTES: '5 MB',
    LOG_LEVEL: 'loud',
  }
  const file = 'POTR = 1\nHOST = { a = 1 }\nSKILL_RUNNER_TIMEOUT_SEC = 1.5\n'
  assert.deepEqual(await load(env, { 'skill-runner.toml': file }), {
    problems: [
      './skill-runner.toml: POTR is not a setting. Did you mean PORT?',
      './skill-runner.toml: HOST must be a text, a number, true, false or a list of texts.',
      'SKILL_RUNNER_MAX_RUNING_JOBS is not a setting. Did you mean SKILL_RUNNER_MAX_RUNNING_JOBS?',
      'SKILL_RUNNER_NONSENSE_OF_ANOTHER_KIND is not a setting.',
      'SKILL_RUNNER_PORT is not a setting. Did you mean PORT?',
      'PORT must be a whole number from 0 to 65535, not "70000".',
      'SKILL_RUNNER_CORS_ORIGINS must be a comma-separated list, each an origin like https://example.com or chrome://zotero, without a path, or null, not "https://a.example, https://b.example/path".',
      'SKILL_RUNNER_TOKEN must be 16 or more visible ASCII characters.',
      'SKILL_RUNNER_TIMEOUT_SEC must be a whole number from 1 to 86400, not "1.5".',
      'SKILL_RUNNER_MAX_OUTPUT_BYTES must be a number of bytes, 1024 or more, optionally with KiB, MiB or GiB, not "5 MB".',
      'SKILL_RUNNER_SANDBOX must be one of auto, required, off, not "yes".',
      'SKILL_RUNNER_RUN_AS must be a range of at most 65536 user ids like 200000-200099, above 0, not "0-5".',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, in any case, or a usual synonym such as warning, not "loud".',
    ],
  })
})

verifies('config.file-and-environment', 'a log level is read in any case, and by its usual synonyms', async () => {
  const given = ['DEBUG', 'INFO', 'warning', 'Warning', 'Err', 'CRITICAL', 'verbose', 'off', ' info ', 'trace']
  const levels = await Promise.all(given.map(async (level) => (await configOf({ LOG_LEVEL: level })).log.level))
  assert.deepEqual(levels, ['debug', 'info', 'warn', 'warn', 'error', 'fatal', 'debug', 'silent', 'info', 'trace'])
})

verifies('config.every-problem-is-named', 'a file that is not TOML is one clear problem', async () => {
  const { problems = [] } = await load({}, { 'skill-runner.toml': 'PORT = = 1' })
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^\.\/skill-runner\.toml is not TOML: /)
})

verifies('config.every-problem-is-named', 'every problem of a token file is named', async () => {
  const hash = sha256('a token of sixteen')
  const entries = [
    { name: 'a', sha256: hash, scopes: ['read', 'fly'] },
    { name: 'a', sha256: 'abc', scopes: [], scope: 'read' },
    { name: '', sha256: hash, scopes: ['run'], kind: 'robot', project: 7, max_tokens_per_day: 0, max_cost_usd_per_day: '5' },
    'text',
  ]
  assert.deepEqual(await load({ SKILL_RUNNER_TOKEN_FILE: 'tokens.json' }, { 'tokens.json': JSON.stringify(entries) }), {
    problems: [
      './tokens.json: token 1 needs scopes: a list of one or more of read, run, admin.',
      './tokens.json: token 2 has an unknown field scope. Did you mean scopes?',
      './tokens.json: token 2 needs sha256: the SHA-256 of the token in 64 hexadecimal digits.',
      './tokens.json: token 2 needs scopes: a list of one or more of read, run, admin.',
      './tokens.json: token 3 needs a name of 1 to 64 characters.',
      './tokens.json: token 3 has a project that is not a text of 1 to 64 characters.',
      './tokens.json: token 3 has a max_cost_usd_per_day that is not a number from 0.000001 to 1000000.',
      './tokens.json: token 3 has a max_tokens_per_day that is not a whole number from 1 to 10^12.',
      './tokens.json: token 3 has a kind that is neither api nor ui.',
      './tokens.json: token 4 must be an object.',
      './tokens.json: two tokens have the same name a.',
      './tokens.json: two tokens have the same sha256.',
    ],
  })
  assert.deepEqual(await load({ SKILL_RUNNER_TOKEN_FILE: 'gone.json' }), {
    problems: ['SKILL_RUNNER_TOKEN_FILE: ./gone.json cannot be read: ENOENT.'],
  })
  assert.deepEqual(await load({ SKILL_RUNNER_TOKEN_FILE: 't.json' }, { 't.json': '{' }), {
    problems: ['SKILL_RUNNER_TOKEN_FILE: ./t.json is not JSON.'],
  })
  assert.deepEqual(await load({ SKILL_RUNNER_TOKEN_FILE: 't.json' }, { 't.json': '[]' }), {
    problems: ['./t.json must hold a JSON array of one or more tokens.'],
  })
})

test('a token file that others can read is taken, with a notice', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'config-'))
  const file = join(cwd, 'tokens.json')
  const token = { name: 'ci', sha256: sha256('a token of sixteen').toUpperCase(), scopes: ['run'], project: 'blue' }
  writeFileSync(file, JSON.stringify([token]))
  chmodSync(file, 0o644)
  const loaded = await loadConfig({ env: { SKILL_RUNNER_TOKEN_FILE: 'tokens.json' }, cwd, machine })
  rmSync(cwd, { recursive: true })
  assert.ok(loaded.ok)
  assert.deepEqual(loaded.config.tokens, [{ ...token, sha256: sha256('a token of sixteen') }])
  assert.deepEqual(loaded.config.notices, [`${file} is open to others than its owner. chmod 600 it.`])
})

const token = 'sixteen-characters-or-more'

test('one token may do everything, only its hash is kept, and it is a secret', async () => {
  const { tokens, secrets } = await configOf({ SKILL_RUNNER_TOKEN: token })
  assert.deepEqual(tokens, [{ name: 'token', sha256: sha256(token), scopes: ['admin'] }])
  assert.deepEqual(secrets, [token])
})

test('two sources of tokens are a problem', async () => {
  const { problems } = await load({ SKILL_RUNNER_TOKEN: token, SKILL_RUNNER_TOKEN_FILE: 't.json' }, { 't.json': '[]' })
  assert.equal(problems?.[0], 'SKILL_RUNNER_TOKEN and SKILL_RUNNER_TOKEN_FILE are both set. Keep one of them.')
})

verifies('door.bind-rules', 'another address than loopback needs a token or an explicit override', async () => {
  const may = async (env: NodeJS.ProcessEnv) => (await load(env)).problems === undefined
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', '[::1]', 'localhost']) assert.equal(await may({ HOST: host }), true, host)
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'runner.example.com', '127.0.0.1.example.com', '::ffff:192.0.2.1']) {
    assert.equal(await may({ HOST: host }), false, host)
    assert.equal(await may({ HOST: host, SKILL_RUNNER_TOKEN: token }), true, host)
    assert.equal(await may({ HOST: host, SKILL_RUNNER_INSECURE_BIND: '1' }), true, host)
  }
  assert.deepEqual((await load({ HOST: '0.0.0.0', SKILL_RUNNER_INSECURE_BIND: '0' })).problems, [
    'HOST=0.0.0.0 is not loopback, and there is no token: everyone who reaches this machine could run skills. Create one with ./skill-runner token create, set SKILL_RUNNER_TOKEN or SKILL_RUNNER_TOKEN_FILE, or SKILL_RUNNER_INSECURE_BIND=1 if you mean it.',
  ])
})

test('the folders and programs of engines can be set', async () => {
  const { cwd, npmPrefix, agentHome, passEnv, programs } = await configOf({
    SKILL_RUNNER_NPM_PREFIX: 'tools',
    SKILL_RUNNER_AGENT_HOME: '/srv/home',
    SKILL_RUNNER_PASS_ENV: 'ONE, TWO',
    SKILL_RUNNER_CODEX_BIN: 'bin/codex',
    SKILL_RUNNER_WHATEVER_BIN: '/bin/whatever',
    SKILL_RUNNER_GEMINI_BIN: '',
  })
  assert.deepEqual(
    { npmPrefix, agentHome, passEnv, programs },
    {
      npmPrefix: join(cwd, 'tools'),
      agentHome: '/srv/home',
      passEnv: ['ONE', 'TWO'],
      programs: { codex: join(cwd, 'bin/codex'), whatever: '/bin/whatever' },
    },
  )
})

verifies('remote.settings', 'remote mode has its settings and their defaults, and needs a key', async () => {
  const { remote, secrets, settings } = await configOf({ SKILL_RUNNER_SKILLS_MODE: 'remote', E2B_API_KEY: 'e2b_0123456789' })
  assert.deepEqual(remote, {
    ...{ apiKey: 'e2b_0123456789', apiUrl: null, domain: null, sandboxUrl: null, template: 'base' },
    ...{ idleSec: 1800, hardSec: 21_600, internet: false, services: false },
  })
  assert.deepEqual(secrets, ['e2b_0123456789'])
  assert.ok(!JSON.stringify(settings).includes('e2b_0123456789'))
  const { problems } = await load({ SKILL_RUNNER_SKILLS_MODE: 'remote' })
  assert.deepEqual(problems, ['SKILL_RUNNER_SKILLS_MODE=remote needs E2B_API_KEY. Set it, or use local.'])
})

verifies('client.settings', 'the server ignores the settings of the example client, also invalid ones', async () => {
  const env = {
    SKILL_RUNNER_E2E_CLIENT_PORT: 'abc',
    SKILL_RUNNER_E2E_CLIENT_BACKEND_BASE_URL: '//',
    SKILL_RUNNER_E2E_CLIENT_X: '1',
  }
  const { notices, settings } = await configOf(env)
  assert.deepEqual([notices, settings.filter(({ name }) => name in env)], [[], []])
})

test('values of variables that look secret or are passed on are secrets, longest first; short ones are not', async () => {
  const { secrets } = await configOf(
    {
      A_API_KEY: 'key-12345678',
      my_password: 'password-123',
      X_SECRET_Y: 'secret-1234567',
      B_KEY: 'short',
      HOME: '/home/somebody',
      PASSED: 'passed-on',
      SKILL_RUNNER_PASS_ENV: 'PASSED, B_KEY',
    },
    { 'skill-runner.toml': 'E2B_API_KEY = "from-the-file-1234"' },
  )
  assert.deepEqual(secrets, ['from-the-file-1234', 'secret-1234567', 'key-12345678', 'password-123', 'passed-on'])
})

verifies('sandbox.never-root', 'the users of children are a range of two numbers, and root is in none', async () => {
  const runAs = async (range: string) => (await configOf({ SKILL_RUNNER_RUN_AS: range })).runAs
  assert.deepEqual(
    [await runAs('240000-240999'), await runAs('7-7')],
    [
      { from: 240000, to: 240999 },
      { from: 7, to: 7 },
    ],
  )
  for (const range of ['0-10', '10-9', '5', 'a-b', '-1-5', '1-4294967295']) {
    assert.equal((await load({ SKILL_RUNNER_RUN_AS: range })).problems?.length, 1, range)
  }
})

test('how many runs go at once follows the machine', async () => {
  const of = async (cores: number, gib: number) => {
    const loaded = await loadConfig({ env: {}, cwd: '/nowhere', machine: { cores, memoryBytes: gib * 1024 ** 3 } })
    return loaded.ok ? loaded.config.maxRunningJobs : loaded.problems
  }
  assert.deepEqual([await of(1, 1), await of(2, 8), await of(64, 32), await of(8, 3.9)], [2, 4, 32, 3])
})

test('docs/configuration.md is what the table prints, and names every key', () => {
  const doc = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  assert.equal(doc, printConfigurationDoc(), 'run: npm run generate')
  for (const name of Object.keys(keys)) assert.ok(doc.includes(`| \`${name}\` |`), name)
})

const secretA = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'
const secretB = 'whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldY'

test('secrets of webhooks come from the environment and from a file, and all of them are hidden', async () => {
  const env = { SKILL_RUNNER_WEBHOOK_SECRET: secretA, SKILL_RUNNER_WEBHOOK_SECRETS_FILE: 'secrets.json' }
  const { webhooks, secrets } = await configOf(env, { 'secrets.json': JSON.stringify({ billing: secretB }) })
  assert.deepEqual([webhooks.secret, webhooks.secrets, secrets], [secretA, new Map([['billing', secretB]]), [secretA, secretB]])
})

test('a secret that no library could verify by is refused, and not repeated', async () => {
  const env = { SKILL_RUNNER_WEBHOOK_SECRET: 'whsec_short', SKILL_RUNNER_WEBHOOK_SECRETS_FILE: 'secrets.json' }
  const files = { 'secrets.json': JSON.stringify({ 'a b': secretA, billing: 'hunter2hunter2', __proto__x: 7 }) }
  assert.deepEqual(await load(env, files), {
    problems: [
      'SKILL_RUNNER_WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in Base64.',
      './secrets.json: a name must be 1 to 64 letters, digits, dots, - and _.',
      './secrets.json: billing must be whsec_ and 24 to 64 random bytes in Base64.',
      './secrets.json: __proto__x must be whsec_ and 24 to 64 random bytes in Base64.',
    ],
  })
  assert.deepEqual(await load({ SKILL_RUNNER_WEBHOOK_SECRETS_FILE: 'gone.json' }), {
    problems: ['SKILL_RUNNER_WEBHOOK_SECRETS_FILE: ./gone.json cannot be read: ENOENT.'],
  })
  assert.deepEqual(await load({ SKILL_RUNNER_WEBHOOK_SECRETS_FILE: 'list.json' }, { 'list.json': '[]' }), {
    problems: ['./list.json must hold a JSON object of secrets by their names.'],
  })
})

test('the address of a database is taken as written, hidden with its password, and refused in words that do not repeat it', async () => {
  const password = 'correct%20horse'
  const addresses = [
    `postgres://me:${password}@db.internal:5432/jobs?sslmode=verify-full`,
    `postgresql://me:${password}@[::1]/jobs`,
    `postgres://me:${password}@/jobs?host=/var/run/postgresql`,
    'postgres:///jobs?host=/var/run/postgresql&password=correct%20horse',
  ]
  for (const url of addresses) {
    const { databaseUrl, secrets, settings } = await configOf({ SKILL_RUNNER_DATABASE_URL: url })
    assert.equal(databaseUrl, url)
    assert.deepEqual(
      [url, password, 'correct horse'].filter((secret) => !secrets.includes(secret)),
      [],
    )
    const shown = settings.find(({ name }) => name === 'SKILL_RUNNER_DATABASE_URL')
    assert.deepEqual([shown?.value, shown?.isSet, shown?.isSecret], [null, true, true])
  }
  for (const url of [
    'correct%20horse',
    'mysql://me@db/jobs',
    'postgres://db',
    'postgres://db/',
    'postgres://db/a/b',
    'postgres://db:x/a',
  ])
    assert.deepEqual(await load({ SKILL_RUNNER_DATABASE_URL: url }), {
      problems: ['SKILL_RUNNER_DATABASE_URL must be a URL like postgres://user:password@host:5432/database.'],
    })
})
