import { type Cell, type Eval, isOver, type Outcome, stateOfCells } from '../domain/eval.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { readSkill, type SkillPackage } from '../skills/package.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { byProgram } from './compare.ts'
import type { EvalsDeps } from './deps.ts'
import { performCell } from './perform.ts'
import { NotWanted } from './run-job.ts'

export const evalTopic = (id: string): string => `eval:${id}`

/** Performs the cells that are left, so many at a time, and ends the test. What a stopping server leaves, the next one takes up. */
export async function drive(deps: EvalsDeps, one: Eval, stopping: AbortSignal): Promise<void> {
  const cells = await deps.store.evals.cells(one.id)
  const left = cells.filter(({ state }) => !isOver(state)).values()
  const skill = await skillOf(deps, one)
  const work = async (): Promise<void> => {
    for (const cell of left) {
      if (stopping.aborted) return
      await driveCell(deps, { one, skill, stopping }, cell)
      deps.wakes.wake(evalTopic(one.id))
    }
  }
  await Promise.all(Array.from({ length: one.plan.concurrency }, work))
  if (!stopping.aborted) await end(deps, one)
}

interface Driving {
  readonly one: Eval
  readonly skill: SkillPackage | Fault
  readonly stopping: AbortSignal
}

async function driveCell(deps: EvalsDeps, { one, skill, stopping }: Driving, cell: Cell): Promise<void> {
  const change = (state: Cell['state'], outcome: Outcome | null) =>
    deps.store.evals.changeCell(one.id, cell.no, { state, ...(outcome ? { outcome } : {}) })
  try {
    const mark = (await deps.store.evals.get(one.id))?.cancelRequestedAt
    if (mark !== null && cell.state === 'waiting') return void (await change('canceled', null))
    if (skill instanceof Fault) throw skill
    await performCell(deps, { one, skill, stopping }, cell)
  } catch (error) {
    // The row stays as it is, and the next start goes on with it.
    if (stopping.aborted) return
    if (error instanceof NotWanted) return void (await change('canceled', null))
    if (!(error instanceof Fault)) deps.logger.error({ err: error, eval_id: one.id, case_id: cell.caseId }, 'a test case failed')
    await change('failed', withoutRun(error))
  }
}

function withoutRun(error: unknown): Outcome {
  const code = error instanceof Fault ? error.code : 'INTERNAL'
  const reason =
    error instanceof Fault ? `${error.message} ${JSON.stringify(error.details).slice(0, 1000)}` : 'See the server log.'
  const check = {
    ...byProgram,
    kind: 'run',
    expectation: 'The run succeeds.',
    status: 'failed',
    reason: `${code}: ${reason}`,
  } as const
  return { runId: null, runState: null, seconds: null, usage: null, gradeUsage: null, checks: [check] }
}

/** As it was when the test began: an update does not change what is tested. */
async function skillOf({ layout, packageCheck, registry }: EvalsDeps, one: Eval): Promise<SkillPackage | Fault> {
  const folder = `${layout.eval(one.id)}/${one.skillDigest}`
  const read = await readSkill(folder, { ...packageCheck, id: one.skillId, builtIn: false })
  if (!read.ok) return new Fault('SKILL_DEGRADED', { skill_id: one.skillId, problems: read.problems })
  return { ...read.skill, builtIn: registry.isBuiltIn(read.skill) }
}

async function end(deps: EvalsDeps, one: Eval): Promise<void> {
  const state = stateOfCells(await deps.store.evals.cells(one.id))
  await removeTree(deps.layout.eval(one.id))
  await deps.store.evals.end(one.id, state, instant(deps.clock))
  deps.logger.info({ eval_id: one.id, skill_id: one.skillId, state }, 'test of a skill ended')
  deps.wakes.wake(evalTopic(one.id))
}
