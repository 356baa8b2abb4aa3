import type { EvalCheck } from '@agent-skill-runner/contract/eval.ts'
import type { DayLimits } from './budget.ts'
import type { Tokens } from './engine-event.ts'
import type { Instant, JobId, RunId, RunState } from './run.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** One test of a skill, as its author wrote it. */
export interface EvalCase {
  readonly id: string
  readonly prompt: string | null
  /** Null: it says none, and the prompt is the input where the skill has one of that name. */
  readonly input: JsonObject | null
  readonly parameter: JsonObject
  readonly files: readonly EvalFile[]
  readonly replies: readonly unknown[]
  /** Null: any. */
  readonly engines: readonly string[] | null
  readonly repetitions: number
  /** In a member of its own: null is a value too. */
  readonly data: { readonly value: unknown } | null
  readonly dataSchema: JsonObject | null
  readonly artifacts: readonly ArtifactRule[]
  /** What only a model or a person can judge. */
  readonly statements: readonly string[]
}

export interface EvalFile {
  /** The input that it is for; null: the case does not say. */
  readonly name: string | null
  /** In the folder of the skill. */
  readonly path: string
}

/** Which artifacts are meant, and what each of them must be. */
export interface ArtifactRule {
  readonly path: string | null
  readonly pattern: string | null
  readonly role: string | null
  readonly sha256: string | null
  readonly size: number | null
  readonly minSize: number | null
  readonly maxSize: number | null
}

export type EvalState = 'running' | 'passed' | 'failed' | 'not_graded' | 'canceled'
export type CellState = 'waiting' | 'running' | 'grading' | 'passed' | 'failed' | 'not_graded' | 'canceled'

/** What was decided before the first run, and holds across restarts. */
export interface EvalPlan {
  readonly cases: readonly EvalCase[]
  readonly grader: string | null
  readonly concurrency: number
  readonly notes: readonly string[]
}

/** The cases of one version of a skill, on one or more engines. */
export interface Eval {
  readonly id: string
  readonly projectId: string
  readonly principal: string
  readonly caller: string
  /** What the token that began it may use in a day: its jobs count as those of the token. */
  readonly dayLimits: DayLimits
  readonly skillId: string
  readonly skillVersion: string
  readonly skillDigest: string
  /** The skill came along and is not installed. */
  readonly temporary: boolean
  readonly plan: EvalPlan
  readonly state: EvalState
  readonly cancelRequestedAt: Instant | null
  readonly createdAt: Instant
  readonly finishedAt: Instant | null
}

/** One repetition of one case on one engine: one job. */
export interface Cell {
  readonly evalId: string
  readonly no: number
  readonly caseId: string
  /** `script` where no engine takes part. */
  readonly engine: string
  readonly repetition: number
  readonly state: CellState
  /** Jobs that were made for it: one more each time the server was stopped while one ran. */
  readonly tries: number
  readonly jobId: JobId | null
  readonly gradeJobId: JobId | null
  readonly outcome: Outcome | null
}

/** What a run came to, kept although the run may be deleted. */
export interface Outcome {
  /** Null: there was no run. */
  readonly runId: RunId | null
  readonly runState: RunState | null
  readonly seconds: number | null
  readonly usage: Tokens | null
  readonly gradeUsage: Tokens | null
  readonly checks: readonly EvalCheck[]
}

export const isOver = (state: CellState): boolean => state !== 'waiting' && state !== 'running' && state !== 'grading'

/** Failed beats not graded: a statement that nobody judged never counts as passed, and never hides a failure. */
export function stateOfChecks(checks: readonly EvalCheck[]): 'passed' | 'failed' | 'not_graded' {
  if (checks.some(({ status }) => status === 'failed')) return 'failed'
  return checks.some(({ status }) => status === 'not_graded') ? 'not_graded' : 'passed'
}

/** The state of a test whose cells are over. */
export function stateOfCells(cells: readonly Pick<Cell, 'state'>[]): EvalState {
  const has = (state: CellState) => cells.some((cell) => cell.state === state)
  if (has('canceled')) return 'canceled'
  if (has('failed')) return 'failed'
  return has('not_graded') ? 'not_graded' : 'passed'
}
