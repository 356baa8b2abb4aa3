import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../../test/verifies.ts'
import { Fault } from '../../lib/fault.ts'
import type { EngineLaunch, LaunchRequest } from '../engine.ts'
import { optionsIn } from '../help.ts'
import { mergedSettings } from '../settings.ts'
import { wholeOutput } from '../whole-output.ts'
import { keepKey } from './keep-key.ts'
import { geminiLaunch } from './launch.ts'
import { authType, geminiSettings } from './settings.ts'

const session = '8869c0f8-9941-45f4-8100-b5c28b2614e2'

const request: LaunchRequest = {
  prompt: 'Do it.',
  model: 'gemini-2.5-flash',
  script: null,
  program: { path: '/opt/engine/@google/gemini-cli/bundle/gemini.js', runBy: 'node' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: { general: { maxAttempts: 3 } },
  env: { GEMINI_API_KEY: 'key' },
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const launchWith = (changed: Partial<LaunchRequest>) => geminiLaunch({ ...request, ...changed })
const settingsIn = ({ shown }: EngineLaunch): unknown =>
  JSON.parse(shown.find(({ name }) => name === '.gemini/settings.json')?.text ?? '')

const program = ['/usr/bin/node', ...keepKey, ...wholeOutput, '/opt/engine/@google/gemini-cli/bundle/gemini.js']
const flags = ['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-o', 'stream-json']

verifies(
  ['engine.launch-is-current', 'engine.prompt-by-stdin'],
  'gemini gets its settings beside the workspace, and the prompt on stdin',
  () => {
    const { shown, ...rest } = geminiLaunch(request)
    assert.deepEqual(rest, {
      argv: [...program, ...flags],
      env: {
        GEMINI_API_KEY: 'key',
        GEMINI_CLI_HOME: '/home/runner',
        GEMINI_CLI_NO_RELAUNCH: 'true',
        NODE_COMPILE_CACHE: '/home/runner/.cache/compiled',
        TERM: 'xterm-256color',
        NO_COLOR: '1',
      },
      stdin: 'Do it.',
      network: 'host',
      files: [{ name: '.gemini/trustedFolders.json', text: '{"/workspace":"TRUST_FOLDER"}' }],
    })
    assert.deepEqual(
      shown.map(({ name, text }) => [name, text === '' ? text : (JSON.parse(text) as unknown)]),
      [
        ['.gemini/settings.json', { general: { maxAttempts: 3 }, security: { auth: { selectedType: 'gemini-api-key' } } }],
        // It would look for one in every folder above, and take from there what it is told.
        ['.gemini/.env', ''],
      ],
    )
  },
)

verifies('engine.launch-is-current', 'every flag of a launch is in the help of the pinned version', () => {
  const help = readFileSync(join(import.meta.dirname, '../../../test/fixtures/help/gemini.txt'), 'utf8')
  const known = optionsIn(help)
  const words = launchWith({ resume: session }).argv.slice(program.length)
  assert.deepEqual(
    words.filter((word) => word.startsWith('-') && !known.has(word)),
    [],
  )
  assert.match(help, /--approval-mode .*"yolo"/)
  assert.match(help, /--output-format .*"stream-json"/)
})

verifies('engine.prompt-by-stdin', 'whatever the prompt is, it is all of stdin and changes no argument', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('-', '--yolo', '@/etc/passwd', '/quit', '\0', 'x'.repeat(300_000))),
      (prompt) => {
        const launch = launchWith({ prompt })
        assert.equal(launch.stdin, prompt)
        assert.deepEqual({ ...launch, stdin: '' }, { ...geminiLaunch(request), stdin: '' })
      },
    ),
  )
})

test('a session is gone on with by its own id', () => {
  assert.deepEqual(launchWith({ resume: session }).argv, [...program, ...flags, '--resume', session])
})

test('a session handle that is no UUID is refused: it could be a flag, or mean another session', () => {
  for (const resume of ['', '-', '--yolo', 'latest', '5', `${session} `, `${session}\n`, `--${session}`, `${session} x`, '../x'])
    assert.throws(
      () => launchWith({ resume }),
      (error) => error instanceof Fault && error.code === 'SESSION_RESUME_FAILED',
      JSON.stringify(resume),
    )
})

test('a program that runs by itself is started without Node', () => {
  assert.deepEqual(launchWith({ program: { path: '/opt/engine/gemini', runBy: 'itself' } }).argv, [
    '/opt/engine/gemini',
    ...flags,
  ])
})

test('what the server says of its home, its signals and its colours, no variable of the operator changes', () => {
  const env = { GEMINI_CLI_HOME: '/root', GEMINI_CLI_NO_RELAUNCH: 'false', TERM: 'dumb', MINE: 'x' }
  assert.deepEqual(launchWith({ env }).env, {
    GEMINI_CLI_HOME: '/home/runner',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    NODE_COMPILE_CACHE: '/home/runner/.cache/compiled',
    TERM: 'xterm-256color',
    NO_COLOR: '1',
    MINE: 'x',
  })
})

test('how it signs in is what the operator says, else what the environment has, else the sign-in of the home', () => {
  const chosen = (env: Record<string, string>, security?: unknown) => authType(security === undefined ? {} : { security }, env)
  assert.equal(chosen({}), 'oauth-personal')
  assert.equal(chosen({ GEMINI_API_KEY: 'a' }), 'gemini-api-key')
  assert.equal(chosen({ GOOGLE_API_KEY: 'a' }), 'vertex-ai')
  assert.equal(chosen({ GEMINI_API_KEY: 'a', GOOGLE_API_KEY: 'b' }), 'gemini-api-key')
  assert.equal(chosen({ GEMINI_API_KEY: 'a', GOOGLE_GENAI_USE_VERTEXAI: 'true' }), 'vertex-ai')
  assert.equal(chosen({ GEMINI_API_KEY: 'a', GOOGLE_GENAI_USE_VERTEXAI: 'false' }), 'gemini-api-key')
  assert.equal(chosen({ GEMINI_API_KEY: 'a' }, { auth: { selectedType: 'oauth-personal' } }), 'oauth-personal')
  for (const odd of [null, 'x', { auth: null }, { auth: { selectedType: 5 } }]) assert.equal(chosen({}, odd), 'oauth-personal')
})

test('the settings hold what all layers make together, and how it signs in', () => {
  const operator = { security: { folderTrust: { enabled: true } } }
  const settings = mergedSettings(geminiSettings, { operator, skill: { context: { fileName: 'AGENTS.md' } }, request: {} })
  assert.deepEqual(settingsIn(launchWith({ settings, env: {} })), {
    general: { maxAttempts: 3, enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    tools: { sandbox: false },
    context: { fileName: 'AGENTS.md', memoryBoundaryMarkers: [] },
    security: { folderTrust: { enabled: true }, auth: { selectedType: 'oauth-personal' } },
  })
})

test('behind a gate its provider has the name that the gate knows it by', () => {
  const env = { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:8080' }
  const gate = { nameFor: (url: string) => url.replace('127.0.0.1', 'host.internal') }
  assert.equal(launchWith({ env, gate }).env['GOOGLE_GEMINI_BASE_URL'], 'http://host.internal:8080')
})

test('the same request gives the same launch, and is left as it was', () => {
  const whole = { ...request, resume: session, settings: { security: { auth: { enforcedType: 'x' } } } }
  const copy = structuredClone(whole)
  assert.deepEqual(geminiLaunch(copy), geminiLaunch(whole))
  assert.deepEqual(copy, whole)
})
