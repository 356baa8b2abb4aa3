import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behindGate, geminiHosts } from './hosts.ts'

const google = [
  'generativelanguage.googleapis.com',
  'cloudcode-pa.googleapis.com',
  'oauth2.googleapis.com',
  'aiplatform.googleapis.com',
]

test('without a base URL its hosts are those of Google, with the region that is set', () => {
  assert.deepEqual(geminiHosts({}, { GEMINI_API_KEY: 'k' }), google)
  assert.deepEqual(geminiHosts({}, { GOOGLE_API_KEY: 'k', GOOGLE_CLOUD_LOCATION: 'europe-west4' }), [
    ...google,
    'europe-west4-aiplatform.googleapis.com',
  ])
})

test('with a base URL only that host is needed, but the sign-in of a person is good for Google only', () => {
  const env = { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4000' }
  assert.deepEqual(geminiHosts({}, { ...env, GEMINI_API_KEY: 'k' }), ['127.0.0.1:4000'])
  assert.deepEqual(geminiHosts({}, { ...env, GEMINI_API_KEY: 'k', GOOGLE_VERTEX_BASE_URL: 'https://v.example' }), [
    '127.0.0.1:4000',
    'v.example:443',
  ])
  assert.deepEqual(geminiHosts({}, env), google)
})

test('behind a gate its base URLs are told by the name that the gate gives them', () => {
  const env = { GEMINI_API_KEY: '127.0.0.1', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:4000' }
  const nameFor = (url: string) => url.replace('127.0.0.1', 'model.internal')
  assert.deepEqual(behindGate(env, nameFor), {
    GEMINI_API_KEY: '127.0.0.1',
    GOOGLE_GEMINI_BASE_URL: 'http://model.internal:4000',
  })
})
