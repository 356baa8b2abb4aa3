import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '@agent-skill-runner/contract/operations/operation.ts'
import type { DayLimits } from '../domain/budget.ts'
import { patientLock } from '../lib/patient-lock.ts'
import { giveToOwner, putPrivateFile } from '../lib/private-file.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Token } from './tokens.ts'

/** A token that the command line made. Of the token itself there is only the hash. */
export interface CreatedToken {
  readonly id: string
  readonly name: string
  readonly sha256: string
  readonly scopes: readonly Scope[]
  /** Null: all projects. */
  readonly project: string | null
  readonly profile: string | null
  readonly kind: 'api' | 'ui'
  /** Absent, as in older files: it has none. */
  readonly dayLimits?: DayLimits
  readonly createdAt: string
  /** Null: never. */
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** In the data folder, so that it is there with a server and without: one that runs looks whether it has changed. */
export const tokensIn = (dataDir: string): string => join(dataDir, 'tokens.json')

/** When each was last used, to the minute; written by the server alone. */
export const tokenUsesIn = (dataDir: string): string => join(dataDir, 'token-uses.json')

/** Those that ended stay on record: without any, everybody could use the server again. */
export function readCreatedTokens(dataDir: string): readonly CreatedToken[] {
  try {
    const { tokens } = JSON.parse(readFileSync(tokensIn(dataDir), 'utf8')) as { tokens: readonly CreatedToken[] }
    if (!Array.isArray(tokens) || !tokens.every(isCreated)) throw new SyntaxError('it is not a list of tokens')
    return tokens
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

const isCreated = (token: Partial<CreatedToken> | null): boolean =>
  typeof token?.sha256 === 'string' && typeof token.name === 'string' && Array.isArray(token.scopes) && token.scopes.length > 0

/** Whether callers need a token because some were created. A file that cannot be read counts: nobody may pass because of it. */
export function hasCreatedTokens(dataDir: string): boolean {
  try {
    return readCreatedTokens(dataDir).length > 0
  } catch {
    return true
  }
}

export const stateOfToken = ({ expiresAt, revokedAt }: CreatedToken, now: Date): 'active' | 'expired' | 'revoked' => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active'
}

/** As the server knows any other. */
export const tokenOfCreated = ({ name, sha256, scopes, project, profile, kind, dayLimits }: CreatedToken): Token => ({
  ...{ name, sha256, scopes, ...dayLimits },
  ...(project === null ? {} : { project }),
  ...(profile === null ? {} : { profile }),
  ...(kind === 'ui' ? { kind } : {}),
})

/** One change at a time, whoever makes it; readers see the file as it was or as it is. */
export async function changeCreatedTokens(
  dataDir: string,
  change: (tokens: readonly CreatedToken[]) => readonly CreatedToken[],
): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await patientLock(join(dataDir, 'tokens.lock'), 'tokens')
  try {
    write(dataDir, change(readCreatedTokens(dataDir)))
  } finally {
    lock.release()
  }
}

/** Root gives the lock away too: the server may want it later. */
function write(dataDir: string, tokens: readonly CreatedToken[]): void {
  putPrivateFile(tokensIn(dataDir), `${JSON.stringify({ tokens }, null, 2)}\n`)
  giveToOwner(join(dataDir, 'tokens.lock'))
}
