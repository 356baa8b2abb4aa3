import type { BudgetUnit, Spending } from '../domain/budget.ts'
import { budgetsOfJob, passedOf, spendingDetails, usedUpOf } from '../domain/budget.ts'
import type { Tokens } from '../domain/engine-event.ts'
import { type TurnUse, usageWith } from '../domain/usage.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { spendingOfDay, spendingOfJob } from '../runs/spending.ts'
import type { AttemptDeps } from './deps.ts'
import { persistently } from './persistently.ts'
import type { Claimed } from './prepare.ts'

/** What the run uses of its budgets. All turns of all its attempts count together, whichever engine takes them. */
export interface Meter {
  /** Before a turn. Throws if a budget leaves nothing for another call of a model. */
  begin(countsOn: boolean): Promise<void>
  /** What the tightest budget of a unit leaves; null: there is none. */
  left(unit: BudgetUnit): Promise<number | null>
  /** While the turn lasts, and at its end. Recorded before it resolves; `over` aborts as soon as a budget is passed. */
  heard(use: TurnUse): Promise<void>
  /** Aborts when a budget is passed. */
  readonly over: AbortSignal
  /** The budget that was passed; null: none. */
  passed(): Spending | null
  /** The budget of the job that leaves nothing for another call of a model; null: none. */
  usedUp(): Spending | null
  /** What budgets of the job are counted in and the last turn did not tell. */
  untold(): readonly BudgetUnit[]
  /** What the run has used by now; null: nobody told. */
  usage(): Tokens | null
}

export function openMeter(deps: AttemptDeps, { run, job, signal }: Omit<Claimed, 'logger'>): Meter {
  const own = budgetsOfJob(job?.runtimeOptions ?? {})
  const fence = { attempt: run.attempt, owner: run.owner }
  const over = new AbortController()
  let [before, now] = [run.usage, run.usage]
  let countsOn = false
  let last: TurnUse = { usage: null, atLeast: null }
  let passed: Spending | null = null

  // A database that is away for a while ends no run.
  const patiently = <T>(ask: () => Promise<T>): Promise<T> => persistently(deps, ask, signal, cannotCount)
  const today = () => patiently(() => spendingOfDay(deps, run))

  const judge = (all: readonly Spending[]): void => {
    passed ??= passedOf(all)
    if (passed) over.abort()
  }
  return {
    async begin(isTotal) {
      ;[before, countsOn] = [now, isTotal]
      const usedUp = usedUpOf([...spendingOfJob(own, now), ...(await today())])
      if (usedUp) throw new Fault('BUDGET_EXCEEDED', spendingDetails(usedUp))
    },
    async left(unit) {
      const all = [...spendingOfJob(own, now), ...(await today())].filter((one) => one.unit === unit)
      return all.length === 0 ? null : Math.max(0, Math.min(...all.map(({ limit, used }) => limit - used)))
    },
    async heard(use) {
      last = use
      const told = usageWith(before, use, countsOn)
      if (told === null || isSame(told, now)) return
      now = told
      judge(spendingOfJob(own, told))
      await patiently(() => deps.store.runs.used(run.id, fence, told, instant(deps.clock)))
      judge(await today())
    },
    over: over.signal,
    passed: () => passed,
    usedUp: () => usedUpOf(spendingOfJob(own, now)),
    untold: () => own.map(({ unit }) => unit).filter((unit) => !tells(last, unit)),
    usage: () => now,
  }
}

const cannotCount = 'cannot count what a run has used; retrying'

const tells = ({ usage, atLeast }: TurnUse, unit: BudgetUnit): boolean =>
  unit === 'tokens' ? usage !== null || atLeast !== null : (usage?.costUsd ?? null) !== null

const isSame = (one: Tokens, other: Tokens | null): boolean =>
  other !== null &&
  one.input === other.input &&
  one.output === other.output &&
  one.cached === other.cached &&
  one.costUsd === other.costUsd
