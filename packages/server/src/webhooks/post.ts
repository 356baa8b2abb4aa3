import type { LookupAddress } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { connect as startTls } from 'node:tls'
import type { World } from '../gate/world.ts'
import { request as httpRequest } from '../lib/http.ts'
import { codeOf } from '../lib/thrown.ts'
import { addressesOf, type Target } from './target.ts'

/** As much of an answer is read, and thrown away: nobody is cut off in the middle of a few words. */
const mostBytes = 64 * 1024

interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Posted = Answered | { readonly problem: string }

interface Answered {
  readonly status: number
  /** As it stands in the header Retry-After. */
  readonly retryAfter?: string | undefined
}

/** Sends one message to the addresses that were looked at, past all proxies, and follows nobody elsewhere. Ends with the signal. */
export async function post(world: World, target: Target, message: Message, signal: AbortSignal): Promise<Posted> {
  const addresses = await Promise.race([addressesOf(target, world), untilAborted(signal)])
  if ('problem' in addresses) return addresses
  const socket = dial(world, target, addresses)
  try {
    return await send(socket.stream, target, message, signal)
  } finally {
    socket.stream.destroy()
    socket.wire.destroy()
  }
}

const late = { problem: 'there was no answer in time' } as const

const untilAborted = (signal: AbortSignal): Promise<typeof late> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(late)
    signal.addEventListener('abort', () => resolve(late), { once: true })
  })

interface Line {
  /** What is spoken over. */
  readonly stream: Socket
  /** What lies below. */
  readonly wire: Socket
}

function dial(world: World, { url, host }: Target, addresses: readonly LookupAddress[]): Line {
  const wire = world.connect(addresses, Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
  if (url.protocol === 'http:') return { stream: wire, wire }
  // The certificate has to be that of the name that was asked for, wherever the wire leads.
  const stream = startTls({ socket: wire, host, ...(isIP(host) === 0 ? { servername: host } : {}), ALPNProtocols: ['http/1.1'] })
  wire.once('error', (error) => stream.destroy(error))
  return { stream, wire }
}

function send(stream: Socket, { url }: Target, { headers, body }: Message, signal: AbortSignal): Promise<Posted> {
  return new Promise((resolve) => {
    const request = httpRequest({
      createConnection: () => stream,
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, connection: 'close', 'content-length': Buffer.byteLength(body) },
      signal,
    })
    // Whoever answered has answered, however it goes on.
    let answered: Answered | null = null
    const end = (problem: string) => resolve(answered ?? { problem })
    request.once('response', (response) => {
      answered = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > mostBytes) response.destroy()
      })
      response.on('error', () => {}).once('close', () => end(late.problem))
    })
    request.on('error', (error) => end(signal.aborted ? late.problem : problemOf(error)))
    request.once('close', () => answered === null && end('the host hung up without an answer'))
    request.end(body)
  })
}

const problemOf = (error: unknown): string =>
  `the host could not be reached, or said nothing that is HTTP (${codeOf(error) || 'no code'})`
