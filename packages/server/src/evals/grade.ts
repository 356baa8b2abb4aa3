import type { EvalCheck } from '@agent-skill-runner/contract/eval.ts'
import type { Tokens } from '../domain/engine-event.ts'
import type { Cell, EvalCase } from '../domain/eval.ts'
import type { Run } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { type Result, readResult } from '../runs/read.ts'
import { secretsOfRun } from '../runs/run-secrets.ts'
import type { ArtifactEntry } from '../workspace/manifest.ts'
import type { EvalsDeps } from './deps.ts'
import { shortJson } from './difference.ts'
import { type Evidence, graderSkill, gradingWish } from './grader-skill.ts'
import { isCanceled, type Performance, runToItsEnd } from './run-job.ts'
import { type Questionnaire, questionnaireOf, verdictsOf } from './statements.ts'

/** What a grader gets to see, and what a program found before. */
interface Graded {
  readonly expected: EvalCase
  readonly run: Run
  readonly result: Result
  readonly checks: readonly EvalCheck[]
}

/** The statements judged by the grader of the test, or left as they are with the reason. Null: the test was canceled meanwhile. */
export async function grade(
  deps: EvalsDeps,
  performance: Performance,
  cell: Cell,
  { expected, run, result, checks }: Graded,
): Promise<{ readonly checks: readonly EvalCheck[]; readonly usage: Tokens | null } | null> {
  const { one } = performance
  const grader = one.plan.grader ?? ''
  const questionnaire = questionnaireOf(expected.statements, `${one.id}:${cell.no}`)
  const evidence = await evidenceOf(deps, questionnaire, expected, run, result)
  const skill = await graderSkill(deps)
  const wish = gradingWish(grader, evidence)
  const asking = { skill, temporary: true, wish, files: [], replies: [], part: 'grade' } as const
  const ran = await runToItsEnd(deps, performance, cell, asking).catch((error: unknown) => {
    if (error instanceof Fault && !performance.stopping.aborted) return error
    throw error
  })
  // What was tested is what it is, whether or not anybody can be asked about it.
  if (ran instanceof Fault)
    return { checks: unjudged(checks, `It could not be graded: ${ran.code}: ${ran.message}`), usage: null }
  if (await isCanceled(deps, one, ran)) return null
  const graded = await readResult(deps, ran.run)
  return { checks: judged(checks, grader, graded, questionnaire), usage: ran.run.usage }
}

function judged(
  checks: readonly EvalCheck[],
  grader: string,
  { status, error, data }: Result,
  questionnaire: Questionnaire,
): readonly EvalCheck[] {
  if (status !== 'succeeded')
    return unjudged(checks, `The run that should grade ended as ${status}${error ? ` (${error.code})` : ''}.`)
  const answer = verdictsOf(data, questionnaire)
  if (!answer.ok) return unjudged(checks, answer.reason)
  const verdicts = answer.verdicts.values()
  return checks.map((check) => {
    if (check.kind !== 'statement') return check
    const { passed = false, reason = '' } = verdicts.next().value ?? {}
    return { ...check, status: passed ? 'passed' : 'failed', judged_by: grader, reason: reason.slice(0, 2000) }
  })
}

const unjudged = (checks: readonly EvalCheck[], reason: string): readonly EvalCheck[] =>
  checks.map((check) => (check.kind === 'statement' ? { ...check, reason } : check))

const most = { task: 8 * 1024, output: 48 * 1024, artifacts: 20, artifact: 8 * 1024, texts: 48 * 1024 } as const

/** The work under test, as data and in bounds: a long text costs money and convinces nobody. */
async function evidenceOf(
  deps: EvalsDeps,
  { asked }: Questionnaire,
  expected: EvalCase,
  run: Run,
  { data, artifacts }: Result,
): Promise<Evidence> {
  const task = { prompt: expected.prompt, input: run.input, parameter: run.parameter }
  let left: number = most.texts
  const shown: Evidence['artifacts'][number][] = []
  for (const artifact of artifacts.slice(0, most.artifacts)) {
    const text = await textOf(deps, run, artifact, Math.min(most.artifact, left))
    left -= text?.length ?? 0
    shown.push({ path: artifact.path_rel, size: artifact.size, text })
  }
  return { task: shortJson(task, most.task), statements: asked, output: shortJson(data, most.output), artifacts: shown }
}

/** Null: it is no text, or there was enough already. */
async function textOf(deps: EvalsDeps, run: Run, { path_rel }: ArtifactEntry, maxBytes: number): Promise<string | null> {
  if (maxBytes <= 0) return null
  const { previewFile } = await import('../workspace/file-preview.ts')
  const request = {
    runFolder: deps.layout.run(run.id).root,
    path: path_rel,
    maxBytes,
    secretsOf: () => secretsOfRun(deps, run),
  }
  try {
    return (await previewFile(request)).text?.content ?? null
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
