import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface TestToken {
  readonly name: string
  readonly scopes: readonly string[]
  readonly project?: string
  readonly profile?: string
  readonly kind?: 'ui'
  readonly max_cost_usd_per_day?: number
  readonly max_tokens_per_day?: number
}

/** A file of tokens that is gone when the test is, and the headers that each caller sends. */
export function writeTokens(tokens: readonly TestToken[]) {
  const folder = mkdtempSync(join(tmpdir(), 'asr-tokens-'))
  const secretOf = (name: string) => `token-of-${name}-1234567890`
  const file = join(folder, 'tokens.json')
  const entries = tokens.map((token) => ({ ...token, sha256: createHash('sha256').update(secretOf(token.name)).digest('hex') }))
  writeFileSync(file, JSON.stringify(entries), { mode: 0o600 })
  return {
    env: { SKILL_RUNNER_TOKEN_FILE: file },
    tokenOf: secretOf,
    as: (name: string) => ({ authorization: `Bearer ${secretOf(name)}` }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
