import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a page may send along. */
const takes = [
  ...['authorization', 'content-type', 'idempotency-key', 'last-event-id'],
  ...['prefer', 'range', 'if-none-match', 'if-range'],
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name'],
].join(', ')

/** What a page may read beside the few headers that all may. */
const shows = [
  ...['x-request-id', 'retry-after', 'etag', 'content-disposition', 'content-range', 'accept-ranges', 'idempotent-replayed'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'allow', 'www-authenticate', 'link', 'deprecation', 'sunset'],
].join(', ')

const preflightSec = 600

export interface Cors {
  /** Lets a page of a configured origin read the answer, whatever that is. Others get nothing. */
  mark(request: FastifyRequest, reply: FastifyReply): void
  /** Whether a browser asks for such a page what it may do. No token comes with that question. */
  isPreflight(request: FastifyRequest): boolean
}

/** For pages of other origins. Cookies play no part here, so credentials are never allowed. */
export function corsBy(origins: readonly string[]): Cors {
  const known = new Set(origins.map((origin) => origin.toLowerCase()))
  const isKnown = ({ headers }: FastifyRequest) => known.has(headers.origin?.toLowerCase() ?? '')
  return {
    mark(request, reply) {
      if (known.size > 0) reply.header('vary', 'Origin')
      if (isKnown(request))
        reply.headers({ 'access-control-allow-origin': request.headers.origin, 'access-control-expose-headers': shows })
    },
    isPreflight: (request) =>
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined && isKnown(request),
  }
}

export function answerPreflight(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': takes,
      'access-control-max-age': preflightSec,
    })
    .send()
}
