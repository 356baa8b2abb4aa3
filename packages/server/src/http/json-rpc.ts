import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../lib/fault.ts'
import { answerOf, noted } from './errors.ts'

/** Whatever the door refuses about a message, as an error of JSON-RPC with our own as its data; status and headers are as ever. */
export function sendRpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = noted(error, request)
  const { status, headers } = answerOf(fault, null)
  const { code, message, details } = fault
  const body = {
    jsonrpc: '2.0',
    id: idOf(request.body),
    error: { code: rpcCodeOf(fault, status), message, data: { code, details } },
  }
  return reply.code(status).headers(headers).send(JSON.stringify(body))
}

/** Those that JSON-RPC has a number for; the others get the one that is left to servers. */
function rpcCodeOf({ code }: Fault, status: number): number {
  if (code === 'INVALID_JSON') return -32700
  if (status === 400) return -32600
  return code === 'INTERNAL' ? -32603 : -32000
}

function idOf(body: unknown): string | number | null {
  const { id } = (typeof body === 'object' && body !== null ? body : {}) as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
