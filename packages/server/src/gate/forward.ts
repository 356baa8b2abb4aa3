import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { request as httpRequest } from '../lib/http.ts'
import type { GateRule } from './rules.ts'

/** What holds between two neighbours only, and is for the gate. */
const forNeighbours = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate'],
  ...['expect', 'te', 'trailer', 'upgrade'],
]

/** One request in absolute form, sent on over a connection of its own, under the name that was decided about. */
export function forward(request: IncomingMessage, response: ServerResponse, url: URL, rule: GateRule, socket: Socket): void {
  const sent = requestLike(request, url, rule, socket)
  sent.on('response', (answer) => relay(answer, response))
  // Also where it was answered with something that is no answer, which is no error to Node.
  sent.on('error', () => {}).once('close', () => response.headersSent || say(response, 502, 'the host hung up'))
  response.once('close', () => sent.destroy())
  request.on('error', () => {}).pipe(sent)
}

function requestLike({ method = 'GET', headers }: IncomingMessage, url: URL, { at }: GateRule, socket: Socket): ClientRequest {
  // Whatever its own Host header says: the one that was decided about, or the one behind a name that only the gate knows.
  const host = at === null ? url.host : `${at.host.includes(':') ? `[${at.host}]` : at.host}:${at.port}`
  try {
    const kept = { ...without(headers, namedBy(headers.connection)), host, connection: 'close' }
    return httpRequest({ createConnection: () => socket, method, path: url.pathname + url.search, headers: kept })
  } catch (error) {
    // It has a header that must not be repeated, and nobody else knows of the connection yet.
    socket.destroy()
    throw error
  }
}

function relay(answer: IncomingMessage, response: ServerResponse): void {
  answer.on('error', () => {}).once('close', () => answer.complete || response.destroy())
  try {
    response.writeHead(answer.statusCode ?? 502, without(answer.headersDistinct, namedBy(answer.headers.connection)))
    response.flushHeaders()
    answer.pipe(response)
  } catch {
    response.destroy()
  }
}

/** In the status as well: some programs show that and nothing else. */
export function say(response: ServerResponse, status: number, reason: string, words = reason): void {
  if (response.destroyed) return
  const text = `${reason}\n`
  response
    .writeHead(status, words, { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

function without<T>(headers: Readonly<Record<string, T>>, more: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !forNeighbours.includes(name) && !more.includes(name)))
}

const namedBy = (connection = ''): string[] => connection.toLowerCase().split(/\s*,\s*/)
