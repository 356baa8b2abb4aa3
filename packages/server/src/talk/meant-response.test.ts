import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interactionKinds } from '../domain/conversation.ts'
import { meantResponse } from './meant-response.ts'

test('a wrapped text counts as its text where a text is wanted, and stays an object elsewhere', () => {
  const meant = interactionKinds.map((kind) => [kind, meantResponse({ kind }, { text: 'blue' })])
  assert.deepEqual(Object.fromEntries(meant), {
    choose_one: 'blue',
    confirm: { text: 'blue' },
    fill_fields: { text: 'blue' },
    open_text: 'blue',
    risk_ack: { text: 'blue' },
    upload_files: { text: 'blue' },
  })
})

test('anything else is taken as it is', () => {
  for (const response of ['blue', null, undefined, 7, [], {}, { text: 7 }, { text: 'a', more: 1 }, { words: 'a' }])
    assert.deepEqual(meantResponse({ kind: 'open_text' }, response), response)
})
