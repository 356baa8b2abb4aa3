import type { Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Principal } from '../domain/job.ts'
import type { Clock } from '../lib/clock.ts'

/** One frame of a stream. Encode once, send to every reader. */
export function frame(event: string, data: string, id?: number | string): Buffer {
  return Buffer.from(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`)
}

/** The transport of one stream: what goes over it, and when, is the caller's affair. */
export interface EventStream {
  /** False: the reader is behind; wait for drained() before the next one, and memory stays flat. */
  send(frame: Buffer): boolean
  /** Resolves when the reader has caught up or has left. */
  drained(): Promise<void>
  /** Ends when the reader left, or when the server wants the stream ended. */
  readonly closed: AbortSignal
  end(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly streams: Streams
  }
}

export function openStream(reply: FastifyReply): EventStream {
  return reply.server.streams.open(reply)
}

/** A stream of which only its reader is known here, and how to end it. */
export interface OtherStream {
  readonly principal: Principal
  end(): void
}

/** All open streams of a server, with one timer for their heartbeats. */
export class Streams {
  readonly #open = new Set<LiveStream>()
  readonly #others = new Set<OtherStream>()
  readonly #clock: Clock
  readonly #heartbeatMs: number
  readonly #stays: (principal: Principal) => boolean
  #lookedAt = performance.now()
  #timer: NodeJS.Timeout | null = null

  /** Readers who would not get in any more do not stay: their streams end with the next heartbeat. */
  constructor(clock: Clock, heartbeatMs: number, stays: (principal: Principal) => boolean = () => true) {
    this.#clock = clock
    this.#heartbeatMs = heartbeatMs
    this.#stays = stays
  }

  get size(): number {
    return this.#open.size + this.#others.size
  }

  open(reply: FastifyReply): EventStream {
    reply.hijack()
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...streamHeaders })) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.raw.flushHeaders()
    const stream = new LiveStream(reply.raw, reply.request.principal)
    this.#open.add(stream)
    stream.closed.addEventListener('abort', () => this.#forget(stream), { once: true })
    this.#start()
    return stream
  }

  /** A stream that is sent by somebody else, heartbeats and all: its reader too does not stay when it would not get in any more. */
  keep(other: OtherStream, left: AbortSignal): void {
    if (left.aborted) return
    this.#others.add(other)
    left.addEventListener('abort', () => this.#forgetOther(other), { once: true })
    this.#start()
  }

  endAll(): void {
    for (const stream of this.#open) stream.end()
  }

  #start(): void {
    this.#timer ??= setInterval(() => this.#beat(), Math.max(5, this.#heartbeatMs / 20)).unref()
  }

  #forget(stream: LiveStream): void {
    this.#open.delete(stream)
    this.#stop()
  }

  #forgetOther(other: OtherStream): void {
    this.#others.delete(other)
    this.#stop()
  }

  #stop(): void {
    if (this.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #beat(): void {
    const quietSince = performance.now() - this.#heartbeatMs
    if (this.#lookedAt <= quietSince) this.#endOthers()
    let beat: Buffer | null = null
    for (const stream of this.#open) {
      if (!stream.isQuietSince(quietSince)) continue
      beat ??= frame('heartbeat', JSON.stringify({ ts: this.#clock.now().toISOString() }))
      stream.send(beat)
    }
  }

  /** Once for each token: many read with the same. */
  #endOthers(): void {
    this.#lookedAt = performance.now()
    const stays = new Map<string | undefined, boolean>()
    for (const stream of [...this.#open, ...this.#others]) {
      const { token } = stream.principal
      if (!stays.has(token)) stays.set(token, this.#stays(stream.principal))
      if (!stays.get(token)) stream.end()
    }
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

class LiveStream implements EventStream {
  readonly principal: Principal
  readonly #response: FastifyReply['raw']
  readonly #closing = new AbortController()
  #lastWrite = performance.now()

  constructor(response: FastifyReply['raw'], principal: Principal) {
    this.principal = principal
    this.#response = response
    if (response.destroyed) this.#closing.abort()
    response.once('close', () => this.#closing.abort())
    // A reader that vanished; `close` follows.
    response.on('error', () => {})
  }

  get closed(): AbortSignal {
    return this.#closing.signal
  }

  send(bytes: Buffer): boolean {
    if (this.closed.aborted) return false
    this.#lastWrite = performance.now()
    const { socket, chunkedEncoding } = this.#response
    return socket ? socket.write(chunkedEncoding ? chunkOf(bytes) : bytes) : this.#response.write(bytes)
  }

  drained(): Promise<void> {
    const behind = this.#behind()
    if (this.closed.aborted || !behind) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        behind.off('drain', done)
        this.closed.removeEventListener('abort', done)
        resolve()
      }
      behind.on('drain', done)
      this.closed.addEventListener('abort', done)
    })
  }

  end(): void {
    this.#response.end()
    this.#closing.abort()
  }

  /** A reader that is behind has bytes to read: it needs no heartbeat, and one more would only pile up. */
  isQuietSince(time: number): boolean {
    return this.#lastWrite <= time && !this.#behind()
  }

  /** Whoever has more to send than the reader has taken; null: nobody. */
  #behind(): Writable | null {
    const { socket } = this.#response
    return [socket, this.#response].find((stream) => stream?.writableNeedDrain) ?? null
  }
}

const chunks = new WeakMap<Buffer, Buffer>()

/**
 * A frame as it goes over the wire, made once for all its readers and sent in one write. The response itself would make four small ones
 * for each of them: with 1,000 readers that took half as much CPU again, and 70 MB more.
 */
function chunkOf(bytes: Buffer): Buffer {
  const known = chunks.get(bytes)
  if (known) return known
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  chunks.set(bytes, chunk)
  return chunk
}
