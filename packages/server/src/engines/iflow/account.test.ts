import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchRequest } from '../engine.ts'
import { mergedSettings, type Settings } from '../settings.ts'
import { iflowAccount } from './account.ts'
import { iflowSettings } from './settings.ts'

const settingsWith = (operator: Settings) => mergedSettings(iflowSettings, { operator, skill: {}, request: {} })

const request: LaunchRequest = {
  prompt: '',
  model: '',
  script: null,
  program: { path: '/', runBy: 'node' },
  places: { workspace: '/', skill: '/', home: '/', node: '/' },
  settings: {},
  env: {},
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}
const isReady = (operator: Settings, env: Readonly<Record<string, string>>) =>
  iflowAccount.probe.launch({ ...request, settings: settingsWith(operator), env })

test('it is signed in with a key in a variable and an address, from the settings or another variable', () => {
  const baseUrl = 'https://models.example/v1'
  assert.equal(isReady({ baseUrl }, { IFLOW_API_KEY: 'k' }), true)
  assert.equal(isReady({}, { IFLOW_API_KEY: 'k', IFLOW_BASE_URL: baseUrl }), true)
  assert.equal(isReady({ baseUrl, apiKey: '$MINE' }, { MINE: 'k' }), true)
  assert.equal(isReady({ baseUrl, apiKey: '$' + '{MINE}' }, { MINE: 'k' }), true)
})

test('without one of them, with a key that lies open, or with an account of the vendor it is not', () => {
  const baseUrl = 'https://models.example/v1'
  assert.equal(isReady({}, { IFLOW_API_KEY: 'k' }), false)
  assert.equal(isReady({ baseUrl }, {}), false)
  assert.equal(isReady({ baseUrl, apiKey: '$MINE' }, { IFLOW_API_KEY: 'k' }), false)
  assert.equal(isReady({ baseUrl, apiKey: 'sk-open' }, { IFLOW_API_KEY: 'k' }), false)
  for (const selectedAuthType of ['iflow', 'oauth-iflow'])
    assert.equal(isReady({ baseUrl, selectedAuthType }, { IFLOW_API_KEY: 'k' }), false)
})

test('its key is a secret under whatever name the settings give it, and its only host is that of the address', () => {
  const operator = { apiKey: '$MINE', baseUrl: 'https://models.example/v1' }
  assert.deepEqual(iflowAccount.env(operator), ['IFLOW_API_KEY', 'MINE', 'IFLOW_BASE_URL'])
  assert.deepEqual(iflowAccount.keys(operator), ['IFLOW_API_KEY', 'MINE'])
  assert.deepEqual(iflowAccount.env({}), ['IFLOW_API_KEY', 'IFLOW_BASE_URL'])
  assert.deepEqual(iflowAccount.hosts(operator, {}, 'glm-5'), ['models.example:443'])
  assert.deepEqual(iflowAccount.hosts(operator, { IFLOW_BASE_URL: 'http://127.0.0.1:4000/v1' }, 'glm-5'), ['127.0.0.1:4000'])
  assert.deepEqual(iflowAccount.hosts({}, {}, 'glm-5'), [])
})
