import type { Session } from '@agent-skill-runner/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import type { Token } from '../../config/tokens.ts'
import { Fault } from '../../lib/fault.ts'
import { principalOf } from '../auth.ts'
import { cookieOf, dropCookie, setCookie } from '../cookie.ts'
import { route } from '../route.ts'
import type { Sessions } from '../sessions.ts'
import type { Tokens } from '../tokens.ts'

/** Browsers cannot keep a token safely: they exchange it for a cookie once. */
export function sessionRoutes(app: FastifyInstance, sessions: Sessions, tokens: Tokens): void {
  const viewOf = (token: Token | null): Session => ({
    needs_token: tokens.areNeeded(),
    name: token?.name ?? null,
    scopes: token ? [...principalOf(token).scopes] : tokens.areNeeded() ? [] : ['read', 'run', 'admin'],
  })

  route(app, 'getSession', ({ request }) => {
    const cookie = cookieOf(request)
    return viewOf(cookie === null ? null : sessions.tokenOf(cookie))
  })

  route(app, 'signIn', async ({ body, request, reply }) => {
    const token = tokens.find(body.token)
    if (token === null) throw new Fault('UNAUTHORIZED')
    setCookie(request, reply, await sessions.begin(token))
    return viewOf(token)
  })

  route(app, 'signOut', async ({ request, reply }) => {
    const cookie = cookieOf(request)
    if (cookie !== null) await sessions.end(cookie)
    dropCookie(request, reply)
    return viewOf(null)
  })
}
