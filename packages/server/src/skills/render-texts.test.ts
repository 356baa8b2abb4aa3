import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderTexts } from './render-texts.ts'

const shout = async (templates: readonly string[]) => templates.map((template) => template.toUpperCase())

test('texts that hold templates are rendered wherever they stand, and nothing else changes', async () => {
  const value = { steps: [{ message: 'hi {{ a }}', n: 1 }, 'plain {a}', null], '{{ key }}': ['{% if b %}', '{# c #}', true] }
  assert.deepEqual(await renderTexts(shout, value), {
    steps: [{ message: 'HI {{ A }}', n: 1 }, 'plain {a}', null],
    '{{ key }}': ['{% IF B %}', '{# C #}', true],
  })
})

test('without a template nobody is asked', async () => {
  const never = () => Promise.reject(new Error('asked'))
  assert.deepEqual(await renderTexts(never, { a: ['b'] }), { a: ['b'] })
})

test('a template that stands in several places is rendered once', async () => {
  let asked: readonly string[] = []
  const render = async (templates: readonly string[]) => {
    asked = templates
    return templates.map(() => 'x')
  }
  assert.deepEqual(await renderTexts(render, ['{{ a }}', { b: '{{ a }}' }]), ['x', { b: 'x' }])
  assert.deepEqual(asked, ['{{ a }}'])
})
