import { readFileSync } from 'node:fs'
import { type CreatedToken, stateOfToken, tokenUsesIn } from '../config/created-tokens.ts'

/** A token as `--json` shows it: everything but itself and its hash. */
export const presentToken = (token: CreatedToken, lastUsedAt: string | null) => ({
  id: token.id,
  name: token.name,
  source: 'created' as const,
  scopes: token.scopes,
  project: token.project,
  profile: token.profile,
  kind: token.kind,
  max_cost_usd_per_day: token.dayLimits?.max_cost_usd_per_day ?? null,
  max_tokens_per_day: token.dayLimits?.max_tokens_per_day ?? null,
  state: stateOfToken(token, new Date()),
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  revoked_at: token.revokedAt,
  last_used_at: lastUsedAt,
})

/** By id. A server that was never used has written none. */
export function readUses(dataDir: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(tokenUsesIn(dataDir), 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
