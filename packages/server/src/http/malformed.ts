import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { answerOf } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { invalidRequest } from './invalid-request.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Answers what Node's own parser gives up on, in the one shape, wherever an answer can still be written. */
export function answerMalformed(log: FastifyBaseLogger) {
  const latest = new WeakMap<object, Exchange>()
  return {
    watch(server: Server): void {
      server.prependListener('request', (request, response) => latest.set(request.socket, { request, response }))
      // An expectation we do not know is ignored, as HTTP allows; Node would answer 417 with an empty body.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      // We are no proxy; Node would hang up without a word.
      server.on('connect', (_request, socket) => socket.end(rawAnswer(new Fault('METHOD_NOT_ALLOWED'), newId('req'))))
    },
    onClientError(error: Error & { code?: string }, socket: Socket): void {
      const fault = faultOf(error.code)
      if (fault === null || !socket.writable || !mayAnswer(latest.get(socket))) return void socket.destroy()
      const requestId = newId('req')
      log.info({ x_request_id: requestId, code: fault.code, reason: error.code }, 'malformed request')
      socket.end(rawAnswer(fault, requestId), () => socket.destroy())
    },
  }
}

function faultOf(code: string | undefined): Fault | null {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return null
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Fault('REQUEST_TIMEOUT')
    case 'HPE_HEADER_OVERFLOW':
      return new Fault('HEADERS_TOO_LARGE')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Fault('PAYLOAD_TOO_LARGE')
    default:
      return invalidRequest('', 'is not HTTP/1.1', code ?? 'http')
  }
}

/**
 * Bytes that break the protocol may lie behind a whole request that is still being answered: an answer to them would be taken
 * for the answer to that request.
 */
function mayAnswer(exchange: Exchange | undefined): boolean {
  if (exchange === undefined || exchange.response.writableFinished) return true
  return !exchange.request.complete && !exchange.response.headersSent
}

function rawAnswer(fault: Fault, requestId: string): string {
  const { status, headers, body } = answerOf(fault, null)
  const all = {
    ...securityHeaders,
    ...headers,
    'x-request-id': requestId,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${fault.code}\r\n${lines.join('')}\r\n${body}`
}
