import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PendingInteraction } from '@agent-skill-runner/sdk/source'
import { questionText, responseOf } from './question.ts'

const question = (kind: PendingInteraction['kind'], more: Partial<PendingInteraction> = {}): PendingInteraction => ({
  ...{ interaction_id: 1, kind, prompt: 'Which?', options: [], ui_hints: {}, default_decision_policy: null },
  ...{ required_fields: [], context: {}, asked_at: '2026-01-01T00:00:00.000Z', expires_at: null },
  ...more,
})
const options = [
  { value: 'r', label: 'Red' },
  { value: '1', label: 'One' },
]
const crossed = [
  { value: 'a', label: 'b' },
  { value: 'b', label: '1' },
]

test('a question shows what one should know, what is asked, and its options with numbers', () => {
  const text = questionText(question('choose_one', { context: { text: 'About colours.' }, options }))
  assert.equal(text, 'About colours.\n\nWhich?\n  1) Red\n  2) One\n')
  assert.equal(questionText(question('fill_fields', { required_fields: ['a', 'b'] })), 'Which?\n  fields: a, b\n')
  assert.equal(questionText(question('upload_files')), 'Which?\n  expects files\n')
})

test('one of several is chosen by value, by label or by number, in that order', () => {
  const choose = question('choose_one', { options })
  const response = (text: string) => responseOf(choose, text)
  assert.deepEqual(
    ['r', 'Red', '1', '2'].map(response),
    ['r', 'r', '1', '1'].map((value) => ({ response: value })),
  )
  const crosswise = ['a', 'b', '1', '2'].map((text) => responseOf(question('choose_one', { options: crossed }), text))
  assert.deepEqual(
    crosswise,
    ['a', 'b', 'b', 'b'].map((value) => ({ response: value })),
  )
  const problem = { problem: 'Choose one of 1) Red, 2) One.' }
  assert.deepEqual(['0', '3', '', '1.5', 'blue'].map(response), Array(5).fill(problem))
  assert.deepEqual(responseOf({ ...choose, ui_hints: { allow_other: true } }, 'blue'), { response: 'blue' })
  assert.deepEqual(responseOf(question('choose_one'), 'blue'), { response: 'blue' })
})

test('yes and no are true and false, a text is a text, files need none, and fields are a JSON object', () => {
  const yes = ['y', ' YES', 'true'].map((text) => responseOf(question('confirm'), text))
  const no = ['n', 'No', 'false'].map((text) => responseOf(question('risk_ack'), text))
  assert.deepEqual(
    [...yes, ...no],
    [true, true, true, false, false, false].map((response) => ({ response })),
  )
  assert.deepEqual(responseOf(question('confirm'), 'maybe'), { problem: 'Answer y or n.' })
  assert.deepEqual(
    [responseOf(question('open_text'), ' a '), responseOf(question('open_text'), ' ')],
    [{ response: ' a ' }, { problem: 'Enter a text.' }],
  )
  assert.deepEqual(
    [responseOf(question('upload_files'), ''), responseOf(question('upload_files'), 'here')],
    [{ response: null }, { response: 'here' }],
  )
  assert.deepEqual(responseOf(question('fill_fields'), '{"name":"Ada"}'), { response: { name: 'Ada' } })
  const unclear = { problem: 'This question expects fields: enter a JSON object, {"name": "value"}.' }
  assert.deepEqual(
    ['', 'a', '7', 'null', '["a"]', '{"a"'].map((text) => responseOf(question('fill_fields'), text)),
    Array(6).fill(unclear),
  )
})
