import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

/** How one connection goes. */
export interface Visit {
  /** How it says what it has already. */
  readonly resumesBy?: 'Last-Event-ID' | 'cursor'
  /** It hangs up after so many bytes of the body, wherever in a frame that is. */
  readonly dropsAfter?: number
  /** Awaited before each piece is read: until then nothing is taken off the socket. */
  readonly pace?: () => Promise<void>
}

type Parting = 'ended' | 'dropped' | 'cut' | 'refused'

const ending = /"type":"conversation\.(completed|failed|canceled)"/

/** A client that keeps what it was told, comes back for the rest, and never forgives: what it heard is kept as its frames. */
export class StreamReader {
  /** Every frame of an event, as it came. */
  readonly heard: string[] = []
  /** Every other frame. */
  readonly asides: string[] = []
  #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** The number of the last event; what came of the next one, if it was cut, does not count. */
  get last(): number {
    return Number(/^id: (\d+)\n/.exec(this.heard.at(-1) ?? '')?.[1] ?? 0)
  }

  get isDone(): boolean {
    return ending.test(this.heard.at(-1) ?? '')
  }

  async visit({ resumesBy = 'Last-Event-ID', dropsAfter = Number.POSITIVE_INFINITY, pace }: Visit = {}): Promise<Parting> {
    const byHeader = resumesBy === 'Last-Event-ID'
    const request = get(byHeader ? this.#url : `${this.#url}?cursor=${this.last}`, {
      agent: false,
      headers: byHeader && this.last > 0 ? { 'last-event-id': `${this.last}` } : {},
    })
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      if (response.statusCode === 204 && byHeader) return 'ended'
      if (response.statusCode !== 200) throw new Error(`${this.#url} answered ${response.statusCode}`)
      return await this.#listen(response, dropsAfter, pace)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return 'refused'
      if (['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'cut'
      throw error
    } finally {
      request.destroy()
    }
  }

  async #listen(response: IncomingMessage, dropsAfter: number, pace: Visit['pace']): Promise<Parting> {
    let rest: Buffer = Buffer.alloc(0)
    let taken = 0
    await pace?.()
    for await (const piece of response as AsyncIterable<Buffer>) {
      const kept = piece.subarray(0, dropsAfter - taken)
      taken += kept.length
      rest = this.#hear(Buffer.concat([rest, kept]))
      if (taken >= dropsAfter) return 'dropped'
      await pace?.()
    }
    return 'ended'
  }

  /** Takes the whole frames, and gives back what is left. */
  #hear(bytes: Buffer): Buffer {
    let from = 0
    for (let end = bytes.indexOf('\n\n'); end >= 0; end = bytes.indexOf('\n\n', from)) {
      const frame = bytes.toString('utf8', from, end)
      if (/^event: (snapshot|heartbeat)\n/.test(frame)) this.asides.push(frame)
      else this.heard.push(frame)
      from = end + 2
    }
    return bytes.subarray(from)
  }
}

/** What a reader must have heard of a run with this history. */
export const framesOf = (lines: readonly string[]): string[] =>
  lines.map((line, index) => `id: ${index + 1}\nevent: chat_event\ndata: ${line}`)
