import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Eval, EvalList } from '@agent-skill-runner/contract/eval.ts'
import { verifies } from '../../../test/verifies.ts'
import { junitOf } from '../src/cli/test-junit.ts'
import { startApp, untilTold } from './support/app.ts'
import { command, startCommand } from './support/cli.ts'
import { evalsOf } from './support/evals.ts'
import { type TestSkill, writeSkill } from './support/skills.ts'
import { replayOnly } from './support/talk.ts'
import { until } from './support/until.ts'

const doubler: TestSkill = {
  id: 'doubler',
  js: `import { readFileSync, writeFileSync } from 'node:fs'
const { input } = JSON.parse(readFileSync(0, 'utf8'))
writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify({ twice: input.n * 2 }))`,
  input: { type: 'object', properties: { n: { type: 'integer', 'x-input-source': 'inline' } }, required: ['n'] },
  files: evalsOf(
    'doubler',
    { id: 'right', input: { n: 2 }, expected_data: { twice: 4 } },
    { id: 'wrong <&>', input: { n: 2 }, expected_data: { twice: 5 } },
    { id: 'judged', input: { n: 2 }, expectations: ['It has a "twice".'] },
  ),
}
const slow: TestSkill = { ...untilTold, id: 'slow', files: evalsOf('slow', { id: 'a', expected_data: {} }) }
const broken: TestSkill = {
  ...doubler,
  id: 'broken',
  files: evalsOf('broken', { id: 1, prompt: 'x', input: 5, expected_data: {} }),
}

const here = mkdtempSync(join(tmpdir(), 'skill-runner-test-'))
const app = await startApp({ env: replayOnly, skills: [doubler] })
after(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(here, { recursive: true, force: true })
})
for (const skill of [doubler, slow, broken]) writeSkill(here, skill)

const env = { PATH: process.env['PATH'] ?? '', HOME: here, SKILL_RUNNER_URL: app.url }
const run = (...args: string[]) => command(['skill', ...args], { cwd: here, env })

const id = 'evals.command'
const withoutTimes = (text: string) =>
  text
    .replaceAll(/job_\w+/g, 'JOB')
    .replaceAll(/eval_\w+/g, 'EVAL')
    .replaceAll(/\d+\.\d s/g, 'TIME')

verifies(id, 'a test prints a table by engine, and what was expected and came where a case did not pass', async () => {
  const { code, stdout, stderr } = await run('test', 'doubler', '--concurrency', '1', '--grader', 'replay')
  assert.equal(code, 1)
  assert.equal(
    withoutTimes(stdout),
    `engine  runs  passed  failed  not graded  pass rate  time   cost  grading
script  3     2       1       0           67 %       TIME  –     $0.0000

failed  wrong <&>  script #1  TIME  JOB
  failed: The result is the expected value.
    /twice: expected 5, got 4.
    expected: {"twice":5}
    came:     {"twice":4}

doubler 1.0.0: failed
`,
  )
  assert.equal(
    withoutTimes(stderr),
    'EVAL\n1/3 passed right script #1 TIME JOB\n2/3 failed wrong <&> script #1 TIME JOB\n3/3 passed judged script #1 TIME JOB\n',
  )
})

verifies(
  id,
  'the exit code tells passed, failed, not graded and invalid apart, for a folder as for a skill of the server',
  async () => {
    const codes = await Promise.all(
      [
        ['./doubler', '--case', 'right', '--repetitions', '2'],
        ['./doubler', '--case', 'judged'],
        ['doubler', '--case', 'other'],
        ['./broken'],
        ['./nothing'],
        ['doubler', '--repetitions', 'x'],
      ].map(async (args) => {
        const { code, stderr } = await run('test', ...args, '--quiet')
        return [args.join(' '), code, stderr.split('\n')[0]]
      }),
    )
    const invalid =
      'The test cases of the skill (evals/evals.json) are missing or invalid; nothing was run. See details for every problem. (EVALS_INVALID)'
    assert.deepEqual(codes, [
      ['./doubler --case right --repetitions 2', 0, ''],
      ['./doubler --case judged', 9, ''],
      ['doubler --case other', 4, invalid],
      ['./broken', 4, invalid],
      ['./nothing', 2, 'There is no file or folder ./nothing here.'],
      ['doubler --repetitions x', 2, '--repetitions must be a whole number, 1 or more.'],
    ])
  },
)

verifies(id, '--json prints the matrix, --junit writes it for CI', async () => {
  const { code, stdout } = await run('test', './doubler', '--json', '--junit', 'out.xml')
  assert.equal(code, 1)
  const { cells } = JSON.parse(stdout) as Eval
  assert.deepEqual(
    cells.map(({ case_id, status }) => [case_id, status]),
    [
      ['right', 'passed'],
      ['wrong <&>', 'failed'],
      ['judged', 'not_graded'],
    ],
  )
  const xml = readFileSync(join(here, 'out.xml'), 'utf8')
    .replaceAll(/time="[\d.]+"/g, 'time="T"')
    .replaceAll(/job_\w+/g, 'JOB')
  assert.equal(
    xml,
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="doubler on script" tests="3" failures="1" skipped="1" time="T">
    <testcase name="right #1" classname="script" time="T"/>
    <testcase name="wrong &lt;&amp;&gt; #1" classname="script" time="T">
      <failure message="The result is the expected value. /twice: expected 5, got 4.">job JOB
expected: {"twice":5}
came: {"twice":4}</failure>
    </testcase>
    <testcase name="judged #1" classname="script" time="T">
      <skipped message="It has a &quot;twice&quot;. Only a grader can judge it."/>
    </testcase>
  </testsuite>
</testsuites>
`,
  )
})

const nothing = { expected: null, actual: null, judged_by: null }

verifies(id, 'what was found is told also where its file cannot be written', async () => {
  const { code, stdout, stderr } = await run('test', './doubler', '--junit', 'nowhere/out.xml')
  assert.equal(code, 2)
  assert.match(stdout, /^doubler \S+: failed$/m)
  assert.match(stderr, /^nowhere\/out\.xml cannot be written: ENOENT/m)
})

test('a case that got no job names none in the XML', () => {
  const check = { kind: 'run', status: 'failed', expectation: 'The run succeeds.', reason: 'SERVER_BUSY', ...nothing } as const
  const cell = {
    case_id: 'a',
    engine: 'script',
    repetition: 1,
    status: 'failed',
    request_id: null,
    seconds: null,
    checks: [check],
  }
  const xml = junitOf({ skill_id: 'doubler', cells: [cell] } as unknown as Eval)
  assert.match(xml, /<failure message="The run succeeds. SERVER_BUSY"><\/failure>/)
})

verifies(id, 'Ctrl+C cancels the test and its runs', async () => {
  const testing = startCommand(['skill', 'test', './slow'], { cwd: here, env })
  const one = await until('the case runs', async () => {
    const { evals } = (await app.get<EvalList>('/v1/evals?skill_id=slow')).body
    const found = evals[0] && (await app.get<Eval>(`/v1/evals/${evals[0].eval_id}`)).body
    return found?.cells[0]?.request_id ? found : null
  })
  await app.until(one.cells[0]?.request_id ?? '', 'running')
  await until('the command knows the test', () => testing.said().stderr.includes(one.eval_id))
  testing.signal('SIGINT')
  const { code, stderr } = await testing.ended
  assert.deepEqual([code, stderr.split('\n').at(-2)], [130, `Canceled test ${one.eval_id}.`])
  const ended = (await app.get<Eval>(`/v1/evals/${one.eval_id}?wait=60`)).body
  assert.deepEqual([ended.status, ended.cells[0]?.run_status], ['canceled', 'canceled'])
})

verifies(
  id,
  'skill install --test installs only what passes, and skill validate names what is wrong with test cases',
  async () => {
    writeSkill(here, {
      ...doubler,
      id: 'good',
      files: evalsOf('good', { id: 'right', input: { n: 2 }, expected_data: { twice: 4 } }),
    })
    const [refused, installed, validated] = [
      await run('install', './slow', '--test', '--engine', 'nothing', '--grader', 'nobody'),
      await run('install', './good', '--test'),
      await run('validate', './broken'),
    ]
    assert.equal(refused.code, 4, refused.stderr)
    assert.equal((await app.get('/v1/skills/slow')).status, 404)
    assert.deepEqual([installed.code, installed.stdout], [0, 'good 1.0.0 is installed and in use.\n'])
    const failed = await run('install', './doubler', '--test', '--grader', 'replay', '--force')
    assert.deepEqual([failed.code, failed.stdout], [1, ''])
    assert.deepEqual(
      [validated.code, validated.stdout],
      [0, 'warning: evals/evals.json: evals[0].input: must be an object.\nbroken 1.0.0 is valid.\n'],
    )
  },
)
