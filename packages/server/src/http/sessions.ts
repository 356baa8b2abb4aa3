import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Token } from '../config/tokens.ts'
import type { Clock } from '../lib/clock.ts'
import { sha256 } from '../lib/hash.ts'
import { replaceFile } from '../workspace/replace-file.ts'
import type { Tokens } from './tokens.ts'

/** Browsers that were signed in with a token. They outlive a restart, and end an hour after they were last used. */
export interface Sessions {
  /** The token behind a cookie; null: there is no such session any more. */
  tokenOf(cookie: string): Token | null
  /** The cookie of a new session. */
  begin(token: Token): Promise<string>
  end(cookie: string): Promise<void>
}

interface Kept {
  /** Of the token it came from: one that is not there any more ends its sessions. */
  readonly token: string
  readonly usedAt: number
}

const unusedMs = 60 * 60 * 1000
/** How old what the file says about the last use may be. */
const staleMs = 60 * 1000
/** Of one token: whoever signs in again and again only pushes out its own. */
const mostOfOne = 100

/** Only digests of cookies are kept: whoever reads the file can sign in with nothing that is in it. */
export function openSessions(file: string, tokens: Pick<Tokens, 'ofHash'>, clock: Clock): Sessions {
  const kept = new Map(Object.entries(read(file)))
  let writing = Promise.resolve()
  let writtenAt = 0

  const now = () => clock.now().getTime()
  const write = () => {
    writtenAt = now()
    for (const [digest, { usedAt }] of kept) if (usedAt + unusedMs < writtenAt) kept.delete(digest)
    const text = JSON.stringify(Object.fromEntries(kept))
    writing = writing.catch(() => {}).then(() => replaceFile(dirname(file), file, text))
    return writing
  }
  return {
    tokenOf(cookie) {
      const digest = sha256(cookie)
      const session = kept.get(digest)
      if (!session || session.usedAt + unusedMs < now()) return null
      kept.set(digest, { ...session, usedAt: now() })
      // A use that is lost with the server only ends the session a minute earlier.
      if (now() > writtenAt + staleMs) write().catch(() => {})
      return tokens.ofHash(session.token)
    },
    async begin(token) {
      const cookie = randomBytes(32).toString('base64url')
      const own = [...kept]
        .filter((one) => one[1].token === token.sha256)
        .toSorted((one, other) => other[1].usedAt - one[1].usedAt)
      for (const [digest] of own.slice(mostOfOne - 1)) kept.delete(digest)
      kept.set(sha256(cookie), { token: token.sha256, usedAt: now() })
      await write()
      return cookie
    },
    async end(cookie) {
      if (kept.delete(sha256(cookie))) await write()
    },
  }
}

/** Without the file, or with one that nobody understands, everybody signs in again. */
function read(file: string): Record<string, Kept> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, Kept>) : {}
  } catch {
    return {}
  }
}
