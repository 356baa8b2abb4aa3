import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Fault } from '../lib/fault.ts'

/** Routes of the data of the old UI, and those that took their place. The end of a log is shown where both its streams are. */
const successors: readonly (readonly [old: RegExp, route: string, successor: (id: string) => string])[] = [
  [/^\/ui\/skills\/table$/, '/ui/skills/table', () => '/v1/management/skills'],
  [/^\/ui\/runs\/table$/, '/ui/runs/table', () => '/v1/management/runs'],
  [/^\/ui\/engines\/table$/, '/ui/engines/table', () => '/v1/management/engines'],
  [/^\/ui\/runs\/([\w.~%-]+)\/view$/, '/ui/runs/:request_id/view', (id) => `/v1/management/runs/${id}`],
  [/^\/ui\/runs\/([\w.~%-]+)\/logs\/tail$/, '/ui/runs/:request_id/logs/tail', (id) => `/v1/jobs/${id}/logs`],
]

/** When the old routes were replaced; a time in seconds, as RFC 9745 wants it. */
const deprecation = `@${Date.UTC(2026, 1, 1) / 1000}`

/** Ours are much shorter; anything else is no place to point to. */
const mostOfId = 64

export interface LegacyRoutes {
  /** The URL that answers for an old one; any other as it is. */
  rewrite(request: { readonly url?: string | undefined; readonly method?: string | undefined }): string
  /** Marks their answers, refusals too: before the guards. Only who gets past those is logged, or anybody could fill the log. */
  mark(app: FastifyInstance): void
  /** Opens those that only say that they are gone. */
  add(app: FastifyInstance): void
}

/** `warn`: an old URL is answered by what took its place, with headers that say so, and it is logged who still comes. `gone`: 410. */
export function legacyRoutes({ mode, sunset }: Config['legacyRoutes']): LegacyRoutes {
  const isGone = mode === 'gone'
  return {
    // A browser asks first whether it may read.
    rewrite: ({ url = '/', method }) => (isGone || !(isReading(method) || method === 'OPTIONS') ? url : successorOf(url)),
    mark(app) {
      app.addHook('onRequest', async (request, reply) => {
        const old = askedOld(request)
        if (!old) return
        reply.header('link', `<${old.successor(old.id.slice(0, mostOfId))}>; rel="successor-version"`)
        if (!isGone) reply.headers({ deprecation, sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() })
      })
      app.addHook('preHandler', async (request) => {
        const old = askedOld(request)
        if (!old) return
        const told = { old_route: old.route, successor: old.successor(':request_id') }
        request.log.warn(told, 'deprecated UI route called')
      })
    },
    add(app) {
      if (isGone) for (const [, route] of successors) app.get(route, { config: { scope: 'read' } }, gone)
    },
  }
}

const isReading = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

function successorOf(url: string): string {
  const old = oldOf(url)
  return old ? old.successor(old.id) + old.query : url
}

const askedOld = ({ method, originalUrl }: FastifyRequest): Old | null => (isReading(method) ? oldOf(originalUrl) : null)

interface Old {
  readonly route: string
  readonly successor: (id: string) => string
  readonly id: string
  readonly query: string
}

function oldOf(url: string): Old | null {
  if (!url.startsWith('/ui/')) return null
  const [path = '', ...query] = url.split(/(?=\?)/)
  for (const [pattern, route, successor] of successors) {
    const found = pattern.exec(path)
    if (found) return { route, successor, id: found[1] ?? '', query: query.join('') }
  }
  return null
}

function gone(): never {
  throw new Fault('ROUTE_GONE')
}
