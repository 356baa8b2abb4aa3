import type { Wish } from '../domain/job.ts'
import { repairProblem } from '../domain/output-repair.ts'
import type { Decided } from '../domain/run.ts'
import type { Settings } from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'
import { usualTimeoutSec } from '../runs/limits.ts'
import { requireSandbox } from '../runs/require-sandbox.ts'
import type { Spender } from '../runs/spending.ts'
import type { SkillPackage } from '../skills/package.ts'
import { budgetUnitsOf } from './budgets.ts'
import { checkInputs } from './check-inputs.ts'
import type { IntakeDeps } from './deps.ts'
import { planEngine } from './plan-engine.ts'

/** The decisions about a run, and the settings of its engine for the cache key. */
interface RunPlan {
  readonly decided: Decided
  readonly settings: Settings
}

/** Decides everything about a run from skill and request, or throws a fault. The same for installed and temporary skills. */
export async function planRun(deps: IntakeDeps, skill: SkillPackage, spender: Spender, wish: Wish): Promise<RunPlan> {
  requireMode(skill, wish.runtime_options?.execution_mode ?? 'auto')
  const units = await budgetUnitsOf(deps, spender, wish)
  const { choice, fallbacks, settings } = await planEngine(deps, skill, wish, units)
  requireRepair(deps, wish)
  requireSandbox(deps, skill)
  await checkInputs(deps.bounded, skill, wish.input ?? {}, wish.parameter ?? {})
  const { id: skillId, version: skillVersion, digest: skillDigest, limits } = skill
  const timeoutSec = timeoutOf(deps, wish, usualTimeoutSec(deps.limits, limits))
  return { decided: { skillId, skillVersion, skillDigest, ...choice, fallbacks, timeoutSec }, settings }
}

/** As requested, else the default, and never more than the limit of the server. */
export const timeoutOf = ({ limits }: IntakeDeps, wish: Wish, usual: number): number =>
  Math.min(wish.runtime_options?.timeout_sec ?? usual, limits.timeoutSec)

function requireMode(skill: SkillPackage, mode: 'auto' | 'interactive'): void {
  if (!skill.modes.includes(mode)) {
    throw new Fault('SKILL_EXECUTION_MODE_UNSUPPORTED', { execution_mode: mode, execution_modes: skill.modes })
  }
}

export function requireRepair(deps: IntakeDeps, wish: Wish): void {
  const problem = repairProblem(wish.runtime_options?.output_repair ?? 'off', deps.limits.outputRepair)
  if (problem === null) return
  const where = '/runtime_options/output_repair'
  throw new Fault('INVALID_RUNTIME_OPTION', { problems: [{ path: where, message: problem, keyword: 'maximum' }] })
}
