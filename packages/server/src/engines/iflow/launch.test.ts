import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../../test/verifies.ts'
import { Fault } from '../../lib/fault.ts'
import type { EngineLaunch, LaunchRequest } from '../engine.ts'
import { optionsIn } from '../help.ts'
import { mergedSettings, reservedIn } from '../settings.ts'
import { wholeOutput } from '../whole-output.ts'
import { iflowLaunch } from './launch.ts'
import { iflowSettings } from './settings.ts'

const session = 'session-e06bbd16-086a-47b2-8903-c9c250e3c2f7'

const request: LaunchRequest = {
  prompt: 'Do it.',
  model: 'glm-5',
  script: null,
  program: { path: '/opt/engine/iflow.mjs', runBy: 'node' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: { selectedAuthType: 'openai-compatible', baseUrl: 'https://models.example/v1' },
  env: { IFLOW_API_KEY: 'key' },
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const launchWith = (changed: Partial<LaunchRequest>) => iflowLaunch({ ...request, ...changed })
const settingsIn = ({ shown }: EngineLaunch): unknown =>
  JSON.parse(shown.find(({ name }) => name === '.iflow/settings.json')?.text ?? '')

verifies(
  ['engine.launch-is-current', 'engine.prompt-by-stdin'],
  'iflow gets its settings beside the workspace, and the prompt on stdin',
  () => {
    const { shown, ...rest } = iflowLaunch(request)
    assert.deepEqual(rest, {
      argv: ['/usr/bin/node', ...wholeOutput, '/opt/engine/iflow.mjs', '--yolo', '-m', 'glm-5'],
      env: { IFLOW_API_KEY: 'key', IFLOW_CLI_NO_RELAUNCH: 'true', TERM: 'xterm-256color', NO_COLOR: '1' },
      stdin: 'Do it.',
      network: 'host',
      files: [],
    })
    assert.deepEqual(
      shown.map(({ name, text }) => [name, name.endsWith('.json') ? JSON.parse(text) : text]),
      [
        [
          '.iflow/settings.json',
          {
            selectedAuthType: 'openai-compatible',
            baseUrl: 'https://models.example/v1',
            modelName: 'glm-5',
            apiKey: '$IFLOW_API_KEY',
          },
        ],
        ['.iflow/.env', ''],
      ],
    )
  },
)

test('every flag it is started with is in the recorded help of 0.5.19', () => {
  const options = optionsIn(readFileSync(new URL('../../../test/captures/iflow/help.txt', import.meta.url), 'utf8'))
  const flags = launchWith({ resume: session })
    .argv.slice(2 + wholeOutput.length)
    .filter((word) => word.startsWith('-'))
  assert.deepEqual(flags, ['--yolo', '-m', '--resume'])
  assert.deepEqual(
    flags.filter((flag) => !options.has(flag)),
    [],
  )
})

test('a program that is no script is started by itself', () => {
  const { argv } = launchWith({ program: { path: '/opt/engine/iflow', runBy: 'itself' } })
  assert.deepEqual(argv, ['/opt/engine/iflow', '--yolo', '-m', 'glm-5'])
})

test('a session is resumed by an id that iflow can have given, and by nothing else', () => {
  assert.deepEqual(launchWith({ resume: session }).argv.slice(-2), ['--resume', session])
  const uuid = session.slice('session-'.length)
  const strange = fc.oneof(fc.constantFrom('', uuid, '-c', '--plan', `${session} x`, `x${session}`, 'latest'), fc.string())
  fc.assert(
    fc.property(strange, (resume) => {
      assert.throws(() => launchWith({ resume }), Fault)
    }),
  )
})

test('the address is told by the settings alone, the variable first, behind a gate by the name that the gate knows', () => {
  const env = { ...request.env, IFLOW_BASE_URL: 'http://127.0.0.1:4000/v1' }
  const byVariable = launchWith({ env })
  assert.equal(Object.hasOwn(byVariable.env, 'IFLOW_BASE_URL'), false)
  const address = (launch: EngineLaunch) => (settingsIn(launch) as { baseUrl?: string }).baseUrl
  assert.equal(address(byVariable), 'http://127.0.0.1:4000/v1')
  assert.equal(
    address(launchWith({ env, gate: { nameFor: (url) => url.replace('127.0.0.1', 'gate.name') } })),
    'http://gate.name:4000/v1',
  )
  assert.equal(address(launchWith({ settings: {} })), undefined)
})

test('a key is named and never written down: settings that hold one are refused', () => {
  assert.equal((settingsIn(launchWith({ settings: { apiKey: '$MINE' } })) as { apiKey: string }).apiKey, '$MINE')
  for (const apiKey of ['sk-open', '$MINE and more', '', 7])
    assert.throws(() => launchWith({ settings: { apiKey } }), { code: 'ENGINE_CONFIG_INVALID' })
})

verifies(
  'engine.config-layers',
  'what is enforced for iflow holds whatever a layer says, and where requests go is reserved',
  () => {
    const loose = { approvalMode: 'plan', sandbox: true, telemetry: { enabled: true, target: 'gcp' }, disableAutoUpdate: false }
    assert.deepEqual(
      mergedSettings(iflowSettings, { operator: loose, skill: { shellTimeout: 1 }, request: { shellTimeout: 2 } }),
      {
        selectedAuthType: 'openai-compatible',
        shellTimeout: 2,
        sandbox: false,
        autoAccept: true,
        approvalMode: 'yolo',
        checkpointing: { enabled: false },
        hideTips: true,
        hideBanner: true,
        disableAutoUpdate: true,
        disableTelemetry: true,
        telemetry: { enabled: false, target: 'gcp' },
      },
    )
    const asked = {
      apiKey: '$X',
      baseUrl: 'http://x',
      mcpServers: {},
      selectedAuthType: 'iflow',
      excludeTools: [],
      shellTimeout: 1,
    }
    assert.deepEqual([...reservedIn(iflowSettings, asked)].sort(), ['apiKey', 'baseUrl', 'mcpServers', 'selectedAuthType'])
  },
)
