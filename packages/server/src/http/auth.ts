import { createHash, timingSafeEqual } from 'node:crypto'
import type { Scope } from '@agent-skill-runner/contract/operations/operation.ts'
import type { FastifyRequest } from 'fastify'
import { scopes as everyScope, type Token } from '../config/tokens.ts'
import type { Principal } from '../domain/job.ts'
import { Fault } from '../lib/fault.ts'

/** Tells who asks, from the request alone; throws UNAUTHORIZED when there are tokens and none of them was shown. */
export type Identify = (request: FastifyRequest) => Principal

/** Whoever can reach a server without tokens: it listens on loopback only, or its owner insisted. */
const local: Principal = { name: 'local', projectId: 'default', scopes: everyScope }

/** Callers of routes that are open to everyone. */
export const anyone: Principal = { name: 'anyone', projectId: 'default', scopes: [] }

export function identifyBy(tokens: readonly Token[]): Identify {
  if (tokens.length === 0) return () => local
  const known = tokens.map((token) => ({ digest: Buffer.from(token.sha256, 'hex'), principal: principalOf(token) }))
  return (request) => {
    const shown = tokenIn(request.headers.authorization)
    const digest = createHash('sha256')
      .update(shown ?? '')
      .digest()
    // Every entry is compared, whatever the others said, so that the time tells nothing about which one fits.
    let found: Principal | null = null
    for (const entry of known) if (timingSafeEqual(entry.digest, digest)) found = entry.principal
    if (shown === null || found === null) throw new Fault('UNAUTHORIZED')
    return found
  }
}

export function requireScope(principal: Principal, scope: Scope): void {
  if (!principal.scopes.includes(scope)) throw new Fault('FORBIDDEN', { needed: scope, granted: principal.scopes })
}

/** admin may do what run may, and run what read may. */
function impliedScopes(scopes: readonly Scope[]): Scope[] {
  const highest = Math.max(...scopes.map((scope) => everyScope.indexOf(scope)))
  return everyScope.slice(0, highest + 1)
}

function principalOf({ name, project, scopes }: Token): Principal {
  return { name, projectId: project ?? 'default', scopes: impliedScopes(scopes) }
}

/** As a bearer token, or as the password of any user: some clients know nothing but HTTP Basic. */
function tokenIn(header = ''): string | null {
  const [, scheme, credentials = ''] = header.match(/^(bearer|basic) +([\x21-\x7e]+) *$/i) ?? []
  if (scheme?.toLowerCase() !== 'basic') return credentials || null
  const [, password] =
    Buffer.from(credentials, 'base64')
      .toString('utf8')
      .match(/^[^:]*:([\x21-\x7e]+)$/s) ?? []
  return password ?? null
}
