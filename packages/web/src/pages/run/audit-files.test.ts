import assert from 'node:assert/strict'
import { verifies } from '../../../../../test/verifies.ts'
import { attemptOf, stepsOf } from './audit-files.ts'

verifies('web.attempts-and-checks', 'an attempt is read from its record, whatever is missing in it', () => {
  const meta = {
    attempt_number: 2,
    engine: 'codex',
    model: 'm',
    cli_version: '1.2.3',
    started_at: '2026-11-16T10:00:00.000Z',
    ended_at: '2026-11-16T10:00:01.500Z',
    exit_code: null,
    signal: 'SIGKILL',
    reason: 'timeout',
    completion: { trigger: 'turn.failed', error_code: 'TIMEOUT' },
  }
  assert.deepEqual(attemptOf(JSON.stringify(meta)), {
    number: 2,
    engine: 'codex · m',
    version: '1.2.3',
    startedAt: '2026-11-16T10:00:00.000Z',
    ms: 1500,
    trigger: 'turn.failed',
    errorCode: 'TIMEOUT',
    reason: 'timeout',
    exit: 'SIGKILL',
  })
  const least = { engine: '', version: null, startedAt: null, ms: null, trigger: null, errorCode: null, reason: null }
  assert.deepEqual(attemptOf('{"attempt_number":1,"exit_code":0}'), { number: 1, ...least, exit: '0' })
  assert.deepEqual([attemptOf('{"attempt'), attemptOf('[]'), attemptOf('null')], [null, null, null])
})

verifies('web.attempts-and-checks', 'the steps of a check are read from its record', () => {
  const violations = [{ path: '/a', message: 'must be integer', keyword: 'type' }]
  const steps = [
    { level: null, source: 'result_file', ok: false, duration_ms: 11, violations },
    { level: 'N1', source: 'normalizer', ok: true, duration_ms: 3, violations: [] },
  ]
  assert.deepEqual(stepsOf(JSON.stringify({ steps })), [
    { level: null, source: 'result_file', isValid: false, ms: 11, violations: [{ path: '/a', message: 'must be integer' }] },
    { level: 'N1', source: 'normalizer', isValid: true, ms: 3, violations: [] },
  ])
  assert.deepEqual(
    [stepsOf('{"steps":'), stepsOf('{}'), stepsOf('{"steps":[1]}')],
    [[], [], [{ level: null, source: '', isValid: false, ms: null, violations: [] }]],
  )
})
