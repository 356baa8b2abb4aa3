import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import type { Tokens } from './engine-event.ts'
import { sumOf, usageAfter, usageWith } from './usage.ts'

const tokens = (input: number, output: number, cached = 0, costUsd: number | null = null): Tokens => ({
  input,
  output,
  cached,
  costUsd,
})

verifies('engine.usage-is-right', 'an engine that counts each turn anew has its attempts added up', () => {
  const used = [tokens(100, 20, 10), tokens(50, 5), tokens(1, 2, 3)].reduce<Tokens | null>(
    (before, attempt) => usageAfter(before, attempt, false),
    null,
  )
  assert.deepEqual(used, tokens(151, 27, 13))
})

verifies('engine.usage-is-right', 'an engine that counts its whole session is believed as it is', () => {
  const used = [tokens(100, 20, 10), tokens(201, 40, 10), tokens(303, 60, 90)].reduce<Tokens | null>(
    (before, attempt) => usageAfter(before, attempt, true),
    null,
  )
  assert.deepEqual(used, tokens(303, 60, 90))
})

verifies('engine.usage-is-right', 'a running total that has fallen was begun anew, and is added to what was used before', () => {
  assert.deepEqual(usageAfter(tokens(300, 60, 90), tokens(100, 20, 10), true), tokens(400, 80, 100))
  assert.deepEqual(usageAfter(tokens(300, 60), tokens(350, 59), true), tokens(650, 119))
  assert.deepEqual(usageAfter(tokens(300, 60), tokens(300, 60), true), tokens(300, 60))
})

test('what is known in passing counts until the engine tells what it used, and where it tells less', () => {
  const before = tokens(100, 10, 0, 0.5)
  const atLeast = tokens(40, 4)
  assert.deepEqual(usageWith(before, { usage: null, atLeast: null }, false), before)
  assert.deepEqual(usageWith(before, { usage: null, atLeast }, false), tokens(140, 14, 0, 0.5))
  // Of a running total only what it tells is one: what is known in passing is that of the turn.
  assert.deepEqual(usageWith(before, { usage: null, atLeast }, true), tokens(140, 14, 0, 0.5))
  assert.deepEqual(usageWith(before, { usage: tokens(150, 20), atLeast }, true), tokens(150, 20))
  assert.deepEqual(usageWith(before, { usage: tokens(50, 5, 0, 0.25), atLeast }, false), tokens(150, 15, 0, 0.75))
  assert.deepEqual(usageWith(null, { usage: tokens(1, 1), atLeast }, false), atLeast)
})

test('an attempt that told nothing takes nothing away, and nothing before it adds nothing', () => {
  for (const isRunningTotal of [true, false]) {
    assert.equal(usageAfter(null, null, isRunningTotal), null)
    assert.deepEqual(usageAfter(tokens(7, 8, 9), null, isRunningTotal), tokens(7, 8, 9))
    assert.deepEqual(usageAfter(null, tokens(7, 8, 9), isRunningTotal), tokens(7, 8, 9))
  }
})

test('a cost that one of two told is not lost', () => {
  assert.deepEqual(sumOf(tokens(1, 1, 1, 0.25), tokens(1, 1, 1)), tokens(2, 2, 2, 0.25))
  assert.deepEqual(sumOf(tokens(1, 1), tokens(1, 1, 0, 0.5)), tokens(2, 2, 0, 0.5))
  assert.deepEqual(sumOf(tokens(1, 1, 0, 0.25), tokens(1, 1, 0, 0.5)), tokens(2, 2, 0, 0.75))
  assert.equal(sumOf(tokens(1, 1), tokens(1, 1)).costUsd, null)
})

verifies('engine.usage-is-right', 'a cost that the end of a turn told is kept where its calls told more tokens', () => {
  const told = { usage: tokens(100, 20, 0, 0.5), atLeast: tokens(300, 20) }
  assert.deepEqual(usageWith(null, told, false), tokens(300, 20, 0, 0.5))
  assert.deepEqual(usageWith(tokens(10, 1, 0, 0.25), told, false), tokens(310, 21, 0, 0.75))
  assert.deepEqual(usageWith(tokens(10, 1, 0, 0.25), { ...told, usage: null }, false), tokens(310, 21, 0, 0.25))
})

test('however an engine counts, what a run has used never falls', () => {
  const some = fc.record({ input: fc.nat(), output: fc.nat(), cached: fc.nat(), costUsd: fc.constant(null) })
  fc.assert(
    fc.property(some, some, fc.boolean(), (before, attempt, isRunningTotal) => {
      const after = usageAfter(before, attempt, isRunningTotal)
      assert.ok(after && after.input >= before.input && after.output >= before.output && after.cached >= before.cached)
    }),
  )
})
