import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineEnd } from '../engine.ts'
import { replayFailure } from './failure.ts'

const stderrTail = 'replay: there is no session s-1\n'
const refused: EngineEnd = { exit: { kind: 'exited', code: 65 }, reason: null, understood: false, stderrTail }

test('a session that is not there is told from all else that a script may do', () => {
  const lost = { code: 'SESSION_RESUME_FAILED', reason: 'replay: there is no session s-1' }
  assert.deepEqual(replayFailure(refused), lost)
  const others: readonly Partial<EngineEnd>[] = [
    { exit: { kind: 'exited', code: 64 } },
    { exit: { kind: 'signaled', signal: 'SIGKILL' } },
    { understood: true },
    { stderrTail: 'replay: there is nothing\n' },
    { stderrTail: 'He said: replay: there is no session s-1\n' },
  ]
  for (const other of others)
    assert.deepEqual(replayFailure({ ...refused, ...other }), { code: 'ENGINE_FAILED', reason: null }, JSON.stringify(other))
})

test('the reason of a failed turn is told as it is', () => {
  assert.deepEqual(replayFailure({ ...refused, reason: 'no quota' }), { code: 'ENGINE_FAILED', reason: 'no quota' })
})
