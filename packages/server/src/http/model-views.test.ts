import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelViews } from './model-views.ts'

const model = (id: string, ...aliases: string[]) => ({ id, name: id.toUpperCase(), aliases })
const view = (id: string, more: object = {}) => ({
  ...{ id, display_name: id.toUpperCase(), name: id.toUpperCase(), aliases: [] },
  ...{ provider: null, supported_effort: [], deprecated: false, notes: null },
  ...more,
})

test('a model is shown with its provider and the efforts that it can be asked for', () => {
  const old = { ...model('old'), deprecated: true, notes: 'Gone in May.' }
  const models = [model('sol@low', 'sol'), model('sol@high'), model('luna@low'), model('acme/x'), old, model('@cf/y')]
  assert.deepEqual(modelViews({ models, fallbackReason: null }), [
    view('sol@low', { aliases: ['sol'], supported_effort: ['low', 'high'] }),
    view('sol@high', { supported_effort: ['low', 'high'] }),
    view('luna@low', { supported_effort: ['low'] }),
    view('acme/x', { provider: 'acme' }),
    view('old', { deprecated: true, notes: 'Gone in May.' }),
    view('@cf/y'),
  ])
})
