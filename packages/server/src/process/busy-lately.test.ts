import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BusyLately } from './busy-lately.ts'

test('a name counts as busy until an attempt of it was not', () => {
  const lately = new BusyLately()
  lately.note('one', true)
  lately.note('other', false)
  assert.deepEqual([lately.has('one'), lately.has('other')], [true, false])
  lately.note('one', false)
  assert.equal(lately.has('one'), false)
})

test('a thousand names are known, those that were busy last', () => {
  const lately = new BusyLately()
  for (let i = 0; i < 1000; i++) lately.note(String(i), true)
  lately.note('0', true)
  lately.note('1000', true)
  assert.deepEqual(
    ['0', '1', '2', '1000'].map((name) => lately.has(name)),
    [true, false, true, true],
  )
})
