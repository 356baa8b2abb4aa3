import { BudgetList, BudgetView } from '../budget.ts'
import { json, operation } from './operation.ts'

export const getBudget = operation({
  method: 'get',
  path: '/v1/budget',
  tag: 'jobs',
  summary: 'What the token and its project may use in a day, and what they have used today',
  scope: 'read',
  returns: json(BudgetView),
  errors: [],
})

export const listBudgets = operation({
  method: 'get',
  path: '/v1/management/budgets',
  tag: 'management',
  summary: 'What all tokens and projects have used today, with their limits',
  scope: 'admin',
  returns: json(BudgetList),
  errors: [],
})
