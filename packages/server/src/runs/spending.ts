import {
  type Budget,
  budgetsOfDay,
  type DayLimits,
  dayLimitsIn,
  dayOf,
  endOfDay,
  type Spending,
  usedOf,
} from '../domain/budget.ts'
import type { Tokens } from '../domain/engine-event.ts'
import { instant } from '../lib/clock.ts'
import type { RunsDeps } from './deps.ts'

/** Whose limits for a day hold. */
export interface Spender {
  readonly caller: string
  readonly projectId: string
  /** Of the token that asked. */
  readonly dayLimits: DayLimits
}

export function spendingOfJob(budgets: readonly Budget[], usage: Tokens | null): Spending[] {
  const use = usedOf(usage)
  return budgets.map((budget) => ({ ...budget, used: use[budget.unit], resetsAt: null }))
}

/** The limits for today, with what all runs of the token and of the project have used of them by now. */
export async function spendingOfDay({ store, clock }: RunsDeps, { caller, projectId, dayLimits }: Spender): Promise<Spending[]> {
  const ofProject = dayLimitsIn(await store.projectLimits.of(projectId))
  const budgets = [...budgetsOfDay('token', dayLimits), ...budgetsOfDay('project', ofProject)]
  if (budgets.length === 0) return []
  const now = instant(clock)
  const use = await store.dayUse.on(dayOf(now), { token: caller, project: projectId })
  return budgets.map((budget) => ({
    ...budget,
    used: budget.setBy === 'job' ? 0 : use[budget.setBy][budget.unit],
    resetsAt: endOfDay(now),
  }))
}
