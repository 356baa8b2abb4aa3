import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What one request is answered with. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export const refused = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  json(status, { error: { code, message: `Because of ${code}.`, details: { why: code }, request_id: 'job_1' } }, headers)

/** The connection is gone before there is an answer. */
export const hangUp: Answer = (response) => response.destroy()

/** Some events of a stream; it ends in order, or is cut where `isCut`. */
export const events =
  (frames: readonly string[], isCut = false): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames.join(''), () => (isCut ? response.destroy() : response.end()))
  }

/** A server that gives these answers, one after the other, and remembers what it was asked. */
export async function playAnswers(...answers: readonly Answer[]) {
  const asked: string[] = []
  const keys: (string | undefined)[] = []
  const left = [...answers]
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    keys.push(request.headers['idempotency-key']?.toString())
    request.resume()
    const answer = left.shift() ?? refused(500, 'NOTHING_LEFT')
    request.on('end', () => answer(response, request))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
