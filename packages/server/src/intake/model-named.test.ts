import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalogue } from '../engines/models.ts'
import { modelNamed } from './model-named.ts'

const model = (id: string, ...aliases: string[]) => ({ id, name: id, aliases })

const efforts: Catalogue = {
  models: [model('sol@low', 'sol', '@low'), model('sol@high', '@high'), model('luna@low', 'luna')],
  fallbackReason: null,
}
const providers: Catalogue = { models: [model('acme/sol'), model('other/sol')], fallbackReason: null }

test('a model with an effort is model@effort, and an effort alone is that of the default model', () => {
  assert.deepEqual(
    [
      modelNamed(efforts, {}),
      modelNamed(efforts, { model: 'luna' }),
      modelNamed(efforts, { model: 'sol', effort: 'high' }),
      modelNamed(efforts, { model: 'sol@low', effort: 'high' }),
      modelNamed(efforts, { effort: 'high' }),
      modelNamed(efforts, { model: 'sol', effort: 'default' }),
      modelNamed(efforts, { effort: 'default' }),
      modelNamed(efforts, { model: 'luna', effort: 'high' }),
    ],
    [undefined, 'luna', 'sol@high', 'sol@high', '@high', 'sol', undefined, 'luna@high'],
  )
})

test('a provider comes before the model where models are named so, and is left out elsewhere', () => {
  assert.deepEqual(
    [
      modelNamed(providers, { model: 'sol', provider_id: 'other' }),
      modelNamed(providers, { model: 'other/sol', provider_id: 'other' }),
      modelNamed(efforts, { model: 'sol', effort: 'high', provider_id: 'acme' }),
      modelNamed(providers, { model: 'sol', provider_id: 'nobody' }),
      modelNamed(efforts, { provider_id: 'acme' }),
    ],
    ['other/sol', 'other/sol', 'sol@high', 'nobody/sol', undefined],
  )
})
