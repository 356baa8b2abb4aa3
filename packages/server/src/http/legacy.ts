import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

export interface LegacyRoutes {
  /** The URL that answers for an old one; any other as it is. */
  rewrite(request: { readonly url?: string | undefined; readonly method?: string | undefined }): string
  /** Marks their answers, refusals too: before the guards. */
  mark(app: FastifyInstance): void
  /** Opens those that only say that they are gone. */
  add(app: FastifyInstance): void
}

/** `warn`: an old URL is answered by what took its place, with headers that say so, and it is logged who still comes. `gone`: 410. */
export function legacyRoutes({ mode, sunset }: Config['legacyRoutes']): LegacyRoutes {
  const isGone = mode === 'gone'
  return {
    // A browser asks first whether it may read.
    rewrite: ({ url = '/', method }) =>
      isGone || !(isReading(method) || method === 'OPTIONS') ? url : (successorOf(url) ?? url),
    mark(app) {
      app.addHook('onRequest', async (request, reply) => {
        const successor = isReading(request.method) ? successorOf(request.originalUrl) : null
        if (successor === null) return
        pointTo(request, reply, successor)
        if (!isGone) reply.headers({ deprecation, sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() })
      })
    },
    add(app) {
      if (isGone) for (const [, route] of successors) app.get(route, { config: { scope: 'read' } }, gone)
    },
  }
}

const isReading = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

function successorOf(url: string): string | null {
  const [path = '', ...query] = url.split(/(?=\?)/)
  for (const [pattern, , successor] of successors) {
    const found = pattern.exec(path)
    if (found) return successor(found[1] ?? '') + query.join('')
  }
  return null
}

function pointTo(request: FastifyRequest, reply: FastifyReply, successor: string): void {
  const [path = ''] = successor.split('?')
  reply.header('link', `<${path}>; rel="successor-version"`)
  request.log.warn({ old_route: request.originalUrl.split('?')[0], successor: path }, 'an old route of the UI was called')
}

function gone(): never {
  throw new Fault('ROUTE_GONE')
}
