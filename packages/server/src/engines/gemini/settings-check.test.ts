import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchRequest } from '../engine.ts'
import { geminiSettingsCheck } from './settings-check.ts'

const { launch, problem } = geminiSettingsCheck

const request: LaunchRequest = {
  prompt: '',
  model: '',
  script: null,
  program: { path: '/opt/engine/gemini.js', runBy: 'node' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
  settings: { general: { maxAttempts: '$GEMINI_API_KEY' } },
  env: { GEMINI_API_KEY: 'a-key-of-the-operator' },
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}

/** As gemini 0.61.0 printed it. */
const printed = `Invalid configuration in /workspace/.gemini/settings.json:

Error in: general.maxAttempts
    Expected number, received string
Expected: number, but received: string

Error in: context.fileName
    Invalid input

Please fix the configuration.
See: https://geminicli.com/docs/reference/configuration/
YOLO mode is enabled. All tool calls will be automatically approved.
`

test('its complaint names the settings in its own words, without our paths', () => {
  assert.deepEqual(problem({ stdout: '', stderr: printed }), {
    names: ['general.maxAttempts', 'context.fileName'],
    reason:
      'Error in: general.maxAttempts\n    Expected number, received string\nExpected: number, but received: string\n\nError in: context.fileName\n    Invalid input',
  })
})

test('other words on stderr are no complaint', () => {
  assert.equal(problem({ stdout: '', stderr: 'YOLO mode is enabled. All tool calls will be automatically approved.\n' }), null)
})

test('it is not given what it could repeat to whoever sent the settings', () => {
  assert.ok(!JSON.stringify(launch(request)).includes('a-key-of-the-operator'))
})
