import type { Scope } from '@agent-skill-runner/contract/operations/operation.ts'
import type { FastifyRequest } from 'fastify'
import { scopes as everyScope, type Token } from '../config/tokens.ts'
import { dayLimitsIn } from '../domain/budget.ts'
import type { Principal } from '../domain/job.ts'
import { Fault } from '../lib/fault.ts'
import { cookieOf } from './cookie.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { vendorOf } from './vendor.ts'

/** Tells who asks, from the request alone; throws UNAUTHORIZED when there are tokens and none of them was shown. */
export type Identify = (request: FastifyRequest) => Principal

/** Whoever can reach a server without tokens: it listens on loopback only, or its owner insisted. */
const local: Omit<Principal, 'caller'> = { name: 'local', projectId: 'default', anyProject: true, scopes: everyScope }

/** Callers of routes that are open to everyone. */
export const anyone: Principal = { name: 'anyone', caller: '', projectId: 'default', anyProject: false, scopes: [] }

export function identifyBy(tokens: Tokens, sessions: Pick<Sessions, 'tokenOf'> | null = null): Identify {
  return (request) => {
    if (!tokens.areNeeded()) return { ...local, caller: request.ip }
    const shown = tokenIn(request.headers.authorization) ?? apiKeyIn(request)
    const token = shown === null ? signedIn(request, sessions) : tokens.find(shown)
    if (token === null) throw new Fault('UNAUTHORIZED')
    return principalOf(token)
  }
}

/** The token of a browser that was signed in. It sends its cookie by itself, so what changes something has to come from a page of ours. */
function signedIn(request: FastifyRequest, sessions: Pick<Sessions, 'tokenOf'> | null): Token | null {
  const cookie = cookieOf(request)
  if (cookie === null || sessions === null) return null
  // An origin that is not ours was rejected before.
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && request.headers.origin === undefined) throw new Fault('ORIGIN_NOT_ALLOWED', { origin: null })
  return sessions.tokenOf(cookie)
}

export function requireScope(principal: Principal, scope: Scope): void {
  if (!principal.scopes.includes(scope)) throw new Fault('FORBIDDEN', { needed: scope, granted: principal.scopes })
}

/** admin may do what run may, and run what read may. */
function impliedScopes(scopes: readonly Scope[]): Scope[] {
  const highest = Math.max(...scopes.map((scope) => everyScope.indexOf(scope)))
  return everyScope.slice(0, highest + 1)
}

export function principalOf(given: Token): Principal {
  const { name, sha256, project, scopes, profile, kind } = given
  const limits = dayLimitsIn(given)
  return {
    ...{ name, caller: name, projectId: project ?? 'default', anyProject: project === undefined, scopes: impliedScopes(scopes) },
    ...(profile === undefined ? {} : { profile }),
    ...(kind === 'ui' ? { kind } : {}),
    ...(Object.keys(limits).length === 0 ? {} : { dayLimits: limits }),
    token: sha256,
  }
}

/** Whether whoever came in would still get in: its token has not ended, or none was needed and none is. */
export const staysBy =
  (tokens: Tokens) =>
  ({ token }: Principal): boolean =>
    !tokens.areNeeded() || (token !== undefined && tokens.isValid(token))

/** Clients of Anthropic send it this way, and only where they are expected it counts. */
function apiKeyIn({ url, headers }: FastifyRequest): string | null {
  const key = vendorOf(url) === null ? undefined : headers['x-api-key']
  return typeof key === 'string' && /^[\x21-\x7e]+$/.test(key) ? key : null
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
