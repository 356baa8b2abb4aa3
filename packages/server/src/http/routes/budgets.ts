import type { BudgetList } from '@agent-skill-runner/contract/budget.ts'
import type { FastifyInstance } from 'fastify'
import { type DayLimits, type DayUse, dayOf, endOfDay } from '../../domain/budget.ts'
import { instant } from '../../lib/clock.ts'
import { route } from '../route.ts'
import type { Tokens } from '../tokens.ts'
import type { RouteDeps } from './deps.ts'

/** What may be used in a day, and what has been. */
export function budgetRoutes(app: FastifyInstance, { runner }: RouteDeps, tokens: Pick<Tokens, 'named'>): void {
  const { store, clock } = runner

  route(app, 'getBudget', async ({ principal }) => {
    const { caller, projectId, dayLimits = {} } = principal
    const today = todayOf(instant(clock))
    const use = await store.dayUse.on(today.day, { token: caller, project: projectId })
    return {
      ...today,
      token: present(caller, dayLimits, use.token),
      project: present(projectId, await store.projectLimits.of(projectId), use.project),
    }
  })

  route(app, 'listBudgets', async (): Promise<BudgetList> => {
    const today = todayOf(instant(clock))
    const all = await store.dayUse.allOn(today.day, mostListed)
    const ofProjects = await store.projectLimits.all()
    const limitsOf = (kind: 'token' | 'project', name: string): DayLimits =>
      (kind === 'token' ? tokens.named(name) : ofProjects.get(name)) ?? {}
    return { ...today, budgets: all.map(({ kind, name, use }) => ({ kind, ...present(name, limitsOf(kind, name), use) })) }
  })
}

const mostListed = 1000

const todayOf = (now: string) => ({ day: dayOf(now), resets_at: endOfDay(now) })

const present = (name: string, limits: DayLimits, { cost_usd, tokens }: DayUse) => ({
  name,
  max_cost_usd_per_day: limits.max_cost_usd_per_day ?? null,
  max_tokens_per_day: limits.max_tokens_per_day ?? null,
  used_cost_usd: cost_usd,
  used_tokens: tokens,
})
