import { readFileSync, statSync } from 'node:fs'
import type { Scope } from '@agent-skill-runner/contract/operations/operation.ts'
import { type DayLimits, dayLimitProblem, dayLimits } from '../domain/budget.ts'
import { sha256 } from '../lib/hash.ts'
import { codeOf } from '../lib/thrown.ts'
import { hint } from './near.ts'

/** Each includes those before it. */
export const scopes: readonly Scope[] = ['read', 'run', 'admin']
const fields = ['name', 'sha256', 'scopes', 'project', 'profile', 'kind', 'max_cost_usd_per_day', 'max_tokens_per_day'] as const

/** A token as the server knows it: never the token itself. */
export interface Token extends DayLimits {
  readonly name: string
  readonly sha256: string
  readonly scopes: readonly Scope[]
  readonly project?: string
  readonly profile?: string
  readonly kind?: 'api' | 'ui'
}

export const singleToken = (token: string): Token => ({ name: 'token', sha256: sha256(token), scopes: ['admin'] })

/** The token file, or every problem in it. */
export function readTokenFile(file: string, problems: string[], notices: string[]): readonly Token[] {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if ((statSync(file).mode & 0o077) !== 0) notices.push(`${file} is open to others than its owner. chmod 600 it.`)
    return parseTokens(entries, file, problems)
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${codeOf(error) || String(error)}`
    problems.push(`SKILL_RUNNER_TOKEN_FILE: ${file} ${reason}.`)
    return []
  }
}

function parseTokens(entries: unknown, file: string, problems: string[]): readonly Token[] {
  if (!Array.isArray(entries) || entries.length === 0) {
    problems.push(`${file} must hold a JSON array of one or more tokens.`)
    return []
  }
  const wrong = entries.flatMap((entry: unknown, index) =>
    problemsOf(entry).map((problem) => `${file}: token ${index + 1} ${problem}`),
  )
  for (const field of ['name', 'sha256'] as const) {
    const values = entries.map((entry: Partial<Token> | null) => entry?.[field]).filter((value) => value !== undefined)
    for (const value of repeated(values))
      wrong.push(`${file}: two tokens have the same ${field}${field === 'name' ? ` ${value}` : ''}.`)
  }
  problems.push(...wrong)
  return wrong.length ? [] : (entries as Token[]).map((entry) => ({ ...entry, sha256: entry.sha256.toLowerCase() }))
}

function problemsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return ['must be an object.']
  const token = entry as Record<string, unknown>
  const problems = Object.keys(token)
    .filter((name) => !fields.some((field) => field === name))
    .map((name) => `has an unknown field ${name}.${hint(name, fields)}`)
  if (!isName(token['name'])) problems.push('needs a name of 1 to 64 characters.')
  if (typeof token['sha256'] !== 'string' || !/^[0-9a-f]{64}$/i.test(token['sha256']))
    problems.push('needs sha256: the SHA-256 of the token in 64 hexadecimal digits.')
  if (!isScopes(token['scopes'])) problems.push(`needs scopes: a list of one or more of ${scopes.join(', ')}.`)
  for (const name of ['project', 'profile'])
    if (token[name] !== undefined && !isName(token[name]))
      problems.push(`has a ${name} that is not a text of 1 to 64 characters.`)
  for (const name of dayLimits) {
    const problem = token[name] === undefined ? null : dayLimitProblem(name, token[name])
    if (problem) problems.push(`has a ${name} that ${problem}.`)
  }
  if (token['kind'] !== undefined && token['kind'] !== 'ui' && token['kind'] !== 'api')
    problems.push('has a kind that is neither api nor ui.')
  return problems
}

const isName = (value: unknown): boolean => typeof value === 'string' && value.length >= 1 && value.length <= 64

const isScopes = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => scopes.some((scope) => scope === item))

const repeated = (values: readonly unknown[]): unknown[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
]
