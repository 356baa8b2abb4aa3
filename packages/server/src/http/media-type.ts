import type { FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'

/** A body of a kind that its route does not take, with those that it does. */
export function unsupportedMediaType(request: FastifyRequest): Fault {
  const operation = request.server.operations.get(request.routeOptions.config.operation ?? '')
  // MCP is none of the operations, and takes what its protocol says.
  const takesJson = operation === undefined || operation.body !== null
  const takes = [...(takesJson ? ['application/json'] : []), ...(operation?.form ? ['multipart/form-data'] : [])]
  return new Fault('UNSUPPORTED_MEDIA_TYPE', { content_type: request.headers['content-type']?.slice(0, 128) ?? null, takes })
}
