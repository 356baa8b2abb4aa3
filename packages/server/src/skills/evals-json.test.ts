import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { validatorAt } from '../../test/support/answers.ts'
import { casesOf } from './evals-json.ts'
import type { JsonObject } from './json-file.ts'

const sizes = new Map([
  ['evals/files/a.txt', 3],
  ['evals/files/huge.bin', 33 * 1024 * 1024],
])

function read(json: JsonObject) {
  const problems: string[] = []
  const warnings: string[] = []
  const cases = casesOf(json, 'sums', sizes, {
    problem: (field, problem) => void problems.push(`${field}: ${problem}`),
    warning: (field, warning) => void warnings.push(`${field}: ${warning}`),
  })
  return { cases, problems, warnings }
}

const nothing = {
  prompt: null,
  input: null,
  parameter: {},
  files: [],
  replies: [],
  engines: null,
  repetitions: 1,
  data: null,
  dataSchema: null,
  artifacts: [],
  statements: [],
}

/** As the creators of public skills write it. */
const publicLayout = {
  skill_name: 'sums',
  evals: [
    {
      id: 1,
      prompt: 'Add up the numbers of this file',
      expected_output: 'The sum of the numbers',
      files: ['evals/files/a.txt'],
      expectations: ['The sum is right', 'It shows the numbers'],
      notes: 'added in spring',
    },
    { id: 'second', prompt: 'Add nothing', expected_output: '', files: [], assertions: ['It says that there is nothing'] },
  ],
  version: 3,
}

verifies('evals.public-layout', 'the layout of public skills is read; what is unknown is a warning', () => {
  assert.deepEqual(read(publicLayout), {
    cases: [
      {
        ...nothing,
        id: '1',
        prompt: 'Add up the numbers of this file',
        files: [{ name: null, path: 'evals/files/a.txt' }],
        statements: ['The output is what this says: The sum of the numbers', 'The sum is right', 'It shows the numbers'],
      },
      { ...nothing, id: 'second', prompt: 'Add nothing', statements: ['It says that there is nothing'] },
    ],
    problems: [],
    warnings: ['version: is unknown and was ignored', 'evals[0].notes: is unknown and was ignored'],
  })
})

const rule = { path: null, pattern: null, role: null, sha256: null, size: null, minSize: null, maxSize: null }
const extended = {
  skill_name: 'sums',
  evals: [
    {
      id: 'whole',
      input: { n: 1 },
      parameter: { fast: true },
      files: { paper: 'evals/files/a.txt' },
      replies: ['yes', true],
      engines: ['codex', 'codex', 'claude'],
      repetitions: 3,
      expected_data: null,
      expected_data_schema: { const: 3 },
      expected_artifacts: ['artifacts/*.md', { path: 'a.txt', min_size: 1, max_size: 9 }],
    },
  ],
}

verifies('evals.program-checks', 'what a contract makes checkable is read; null is a value that can be expected', () => {
  assert.deepEqual(read(extended), {
    cases: [
      {
        ...nothing,
        id: 'whole',
        input: { n: 1 },
        parameter: { fast: true },
        files: [{ name: 'paper', path: 'evals/files/a.txt' }],
        replies: ['yes', true],
        engines: ['codex', 'claude'],
        repetitions: 3,
        data: { value: null },
        dataSchema: { const: 3 },
        artifacts: [
          { ...rule, pattern: '*.md' },
          { ...rule, path: 'a.txt', minSize: 1, maxSize: 9 },
        ],
      },
    ],
    problems: [],
    warnings: [],
  })
})

const wrong: Readonly<Record<string, JsonObject>> = {
  'evals: must be a list of 1 to 200 cases': { evals: {} },
  'evals[0]: must be an object': { evals: ['one'] },
  'evals[0].id: must be a whole number, or a text of 1 to 128 characters': { evals: [{ prompt: 'x' }] },
  'evals[1].id: is that of evals[0] too; give each case its own': {
    evals: [
      { id: 1, prompt: 'x' },
      { id: '1', prompt: 'y' },
    ],
  },
  'evals[0].prompt: must be a text of at most 100000 characters': { evals: [{ id: 1, prompt: 5 }] },
  'evals[0].input: must be an object': { evals: [{ id: 1, input: 'n=1' }] },
  'evals[0].files[0]: "../other/secret" must be a path inside the folder of the skill: it holds ..': {
    evals: [{ id: 1, files: ['../other/secret'] }],
  },
  'evals[0].files[0]: "/etc/passwd" must be a path inside the folder of the skill: it is absolute': {
    evals: [{ id: 1, files: ['/etc/passwd'] }],
  },
  'evals[0].files.paper: there is no file "evals/files/b.txt" in the skill': {
    evals: [{ id: 1, files: { paper: 'evals/files/b.txt' } }],
  },
  'evals[0].files.../paper: no file can be sent under this name: it holds ..': {
    evals: [{ id: 1, files: { '../paper': 'evals/files/a.txt' } }],
  },
  'evals[0].files[0]: "evals/files/huge.bin" is larger than 32 MiB': { evals: [{ id: 1, files: ['evals/files/huge.bin'] }] },
  'evals[0].engines: must be a list of names of engines, such as ["codex", "claude"]': {
    evals: [{ id: 1, prompt: 'x', engines: [] }],
  },
  'evals[0].repetitions: must be a whole number from 1 to 20': { evals: [{ id: 1, prompt: 'x', repetitions: 0 }] },
  'evals[0].expected_data_schema: must be an object': { evals: [{ id: 1, prompt: 'x', expected_data_schema: 5 }] },
  'evals[0].expected_artifacts[0]: must say which artifact it means: by path, pattern or role': {
    evals: [{ id: 1, prompt: 'x', expected_artifacts: [{ size: 5 }] }],
  },
  'evals[0].expected_artifacts[0].path: must be a path inside artifacts/: it holds ..': {
    evals: [{ id: 1, prompt: 'x', expected_artifacts: [{ path: '../input.json' }] }],
  },
  'evals[0].expected_artifacts[0].sha256: must be 64 hexadecimal digits in lower case': {
    evals: [{ id: 1, prompt: 'x', expected_artifacts: [{ role: 'a', sha256: 'AB' }] }],
  },
  'evals[0].expectations[1]: must be a text of at most 2000 characters': {
    evals: [{ id: 1, prompt: 'x', expectations: ['fine', { text: 'not' }] }],
  },
}

verifies('evals.invalid-runs-nothing', 'what is wrong is named by its place', () => {
  for (const [problem, json] of Object.entries(wrong)) assert.deepEqual(read(json).problems, [problem])
})

test('openapi.json describes the same file', () => {
  const fits = validatorAt('/components/schemas/EvalsFile')
  for (const json of [publicLayout, extended]) assert.equal(fits(json), true, JSON.stringify(fits.errors))
  // Of these the document cannot tell: they are about other files, about each other, or about what a path means.
  const beyond = /is that of|files|must say which|\.path: must be/
  const told = Object.entries(wrong).filter(([problem]) => !beyond.test(problem))
  assert.deepEqual(
    told.filter(([, json]) => fits(json)).map(([problem]) => problem),
    [],
  )
})
