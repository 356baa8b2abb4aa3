import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { Fault } from '../../lib/fault.ts'
import type { LaunchRequest } from '../engine.ts'
import { optionsIn } from '../help.ts'
import { mergedSettings, reservedIn } from '../settings.ts'
import { wholeOutput } from '../whole-output.ts'
import { qwenLaunch } from './launch.ts'
import { authType, qwenSettings } from './settings.ts'

const session = '8869c0f8-9941-45f4-8100-b5c28b2614e2'
const request: LaunchRequest = {
  prompt: 'Do it.',
  model: 'qwen3.7-max',
  script: null,
  program: { path: '/opt/engine/@qwen-code/qwen-code/cli.js', runBy: 'node' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: { memory: { enableManagedAutoMemory: false } },
  env: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://127.0.0.1:4000/v1' },
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const launchWith = (changed: Partial<LaunchRequest>) => qwenLaunch({ ...request, ...changed })

const argv = [
  ...['/usr/bin/node', '--expose-gc', ...wholeOutput, '/opt/engine/@qwen-code/qwen-code/cli.js', '-m', 'qwen3.7-max'],
  ...['--auth-type', 'openai', '--approval-mode', 'yolo', '-o', 'stream-json'],
]

verifies(
  ['engine.launch-is-current', 'engine.prompt-by-stdin'],
  'qwen gets its settings in its home, none in its workspace, and the prompt on stdin',
  () => {
    assert.deepEqual(qwenLaunch(request), {
      argv,
      env: {
        OPENAI_API_KEY: 'key',
        OPENAI_BASE_URL: 'http://127.0.0.1:4000/v1',
        QWEN_HOME: '/home/runner/.qwen',
        QWEN_CODE_NO_RELAUNCH: 'true',
        QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
        NO_COLOR: '1',
      },
      stdin: 'Do it.',
      network: 'host',
      files: [{ name: '.qwen/settings.json', text: '{"memory":{"enableManagedAutoMemory":false}}' }],
      shown: [
        { name: '.qwen/settings.json', text: '{}' },
        { name: '.qwen/.env', text: '' },
      ],
    })
  },
)

verifies('engine.launch-is-current', 'every flag of a launch is one of the pinned version', () => {
  const options = optionsIn(readFileSync(join(import.meta.dirname, '../../../test/fixtures/help/qwen.txt'), 'utf8'))
  const used = launchWith({ resume: session })
    .argv.slice(3 + wholeOutput.length)
    .filter((word) => word.startsWith('-'))
  assert.deepEqual(
    used.filter((flag) => !options.has(flag)),
    [],
  )
})

verifies('engine.resume', 'a session is gone on with by its id, and by nothing else', () => {
  assert.deepEqual(launchWith({ resume: session }).argv, [...argv, '--resume', session])
  for (const other of ['', 'latest', '--yolo'])
    assert.throws(
      () => launchWith({ resume: other }),
      (error) => error instanceof Fault && error.code === 'SESSION_RESUME_FAILED',
    )
})

test('behind a gate its provider has the name that the gate gives it, also where settings say where it is', () => {
  const settings = (host: string) => ({
    security: { auth: { baseUrl: `http://${host}:4001/v1`, selectedType: 'openai' } },
    model: { baseUrl: `http://${host}:4002/v1`, name: 'x' },
  })
  const gate = { nameFor: (url: string) => url.replace('127.0.0.1', 'model.internal') }
  const { env, files } = launchWith({ settings: settings('127.0.0.1'), gate })
  assert.equal(env['OPENAI_BASE_URL'], 'http://model.internal:4000/v1')
  assert.deepEqual(JSON.parse(files[0]?.text ?? ''), settings('model.internal'))
})

test('it signs in as the operator says, else with the key that is there', () => {
  const chosen = { security: { auth: { selectedType: 'anthropic' } } }
  assert.equal(authType(chosen, { OPENAI_API_KEY: 'k' }), 'anthropic')
  assert.equal(authType({}, { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }), 'openai')
  assert.equal(authType({}, { ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k' }), 'anthropic')
  assert.equal(authType({}, { GEMINI_API_KEY: 'k' }), 'gemini')
  assert.equal(authType({}, {}), 'openai')
})

verifies('engine.config-layers', 'nobody can switch on what calls home, and only the operator says where requests go', () => {
  const operator = { telemetry: { enabled: true } }
  assert.deepEqual(mergedSettings(qwenSettings, { operator, skill: {}, request: { general: { enableAutoUpdate: true } } }), {
    model: { generationConfig: { maxRetries: 0 } },
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
    tools: { sandbox: false, shell: { enableInteractiveShell: false } },
  })
  const asked = {
    env: {},
    modelProviders: {},
    hooks: {},
    model: { name: 'x', baseUrl: 'http://x' },
    tools: { exclude: [], allowed: [] },
  }
  assert.deepEqual(reservedIn(qwenSettings, asked), ['env', 'modelProviders', 'model.baseUrl', 'hooks', 'tools.allowed'])
})
