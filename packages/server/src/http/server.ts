import { setMaxListeners } from 'node:events'
import type { Scope } from '@agent-skill-runner/contract/operations/operation.ts'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import type { Config } from '../config.ts'
import type { Principal } from '../domain/job.ts'
import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { type ActionRecord, addAudit } from './audit.ts'
import { anyone, type Identify, identifyBy, requireScope, staysBy } from './auth.ts'
import { limitBodyTime } from './body-time.ts'
import { answerPreflight, type Cors, corsBy } from './cors.ts'
import { sendError, sendFrameworkError } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { innerOf } from './inner.ts'
import { parseJsonBody } from './json-body.ts'
import type { LegacyRoutes } from './legacy.ts'
import { answerMalformed } from './malformed.ts'
import { unsupportedMediaType } from './media-type.ts'
import { allowedMethods } from './methods.ts'
import type { Metrics } from './metrics.ts'
import { type LimitOpen, limitOpenBy } from './open-requests.ts'
import type { OpenApi } from './openapi.ts'
import { type CheckOrigin, checkOriginBy } from './origin.ts'
import { limitRateBy } from './rate-limit.ts'
import { type RequireReach, requireReach as usualReach } from './require-reach.ts'
import { type Profiles, type RequireTool, requireToolBy } from './require-tool.ts'
import { routeName } from './route-name.ts'
import type { Sessions } from './sessions.ts'
import { Streams } from './sse.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { validatorsOf } from './validate.ts'
import { vendorOf } from './vendor.ts'

export interface DoorDeps {
  readonly config: Pick<Config, 'host' | 'allowedHosts' | 'corsOrigins' | 'tokens' | 'rateLimit'>
  readonly log: FastifyBaseLogger
  readonly openapi: OpenApi
  readonly clock: Clock
  readonly metrics: Metrics
  /** Absent: those of the settings alone. */
  readonly tokens?: Tokens
  /** Absent: there are none, and a token with one may use no tool. */
  readonly profiles?: Profiles
  /** Browsers that are signed in; null: none can be. */
  readonly sessions?: Sessions | null
  /** Where admin actions are kept; null: nowhere. */
  readonly actions: ActionRecord | null
  readonly limits?: Partial<DoorLimits>
  /** Old URLs that are taken for others. */
  readonly legacy?: Pick<LegacyRoutes, 'rewrite' | 'mark'>
  /** How the guards are made; tests put one out of action to prove that it is what holds. */
  readonly guards?: {
    readonly checkOrigin?: CheckOrigin
    readonly identify?: Identify
    readonly requireReach?: RequireReach
    readonly requireTool?: RequireTool
  }
}

export interface DoorLimits {
  readonly bodyBytes: number
  readonly headerBytes: number
  /** For the head of a request, and for all of it. */
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** The longest time of an upload; within it, something has to arrive in every `requestTimeoutMs`. */
  readonly uploadTimeoutMs: number
  /** How often Node looks for requests that took too long. */
  readonly checkEveryMs: number
  readonly keepAliveMs: number
  readonly heartbeatMs: number
  /** Requests of one caller at once. */
  readonly openOfOne: number
}

const usualLimits: DoorLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  uploadTimeoutMs: 60 * 60_000,
  checkEveryMs: 5_000,
  keepAliveMs: 65_000,
  heartbeatMs: 5_000,
  openOfOne: 2_000,
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly requireTool: RequireTool
  }
  interface FastifyRequest {
    principal: Principal
  }
  interface FastifyContextConfig {
    /** What a token must allow; null: open to everyone. Routes that say nothing need `read`. */
    readonly scope?: Scope | null
    /** As openapi.json calls it. */
    readonly operation?: string
    readonly isStream?: boolean
    /** A page for people: a browser that is not signed in is led to where it can be. */
    readonly asksToSignIn?: boolean
    /** It reads multipart/form-data, as it arrives. */
    readonly takesForms?: boolean
  }
}

/** The door without its rooms: every guard, limit and error is here; routes are added with route(). */
export function buildServer(deps: DoorDeps): FastifyInstance {
  const limits = { ...usualLimits, ...deps.limits }
  const malformed = answerMalformed(deps.log)
  const cors = corsBy(deps.config.corsOrigins)
  const tokens = deps.tokens ?? openTokens(deps.config.tokens)
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'x_request_id' }),
    genReqId: () => newId('req'),
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: Math.max(limits.requestTimeoutMs, limits.uploadTimeoutMs),
    keepAliveTimeout: limits.keepAliveMs,
    // A caller may wait 300 s for its answer and follow a stream for hours, so a quiet socket is not a dead one.
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.headerBytes },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      connectionsCheckingInterval: limits.checkEveryMs,
      // A request without Host gets our shape of error, not Node's empty one.
      requireHostHeader: false,
      keepAlive: true,
    },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: malformed.onClientError,
    ...(deps.legacy ? { rewriteUrl: deps.legacy.rewrite } : {}),
    frameworkErrors: (error, request, reply) => {
      cors.mark(request, reply)
      sendFrameworkError(error, request, reply)
    },
  })
  malformed.watch(app.server)
  readBodies(app)
  limitBodyTime(app, limits.requestTimeoutMs)
  addParts(app, deps, limits, tokens)
  deps.legacy?.mark(app)
  addGuards(app, deps, cors, tokens, limitOpenBy(limits.openOfOne))
  if (deps.actions) addAudit(app, deps.actions, deps.clock)
  addRecords(app, deps)
  app.setErrorHandler(sendError)
  return app
}

/** route() validates and serializes. Fastify would load compilers of its own at every start, 30 ms for nothing. */
function noSchemas(): never {
  throw new Error('Routes here have no Fastify schemas: open them with route()')
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Forms are left in the socket: who takes them reads them as they arrive. Other routes do not know them.
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    if (!request.routeOptions.config.takesForms) throw unsupportedMediaType(request)
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    parseJsonBody(request, bytes),
  )
}

function addParts(app: FastifyInstance, deps: DoorDeps, limits: DoorLimits, tokens: Tokens): void {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  app.decorate('operations', deps.openapi.operations)
  app.decorate('validators', validatorsOf(deps.openapi))
  app.decorate('closing', closing)
  app.decorate('requireTool', deps.guards?.requireTool ?? requireToolBy(deps.profiles ?? { find: async () => null }))
  app.decorate('streams', new Streams(deps.clock, limits.heartbeatMs, staysBy(tokens)))
  app.decorateRequest('principal')
  app.decorateRequest('inner', null)
  app.decorateRequest('actionId', null)
  app.decorateRequest('actionTarget', null)
  app.decorateRequest('needsAdmin', false)
  app.decorateRequest('errorCode', null)
}

/** In this order: who it was meant for, who asks, whether not too often and not too many at once, whether there is such a route, whether they may by scope, and by project and profile. Bodies are read only after that. */
function addGuards(app: FastifyInstance, deps: DoorDeps, cors: Cors, tokens: Tokens, limitOpen: LimitOpen): void {
  const checkOrigin = deps.guards?.checkOrigin ?? checkOriginBy(deps.config)
  const identify = deps.guards?.identify ?? identifyBy(tokens, deps.sessions)
  const requireReach = deps.guards?.requireReach ?? usualReach
  const limitRate = limitRateBy({ perMinute: deps.config.rateLimit })
  const allowed = allowedMethods(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'x-request-id': request.id })
    if (vendorOf(request.url) === 'anthropic') reply.header('request-id', request.id)
    cors.mark(request, reply)
    const inner = innerOf(request)
    request.inner = inner
    if (!inner) checkOrigin(request)
    if (cors.isPreflight(request) && allowed(request.url).length > 0) return answerPreflight(reply, allowed(request.url))
    const { scope = 'read' } = request.routeOptions.config
    if (!inner && scope !== null && isLedToSignIn(request, identify))
      return reply.redirect(`/ui?to=${encodeURIComponent(request.url)}`)
    if (inner) request.principal = inner.outer.principal
    else request.principal = scope === null ? anyone : identify(request)
    if (scope !== null && !inner) limitRate(request, reply)
    if (scope !== null && !inner) limitOpen(request, reply)
    if (request.is404) throw noSuchRoute(reply, allowed(request.url))
    if (scope !== null) requireScope(request.principal, scope)
    if (scope !== null) requireReach(request)
    if (scope !== null) await app.requireTool(request)
    if (app.closing.signal.aborted) throw new Fault('SHUTTING_DOWN')
  })
}

/** A person opened a page, and nobody knows who it is. Programs get the error instead, which they can read. */
function isLedToSignIn(request: FastifyRequest, identify: Identify): boolean {
  const isOpened = request.headers['sec-fetch-mode'] === 'navigate' || request.headers.accept?.includes('text/html')
  if (!request.routeOptions.config.asksToSignIn || !isOpened || request.headers.authorization !== undefined) return false
  try {
    identify(request)
    return false
  } catch (error) {
    return error instanceof Fault && error.code === 'UNAUTHORIZED'
  }
}

function noSuchRoute(reply: FastifyReply, allowed: readonly string[]): Fault {
  if (allowed.length === 0) return new Fault('ROUTE_NOT_FOUND')
  reply.header('allow', allowed.join(', '))
  return new Fault('METHOD_NOT_ALLOWED', { allowed })
}

/** One line and one measurement per answer. The route is named, never the URL: a query may hold what nobody should read. */
function addRecords(app: FastifyInstance, deps: DoorDeps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const status = reply.statusCode
    const ms = reply.elapsedTime
    const { url: pattern = '(none)', config } = request.routeOptions
    const route = routeName(pattern)
    if (!config.isStream) deps.metrics.requestAnswered(route, method, status, ms / 1000)
    const level = status >= 500 ? 'warn' : method === 'GET' || method === 'HEAD' ? 'debug' : 'info'
    request.log[level]({ method, route, status, ms: Math.round(ms * 10) / 10 }, 'answered')
  })
}

/** Takes no more connections, ends streams and waits, lets answers finish, and cuts what is left after the grace time. */
export async function closeServer(app: FastifyInstance, graceMs = 5_000): Promise<void> {
  app.closing.abort()
  app.streams.endAll()
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
