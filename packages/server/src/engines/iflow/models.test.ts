import assert from 'node:assert/strict'
import { test } from 'node:test'
import { iflowModels } from './models.ts'

const known = { skillFiles: [], version: '0.5.19', settings: {} }
const listed = [
  'glm-4.7',
  'iFlow-ROME-30BA3B',
  'deepseek-v3.2-chat',
  'glm-5',
  'qwen3-coder-plus',
  'kimi-k2-thinking',
  'minimax-m2.5',
  'kimi-k2.5',
  'kimi-k2-0905',
]
const idsOf = (settings: object) =>
  iflowModels({ ...known, settings: { ...settings } })
    .models.filter(({ deprecated }) => !deprecated)
    .map(({ id }) => id)

test('the models of 0.5.19 are those that it offered itself, its default first', () => {
  assert.deepEqual([idsOf({}), iflowModels(known).fallbackReason], [listed, null])
})

test('the model that the operator has set comes first, known or not', () => {
  assert.deepEqual(idsOf({ modelName: 'my-own' }), ['my-own', ...listed])
  assert.deepEqual(idsOf({ modelName: 'glm-5' }), ['glm-5', ...listed.filter((id) => id !== 'glm-5')])
  assert.equal(iflowModels({ ...known, settings: { modelName: 'glm-5' } }).models[0]?.name, 'GLM-5')
})

test('another version is answered with the list that there is, and with the reason', () => {
  assert.equal(iflowModels({ ...known, version: '0.6.0' }).fallbackReason, 'no list of 0.6.0 is known; this is that of 0.5.19')
})
