import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { blocked } from '../domain/policy-words.ts'
import { createServer } from '../lib/http.ts'
import { couple } from './couple.ts'
import { forward, say } from './forward.ts'
import type { Reached } from './reach.ts'

export interface ProxyParts {
  readonly headBytes: number
  /** The head of its request has arrived. */
  onHead(client: Duplex): void
  /** Until the client has left. */
  tryToReach(client: Duplex, host: string, port: number): Promise<Reached>
}

/** Understands CONNECT and requests in absolute form. It never listens: sockets are brought to it. */
export function proxyOf({ headBytes, onHead, tryToReach }: ProxyParts): Server {
  const server = createServer({ maxHeaderSize: headBytes, requestTimeout: 0, headersTimeout: 0 })
  // One request for each connection: the next may be for another host, and a thousand may come at once.
  const busy = new WeakSet<Duplex>()
  const isFirst = (client: Duplex): boolean => {
    onHead(client)
    return !busy.has(client) && busy.add(client).has(client)
  }
  server.on('connect', (request, client, head) => {
    if (isFirst(client)) tunnel(request, client, head, tryToReach).catch(() => client.destroy())
    else client.destroy()
  })
  server.on('request', (request, response) => {
    response.shouldKeepAlive = false
    response.on('error', () => {})
    if (isFirst(request.socket)) passOn(request, response, tryToReach).catch(() => response.destroy())
  })
  return server
}

type TryToReach = ProxyParts['tryToReach']

async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer, tryToReach: TryToReach): Promise<void> {
  const [, host = '', port = ''] = /^(.+):([1-9]\d{0,4})$/.exec(request.url ?? '') ?? []
  const reached = await tryToReach(client, host, Number(port))
  if (reached.kind !== 'connected') {
    // Read on, or its end is never seen.
    const { status, words, text } = answerOf(reached, host)
    client.resume().end(plainAnswer(`${status} ${words}`, text))
  } else if (client.destroyed) {
    reached.socket.destroy()
  } else {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    reached.socket.write(head)
    couple(client, reached.socket)
  }
}

async function passOn(request: IncomingMessage, response: ServerResponse, tryToReach: TryToReach): Promise<void> {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '') {
    say(response, 400, 'this is a proxy: ask it to CONNECT, or for an http address with a host and without a user')
    return
  }
  const reached = await tryToReach(request.socket, url.hostname, Number(url.port || 80))
  if (reached.kind !== 'connected') {
    const { status, words, text } = answerOf(reached, url.hostname)
    say(response, status, text, words)
  } else if (response.destroyed) reached.socket.destroy()
  else forward(request, response, url, reached.rule, reached.socket)
}

/** An agent reads it and has to understand that it is meant: most programs show the status or the text, and few show both. */
function answerOf({ kind, reason }: Exclude<Reached, { readonly kind: 'connected' }>, host: string) {
  if (kind === 'failed') return { status: 502, words: reason, text: reason }
  const words = blocked(`host ${printable(host)}`)
  return { status: 403, words, text: `${words}. Reason: ${reason}.` }
}

/** It becomes part of a line. */
const printable = (host: string): string => host.slice(0, 253).replaceAll(/[^\x21-\x7e]/g, '?')

const plainAnswer = (status: string, reason: string): string =>
  [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(reason) + 1}`,
    'Connection: close',
    '',
    `${reason}\n`,
  ].join('\r\n')
