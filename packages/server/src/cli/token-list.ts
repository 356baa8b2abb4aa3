import { readCreatedTokens } from '../config/created-tokens.ts'
import type { Token } from '../config/tokens.ts'
import { helpOf } from './exit-codes.ts'
import { noWords } from './one-word.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import type { TokenCommand } from './token-command.ts'
import { presentToken, readUses } from './token-view.ts'
import { parseWords, say } from './words.ts'

const help = `skill-runner token list [--json]

Lists the tokens of the server: those of its settings, and those that were created, revoked and expired ones too.
LAST USED is exact to the minute. The tokens themselves are stored nowhere.

  --json    one JSON list on stdout

${helpOf('succeeded', 'failed', 'usage')}`

export const tokenList: TokenCommand = {
  help,
  async run(args, config) {
    const { values, positionals } = parseWords(args, { json: { type: 'boolean' } })
    noWords(positionals)
    const uses = readUses(config.dataDir)
    const created = readCreatedTokens(config.dataDir).map((token) => presentToken(token, uses[token.id] ?? null))
    const all = [...config.tokens.map(presentConfigured), ...created]
    if (values.json) return say(`${JSON.stringify(all, null, 2)}\n`)
    if (all.length === 0) return say('There are no tokens: everyone who can reach the server can use it.\n')
    return say(tableOf([headings, ...all.map((token) => rowOf(token).map(plain))]))
  },
}

type Listed = ReturnType<typeof presentToken> | ReturnType<typeof presentConfigured>

/** The settings say nothing about its life. */
const presentConfigured = ({ name, scopes, project, profile, kind = 'api', ...limits }: Token) => ({
  id: null,
  ...{ name, source: 'settings' as const, scopes, kind, state: 'active' as const },
  ...{ project: project ?? null, profile: profile ?? null },
  ...{ max_cost_usd_per_day: limits.max_cost_usd_per_day ?? null, max_tokens_per_day: limits.max_tokens_per_day ?? null },
  ...{ created_at: null, expires_at: null, revoked_at: null, last_used_at: null },
})

const headings = ['NAME', 'SCOPE', 'PROJECT', 'PROFILE', 'KIND', 'PER DAY', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED']

const perDay = ({ max_cost_usd_per_day: cost, max_tokens_per_day: tokens }: Listed): string =>
  [...(cost === null ? [] : [`$${cost}`]), ...(tokens === null ? [] : [`${tokens} tokens`])].join(', ') || '–'

const rowOf = (token: Listed): string[] => [
  token.name,
  token.scopes.join(' '),
  token.project ?? 'all',
  token.profile ?? '–',
  token.kind,
  perDay(token),
  token.state,
  token.created_at?.slice(0, 10) ?? 'settings',
  token.expires_at?.slice(0, 16) ?? '–',
  token.last_used_at?.slice(0, 16) ?? '–',
]
