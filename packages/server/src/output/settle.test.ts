import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../lib/fault.ts'
import type { Violation } from '../lib/violation.ts'
import type { Candidate } from './find.ts'
import { settle } from './settle.ts'

const schema = { type: 'object' }
const violation: Violation = { path: '/a', message: 'must be integer', keyword: 'type' }

/** A check that finds what it is told to find, and a clock that moves 5 ms between looks. */
function deps(violations: Violation[] = []) {
  let time = 0
  return { check: async () => violations, now: () => (time += 5) }
}

const candidates = (file: string | null, stdout: string | null): Candidate[] => [
  { source: 'result_file', text: file },
  { source: 'stdout', text: stdout },
]

const step = (source: 'result_file' | 'stdout', violations: Violation[] = []) => ({
  level: null,
  source,
  ok: violations.length === 0,
  duration_ms: 5,
  violations,
})

test('the result file comes first, stdout when there is none or it holds no JSON object or array', async () => {
  const cases: [file: string | null, stdout: string | null, source: 'result_file' | 'stdout', data: unknown][] = [
    ['{"a":1}', '{"a":2}', 'result_file', { a: 1 }],
    [null, ' [1, 2]\n', 'stdout', [1, 2]],
    ['{"a":', '{"a":2}', 'stdout', { a: 2 }],
    ['"text"', '{"a":2}', 'stdout', { a: 2 }],
    ['null', '{"a":2}', 'stdout', { a: 2 }],
    ['{}', null, 'result_file', {}],
  ]
  for (const [file, stdout, source, data] of cases) {
    const expected = { ok: true, data, level: null, warnings: [], steps: [step(source)] }
    assert.deepEqual(await settle(deps(), schema, candidates(file, stdout)), expected)
  }
})

test('what the schema refuses is a failure with every violation and where the raw output lies', async () => {
  const steps = [step('stdout', [violation])]
  assert.deepEqual(await settle(deps([violation]), schema, candidates(null, '{"a":"x"}')), {
    ok: false,
    warnings: [],
    steps,
    error: {
      code: 'SCHEMA_VALIDATION_FAILED',
      message: 'The output does not satisfy the output schema of the skill. See details.',
      details: {
        validation_errors: [violation],
        raw_output_path: 'raw/engine_output.txt',
        steps,
        hint: 'Compare the raw output with the output schema of the skill.',
      },
    },
  })
})

test('output that holds no JSON is told apart from no output at all', async () => {
  const errorsOf = async (file: string | null, stdout: string | null) => {
    const outcome = await settle(deps(), schema, candidates(file, stdout))
    const { validation_errors: errors, raw_output_path: path } = (outcome.ok ? {} : outcome.error.details) as Record<
      string,
      unknown
    >
    return [errors, path]
  }
  const wrong = (message: string) => [{ path: '', message, keyword: 'type' }]
  assert.deepEqual(await errorsOf(null, 'hello\n'), [wrong('is not a JSON object or array'), 'raw/engine_output.txt'])
  assert.deepEqual(await errorsOf('{broken', ''), [wrong('is not a JSON object or array'), 'raw/result.json'])
  assert.deepEqual(await errorsOf(null, ' \n'), [wrong('is missing'), 'raw/engine_output.txt'])
  assert.deepEqual(await errorsOf(null, null), [wrong('is missing'), 'raw/engine_output.txt'])
})

test('a schema that exceeds its limits ends the run with that, and a bug stays a bug', async () => {
  const failing = (error: Error) => ({ check: () => Promise.reject(error) })
  const outcome = await settle(failing(new Fault('SKILL_LIMIT_EXCEEDED', { limit: 'time' })), schema, candidates('{}', null))
  assert.deepEqual(outcome, {
    ok: false,
    warnings: [],
    steps: [],
    error: {
      code: 'SKILL_LIMIT_EXCEEDED',
      message: 'A schema or pattern of the skill took more time or memory than it may. Simplify it.',
      details: { limit: 'time' },
    },
  })
  await assert.rejects(settle(failing(new TypeError('bug')), schema, candidates('{}', null)), TypeError)
})

test('deep nesting and __proto__ in the output are only data', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  assert.equal((await settle(deps(), schema, candidates(deep, null))).ok, true)
  const outcome = await settle(deps(), schema, candidates('{"__proto__":{"canary":1}}', null))
  assert.deepEqual(outcome.ok && Object.keys(outcome.data as object), ['__proto__'])
  assert.equal(Object.hasOwn(Object.prototype, 'canary'), false)
})
