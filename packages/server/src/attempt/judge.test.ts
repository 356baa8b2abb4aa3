import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import type { Exit } from '../domain/launch.ts'
import { type Evidence, judge } from './judge.ts'

const evidence: Evidence = {
  exit: { kind: 'exited', code: 0 },
  meaning: 'settle',
  lostSession: false,
  sessionObstacle: null,
  maxAttempt: null,
  engineFailure: { code: 'ENGINE_FAILED', reason: 'It ended in the middle of its turn.' },
  retrying: 'Try 3 of 10',
  endedFor: null,
  overBudget: null,
  stderrTail: '',
  timeoutSec: 60,
  outcome: null,
  missingArtifacts: [],
  missingEnv: {},
}

verifies('engine.says-what-it-retried', 'however an engine is ended, the error says what it was retrying', () => {
  const detailsOf = (exit: Exit, more: Partial<Evidence> = {}) => {
    const { error } = judge({ ...evidence, exit, ...more })
    return [error?.code, error?.details]
  }
  const { retrying, engineFailure } = evidence
  const reason = engineFailure?.reason
  assert.deepEqual(detailsOf({ kind: 'timed_out' }), ['TIMEOUT', { timeout_sec: 60, retrying }])
  assert.deepEqual(detailsOf({ kind: 'silent' }), ['ENGINE_SILENT', { retrying }])
  assert.deepEqual(detailsOf({ kind: 'signaled', signal: 'SIGKILL' }), [
    'ENGINE_FAILED',
    { reason, signal: 'SIGKILL', stderr_tail: '', retrying },
  ])
  assert.deepEqual(detailsOf({ kind: 'exited', code: 143 }), [
    'ENGINE_FAILED',
    { reason, exit_code: 143, stderr_tail: '', retrying },
  ])
  assert.deepEqual(detailsOf({ kind: 'timed_out' }, { retrying: null }), ['TIMEOUT', { timeout_sec: 60 }])
  assert.deepEqual(detailsOf({ kind: 'silent' }, { retrying: null }), ['ENGINE_SILENT', {}])
})

verifies('limits.named', 'a run that used too much of the machine says which limit, what it allows and what was used', () => {
  const exceeded = { limit: 'memory_bytes', allowed: 1024, used: 2048 } as const
  const expected = ['turn.failed', 'RESOURCE_LIMIT', exceeded]
  const judged = (more: Partial<Evidence>) => {
    const { trigger, error } = judge({ ...evidence, ...more })
    return [trigger, error?.code, error?.details]
  }
  assert.deepEqual(judged({ exit: { kind: 'limit_exceeded', ...exceeded } }), expected)
  assert.deepEqual(judged({ exit: { kind: 'canceled' }, endedFor: exceeded }), expected)
  assert.deepEqual(judged({ exit: { kind: 'canceled' } }), ['run.canceled', 'CANCELED_BY_USER', {}])
})

verifies(
  'budget.ends-a-run',
  'a run that passed a budget fails for that, however it ended, unless somebody ended it for another reason',
  () => {
    const overBudget = { unit: 'tokens', limit: 10, used: 12, setBy: 'job', resetsAt: null } as const
    const judged = (more: Partial<Evidence>) => {
      const { trigger, error } = judge({ ...evidence, overBudget, engineFailure: null, outcome: { ok: true }, ...more })
      return [trigger, error?.code ?? null]
    }
    const passed = ['turn.failed', 'BUDGET_EXCEEDED']
    assert.deepEqual(judged({}), passed)
    assert.deepEqual(judged({ exit: { kind: 'canceled' } }), passed)
    assert.deepEqual(judged({ meaning: 'ask' }), passed)
    assert.deepEqual(judged({ exit: { kind: 'canceled' }, endedFor: 'canceled' }), ['run.canceled', 'CANCELED_BY_USER'])
    assert.deepEqual(judged({ overBudget: null }), ['turn.succeeded', null])
  },
)

verifies('process.shortage-waits', 'a child that could not be started for want of descriptors is no failure of its skill', () => {
  const verdictOf = (reason: string) => {
    const { error } = judge({ ...evidence, engineFailure: null, retrying: null, exit: { kind: 'not_started', reason } })
    return [error?.code, error?.details]
  }
  for (const reason of ['spawn /usr/bin/bwrap EMFILE', 'pipe ENFILE', 'fork EAGAIN'])
    assert.deepEqual(verdictOf(reason), ['SERVER_BUSY', { reason }])
  assert.deepEqual(verdictOf('spawn tool ENOENT'), ['SCRIPT_FAILED', { reason: 'spawn tool ENOENT' }])
})
