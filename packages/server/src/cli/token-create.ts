import { randomBytes } from 'node:crypto'
import type { Scope } from '@agent-skill-runner/contract/operations/operation.ts'
import { type CreatedToken, changeCreatedTokens, readCreatedTokens, stateOfToken, tokensIn } from '../config/created-tokens.ts'
import { scopes as everyScope } from '../config/tokens.ts'
import type { Config } from '../config.ts'
import { type DayLimits, dayLimitProblem } from '../domain/budget.ts'
import { sha256 } from '../lib/hash.ts'
import { newId } from '../lib/ids.ts'
import { helpOf } from './exit-codes.ts'
import { durationOf, oneOfWords } from './given-values.ts'
import { oneWord } from './one-word.ts'
import { type TokenCommand, TokenProblem } from './token-command.ts'
import { presentToken } from './token-view.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner token create <name> [flags]

Creates a token and prints it. This is the only time that it is shown: the server keeps only its hash.
The server needs no restart. From its first token on, every caller needs one, the web page too.

  --scope SCOPE        read, run or admin; each includes those before it (default: run)
  --project PROJECT    only for this project (default: all projects)
  --profile PROFILE    only for the tools that this profile of the project allows (docs/profiles.md)
  --kind KIND          api, or ui for a token that is given to a web page (default: api)
  --max-cost-per-day USD    what its jobs may cost in a day (UTC), as 2.50; needs engines that tell their cost (default: no limit)
  --max-tokens-per-day N    tokens that its jobs may use in a day (UTC) (default: no limit)
  --expires TIME       how long it is valid: 45m, 12h, 30d, or a time like 2027-01-31T00:00:00Z (default: until it is revoked)
  --json               one JSON document on stdout, with the token as token

${helpOf('succeeded', 'failed', 'usage')}`

const flags = {
  scope: { type: 'string' },
  project: { type: 'string' },
  profile: { type: 'string' },
  kind: { type: 'string' },
  expires: { type: 'string' },
  'max-cost-per-day': { type: 'string' },
  'max-tokens-per-day': { type: 'string' },
  json: { type: 'boolean' },
} as const

export const tokenCreate: TokenCommand = {
  help,
  async run(args, config) {
    const { values, positionals } = parseWords(args, flags)
    const secret = `asr_${randomBytes(32).toString('base64url')}`
    const wish = wishOf(oneWord(positionals, 'the token: who will use it'), values)
    const token: CreatedToken = { id: newId('tok'), sha256: sha256(secret), ...wish, revokedAt: null }
    if (config.tokens.some(({ name }) => name === token.name)) throw new TokenProblem(`${isTaken(token.name)} in the settings.`)
    const isFirst = config.tokens.length === 0 && readCreatedTokens(config.dataDir).length === 0
    await changeCreatedTokens(config.dataDir, (tokens) => [...withoutEnded(tokens, token.name), token])
    if (values.json) return say(`${JSON.stringify({ ...presentToken(token, null), token: secret }, null, 2)}\n`)
    process.stderr.write(noteOf(token, config, isFirst))
    return say(`${secret}\n`)
  },
}

type TokenFlags = {
  readonly [Flag in 'scope' | 'project' | 'profile' | 'kind' | 'expires' | 'max-cost-per-day' | 'max-tokens-per-day']?:
    | string
    | undefined
}

function wishOf(name: string, given: TokenFlags): Omit<CreatedToken, 'id' | 'sha256' | 'revokedAt'> {
  // It is in logs, lists and headings, and in the names of nobody else.
  if (!/^[\w.@-][\w .@-]{0,63}$/.test(name)) throw new UsageError('A name has 1 to 64 letters, digits, blanks and any of . _ @ -')
  const now = new Date()
  const scope: Scope = oneOfWords('--scope', everyScope, given.scope) ?? 'run'
  const kind = oneOfWords('--kind', ['api', 'ui'], given.kind) ?? 'api'
  const project = checked('--project', /^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and hyphens', given.project)
  const profile = checked('--profile', /^[a-z0-9][a-z0-9._-]{0,62}$/, 'lower-case letters, digits and . _ -', given.profile)
  const life = { createdAt: now.toISOString(), expiresAt: endOf(given.expires, now) }
  return { name, scopes: [scope], project, profile, kind, ...life, dayLimits: dayLimitsOf(given) }
}

const dayFlags = [
  ['max_cost_usd_per_day', 'max-cost-per-day'],
  ['max_tokens_per_day', 'max-tokens-per-day'],
] as const

function dayLimitsOf(given: TokenFlags): DayLimits {
  const limits = dayFlags.flatMap(([name, flag]) => {
    const text = given[flag]
    if (text === undefined) return []
    const value = text.trim() === '' ? Number.NaN : Number(text)
    const problem = dayLimitProblem(name, value)
    if (problem) throw new UsageError(`--${flag} ${problem}: "${text}"`)
    return [[name, value] as const]
  })
  return Object.fromEntries(limits)
}

function checked(flag: string, pattern: RegExp, what: string, given: string | undefined): string | null {
  if (given !== undefined && !pattern.test(given)) throw new UsageError(`${flag} must be 1 to 63 ${what}, not "${given}"`)
  return given ?? null
}

function endOf(given: string | undefined, now: Date): string | null {
  if (given === undefined) return null
  const isInstant = /^\d{4}-\d\d-\d\d/.test(given)
  const end = isInstant ? Date.parse(given) : now.getTime() + 1000 * (durationOf('--expires', given) ?? 0)
  if (!Number.isFinite(end) || !(end > now.getTime()))
    throw new UsageError(`--expires must be in the future, as 30d or 2027-01-31T00:00:00Z, not "${given}"`)
  return new Date(end).toISOString()
}

/** A name that has ended can be given again: what belongs to it then belongs to the new one. */
function withoutEnded(tokens: readonly CreatedToken[], name: string): CreatedToken[] {
  const now = new Date()
  if (tokens.some((one) => one.name === name && stateOfToken(one, now) === 'active'))
    throw new TokenProblem(`${isTaken(name)}. Revoke it, or choose another name: ./skill-runner token revoke ${name}`)
  return tokens.filter((one) => one.name !== name)
}

const isTaken = (name: string): string => `There is already a token ${name}`

const noteOf = ({ name }: CreatedToken, { dataDir }: Config, isFirst: boolean): string =>
  [
    `Token ${name}, for the server with the data folder ${dataDir}. It is not shown again; ${tokensIn(dataDir)} has its hash.`,
    ...(isFirst ? ['This is the first token: from now on every caller of that server needs one.'] : []),
    '',
  ].join('\n')
