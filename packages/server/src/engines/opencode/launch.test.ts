import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { Fault } from '../../lib/fault.ts'
import type { EngineLaunch, LaunchRequest } from '../engine.ts'
import { mergedSettings, reservedIn } from '../settings.ts'
import { opencodeLaunch } from './launch.ts'
import { opencodeSettings } from './settings.ts'
import { opencodeWarmUp } from './warm-up.ts'

const provider = { mine: { options: { baseURL: 'http://127.0.0.1:1234/v1', apiKey: '{env:MY_KEY}' } } }

const request: LaunchRequest = {
  prompt: 'Do it.',
  model: 'mine/large',
  script: null,
  program: { path: '/opt/engine/bin/opencode', runBy: 'itself' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: { provider },
  env: { MY_KEY: 'key' },
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const launchWith = (changed: Partial<LaunchRequest>) => opencodeLaunch({ ...request, ...changed })

const configOf = ({ files }: Pick<EngineLaunch, 'files'>): Record<string, unknown> =>
  JSON.parse(files.find(({ name }) => name === '.config/opencode/opencode.json')?.text ?? 'null')

const start = [
  '/opt/engine/bin/opencode',
  'run',
  '--format',
  'json',
  '--thinking',
  '--auto',
  '--print-logs',
  '--log-level',
  'ERROR',
]

verifies(
  ['engine.launch-is-current', 'engine.prompt-by-stdin', 'opencode.runs-as-promised'],
  'opencode is told everything by a file in its home, and the prompt on stdin',
  () => {
    const { files, ...rest } = opencodeLaunch(request)
    assert.deepEqual(rest, {
      argv: [...start, '--title', 'Agent Skill Runner', '--model', 'mine/large'],
      env: {
        MY_KEY: 'key',
        BUN_TMPDIR: '/home/runner/.cache/unpacked',
        OPENCODE_DISABLE_PROJECT_CONFIG: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        NO_COLOR: '1',
      },
      stdin: 'Do it.',
      network: 'host',
      shown: [],
    })
    assert.deepEqual(configOf({ files }), {
      provider,
      model: 'mine/large',
      small_model: 'mine/large',
      permission: { question: 'deny' },
    })
    assert.deepEqual(files.map(({ name }) => name).toSorted(), [
      '.cache/unpacked/empty',
      '.config/opencode/node_modules/empty',
      '.config/opencode/opencode.json',
      '.config/opencode/package-lock.json',
      '.config/opencode/plugin/whole-output.js',
    ])
  },
)

verifies('opencode.runs-as-promised', 'whether it may ask a person is decided by the mode, whatever the settings say', () => {
  const permissionOf = (permission: unknown, isInteractive: boolean) =>
    configOf(launchWith({ settings: { permission }, isInteractive }))['permission']
  assert.deepEqual(permissionOf(undefined, true), { question: 'allow' })
  assert.deepEqual(permissionOf({ edit: 'deny', question: 'allow' }, false), { edit: 'deny', question: 'deny' })
  assert.deepEqual(permissionOf('allow', false), { '*': 'allow', question: 'deny' })
  // Of two rules that fit the later counts.
  assert.equal(JSON.stringify(permissionOf({ question: 'allow', '*': 'allow' }, false)), '{"*":"allow","question":"deny"}')
})

test('a session is gone on with by its id, and nothing else can stand there', () => {
  const argv = [...start, '--session', 'ses_e22e04bf5ffejCNIA6Mq0ekvsc', '--model', 'mine/large']
  assert.deepEqual(launchWith({ resume: 'ses_e22e04bf5ffejCNIA6Mq0ekvsc' }).argv, argv)
  for (const resume of ['--share', 'ses_', 'ses_a b', '01a1dd0b-0000-7000-8000-00000000abcd', '', 'ses_a\n'])
    assert.throws(() => launchWith({ resume }), { code: 'SESSION_RESUME_FAILED' }, resume)
})

test('behind a gate its provider has the name that the gate knows', () => {
  const launch = launchWith({ gate: { nameFor: (url) => url.replace('127.0.0.1', 'the-model') } })
  const options = { baseURL: 'http://the-model:1234/v1', apiKey: '{env:MY_KEY}' }
  assert.deepEqual(configOf(launch)['provider'], { mine: { options } })
})

test('without the key that its provider is set up with it is not started', () => {
  const missing = (error: unknown) =>
    error instanceof Fault &&
    error.code === 'AUTH_REQUIRED' &&
    JSON.stringify(error.details) === JSON.stringify({ engine: 'opencode', reason: 'The variable MY_KEY is not set.' })
  assert.throws(() => launchWith({ env: {} }), missing)
  // Another provider needs no key of this one.
  assert.equal(launchWith({ env: {}, model: 'anthropic/claude' }).stdin, 'Do it.')
})

verifies('engine.config-layers', 'what calls home or installs something is off, whatever anybody sets', () => {
  const asked = { share: 'auto', autoupdate: true, snapshot: true, plugin: ['x'], model: 'a/b' }
  const merged = mergedSettings(opencodeSettings, { operator: asked, skill: {}, request: {} })
  assert.deepEqual(merged, {
    disabled_providers: ['opencode'],
    share: 'disabled',
    autoupdate: false,
    snapshot: false,
    plugin: [],
    model: 'a/b',
  })
})

test('where requests go, what is started and what is read from elsewhere is for the operator alone', () => {
  const asked = {
    provider: {},
    mcp: {},
    instructions: ['http://example.com/'],
    experimental: { openTelemetry: true },
    model: 'a/b',
    agent: { build: { prompt: 'Be brief.' } },
    permission: { edit: 'deny' },
    compaction: { auto: false },
  }
  assert.deepEqual(reservedIn(opencodeSettings, asked), ['provider', 'mcp', 'instructions', 'experimental'])
})

test('the warm-up makes the database, in one file, and keeps nothing else', () => {
  const { argv, stdin } = opencodeWarmUp.launch(request)
  assert.deepEqual([argv.slice(1), stdin], [['db', 'PRAGMA wal_checkpoint(TRUNCATE)'], null])
  const kept = ['opencode.db', 'opencode.db-wal', 'auth.json'].filter((name) =>
    opencodeWarmUp.keeps.test(`.local/share/opencode/${name}`),
  )
  assert.deepEqual(kept, ['opencode.db'])
})
