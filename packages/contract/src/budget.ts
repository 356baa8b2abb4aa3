import { type Static, Type } from 'typebox'
import { closed, Instant, nullable, oneOf } from './shared.ts'

const share = {
  name: Type.String({ description: 'Of the token or the project; an address, where there are no tokens' }),
  max_cost_usd_per_day: nullable(Type.Number({ description: 'null: no limit' })),
  max_tokens_per_day: nullable(Type.Integer({ description: 'null: no limit' })),
  used_cost_usd: Type.Number({ description: 'What engines told; a cost that none tells is not in it' }),
  used_tokens: Type.Integer({ description: 'Of input and output' }),
}

const day = {
  day: Type.String({ description: 'The day in UTC', examples: ['2027-01-31'] }),
  resets_at: Type.Unsafe<Static<typeof Instant>>({ ...Instant, description: 'When the next day begins' }),
}

export const BudgetView = closed(
  { ...day, token: closed(share), project: closed(share) },
  { $id: 'BudgetView', description: 'What the caller and its project may use today, and what they have used' },
)

export const BudgetList = closed(
  {
    ...day,
    budgets: Type.Array(closed({ kind: oneOf(['token', 'project']), ...share })),
  },
  { $id: 'BudgetList', description: 'Who used something today; those that used most come first, and at most 1,000' },
)

export type BudgetView = Static<typeof BudgetView>
export type BudgetList = Static<typeof BudgetList>
