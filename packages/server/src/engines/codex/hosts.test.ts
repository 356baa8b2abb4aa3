import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behindGate, codexHosts } from './hosts.ts'

const builtIn = ['api.openai.com', 'chatgpt.com', 'auth.openai.com']

test('the built-in provider is at OpenAI, unless the operator says where', () => {
  assert.deepEqual(codexHosts({}), builtIn)
  assert.deepEqual(
    codexHosts({ model_provider: 'openai', model_providers: { own: { base_url: 'http://10.0.0.1/v1' } } }),
    builtIn,
  )
  const moved = { openai_base_url: 'https://gateway.example:8443/v1', chatgpt_base_url: 'https://chat.example/' }
  assert.deepEqual(codexHosts(moved), ['gateway.example:8443', 'chat.example:443', 'auth.openai.com'])
})

test('a provider of the operator’s own is where its table says', () => {
  const own = (table: object) => codexHosts({ model_provider: 'own', model_providers: { own: table } })
  assert.deepEqual(own({ base_url: 'http://127.0.0.1:4000/v1' }), ['127.0.0.1:4000'])
  assert.deepEqual(own({ base_url: 'https://gateway.example/v1', requires_openai_auth: true }), [
    'gateway.example:443',
    'auth.openai.com',
  ])
  // Without an address it is the built-in one under another name.
  assert.deepEqual(own({ name: 'own' }), builtIn)
  assert.deepEqual(own({ base_url: 'nonsense' }), [])
})

test('behind a gate every provider is told by the name that the gate gives it, and nothing else changes', () => {
  const nameFor = (url: string) => url.replace('127.0.0.1', 'model.internal')
  const settings = {
    model: 'm',
    openai_base_url: 'http://127.0.0.1:1/v1',
    model_providers: { own: { name: '127.0.0.1', base_url: 'http://127.0.0.1:2/v1' }, odd: 5, other: { name: 'x' } },
  }
  assert.deepEqual(behindGate(settings, nameFor), {
    model: 'm',
    openai_base_url: 'http://model.internal:1/v1',
    model_providers: { own: { name: '127.0.0.1', base_url: 'http://model.internal:2/v1' }, odd: 5, other: { name: 'x' } },
  })
  assert.deepEqual(behindGate({ model: 'm' }, nameFor), { model: 'm' })
})
