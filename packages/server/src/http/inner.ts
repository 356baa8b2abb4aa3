import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'
import { answerOf } from './errors.ts'
import type { OperationEntry } from './openapi.ts'

/** A request that another one makes within this process, in the name of whoever sent that. */
export interface Inner {
  readonly outer: FastifyRequest
  readonly signal: AbortSignal
}

const current = new AsyncLocalStorage<Inner>()

/**
 * What stands behind a request that came from within; null: it came from outside. It cannot be forged, since nothing of it is in what was
 * sent. The guards that are about the connection have judged the outer one; those about what is asked for judge each.
 */
export const innerOf = (request: FastifyRequest): Inner | null => (hasConnection(request) ? null : (current.getStore() ?? null))

/** False of whatever came from within: there is nothing to close, and nothing to wait for. */
export const hasConnection = ({ raw }: FastifyRequest): boolean => !('isLightMyRequest' in raw)

declare module 'fastify' {
  interface FastifyRequest {
    /** What stands behind it; null: it came from outside. */
    inner: Inner | null
  }
}

export interface InnerRequest {
  readonly operation: OperationEntry
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface InnerAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** Headers by which a browser is known: what it may not do is not done for it from within. */
const told = ['host', 'origin', 'cookie'] as const

export async function askWithin(app: FastifyInstance, inner: Inner, asked: InnerRequest): Promise<InnerAnswer> {
  const { operation, query, body } = asked
  const path = pathOf(operation, asked.params)
  // Whoever asked cannot tell that this is no answer of the route.
  if (path === null) return answered(new Fault('PATH_INVALID'))
  const search = new URLSearchParams(query).toString()
  const request = {
    method: operation.method,
    url: `${path}${search === '' ? '' : `?${search}`}`,
    headers: { ...asked.headers, ...headersOf(inner.outer) },
    remoteAddress: inner.outer.ip,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  }
  // It begins when somebody waits for it, so that has to happen inside.
  const answer = await current.run(inner, async () => await app.inject(request))
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
  return { status: answer.statusCode, headers: Object.fromEntries(headers), bytes: answer.rawPayload }
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const known = told.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  return { ...Object.fromEntries(known), 'content-type': 'application/json' }
}

function answered(fault: Fault): InnerAnswer {
  const { status, headers, body } = answerOf(fault, null)
  return { status, headers, bytes: Buffer.from(body) }
}

/** Back from the spelling of the router; null: there is no such path. A path of a file keeps its slashes. */
function pathOf({ url }: OperationEntry, params: Readonly<Record<string, string>>): string | null {
  const parts = url.split('/').flatMap((part) => partsOf(part, params))
  return parts.every((part) => part !== null) ? parts.join('/') : null
}

/** Of one part of a route: `:name`, `:name(pattern)::action` or `*`, which is the path of a file. */
function partsOf(part: string, params: Readonly<Record<string, string>>): (string | null)[] {
  if (part === '*') return (params['path'] ?? '').split('/').map(spelled)
  const [, name, rest = ''] = /^:(\w+)(?:\([^)]*\))?(.*)$/.exec(part) ?? []
  const value = name === undefined ? '' : spelled(params[name] ?? '')
  return [value === null ? null : `${value}${(name === undefined ? part : rest).replaceAll('::', ':')}`]
}

/** Null: it means another place in a path, which would lead to another operation, or has half a character, which no path can. */
function spelled(value: string): string | null {
  const isPart = value !== '' && value !== '.' && value !== '..' && value.isWellFormed()
  return isPart ? encodeURIComponent(value) : null
}
