import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExecTask } from './exec.ts'
import { type ExecJob, nextMove, stateOfStep, stepTaskOf } from './exec-job.ts'

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 16, 12, 0, seconds))

const job: ExecJob = {
  ...{ id: 'sjob_1', projectId: 'p', sessionId: 'ses_1', sessionAlias: 'default', owner: 'local' },
  ...{ skill: 'tool', versionHash: 'v', workdir: 'skill', env: { A: 'job', B: 'job' }, maxWallTimeSec: 30, network: [] },
  steps: [
    { name: 'first', command: 'one', env: { B: 'step' }, timeoutSec: 10 },
    { name: null, command: 'two', env: {}, timeoutSec: null },
  ],
  ...{ state: 'running', error: null, cancelRequestedAt: null, cancelReason: null },
  ...{ createdAt: at(0).toISOString(), startedAt: at(0).toISOString(), finishedAt: null },
}
const canceled: ExecJob = { ...job, cancelRequestedAt: at(5).toISOString() }

const first = stepTaskOf(job, 0, 'task_1', at(0))
const second = stepTaskOf(job, 1, 'task_2', at(12))
const succeeded = (task: ExecTask): ExecTask => ({ ...task, state: 'succeeded', exitCode: 0, finishedAt: at(9).toISOString() })
const failed = (task: ExecTask, code: 'NONZERO_EXIT' | 'RUNNER_LOST' | 'TIMEOUT', startedSec = 1): ExecTask => ({
  ...task,
  ...{ state: 'failed', error: { code, details: {} }, startedAt: at(startedSec).toISOString() },
})
const wasCanceled: ExecTask = { ...first, state: 'canceled', error: { code: 'CANCELED_BY_USER', details: {} } }

const end = (state: string, code?: string, details: object = {}) => ({
  do: 'end',
  end: { state, error: code === undefined ? null : { code, details } },
})
const firstFacts = { step_index: 0, step_name: 'first', task_id: 'task_1' }
const secondFacts = { step_index: 1, step_name: null, task_id: 'task_2' }

test('the rows of a job and its steps alone tell what is next', () => {
  assert.deepEqual(nextMove({ ...job, state: 'queued', startedAt: null }, [], at(1)), { do: 'begin' })
  assert.deepEqual(nextMove(job, [], at(1)), { do: 'start', index: 0 })
  for (const state of ['queued', 'starting', 'running'] as const) {
    const task: ExecTask = { ...first, state }
    assert.deepEqual(nextMove(job, [task], at(1)), { do: 'see', task })
    // Also one that is to end: nothing is over before its end is known.
    assert.deepEqual(nextMove(canceled, [task], at(99)), { do: 'see', task })
  }
  assert.deepEqual(nextMove(job, [succeeded(first)], at(10)), { do: 'start', index: 1 })
  assert.deepEqual(nextMove(job, [succeeded(first), succeeded(second)], at(99)), end('succeeded'))
})

test('the first step that fails ends its job, and says which it was', () => {
  const lost = failed(first, 'RUNNER_LOST')
  assert.deepEqual(nextMove(job, [lost], at(2)), end('failed', 'STEP_FAILED', { ...firstFacts, error: lost.error }))
  const bad = failed(second, 'NONZERO_EXIT')
  const both = [succeeded(first), bad]
  assert.deepEqual(nextMove(job, both, at(13)), end('failed', 'STEP_FAILED', { ...secondFacts, error: bad.error }))
  assert.equal(stateOfStep({ ...job, state: 'failed' }, undefined), 'skipped')
  assert.equal(stateOfStep(job, undefined), 'pending')
})

test('a job is canceled between two steps, or with the one that was canceled for it', () => {
  assert.deepEqual(nextMove(canceled, [], at(6)), end('canceled', 'CANCELED_BY_USER'))
  assert.deepEqual(nextMove(canceled, [succeeded(first)], at(6)), end('canceled', 'CANCELED_BY_USER'))
  assert.deepEqual(nextMove(canceled, [wasCanceled], at(6)), end('canceled', 'CANCELED_BY_USER'))
  // What had ended by then has ended as it did.
  assert.deepEqual(nextMove(canceled, [succeeded(first), succeeded(second)], at(6)), end('succeeded'))
  const bad = failed(first, 'NONZERO_EXIT')
  assert.deepEqual(nextMove(canceled, [bad], at(6)), end('failed', 'STEP_FAILED', { ...firstFacts, error: bad.error }))
  // Somebody canceled the task alone.
  const alone = end('failed', 'STEP_FAILED', { ...firstFacts, error: wasCanceled.error })
  assert.deepEqual(nextMove(job, [wasCanceled], at(6)), alone)
})

test('a job whose time is over before that of its step says so, whenever that is looked at', () => {
  const facts = { max_wall_time_sec: 30 }
  assert.deepEqual(nextMove(job, [], at(30)), end('failed', 'JOB_TIMEOUT', facts))
  assert.deepEqual(nextMove(job, [succeeded(first)], at(31)), end('failed', 'JOB_TIMEOUT', { ...facts, ...firstFacts }))
  const second30 = [succeeded(first), failed(second, 'TIMEOUT', 12)]
  assert.deepEqual(nextMove(job, second30, at(31)), end('failed', 'JOB_TIMEOUT', { ...facts, ...secondFacts }))
  const own = failed(first, 'TIMEOUT', 1)
  assert.deepEqual(nextMove(job, [own], at(99)), end('failed', 'STEP_FAILED', { ...firstFacts, error: own.error }))
  const late = failed(first, 'TIMEOUT', 25)
  assert.deepEqual(nextMove(job, [late], at(31)), end('failed', 'JOB_TIMEOUT', { ...facts, ...firstFacts }))
})

test('a step gets the variables of its job and its own, and no more time than is left', () => {
  assert.deepEqual([first.env, first.timeoutSec, first.jobId, first.stepIndex], [{ A: 'job', B: 'step' }, 10, 'sjob_1', 0])
  assert.deepEqual([second.env, second.timeoutSec, second.command], [{ A: 'job', B: 'job' }, 18, 'two'])
  assert.equal(stepTaskOf(job, 0, 'task_1', at(25)).timeoutSec, 5)
})
