import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Scene } from '../src/index.ts'

interface Answered {
  readonly status: number
  readonly body: unknown
}

/** What no official client would send. */
export function post(scene: Scene, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
  return send(scene, 'POST', path, typeof body === 'string' ? body : JSON.stringify(body), headers)
}

export function send(
  { url }: { readonly url: string },
  method: string,
  path: string,
  body = '',
  headers: Record<string, string> = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { method, headers }, (answer) => {
      text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, body: said ? JSON.parse(said) : '' }), reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Bytes in, the first line of what comes back out. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('error', reject)
    text(socket).then((said) => resolve(said.split('\r\n')[0] ?? ''), reject)
  })
}
