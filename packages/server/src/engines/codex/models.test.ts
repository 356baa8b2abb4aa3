import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { modelOf } from '../models.ts'
import type { Settings } from '../settings.ts'
import { codexCli } from './cli.ts'
import { codexModels, nameAndEffort } from './models.ts'
import { codexSettings } from './settings.ts'

const catalogue = (settings: Settings = {}, version: string | null = codexCli.pinned) =>
  codexModels({ skillFiles: [], version, settings })
const meant = (settings: Settings, asked: string | null): string | null => modelOf(catalogue(settings), asked)?.id ?? null
const firsts = (settings: Settings, count: number) =>
  catalogue(settings)
    .models.slice(0, count)
    .map(({ id }) => id)

verifies(
  'engine.models-by-version',
  'the pinned version has a list of its own, and begins with the model that it would take',
  () => {
    const { models: all, fallbackReason } = catalogue()
    const models = all.filter(({ deprecated }) => !deprecated)
    assert.equal(fallbackReason, null)
    assert.deepEqual(all.slice(0, models.length), models)
    assert.deepEqual(models[0], { id: 'gpt-6.1-sol@low', name: 'GPT-6.1-Sol (low)', aliases: ['gpt-6.1-sol', '@low'] })
    assert.deepEqual(
      models.filter(({ id }) => /@(?:low|medium)$/.test(id)).map(({ id, aliases }) => `${id} ${aliases[0] ?? ''}`.trim()),
      [
        ...['gpt-6.1-sol@low gpt-6.1-sol', 'gpt-6.1-sol@medium @medium', 'gpt-6-astra@low gpt-6-astra', 'gpt-6-astra@medium'],
        ...['gpt-6-sol@medium gpt-6-sol', 'gpt-6-sol@low', 'gpt-6-luna@medium gpt-6-luna', 'gpt-6-luna@low'],
        ...['gpt-5.6-sol@low gpt-5.6-sol', 'gpt-5.6-sol@medium', 'gpt-6.1-terra@low gpt-6.1-terra', 'gpt-6.1-terra@medium'],
        ...['gpt-5.6-terra@medium gpt-5.6-terra', 'gpt-5.6-terra@low', 'gpt-5.6-luna@medium gpt-5.6-luna', 'gpt-5.6-luna@low'],
        ...['gpt-5.5@medium gpt-5.5', 'gpt-5.5@low'],
      ],
    )
  },
)

test('of each model every effort is listed, and its name alone means the one it usually takes', () => {
  const { models } = catalogue()
  assert.deepEqual(
    models.filter(({ id }) => id.startsWith('gpt-5.5@')),
    [
      { id: 'gpt-5.5@medium', name: 'GPT-5.5 (medium)', aliases: ['gpt-5.5'] },
      { id: 'gpt-5.5@low', name: 'GPT-5.5 (low)', aliases: [] },
      { id: 'gpt-5.5@high', name: 'GPT-5.5 (high)', aliases: [] },
      { id: 'gpt-5.5@xhigh', name: 'GPT-5.5 (xhigh)', aliases: [] },
    ],
  )
  const names = models.flatMap(({ id, aliases }) => [id, ...aliases])
  assert.equal(new Set(names).size, names.length, 'no name means two models')
})

test('a model that the operator has set comes first, known or not', () => {
  assert.deepEqual(firsts({ model: 'gpt-5.5' }, 2), ['gpt-5.5@medium', 'gpt-6.1-sol@low'])
  assert.deepEqual(firsts({ model: 'gpt-5.5', model_reasoning_effort: 'high' }, 2), ['gpt-5.5@high', 'gpt-6.1-sol@low'])
  assert.deepEqual(firsts({ model: 'local' }, 2), ['local', 'gpt-6.1-sol@low'])
  assert.deepEqual(firsts({ model: 'local', model_reasoning_effort: 'high' }, 3), ['local@high', 'local', 'gpt-6.1-sol@low'])
  assert.deepEqual(firsts({ model: 'gpt-5.5', model_reasoning_effort: 'later' }, 2), ['gpt-5.5@later', 'gpt-6.1-sol@low'])
  assert.equal(catalogue({ model: 'gpt-5.5' }).models.length, catalogue().models.length)
})

test('an effort alone, of the operator or asked for, is that of the first model', () => {
  assert.deepEqual(firsts({ model_reasoning_effort: 'high' }, 2), ['gpt-6.1-sol@high', 'gpt-6.1-sol@low'])
  assert.equal(meant({}, '@high'), 'gpt-6.1-sol@high')
  assert.equal(meant({ model: 'gpt-5.5' }, '@xhigh'), 'gpt-5.5@xhigh')
  assert.equal(meant({ model: 'gpt-5.5' }, '@ultra'), null)
  // Nobody knows the efforts of such a model: it is started with what the settings say.
  assert.equal(meant({ model: 'local' }, '@high'), 'local')
  assert.equal(meant({ model: 'local', model_reasoning_effort: 'low' }, '@high'), 'local')
  assert.equal(meant({ model: 'local', model_reasoning_effort: 'low' }, '@low'), 'local@low')
})

test('settings name a model as a job does', () => {
  assert.equal(codexSettings.modelIn({}), null)
  assert.equal(codexSettings.modelIn({ model: '', model_reasoning_effort: '' }), null)
  assert.equal(codexSettings.modelIn({ model: 5, model_reasoning_effort: ['high'] }), null)
  assert.equal(codexSettings.modelIn({ model: 'gpt-5.5' }), 'gpt-5.5')
  assert.equal(codexSettings.modelIn({ model: 'gpt-5.5', model_reasoning_effort: 'high' }), 'gpt-5.5@high')
  assert.equal(codexSettings.modelIn({ model_reasoning_effort: 'high' }), '@high')
})

test('only a word behind the last @ is an effort: names of other providers have signs of their own', () => {
  assert.deepEqual(nameAndEffort('gpt-5.5@high'), { name: 'gpt-5.5', effort: 'high' })
  assert.deepEqual(nameAndEffort('gpt-5.5'), { name: 'gpt-5.5', effort: null })
  assert.deepEqual(nameAndEffort('@cf/meta/llama-4'), { name: '@cf/meta/llama-4', effort: null })
  assert.deepEqual(nameAndEffort('@cf/meta/llama-4@high'), { name: '@cf/meta/llama-4', effort: 'high' })
  assert.deepEqual(nameAndEffort('claude@20260229'), { name: 'claude@20260229', effort: null })
  assert.deepEqual(nameAndEffort(''), { name: '', effort: null })
})

verifies('engine.models-by-version', 'without the CLI, or with an older one, the list is still there and says what it is', () => {
  const { models } = catalogue()
  assert.deepEqual(catalogue({}, null), { models, fallbackReason: 'the CLI is not installed; this is the list of 0.166.0' })
  assert.deepEqual(catalogue({}, '0.9.0'), {
    models,
    fallbackReason: '0.9.0 is older than every list known; this is that of 0.166.0',
  })
  assert.deepEqual(catalogue({}, '0.170.2'), {
    models,
    fallbackReason: 'no list of 0.170.2 is known; this is that of 0.166.0',
  })
})
