import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

test('the details of an error are told line by line, a list as one line for each of it', () => {
  const details = {
    ...{ limit: 'session_bytes', allowed: 1000, used: null },
    not_reached: [
      { host: 'a.example', port: 443, reason: 'the host has no address' },
      { host: 'b.example', port: 80, reason: 'the host does not answer' },
    ],
  }
  assert.deepEqual(factsOf(details), [
    { name: 'limit', said: ['session_bytes'] },
    { name: 'allowed', said: ['1000'] },
    { name: 'not_reached', said: ['a.example:443', 'the host has no address'] },
    { name: 'not_reached', said: ['b.example:80', 'the host does not answer'] },
  ])
})

test('a step is counted as the page counts it, and of an error within an error only the code is told', () => {
  const error = { code: 'NONZERO_EXIT', details: { exit_code: 3 } }
  assert.deepEqual(factsOf({ step_index: 0, step_name: 'build', task_id: 'tsk_1', error }), [
    { name: 'step_index', said: ['1'] },
    { name: 'step_name', said: ['build'] },
    { name: 'task_id', said: ['tsk_1'] },
    { name: 'error', said: ['NONZERO_EXIT'] },
  ])
  assert.deepEqual(factsOf({ later: { what: [1] } }), [{ name: 'later', said: ['{"what":[1]}'] }])
})
