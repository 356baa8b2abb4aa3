import { type Static, Type } from 'typebox'
import { JobState, Usage } from './job.ts'
import { closed, fileOf, Instant, nullable, oneOf, open } from './shared.ts'

const engineName = Type.String({ minLength: 1, maxLength: 64 })

export const EvalCreate = open(
  {
    skill_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'An installed skill; left out if the skill is sent along' }),
    ),
    engines: Type.Optional(
      Type.Array(engineName, {
        minItems: 1,
        maxItems: 20,
        description:
          'Where to run the cases. Default: the engines of each case, or else the one that a job without an engine gets',
      }),
    ),
    cases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { minItems: 1, maxItems: 200, description: 'Ids; default: all' }),
    ),
    repetitions: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'Instead of those of the cases' })),
    grader: Type.Optional({
      ...engineName,
      description: 'The engine that judges expectations and expected_output; without one they are not graded',
    }),
    concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 8, default: 2, description: 'Runs at the same time' })),
  },
  { $id: 'EvalCreate' },
)

export const EvalForm = closed(
  {
    eval: EvalCreate,
    skill_package: fileOf('application/zip', 'The skill: a zip with exactly one folder at its top; it is not installed'),
  },
  { $id: 'EvalForm', description: 'The first part is the request, the second the skill to test' },
)

export const evalStates = ['running', 'passed', 'failed', 'not_graded', 'canceled'] as const
export const cellStates = ['waiting', 'running', 'grading', 'passed', 'failed', 'not_graded', 'canceled'] as const
export const checkKinds = ['run', 'data', 'data_schema', 'artifact', 'statement'] as const

const inWords = 'not_graded: nothing failed, but at least one statement was judged by nobody'
const EvalState = oneOf(evalStates, inWords)

export const EvalCheck = closed(
  {
    kind: oneOf(checkKinds),
    expectation: Type.String({ description: 'What was expected, in words' }),
    status: oneOf(['passed', 'failed', 'not_graded']),
    expected: nullable(Type.String({ description: 'A value as JSON; long ones are shortened' })),
    actual: nullable(Type.String({ description: 'What came instead, as JSON; long ones are shortened' })),
    reason: nullable(Type.String()),
    judged_by: nullable(Type.String({ description: 'The engine that judged it; null: a program, or nobody' })),
  },
  { $id: 'EvalCheck' },
)

export const EvalCell = closed(
  {
    case_id: Type.String(),
    engine: Type.String({ description: '"script" if there is no engine' }),
    repetition: Type.Integer({ minimum: 1 }),
    status: oneOf(cellStates, inWords),
    request_id: nullable(Type.String({ description: 'The job that ran the case' })),
    run_id: nullable(Type.String()),
    run_status: nullable(JobState),
    seconds: nullable(Type.Number()),
    usage: nullable(Usage),
    grade_request_id: nullable(Type.String({ description: 'The job that judged its statements' })),
    grade_usage: nullable(Usage),
    checks: Type.Array(EvalCheck),
  },
  { $id: 'EvalCell' },
)

export const EvalTotals = closed(
  {
    engine: Type.String(),
    cells: Type.Integer(),
    passed: Type.Integer(),
    failed: Type.Integer(),
    not_graded: Type.Integer(),
    pass_rate: nullable(Type.Number({ description: 'passed / (passed + failed); null: nothing was decided' })),
    seconds: Type.Number({ description: 'Of all runs together' }),
    tokens: Type.Integer({ description: 'Input and output' }),
    cost_usd: nullable(Type.Number({ description: 'null: the engine does not report it' })),
    grading_cost_usd: nullable(Type.Number()),
  },
  { $id: 'EvalTotals' },
)

const summary = {
  eval_id: Type.String(),
  skill_id: Type.String(),
  skill_version: Type.String(),
  skill_digest: Type.String(),
  temporary: Type.Boolean({ description: 'The skill was sent along and is not installed' }),
  status: EvalState,
  created_at: Instant,
  finished_at: nullable(Instant),
}

export const EvalSummary = closed(summary, { $id: 'EvalSummary' })

export const Eval = closed(
  {
    ...summary,
    grader: nullable(Type.String({ description: 'The engine that judges statements; null: nobody does' })),
    totals: Type.Array(EvalTotals, { description: 'By engine' }),
    cases: Type.Array(closed({ id: Type.String(), prompt: nullable(Type.String()) })),
    cells: Type.Array(EvalCell, { description: 'Cases × engines × repetitions' }),
    notes: Type.Array(Type.String(), { description: 'Warnings about evals/evals.json, and cases that were left out' }),
  },
  { $id: 'Eval' },
)

export const EvalList = closed({ evals: Type.Array(EvalSummary), next_cursor: nullable(Type.String()) }, { $id: 'EvalList' })

export const SkillEvals = closed(
  {
    skill_id: Type.String(),
    cases: Type.Array(
      closed({
        id: Type.String(),
        prompt: nullable(Type.String()),
        engines: nullable(Type.Array(Type.String())),
        repetitions: Type.Integer(),
        checked: Type.Integer({ description: 'Expectations that a program checks, besides that the run succeeds' }),
        graded: Type.Integer({ description: 'Statements that need a grader' }),
      }),
    ),
    problems: Type.Array(Type.String(), { description: 'Why the tests cannot run; empty: they can, or there are none' }),
    notes: Type.Array(Type.String()),
  },
  { $id: 'SkillEvals' },
)

export type EvalCreate = Static<typeof EvalCreate>
export type EvalCheck = Static<typeof EvalCheck>
export type EvalCell = Static<typeof EvalCell>
export type EvalTotals = Static<typeof EvalTotals>
export type EvalSummary = Static<typeof EvalSummary>
export type Eval = Static<typeof Eval>
export type EvalList = Static<typeof EvalList>
export type SkillEvals = Static<typeof SkillEvals>
