import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { requiresSomething } from '../domain/requires-something.ts'
import { endOfTurn, hasQuestionBlock, resultsIn, type TurnFacts, type TurnMeaning } from './completion.ts'

/** An agent that ended its first turn with some text and can go on. */
const asking: TurnFacts = {
  mode: 'interactive',
  byEngine: true,
  markers: 0,
  hasResult: false,
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
      ['a marker and an answer', { markers: 1, hasResult: true }, 'settle'],
      ['a marker in the last attempt', { markers: 1, attempt: 3, maxAttempt: 3 }, 'settle'],
      ['a marker without a session', { markers: 1, canGoOn: false }, 'settle'],
      ['an answer', { hasResult: true }, 'settle_softly'],
      ['an answer in the last attempt', { hasResult: true, attempt: 3, maxAttempt: 3 }, 'settle_softly'],
      ['an answer without a session', { hasResult: true, canGoOn: false }, 'settle_softly'],
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
    for (const hasResult of both)
      for (const canGoOn of both)
        for (const maxAttempt of [null, 1, 2])
          for (const [mode, byEngine] of [
            ['auto', true],
            ['auto', false],
            ['interactive', false],
          ] as const)
            assert.equal(endOfTurn({ mode, byEngine, markers, hasResult, attempt: 1, maxAttempt, canGoOn }), 'settle')
})

const fenced = '```json\n{"a":1}\n```'
const inside = '{"a":1}'

verifies(
  ['completion.soft-completion', 'completion.quoted-json-asks'],
  'of a message all of it may be the result, or its only fenced block, but not one that a question quotes',
  () => {
    const table: readonly (readonly [message: string, blocks: readonly string[], inTheLast?: readonly string[]])[] = [
      [inside, []],
      [`Like ${inside}`, []],
      [fenced, [inside]],
      [`Here it is:\n\n${fenced}\nSee https://example.org/?q=1 for more.`, [inside]],
      ['~~~~\n{"a":1}\n```\n~~~~~', [`${inside}\n\`\`\``]],
      ['   ```\r\n{"a":1}\r\n```\r\n', [`${inside}\r`]],
      [`${fenced}\n${fenced}`, []],
      [`${fenced}\n\`\`\``, []],
      ['```json\n{"a":1}', []],
      ['    ```\n{"a":1}\n    ```', []],
      [`I would say:\n${fenced}\nIs that right?`, [], [inside]],
      [`Shall it be this?\n${fenced}`, [], [inside]],
      [`这样可以吗？\n${fenced}`, [], [inside]],
    ]
    for (const [message, blocks, inTheLast = blocks] of table) {
      assert.deepEqual(resultsIn(message, false), [message, ...blocks])
      assert.deepEqual(resultsIn(message, true), [message, ...inTheLast])
    }
  },
)

verifies('completion.soft-completion', 'a question block is one, also when it never ends', () => {
  const found = ['<ASK_USER_YAML>\nkind: confirm\n</ASK_USER_YAML>', `${inside}\n<ask_user_yaml>`, inside, 'ASK_USER_YAML?']
  assert.deepEqual(found.map(hasQuestionBlock), [true, true, false, false])
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
