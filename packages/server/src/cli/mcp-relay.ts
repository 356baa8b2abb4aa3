import { messageOf } from '../lib/thrown.ts'
import { headersFor, type Message } from './mcp-headers.ts'
import { messagesIn } from './mcp-stream.ts'
import { plain } from './plain.ts'

export interface RelayDeps {
  readonly url: URL
  readonly token: string | undefined
  write(message: unknown): void
  /** For a person: stdout belongs to the protocol. */
  log(line: string): void
}

export interface Relay {
  take(line: string): void
  /** Once every message has its answer. Streams that only tell of changes are closed: nobody hears them any more. */
  settled(): Promise<void>
}

/** Carries messages to the server and back. Each is a request of its own, so that nothing is lost with a server that is restarted. */
export function openRelay({ url, token, write, log }: RelayDeps): Relay {
  const pending = new Map<string | number, AbortController>()
  const listening = new Set<AbortController>()
  const underWay = new Set<Promise<void>>()
  let revision: string | undefined

  return {
    take(line) {
      if (line.trim() === '') return
      const message = parsed(line)
      if (message === null) return write(errorFor(null, -32700, 'The line is not a JSON object.', 'INVALID_JSON'))
      if (message.method === 'notifications/cancelled') return cancel(message)
      const done = carry(message).finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async settled() {
      for (const end of listening) end.abort()
      await Promise.all(underWay)
    },
  }

  /** Whoever gives up on a call closes its request: the server notices, and stops waiting. */
  function cancel({ params }: Message): void {
    const id = params?.['requestId']
    if (typeof id === 'string' || typeof id === 'number') pending.get(id)?.abort()
  }

  async function carry(message: Message): Promise<void> {
    const end = new AbortController()
    if (message.id !== undefined) pending.set(message.id, end)
    if (message.method === 'subscriptions/listen') listening.add(end)
    try {
      await exchange(message, end.signal)
    } catch (error) {
      if (end.signal.aborted) return
      const reason = `No server answers at ${url.origin}: ${messageOf(error)}. Start it, or name another one with --server.`
      log(plain(reason))
      if (message.id !== undefined) write(errorFor(message.id, -32000, reason, 'UNREACHABLE'))
    } finally {
      if (message.id !== undefined) pending.delete(message.id)
      listening.delete(end)
    }
  }

  async function exchange(message: Message, signal: AbortSignal): Promise<void> {
    const headers = headersFor(message, revision, token)
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal })
    let answered = false
    for await (const told of messagesIn(response)) {
      const answer = told.id === null && message.id !== undefined ? { ...told, id: message.id } : told
      if (answer.id === message.id && !('method' in answer)) answered = true
      if (message.method === 'initialize') revision = revisionIn(answer) ?? revision
      write(answer)
    }
    if (message.id === undefined || answered) return
    write(errorFor(message.id, -32000, `The server ended without an answer (HTTP ${response.status}).`, 'UNREACHABLE'))
  }
}

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null
  } catch {
    return null
  }
}

const revisionIn = ({ result }: Record<string, unknown>): string | undefined => {
  const { protocolVersion } = (result ?? {}) as { readonly protocolVersion?: unknown }
  return typeof protocolVersion === 'string' ? protocolVersion : undefined
}

const errorFor = (id: string | number | null, code: number, message: string, ours: string) => ({
  ...{ jsonrpc: '2.0', id },
  error: { code, message, data: { code: ours } },
})
