import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

const manners = ['never answers', 'answers byte by byte', 'hangs up', 'fails'] as const

/** Those who are told by webhooks: each bad in its own way for a while, and then well. */
export interface Receivers extends AsyncDisposable {
  readonly urls: readonly string[]
  /** Jobs of which each was told an end, and took it. */
  readonly told: readonly ReadonlySet<string>[]
  /** How many messages were treated badly. */
  harmed(): number
  worsen(): void
  /** What hangs is cut. */
  recover(): void
}

export async function openReceivers(): Promise<Receivers> {
  const told = manners.map(() => new Set<string>())
  const bad = new Set<Socket>()
  let isBad = false
  let harmed = 0
  const servers = manners.map((manner, index) =>
    createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (isBad) {
        harmed += 1
        bad.add(request.socket)
        return mistreat(manner, response)
      }
      const { type, data } = JSON.parse(Buffer.concat(chunks).toString())
      if (['job.succeeded', 'job.failed', 'job.canceled'].includes(type)) told[index]?.add(data.request_id)
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`),
    told,
    harmed: () => harmed,
    worsen() {
      isBad = true
    },
    recover() {
      isBad = false
      for (const socket of bad) socket.destroy()
      bad.clear()
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

function mistreat(manner: (typeof manners)[number], response: ServerResponse): void {
  switch (manner) {
    case 'never answers':
      return
    case 'answers byte by byte':
      drip(response)
      return
    case 'hangs up':
      response.destroy()
      return
    case 'fails':
      response.writeHead(500).end()
      return
  }
}

/** Past what is HTTP: its first line alone takes longer than anybody waits. */
function drip({ socket }: ServerResponse): void {
  const text = `HTTP/1.1 204 No Content\r\n${'x-slow: yes\r\n'.repeat(100)}\r\n`
  let at = 0
  const timer = setInterval(() => void socket?.write(text[at++] ?? '\n'), 100)
  timer.unref()
  socket?.once('close', () => clearInterval(timer)).on('error', () => {})
}
