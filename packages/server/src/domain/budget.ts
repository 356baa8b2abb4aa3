import type { Details } from '../lib/fault.ts'
import type { Tokens } from './engine-event.ts'

/** What engines tell that costs: what budgets are counted in. Tokens are those of input and output. */
export const budgetUnits = ['cost_usd', 'tokens'] as const
export type BudgetUnit = (typeof budgetUnits)[number]

/** How much may be used: by a run, as its job says, or in a day, as the operator says of a token or a project. */
export interface Budget {
  readonly unit: BudgetUnit
  readonly limit: number
  readonly setBy: 'job' | 'token' | 'project'
}

/** A budget with what is used of it by now. */
export interface Spending extends Budget {
  readonly used: number
  /** When it begins anew; null: never. */
  readonly resetsAt: string | null
}

/** The limits of a token or a project for a day in UTC; what is absent is not limited. */
export interface DayLimits {
  readonly max_cost_usd_per_day?: number
  readonly max_tokens_per_day?: number
}

export const dayLimits = ['max_cost_usd_per_day', 'max_tokens_per_day'] as const satisfies readonly (keyof DayLimits)[]

/** Those that are there, and nothing else of the value. */
export const dayLimitsIn = (given: DayLimits): DayLimits =>
  Object.fromEntries(dayLimits.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))

/** Why a value is no such limit, as the end of a sentence; null: it is one. As the contract says of those that come in requests. */
export function dayLimitProblem(name: keyof DayLimits, value: unknown): string | null {
  if (name === 'max_tokens_per_day')
    return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 1e12
      ? null
      : 'is not a whole number from 1 to 10^12'
  return typeof value === 'number' && value >= 1e-6 && value <= 1e6 ? null : 'is not a number from 0.000001 to 1000000'
}

/** What was used on a day. */
export type DayUse = Readonly<Record<BudgetUnit, number>>

export const nothingUsed: DayUse = { cost_usd: 0, tokens: 0 }

export const usedOf = (usage: Tokens | null): DayUse =>
  usage === null ? nothingUsed : { cost_usd: usage.costUsd ?? 0, tokens: usage.input + usage.output }

/** What a job sets for its run. */
export function budgetsOfJob(options: { readonly max_cost_usd?: number; readonly max_tokens?: number }): Budget[] {
  return budgets('job', { cost_usd: options.max_cost_usd, tokens: options.max_tokens })
}

export const budgetsOfDay = (setBy: 'token' | 'project', limits: DayLimits): Budget[] =>
  budgets(setBy, { cost_usd: limits.max_cost_usd_per_day, tokens: limits.max_tokens_per_day })

const budgets = (setBy: Budget['setBy'], limits: Readonly<Record<BudgetUnit, number | undefined>>): Budget[] =>
  budgetUnits.flatMap((unit) => {
    const limit = limits[unit]
    return limit === undefined ? [] : [{ unit, limit, setBy }]
  })

/** The first that more was used of than it allows; null: none. */
export const passedOf = (all: readonly Spending[]): Spending | null => all.find(({ used, limit }) => used > limit) ?? null

/** The first that leaves nothing for another call of a model; null: none. */
export const usedUpOf = (all: readonly Spending[]): Spending | null => all.find(({ used, limit }) => used >= limit) ?? null

/** For whoever is told that it is passed: the option or limit by its name, and what became of it. */
export const spendingDetails = ({ unit, limit, used, setBy, resetsAt }: Spending): Details => ({
  budget: setBy === 'job' ? `max_${unit}` : `max_${unit}_per_day`,
  limit,
  used,
  set_by: setBy,
  ...(resetsAt === null ? {} : { resets_at: resetsAt }),
})

/** Days are those of UTC, whatever the clock of the machine shows. */
export const dayOf = (at: string): string => at.slice(0, 10)

export const endOfDay = (at: string): string => new Date(Date.parse(`${dayOf(at)}T00:00:00Z`) + 86_400_000).toISOString()
