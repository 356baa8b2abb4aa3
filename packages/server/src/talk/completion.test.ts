import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { requiresSomething } from '../domain/requires-something.ts'
import { endOfTurn, type TurnFacts, type TurnMeaning } from './completion.ts'

/** An agent that ended its first turn with some text and can go on. */
const asking: TurnFacts = {
  mode: 'interactive',
  byEngine: true,
  markers: 0,
  isAnswer: false,
  attempt: 1,
  maxAttempt: null,
  canGoOn: true,
}

verifies(
  ['completion.first-marker-counts', 'completion.soft-completion', 'completion.quoted-json-asks', 'completion.max-attempt'],
  'every end of a turn has one meaning',
  () => {
    const table: readonly (readonly [string, Partial<TurnFacts>, TurnMeaning])[] = [
      ['text', {}, 'ask'],
      ['a marker', { markers: 1 }, 'settle'],
      ['several markers', { markers: 7 }, 'settle'],
      ['a marker and an answer', { markers: 1, isAnswer: true }, 'settle'],
      ['a marker in the last attempt', { markers: 1, attempt: 3, maxAttempt: 3 }, 'settle'],
      ['a marker without a session', { markers: 1, canGoOn: false }, 'settle'],
      ['an answer', { isAnswer: true }, 'settle_softly'],
      ['an answer in the last attempt', { isAnswer: true, attempt: 3, maxAttempt: 3 }, 'settle_softly'],
      ['an answer without a session', { isAnswer: true, canGoOn: false }, 'settle_softly'],
      ['the attempt before the last', { attempt: 2, maxAttempt: 3 }, 'ask'],
      ['the last attempt', { attempt: 3, maxAttempt: 3 }, 'too_many_attempts'],
      ['an attempt beyond the last', { attempt: 4, maxAttempt: 3 }, 'too_many_attempts'],
      ['a skill that may not ask at all', { attempt: 1, maxAttempt: 1 }, 'too_many_attempts'],
      ['the last attempt, without a session', { attempt: 3, maxAttempt: 3, canGoOn: false }, 'too_many_attempts'],
      ['many attempts and no limit', { attempt: 1000 }, 'ask'],
      ['no session', { canGoOn: false }, 'no_session'],
    ]
    assert.deepEqual(
      table.map(([name, facts]) => [name, facts, endOfTurn({ ...asking, ...facts })]),
      table,
    )
  },
)

test('in auto mode, and for a script, every end settles the run', () => {
  const both = [true, false]
  for (const markers of [0, 1, 2])
    for (const isAnswer of both)
      for (const canGoOn of both)
        for (const maxAttempt of [null, 1, 2])
          for (const [mode, byEngine] of [
            ['auto', true],
            ['auto', false],
            ['interactive', false],
          ] as const)
            assert.equal(endOfTurn({ mode, byEngine, markers, isAnswer, attempt: 1, maxAttempt, canGoOn }), 'settle')
})

verifies('completion.open-schema-never-soft', 'a schema requires something by its own list or by one of allOf', () => {
  const table: readonly (readonly [object, boolean])[] = [
    [{ required: ['a'] }, true],
    [{ type: 'object', properties: { a: {} }, required: ['a'] }, true],
    [{ allOf: [{}, { required: ['a'] }] }, true],
    [{ allOf: [{ allOf: [true, { required: ['a'] }] }] }, true],
    [{}, false],
    [{ type: 'object', properties: { a: {} } }, false],
    [{ required: [] }, false],
    [{ required: 'a' }, false],
    [{ allOf: [] }, false],
    [{ allOf: [true, null, 'a', { required: [] }] }, false],
    [{ allOf: { required: ['a'] } }, false],
    [{ anyOf: [{ required: ['a'] }, {}] }, false],
    [{ properties: { a: { required: ['b'] } } }, false],
    [{ $ref: '#/$defs/a', $defs: { a: { required: ['a'] } } }, false],
    [{ type: 'array', items: { required: ['a'] } }, false],
    [Object.create({ required: ['a'] }), false],
  ]
  assert.deepEqual(
    table.map(([schema]) => [schema, requiresSomething(schema)]),
    table,
  )
})

test('a schema may be nested as deeply as it likes', () => {
  let schema: object = { required: ['a'] }
  for (let depth = 0; depth < 100_000; depth++) schema = { allOf: [schema] }
  assert.equal(requiresSomething(schema), true)
})
