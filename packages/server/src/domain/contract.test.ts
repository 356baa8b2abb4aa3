import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runStates as onTheWire } from '@agent-skill-runner/contract/job.ts'
import { triggers } from '@agent-skill-runner/contract/rasp.ts'
import { runStates, type Trigger, transitions } from './run.ts'

/** Both lists stand twice, because the wire's loads TypeBox and the server does without it; the compiler and this test keep them one. */
const wireTriggers: readonly Trigger[] = triggers

test('the wire knows the states of a run and every trigger that moves one', () => {
  assert.deepEqual(onTheWire, runStates)
  const moves = new Set(Object.values(transitions).flatMap((from) => Object.keys(from)))
  assert.deepEqual([...moves].sort(), [...wireTriggers].sort())
})
