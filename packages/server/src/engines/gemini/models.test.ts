import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import type { Settings } from '../settings.ts'
import { geminiCli } from './cli.ts'
import { geminiModels } from './models.ts'
import { geminiSettings } from './settings.ts'

const catalogue = (settings: Settings = {}, version: string | null = geminiCli.pinned) =>
  geminiModels({ skillFiles: [], version, settings })

verifies('engine.models-by-version', 'the pinned version has a list of its own, its default first', () => {
  const { models, fallbackReason } = catalogue()
  assert.equal(fallbackReason, null)
  assert.deepEqual(models[0], { id: 'gemini-2.5-pro', name: 'gemini-2.5-pro', aliases: [] })
  assert.equal(new Set(models.map(({ id }) => id)).size, models.length)
  assert.equal(catalogue({}, null).fallbackReason, 'the CLI is not installed; this is the list of 0.61.0')
})

test('a model that the operator has set comes first, known or not', () => {
  const usual = catalogue().models
  const flash = { id: 'gemini-2.5-flash', name: 'gemini-2.5-flash', aliases: [] }
  assert.deepEqual(catalogue({ model: { name: 'gemini-2.5-flash' } }).models, [
    flash,
    ...usual.filter(({ id }) => id !== 'gemini-2.5-flash'),
  ])
  assert.deepEqual(catalogue({ model: { name: 'tuned' } }).models, [{ id: 'tuned', name: 'tuned', aliases: [] }, ...usual])
})

test('settings name a model only in their own place', () => {
  assert.equal(geminiSettings.modelIn({ model: { name: 'tuned' } }), 'tuned')
  for (const settings of [
    {},
    { model: 'tuned' },
    { model: { name: '' } },
    { model: { name: 5 } },
    { model: null },
    { model: [] },
  ])
    assert.equal(geminiSettings.modelIn(settings), null)
})
