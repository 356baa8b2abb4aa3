import type { FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'

/** A body of a kind that its route does not take, with those that it does. */
export function unsupportedMediaType(request: FastifyRequest): Fault {
  const operation = request.server.operations.get(request.routeOptions.config.operation ?? '')
  const takes = [...(operation?.body ? ['application/json'] : []), ...(operation?.form ? ['multipart/form-data'] : [])]
  return new Fault('UNSUPPORTED_MEDIA_TYPE', { content_type: request.headers['content-type']?.slice(0, 128) ?? null, takes })
}
