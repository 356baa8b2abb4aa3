import { type ErrorCode, errors } from '@agent-skill-runner/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { isShortage } from '../lib/shortage.ts'
import { codeOf } from '../lib/thrown.ts'
import { jsonType, securityHeaders } from './headers.ts'
import { invalidRequest } from './invalid-request.ts'
import { unsupportedMediaType } from './media-type.ts'
import { vendorError, vendorErrorHeaders, vendorOf } from './vendor.ts'

/** An answer in the one shape. The only place that knows both a Fault and its status. */
export interface FaultAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function answerOf(fault: Fault, requestId: string | null): FaultAnswer {
  const { code, message, details } = fault
  return {
    status: errors[code].status,
    headers: { 'content-type': jsonType, ...extraHeaders[code] },
    body: JSON.stringify({ error: { code, message, details, request_id: requestId } }),
  }
}

const extraHeaders: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  QUEUE_FULL: { 'retry-after': '1' },
  UPLOADS_PENDING: { 'retry-after': '60' },
  SHUTTING_DOWN: { 'retry-after': '5' },
  DISK_LOW: { 'retry-after': '60' },
  DATA_NOT_WRITABLE: { 'retry-after': '60' },
  DATABASE_UNAVAILABLE: { 'retry-after': '5' },
  SERVER_BUSY: { 'retry-after': '5' },
  UNAUTHORIZED: { 'www-authenticate': 'Bearer' },
}

/** Sends whatever was thrown. A bug is logged with its stack, and the caller learns only under which id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = noted(error, request)
  const answer = answerOf(fault, noJob.includes(fault.code) ? null : jobIdOf(request))
  const vendor = vendorOf(request.url)
  if (!vendor) return reply.code(answer.status).headers(answer.headers).send(answer.body)
  const { status, headers } = answer
  const body = JSON.stringify(vendorError(vendor, fault, status, request.id))
  return reply
    .code(status)
    .headers({ ...headers, ...vendorErrorHeaders(status) })
    .send(body)
}

/** What was thrown as a fault, logged where that is needed. */
export function noted(error: unknown, request: FastifyRequest): Fault {
  const fault = faultOf(error, request)
  if (fault.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error in a request')
  else if (fault !== error && diskTroubleOf(error)) request.log.error({ err: error }, 'cannot write to disk for a request')
  request.errorCode = fault.code
  return fault
}

/** About these there is no job, whatever the route calls what was asked for. */
const noJob: readonly ErrorCode[] = ['JOB_NOT_FOUND', 'PACKAGE_NOT_FOUND']

/** Requests that Fastify refuses before any hook runs: the headers of the hooks are set here. */
export function sendFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...securityHeaders, 'x-request-id': request.id })
  sendError(error, request, reply)
}

function faultOf(error: unknown, request: FastifyRequest): Fault {
  if (error instanceof Fault) return error
  if (isShortage(error)) return new Fault('SERVER_BUSY', { reason: codeOf(error) }, { cause: error })
  const trouble = diskTroubleOf(error)
  if (trouble) return new Fault(trouble, {}, { cause: error })
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    statusCode?: unknown
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Fault('PAYLOAD_TOO_LARGE', { limit_bytes: request.routeOptions.bodyLimit })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType(request)
  if (code === 'FST_ERR_BAD_URL') return invalidRequest('url', badUrlOf(request.url), 'url')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return invalidRequest('url', 'has a part that is too long', 'maxLength')
  // The caller went away in the middle of its body, or lied about its length; nobody failed here.
  if (code === 'ECONNRESET' || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return invalidRequest('', 'did not arrive whole', 'contentLength')
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP_') && isClientStatus(statusCode))
    return invalidRequest('', 'is not a body we can read', 'body')
  return new Fault('INTERNAL', {}, { cause: error })
}

function badUrlOf(url: string): string {
  if (/%(?![\da-f]{2})/i.test(url)) return 'has a percent sign that no two hexadecimal digits follow'
  if (!isText(url)) return 'has percent signs that stand for no text in UTF-8'
  return 'is neither a path nor an address of http with a host'
}

function isText(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const isClientStatus = (status: unknown): boolean => typeof status === 'number' && status >= 400 && status < 500

function jobIdOf(request: FastifyRequest): string | null {
  const params = request.params
  if (typeof params !== 'object' || params === null || !('request_id' in params)) return null
  const id = params.request_id
  return typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : null
}
