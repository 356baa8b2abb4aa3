import { type BudgetUnit, budgetsOfDay, budgetsOfJob, dayLimitsIn, spendingDetails, usedUpOf } from '../domain/budget.ts'
import type { Principal, Wish } from '../domain/job.ts'
import type { Engine } from '../engines/engine.ts'
import { Fault } from '../lib/fault.ts'
import { type Spender, spendingOfDay } from '../runs/spending.ts'
import type { SkillPackage } from '../skills/package.ts'
import { effectiveEngines } from './choose-engine.ts'
import type { IntakeDeps } from './deps.ts'

export const spenderOf = ({ caller, projectId, dayLimits = {} }: Principal): Spender => ({ caller, projectId, dayLimits })

/** Nothing is left of the day for another run. One that starts later finds out by itself. */
export async function requireDayLeft(deps: IntakeDeps, principal: Principal): Promise<void> {
  const usedUp = usedUpOf(await spendingOfDay(deps, spenderOf(principal)))
  if (usedUp) throw new Fault('BUDGET_EXCEEDED', spendingDetails(usedUp))
}

/** What the budgets of a run are counted in, with who set them: an engine has to tell it. */
export interface BudgetUnits {
  readonly job: readonly BudgetUnit[]
  /** Those of its token and its project for a day, too. */
  readonly all: readonly BudgetUnit[]
}

export async function budgetUnitsOf({ store }: IntakeDeps, { projectId, dayLimits }: Spender, wish: Wish): Promise<BudgetUnits> {
  const job = budgetsOfJob(wish.runtime_options ?? {}).map(({ unit }) => unit)
  const ofProject = budgetsOfDay('project', dayLimitsIn(await store.projectLimits.of(projectId)))
  const ofDay = [...budgetsOfDay('token', dayLimits), ...ofProject].map(({ unit }) => unit)
  return { job, all: [...new Set([...job, ...ofDay])] }
}

/** A budget that nobody can count would be none. */
export function requireReported({ engines }: IntakeDeps, skill: SkillPackage, engine: Engine, units: BudgetUnits): void {
  const unit = units.all.find((unit) => engine.reports[unit] === undefined)
  if (unit === undefined) return
  const others = effectiveEngines(engines, skill).filter((name) => engines.built[name]?.reports[unit] !== undefined)
  throw unsupported(engine.id, unit, units, others)
}

/** A script uses nothing of what is counted, so that limits for a day are kept; a budget of its own would be a misunderstanding. */
export function requireNoBudget(units: BudgetUnits): void {
  const [unit] = units.job
  if (unit !== undefined) throw unsupported('script', unit, units, [])
}

const unsupported = (engine: string, unit: BudgetUnit, { job }: BudgetUnits, engines: readonly string[]): Fault =>
  new Fault('BUDGET_UNSUPPORTED', { engine, unit, set_by: job.includes(unit) ? 'job' : 'day_limit', engines })
