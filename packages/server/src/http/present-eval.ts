import type { EvalSummary, EvalTotals, Eval as EvalView } from '@agent-skill-runner/contract/eval.ts'
import type { Tokens } from '../domain/engine-event.ts'
import type { Cell, Eval } from '../domain/eval.ts'
import { sumOf } from '../domain/usage.ts'
import type { EvalAndCells } from '../evals/open.ts'

/** A test as its list shows it. */
export const presentEvalSummary = (one: Omit<Eval, 'plan'>): EvalSummary => ({
  eval_id: one.id,
  skill_id: one.skillId,
  skill_version: one.skillVersion,
  skill_digest: one.skillDigest,
  temporary: one.temporary,
  status: one.state,
  created_at: one.createdAt,
  finished_at: one.finishedAt,
})

/** The whole matrix. */
export const presentEval = ({ one, cells }: EvalAndCells): EvalView => ({
  ...presentEvalSummary(one),
  grader: one.plan.grader,
  totals: totalsOf(cells),
  cases: casesOf(one),
  cells: cells.map(cellView),
  notes: [...one.plan.notes],
})

const casesOf = ({ plan }: Eval) =>
  plan.cases.map(({ id, prompt }) => ({ id, prompt: prompt === null ? null : shortened(prompt) }))

const shortened = (text: string): string => (text.length > 500 ? `${text.slice(0, 499)}…`.toWellFormed() : text)

const cellView = ({ caseId, engine, repetition, state, jobId, gradeJobId, outcome }: Cell): EvalView['cells'][number] => ({
  case_id: caseId,
  engine,
  repetition,
  status: state,
  request_id: jobId,
  run_id: outcome?.runId ?? null,
  run_status: outcome?.runState ?? null,
  seconds: outcome?.seconds ?? null,
  usage: usageView(outcome?.usage),
  grade_request_id: gradeJobId,
  grade_usage: usageView(outcome?.gradeUsage),
  checks: [...(outcome?.checks ?? [])],
})

const usageView = (tokens: Tokens | null | undefined) =>
  tokens
    ? { input_tokens: tokens.input, output_tokens: tokens.output, cached_tokens: tokens.cached, cost_usd: tokens.costUsd }
    : null

/** In the order in which the engines first stand in the matrix. */
function totalsOf(cells: readonly Cell[]): EvalTotals[] {
  return [...Map.groupBy(cells, ({ engine }) => engine)].map(([engine, its]) => {
    const count = (state: Cell['state']) => its.filter((cell) => cell.state === state).length
    const [passed, failed] = [count('passed'), count('failed')]
    const used = sumOfAll(its.map(({ outcome }) => outcome?.usage ?? null))
    return {
      engine,
      cells: its.length,
      passed,
      failed,
      not_graded: count('not_graded'),
      pass_rate: passed + failed === 0 ? null : passed / (passed + failed),
      seconds: Math.round(its.reduce((sum, { outcome }) => sum + (outcome?.seconds ?? 0), 0) * 1000) / 1000,
      tokens: (used?.input ?? 0) + (used?.output ?? 0),
      cost_usd: used?.costUsd ?? null,
      grading_cost_usd: sumOfAll(its.map(({ outcome }) => outcome?.gradeUsage ?? null))?.costUsd ?? null,
    }
  })
}

const sumOfAll = (all: readonly (Tokens | null)[]): Tokens | null =>
  all.filter((one) => one !== null).reduce<Tokens | null>((sum, one) => (sum ? sumOf(sum, one) : one), null)
