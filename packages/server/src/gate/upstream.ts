import { connect, isIP, type Socket } from 'node:net'
import { request as httpRequest } from '../lib/http.ts'

/** A proxy by which this machine reaches others. */
export interface Upstream {
  readonly host: string
  readonly port: number
  /** What it wants to see before it does anything; null: nothing. */
  readonly authorization: string | null
}

type Env = Readonly<Record<string, string | undefined>>

/** As the environment of the server says, in the way that most programs read it. Null: the server reaches this host by itself. */
export function upstreamFor(env: Env, host: string, port: number): Upstream | null {
  const either = (name: string) => env[name.toLowerCase()] || env[name.toUpperCase()] || undefined
  const text = either(port === 80 ? 'http_proxy' : 'https_proxy') ?? either('all_proxy')
  if (text === undefined || isExcepted(either('no_proxy') ?? '', host, port)) return null
  return upstreamAt(text)
}

/** The proxies of these variables that cannot be used: only `http://` is spoken with them. */
export const unusableProxies = (env: Env): readonly string[] =>
  ['http_proxy', 'https_proxy', 'all_proxy']
    .flatMap((name) => [name, name.toUpperCase()])
    .filter((name) => env[name] && upstreamAt(env[name]) === null)

function upstreamAt(text: string): Upstream | null {
  const address = /^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'http:') return null
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const authorization = url.username === '' ? null : `Basic ${Buffer.from(user).toString('base64')}`
  return { host, port: Number(url.port || 80), authorization }
}

/** `*`, a name with all below it, or one with a port. Ranges of addresses mean nobody: here everybody has a name. */
function isExcepted(list: string, host: string, port: number): boolean {
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return entries.some((entry) => {
    if (entry === '*') return true
    const [, name = '', only] = /^\*?\.?(.+?)(?::(\d+))?$/.exec(entry) ?? []
    return (only === undefined || Number(only) === port) && (host === name || host.endsWith(`.${name}`)) && isIP(name) === 0
  })
}

/** A tunnel by that proxy, which looks up the name itself; null: it does not make one. */
export function dialThrough(
  upstream: Upstream,
  name: string,
  port: number,
  hold: (socket: Socket) => void,
): Promise<Socket | null> {
  const socket = connect({ host: upstream.host, port: upstream.port, allowHalfOpen: true, noDelay: true, keepAlive: true })
  hold(socket)
  const target = `${name}:${port}`
  const headers = { host: target, ...(upstream.authorization ? { 'proxy-authorization': upstream.authorization } : {}) }
  const asked = httpRequest({ method: 'CONNECT', path: target, headers, createConnection: () => socket })
  return new Promise((resolve) => {
    asked.once('connect', ({ statusCode = 0 }, tunnel: Socket, head: Buffer) => {
      if (head.length > 0) tunnel.unshift(head)
      resolve(statusCode >= 200 && statusCode < 300 ? tunnel : null)
    })
    asked.on('error', () => resolve(null)).once('close', () => resolve(null))
    asked.end()
  })
}
