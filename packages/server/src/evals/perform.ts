import type { EvalCheck } from '@agent-skill-runner/contract/eval.ts'
import { type Cell, type EvalCase, type Outcome, stateOfChecks } from '../domain/eval.ts'
import type { Run } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import type { Violation } from '../lib/violation.ts'
import { type Result, readResult } from '../runs/read.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { nameFiles } from './case-files.ts'
import { compare, kept } from './compare.ts'
import type { EvalsDeps } from './deps.ts'
import { grade } from './grade.ts'
import { wishFor } from './request.ts'
import { type Asking, isCanceled, type Performance, runToItsEnd } from './run-job.ts'

/** One cell from where it is to its end: its run, what a program checks, what a grader judges. */
export async function performCell(deps: EvalsDeps, performance: Performance, cell: Cell): Promise<void> {
  const { one, skill } = performance
  const expected = one.plan.cases.find(({ id }) => id === cell.caseId)
  if (!expected) throw new Error(`Test ${one.id} has no case ${cell.caseId}`)
  const named = nameFiles(skill, expected)
  const asked: Asking = {
    skill,
    temporary: one.temporary,
    wish: wishFor(skill, expected, cell.engine === 'script' ? undefined : cell.engine),
    files: named.ok ? named.files : [],
    replies: expected.replies,
    part: 'run',
  }
  const ran = await runToItsEnd(deps, performance, cell, asked)
  if (await isCanceled(deps, one, ran)) return endCell(deps, cell, 'canceled', outcomeOf(ran, []))
  const result = await readResult(deps, ran.run)
  const checks = ran.unanswered ? [ran.unanswered] : await checksOf(deps, performance, expected, ran.run, result)
  const outcome = outcomeOf(ran, checks)
  const state = stateOfChecks(checks)
  if (state !== 'not_graded' || one.plan.grader === null) return endCell(deps, cell, state, outcome)
  await deps.store.evals.changeCell(one.id, cell.no, { state: 'grading', outcome })
  const graded = await grade(deps, performance, { ...cell, tries: ran.tries }, { expected, run: ran.run, result, checks })
  if (graded === null) return endCell(deps, cell, 'canceled', outcome)
  await endCell(deps, cell, stateOfChecks(graded.checks), { ...outcome, checks: kept(graded.checks), gradeUsage: graded.usage })
}

async function checksOf(
  deps: EvalsDeps,
  { one, skill }: Performance,
  expected: EvalCase,
  run: Run,
  { status, error, data, artifacts }: Result,
): Promise<readonly EvalCheck[]> {
  const bounded = deps.bounded.by({ caller: one.caller, skill: skill.digest })
  const isJudged = expected.dataSchema !== null && run.state === 'succeeded'
  const violations = isJudged ? await bounded.check(expected.dataSchema, data, 'expected_data_schema').catch(notChecked) : []
  return compare(expected, { status, error, data, artifacts, violations })
}

/** A schema that takes too long for what came says nothing about the run, and the run is there to look at. */
function notChecked(error: unknown): Violation[] {
  if (!(error instanceof Fault) || error.code !== 'SKILL_LIMIT_EXCEEDED') throw error
  const message = `could not be checked: the schema takes too much ${error.details['limit']} for it`
  return [{ path: '', message, keyword: 'limit' }]
}

function outcomeOf({ run }: JobAndRun, checks: readonly EvalCheck[]): Outcome {
  const ended = 'finishedAt' in run ? run.finishedAt : null
  const seconds = ended === null || run.startedAt === null ? null : (Date.parse(ended) - Date.parse(run.startedAt)) / 1000
  return { runId: run.id, runState: run.state, seconds, usage: run.usage, gradeUsage: null, checks: kept(checks) }
}

const endCell = async (deps: EvalsDeps, { evalId, no }: Cell, state: Cell['state'], outcome: Outcome): Promise<void> =>
  void (await deps.store.evals.changeCell(evalId, no, { state, outcome }))
