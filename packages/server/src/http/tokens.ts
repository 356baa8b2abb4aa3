import { createHash, timingSafeEqual } from 'node:crypto'
import { type CreatedToken, readCreatedTokens, stateOfToken, tokenOfCreated, tokensIn } from '../config/created-tokens.ts'
import type { Token } from '../config/tokens.ts'
import type { Clock } from '../lib/clock.ts'
import { fileStamp } from '../lib/file-stamp.ts'

/** The tokens that count at this moment: those of the settings, and those that were created and have not ended. */
export interface Tokens {
  /** Whether callers have to show one. */
  areNeeded(): boolean
  /** Null: it is none of them. */
  find(shown: string): Token | null
  /** By its hash: that of a browser which was signed in with it. */
  ofHash(sha256: string): Token | null
  /** By its name, also one that has ended: what it began may go on. Null: there is none. */
  named(name: string): Token | null
  /** By its hash, without noting a use: whether its holder could still come in. A new token of the same name is another one. */
  isValid(sha256: string): boolean
}

interface CreatedDeps {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: { error(facts: object, text: string): void }
  /** Told of every use. */
  noteUse(token: CreatedToken): void
}

export function openTokens(configured: readonly Token[], deps: CreatedDeps | null = null): Tokens {
  const created = deps && openCreated(deps)
  const byHash = (sha256: string): Token | null => {
    const token = created?.of(sha256)
    if (!token) return null
    deps?.noteUse(token)
    return tokenOfCreated(token)
  }
  return {
    areNeeded: () => configured.length > 0 || (created?.areThere() ?? false),
    find: (shown) => {
      const digest = createHash('sha256').update(shown).digest()
      return tokenAmong(configured, digest) ?? byHash(digest.toString('hex'))
    },
    ofHash: (sha256) => configured.find((token) => token.sha256 === sha256) ?? byHash(sha256),
    named: (name) => configured.find((token) => token.name === name) ?? created?.named(name) ?? null,
    isValid: (sha256) => configured.some((token) => token.sha256 === sha256) || (created?.of(sha256) ?? null) !== null,
  }
}

/** Every one is compared, whatever the others said, so that the time tells nothing about which one fits. */
function tokenAmong(tokens: readonly Token[], digest: Buffer): Token | null {
  let found: Token | null = null
  for (const token of tokens) if (timingSafeEqual(Buffer.from(token.sha256, 'hex'), digest)) found = token
  return found
}

/**
 * Created tokens as their file has them now; a look at its stamp costs a few microseconds. They are found by hash: a token is
 * 256 random bits, so how long a lookup takes tells nobody the next byte of one.
 */
function openCreated({ dataDir, clock, log }: CreatedDeps) {
  let stamp: string | null = null
  let tokens: ReadonlyMap<string, CreatedToken> = new Map()
  // Whoever takes the file away does not open a server that was closed.
  let wereThere = false

  const current = (): typeof tokens => {
    const now = fileStamp(tokensIn(dataDir))
    if (now === stamp) return tokens
    stamp = now
    try {
      tokens = new Map(readCreatedTokens(dataDir).map((token) => [token.sha256, token]))
      wereThere ||= tokens.size > 0
    } catch (error) {
      log.error({ err: error, file: tokensIn(dataDir) }, 'cannot read the created tokens; none of them is accepted')
      tokens = new Map()
      wereThere = true
    }
    return tokens
  }
  const isActive = (token: CreatedToken) => stateOfToken(token, clock.now()) === 'active'
  return {
    named(name: string): Token | null {
      const token = [...current().values()].find((one) => one.name === name)
      return token ? tokenOfCreated(token) : null
    },
    areThere: () => current().size > 0 || wereThere,
    of(sha256: string): CreatedToken | null {
      const token = current().get(sha256)
      return token && isActive(token) ? token : null
    },
  }
}
