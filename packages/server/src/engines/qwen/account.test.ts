import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { qwenAccount } from './account.ts'
import { qwenHosts } from './hosts.ts'
import { qwenModels } from './models.ts'

verifies('engine.auth-is-probed', 'qwen is signed in when a session of its has begun, whatever became of that', () => {
  const { isSignedIn } = qwenAccount.probe
  const init = '{"type":"system","subtype":"init","session_id":"1"}\n'
  const refused = '{"type":"result","subtype":"error_during_execution","is_error":true,"error":{"message":"Missing API key"}}\n'
  for (const code of [0, 1]) assert.equal(isSignedIn({ code, stdout: `${init}${refused}`, stderr: '' }), true)
  assert.equal(isSignedIn({ code: 1, stdout: refused, stderr: init }), false)
  assert.equal(isSignedIn({ code: null, stdout: '', stderr: '' }), false)
})

verifies('engine.auth-is-probed', 'it is asked with its own key, where nobody can hear it', () => {
  const places = { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' }
  const asked = qwenAccount.probe.launch({
    ...{ prompt: '', model: '', script: null, program: { path: '/opt/engine/cli.js', runBy: 'node' }, places, settings: {} },
    ...{
      env: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'https://mine.example/v1' },
      resume: null,
      outputSchema: null,
      needsOwnSandbox: false,
    },
  })
  assert.ok(typeof asked === 'object')
  assert.deepEqual([asked.env['OPENAI_API_KEY'], asked.env['OPENAI_BASE_URL']], ['key', 'http://127.0.0.1:9/v1'])
  assert.deepEqual(asked.argv.slice(-2), ['--max-wall-time', '1s'])
})

test('its host is where its kind of key leads, or where it is sent', () => {
  const openai = { OPENAI_API_KEY: 'k' }
  assert.deepEqual(qwenHosts({}, openai), ['api.openai.com'])
  assert.deepEqual(qwenHosts({}, { ...openai, OPENAI_BASE_URL: 'http://127.0.0.1:4000/v1' }), ['127.0.0.1:4000'])
  assert.deepEqual(qwenHosts({}, { ANTHROPIC_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:4000' }), ['api.anthropic.com'])
  assert.deepEqual(qwenHosts({ security: { auth: { baseUrl: 'https://mine.example' } } }, openai), ['mine.example:443'])
  assert.deepEqual(qwenHosts({ security: { auth: { selectedType: 'other' } } }, openai), [])
})

verifies(
  'engine.models-by-version',
  'the pinned version has a list of its own, and a model that the operator set comes first',
  () => {
    const { models, fallbackReason } = qwenModels({ skillFiles: [], version: '0.24.4', settings: {} })
    assert.deepEqual([models[0]?.id, fallbackReason], ['qwen3.7-max', null])
    assert.equal(new Set(models.map(({ id }) => id)).size, models.length)
    const set = qwenModels({ skillFiles: [], version: '0.24.4', settings: { model: { name: 'glm-5' } } }).models
    assert.deepEqual(set, [{ id: 'glm-5', name: 'glm-5', aliases: [] }, ...models])
  },
)
