import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../lib/fault.ts'
import type { Violation } from '../lib/violation.ts'
import type { Candidate, Source } from './candidate.ts'
import type { Extraction, Level } from './find.ts'
import type { Made, NormalizeStep, Raw } from './normalize.ts'
import { type SettleDeps, settle } from './settle.ts'

const schema = { type: 'object' }
const violation: Violation = { path: '/a', message: 'must be integer', keyword: 'type' }

/** A check that refuses what has "bad" in it, a reader that knows two notations, and a clock that moves 5 ms between looks. */
function deps(over: Partial<SettleDeps> = {}): SettleDeps {
  let time = 0
  return {
    check: async (_schema, data) => (JSON.stringify(data).includes('bad') ? [violation] : []),
    read: async (text) => {
      const [, notation, json] = /^(extract|fix):(.*)$/s.exec(text) ?? []
      return json === undefined ? null : { json, around: 'text', fixed: notation === 'fix' }
    },
    now: () => (time += 5),
    ...over,
  }
}

const candidates = (file: string | null, message: string | null, stdout: string | null): Candidate[] => [
  { source: 'result_file', read: async () => file },
  { source: 'message', read: async () => message },
  { source: 'stdout', read: async () => stdout },
]

const step = (source: Source | null, level: Level = null, violations: readonly Violation[] = []) => ({
  level,
  source,
  ok: violations.length === 0,
  duration_ms: 5,
  violations,
})

const wrong = (message: string, keyword = 'type') => [{ path: '', message, keyword }]

test('the first candidate that holds a JSON object or array wins', async () => {
  type Case = [file: string | null, message: string | null, stdout: string | null, source: Source, data: unknown]
  const cases: Case[] = [
    ['{"a":1}', '{"a":2}', '{"a":3}', 'result_file', { a: 1 }],
    [null, ' [1, 2]\n', '{"a":3}', 'message', [1, 2]],
    [null, null, '{"a":3}', 'stdout', { a: 3 }],
    ['{"a":', '{"a":2}', null, 'message', { a: 2 }],
    ['"text"', 'prose', '{"a":3}', 'stdout', { a: 3 }],
    ['{"__SKILL_DONE__":true}', null, '{"a":3}', 'stdout', { a: 3 }],
    ['{"a":1,"__SKILL_DONE__":true}', null, null, 'result_file', { a: 1 }],
    ['{}', null, null, 'result_file', {}],
  ]
  for (const [file, message, stdout, source, data] of cases) {
    const expected = { ok: true, data, level: null, warnings: [], steps: [step(source)] }
    assert.deepEqual(await settle(deps(), schema, candidates(file, message, stdout)), expected)
  }
})

test('what stands behind a winner is not even read', async () => {
  const untouched: Candidate = { source: 'stdout', read: () => Promise.reject(new Error('was read')) }
  const [file] = candidates('{"a":1}', null, null)
  assert.ok(file)
  assert.equal((await settle(deps(), schema, [file, untouched])).ok, true)
})

const warningOf = (extraction: Extraction, code: string, message: string, source: Source) => ({
  code,
  message,
  level: 'warning',
  normalization_level: 'N0',
  details: { source, around: extraction.around },
})

test('what was taken out of a text or fixed is N0, and a warning says so', async () => {
  const around = 'text' as const
  assert.deepEqual(await settle(deps(), schema, candidates(null, 'extract:{"a":1}', null)), {
    ok: true,
    data: { a: 1 },
    level: 'N0',
    steps: [step('message', 'N0')],
    warnings: [
      warningOf(
        { around, fixed: false },
        'OUTPUT_EXTRACTED',
        'The output was extracted from a text that holds more than that.',
        'message',
      ),
    ],
  })
  assert.deepEqual(await settle(deps(), schema, candidates(null, null, 'fix:{"a":1}')), {
    ok: true,
    data: { a: 1 },
    level: 'N0',
    steps: [step('stdout', 'N0')],
    warnings: [
      warningOf(
        { around, fixed: true },
        'OUTPUT_SYNTAX_MENDED',
        'The output was extracted from a text that holds more than that, and its JSON syntax was repaired.',
        'stdout',
      ),
    ],
  })
})

test('a broken result file is fixed before others are looked at, and others only when none holds any JSON', async () => {
  const dataOf = async (...texts: Parameters<typeof candidates>) => {
    const outcome = await settle(deps(), schema, candidates(...texts))
    return [outcome.ok && outcome.data, outcome.steps.map(({ source, level, ok }) => [source, level, ok])]
  }
  assert.deepEqual(await dataOf('fix:{"a":1}', '{"a":2}', null), [{ a: 1 }, [['result_file', 'N0', true]]])
  assert.deepEqual(await dataOf('fix:{"a":"bad"}', '{"a":2}', null), [
    { a: 2 },
    [
      ['result_file', 'N0', false],
      ['message', null, true],
    ],
  ])
  assert.deepEqual(await dataOf(null, 'fix:{"a":1}', 'extract:{"a":2}'), [{ a: 2 }, [['stdout', 'N0', true]]])
  assert.deepEqual(await dataOf(null, 'fix:{"a":1}', 'fix:{"a":2}'), [{ a: 1 }, [['message', 'N0', true]]])
})

test('what the schema refuses is a failure with every violation and where the raw output lies', async () => {
  const steps = [step('stdout', null, [violation])]
  assert.deepEqual(await settle(deps(), schema, candidates(null, null, '{"a":"bad"}')), {
    ok: false,
    warnings: [],
    steps,
    error: {
      code: 'SCHEMA_VALIDATION_FAILED',
      message: 'The output does not match the output schema of the skill. See details.',
      details: {
        validation_errors: [violation],
        raw_output_path: 'raw/engine_output.txt',
        steps,
        hint: 'Compare the raw output with the output schema of the skill.',
      },
    },
    given: { raw: { source: 'stdout', value: { a: 'bad' }, losses: [] }, violations: [violation], exceeded: null },
  })
})

test('output that holds no JSON is told apart from no output at all', async () => {
  const errorsOf = async (...texts: Parameters<typeof candidates>) => {
    const outcome = await settle(deps(), schema, candidates(...texts))
    const details = (outcome.ok ? {} : outcome.error.details) as { validation_errors: unknown; raw_output_path: unknown }
    return [details.validation_errors, details.raw_output_path, outcome.steps.map(({ level, source }) => [level, source])]
  }
  const none = wrong('is not a JSON object or array')
  assert.deepEqual(await errorsOf(null, null, 'hello\n'), [none, 'raw/engine_output.txt', [['N0', 'stdout']]])
  assert.deepEqual(await errorsOf('{broken', 'what?', ''), [none, 'raw/result.json', [['N0', 'result_file']]])
  assert.deepEqual(await errorsOf(null, 'what?', ''), [none, 'raw/message.txt', [['N0', 'message']]])
  assert.deepEqual(await errorsOf(null, null, ' \n'), [wrong('is missing'), 'raw/engine_output.txt', [[null, null]]])
  assert.deepEqual(await errorsOf(null, null, null), [wrong('is missing'), 'raw/engine_output.txt', [[null, null]]])
})

const made = (value: object): Made => ({ kind: 'made', value, details: null, losses: [] })
const failed = (problem: string): Made => ({ kind: 'failed', problem })

function chainOf(n1: Made, n2: Made, n3: Made, seen: Raw[] = []): NormalizeStep[] {
  const see = (made: Made) => async (raw: Raw) => {
    seen.push(raw)
    return made
  }
  return [
    { level: 'N1', source: 'normalizer', run: see(n1) },
    { level: 'N2', source: 'fallback', run: see(n2) },
    { level: 'N3', source: 'program', run: see(n3) },
  ]
}

test('the chain is tried in order on the raw output until one gives what fits, and its warning says how', async () => {
  const outcome = await settle(
    deps(),
    schema,
    candidates(null, null, '{"a":"bad"}'),
    chainOf(failed('ended with exit code 3'), made({ a: 'bad too' }), {
      kind: 'made',
      value: { a: 1 },
      details: { changes: [] },
      losses: [],
    }),
  )
  assert.deepEqual(outcome, {
    ok: true,
    data: { a: 1 },
    level: 'N3',
    steps: [
      step('stdout', null, [violation]),
      step('normalizer', 'N1', wrong('ended with exit code 3', 'normalizer')),
      step('fallback', 'N2', [violation]),
      step('program', 'N3'),
    ],
    warnings: [
      {
        code: 'OUTPUT_REPAIRED',
        message:
          'The output did not fit its schema and was made to fit by the server. Its meaning may have shifted: see details for each change.',
        level: 'warning',
        normalization_level: 'N3',
        details: { changes: [] },
      },
    ],
  })
})

test('every step is told the raw output; later ones are not run, and one that cannot help leaves no trace', async () => {
  const seen: Raw[] = []
  const chain = chainOf({ kind: 'nothing' }, made({ a: 1 }), failed('was run'), seen)
  const outcome = await settle(deps(), schema, candidates('no JSON', null, null), chain)
  const raw = { source: 'result_file', value: null, losses: [] }
  assert.deepEqual(seen, [raw, raw])
  assert.deepEqual(
    [outcome.ok && outcome.level, outcome.warnings.map(({ code }) => code), outcome.steps.map(({ source }) => source)],
    ['N2', ['OUTPUT_FROM_FALLBACK'], ['result_file', 'fallback']],
  )
})

test('when all of the chain fails, the errors are those of the raw output and the steps tell the rest', async () => {
  const chain = chainOf(failed('no'), made({ b: 'bad' }), { kind: 'nothing' })
  const outcome = await settle(deps(), schema, candidates('{"a":"bad"}', null, null), chain)
  assert.ok(!outcome.ok)
  const steps = [
    step('result_file', null, [violation]),
    step('normalizer', 'N1', wrong('no', 'normalizer')),
    step('fallback', 'N2', [violation]),
  ]
  assert.deepEqual(
    [outcome.steps, outcome.error.details],
    [
      steps,
      {
        validation_errors: [violation],
        raw_output_path: 'raw/result.json',
        steps,
        hint: 'Compare the raw output with the output schema of the skill.',
      },
    ],
  )
})

test('a step that cannot be done is one that did not help, and a bug in it stays a bug', async () => {
  const chain = (error: Error): NormalizeStep[] => [
    { level: 'N3', source: 'engine', run: () => Promise.reject(error) },
    { level: 'N3', source: 'program', run: async () => failed('no') },
  ]
  const none = new Fault('SANDBOX_UNAVAILABLE')
  const outcome = await settle(deps(), schema, candidates('{"a":"bad"}', null, null), chain(none))
  assert.deepEqual(
    [!outcome.ok && outcome.error.code, outcome.steps],
    [
      'SCHEMA_VALIDATION_FAILED',
      [
        step('result_file', null, [violation]),
        step('engine', 'N3', wrong(`could not be done: ${none.message}`, 'engine')),
        step('program', 'N3', wrong('no', 'program')),
      ],
    ],
  )
  await assert.rejects(settle(deps(), schema, candidates('{"a":"bad"}', null, null), chain(new TypeError('bug'))), TypeError)
})

test('a schema that exceeds its limits ends the run with that, and a bug stays a bug', async () => {
  const failing = (error: Error) => deps({ check: () => Promise.reject(error) })
  const limit = new Fault('SKILL_LIMIT_EXCEEDED', { limit: 'time' })
  const outcome = await settle(failing(limit), schema, candidates('{}', null, null))
  assert.deepEqual(
    [outcome.ok, outcome.steps, !outcome.ok && [outcome.error.code, outcome.error.details]],
    [false, [], ['SKILL_LIMIT_EXCEEDED', { limit: 'time' }]],
  )
  await assert.rejects(settle(failing(new TypeError('bug')), schema, candidates('{}', null, null)), TypeError)
})

test('a text that exceeds the limits of reading leaves the chain its chance, and is the error only when that fails too', async () => {
  const limit = new Fault('SKILL_LIMIT_EXCEEDED', { limit: 'heap' })
  const hostile = deps({ read: () => Promise.reject(limit) })
  const rescued = await settle(hostile, schema, candidates(null, null, 'huge'), chainOf(made({ a: 1 }), failed(''), failed('')))
  assert.deepEqual([rescued.ok && rescued.data, rescued.ok && rescued.level], [{ a: 1 }, 'N1'])
  const lost = await settle(deps({ read: () => Promise.reject(limit) }), schema, candidates(null, null, 'huge'))
  assert.deepEqual(
    [!lost.ok && [lost.error.code, lost.error.details], lost.steps],
    [['SKILL_LIMIT_EXCEEDED', { limit: 'heap' }], [step('stdout', 'N0', wrong('takes more time or memory to read than it may'))]],
  )
})
