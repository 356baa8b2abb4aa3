import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { modelOf } from '../models.ts'
import type { Settings } from '../settings.ts'
import { claudeCli } from './cli.ts'
import { claudeModels } from './models.ts'
import { claudeSettings } from './settings.ts'

const catalogue = (settings: Settings = {}) => claudeModels({ skillFiles: [], version: claudeCli.pinned, settings })

verifies('engine.models-by-version', 'the pinned version has a list of its own, its default first, and short names', () => {
  const { models, fallbackReason } = catalogue()
  assert.equal(fallbackReason, null)
  assert.equal(new Set(models.map(({ id }) => id)).size, models.length)
  const meant = [null, 'opus', 'sonnet', 'haiku', 'fable', 'gpt-5'].map((asked) => modelOf(catalogue(), asked)?.id)
  const newest = ['claude-opus-5-5', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-fable-5-2', undefined]
  assert.deepEqual(meant, newest)
})

test('a model that the operator has set comes first, known or not', () => {
  assert.equal(catalogue({ model: 'haiku' }).models[0]?.id, 'claude-haiku-5-5')
  assert.equal(catalogue({ model: 'haiku' }).models.length, catalogue().models.length)
  assert.deepEqual(catalogue({ model: 'tuned' }).models, [{ id: 'tuned', name: 'tuned', aliases: [] }, ...catalogue().models])
})

test('settings name a model only in their own place', () => {
  assert.equal(claudeSettings.modelIn({ model: 'opus' }), 'opus')
  for (const settings of [{}, { model: '' }, { model: 5 }, { model: null }]) assert.equal(claudeSettings.modelIn(settings), null)
})
