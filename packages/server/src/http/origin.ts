import type { FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'
import { invalidRequest } from './invalid-request.ts'

export interface OriginRules {
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly corsOrigins: readonly string[]
}

/** Throws unless the request was meant for this server: a web page must not be able to drive it, by rebinding a name or otherwise. */
export type CheckOrigin = (request: FastifyRequest) => void

const wildcards = ['0.0.0.0', '::', '[::]', '*']

export function checkOriginBy({ host, allowedHosts, corsOrigins }: OriginRules): CheckOrigin {
  const own = wildcards.includes(host) ? [] : [bracketed(host)]
  const names = new Set(['localhost', '127.0.0.1', '[::1]', ...own, ...allowedHosts].map((name) => bracketed(name.toLowerCase())))
  const origins = new Set(corsOrigins.map((origin) => origin.toLowerCase()))
  const parse = remembering(parseHost)
  return (request) => {
    const asked = parse(hostOf(request))
    if (!names.has(asked.hostname) && asked.hostname !== addressOf(request))
      throw new Fault('HOST_NOT_ALLOWED', { host: asked.hostname.slice(0, 256) })
    const target = targetHostOf(request)
    if (target !== null && target !== asked.host) throw new Fault('HOST_NOT_ALLOWED', { host: target.slice(0, 256) })
    const origin = request.headers.origin?.toLowerCase()
    if (origin === undefined || origins.has(origin) || authorityOf(origin) === asked.host) return
    throw new Fault('ORIGIN_NOT_ALLOWED', { origin: origin.slice(0, 256) })
  }
}

/** Where the caller reached this machine. It is an address and no name, so no page can have pointed it here. */
function addressOf({ raw: { socket } }: FastifyRequest): string | null {
  // Of a listener for both families, an IPv4 address is told in IPv6.
  return socket.localAddress ? bracketed(socket.localAddress.replace(/^::ffff:(?=[\d.]+$)/, '')) : null
}

/** An IPv6 address stands in brackets in a Host header. */
const bracketed = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name)

function hostOf({ raw: { rawHeaders } }: FastifyRequest): string {
  // Node keeps the first of several; two of them are a sign of somebody playing two readers against each other.
  const given = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'host')
  const [host] = given
  if (host === undefined || given.length > 1) throw invalidRequest('headers/host', 'must be there once', 'required')
  return host
}

function parseHost(host: string): URL {
  const url = /^[^\s/@?#\\]+$/.test(host) ? URL.parse(`http://${host}`) : null
  if (url === null) throw new Fault('HOST_NOT_ALLOWED', { host: host.slice(0, 256) })
  return url
}

/** Callers name few hosts: those last seen are not parsed again. */
function remembering(parse: (host: string) => URL, most = 16): (host: string) => URL {
  const seen = new Map<string, URL>()
  return (host) => {
    const known = seen.get(host) ?? parse(host)
    if (seen.size >= most) seen.clear()
    seen.set(host, known)
    return known
  }
}

/** A request line may name the host a second time, as proxies are asked: GET http://host/path. */
function targetHostOf({ raw: { url = '/' } }: FastifyRequest): string | null {
  return url.startsWith('/') || url === '*' ? null : (URL.parse(url)?.host ?? url)
}

/** host:port of an origin, without the port that goes without saying; null for "null" and nonsense. */
function authorityOf(origin: string): string | null {
  const url = URL.parse(origin)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.host : null
}
