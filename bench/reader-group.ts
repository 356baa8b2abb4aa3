import { type IncomingMessage, request } from 'node:http'

/** What a group of readers tells whoever started it: first that all listen, at the end what each of them heard. */
export type FromReaders = { readonly type: 'connected'; readonly ms: number } | Heard

export interface Heard {
  readonly type: 'done'
  /** For each reader, how many events came in their turn. */
  readonly inOrder: readonly number[]
  /** Events that came twice or in the wrong place. */
  readonly others: number
  /** Milliseconds from the time in the event to its receipt, for every event of every reader. */
  readonly lags: readonly number[]
  readonly cpuMs: number
}

/** Readers of one stream, each over its own connection. */
export class ReaderGroup {
  readonly #url: string
  readonly #inOrder: number[]
  readonly #lags: number[] = []
  readonly #timeOf = new Map<number, number>()
  #others = 0
  #open: number
  readonly #end = Promise.withResolvers<void>()
  readonly ended = this.#end.promise

  constructor(url: string, count: number) {
    this.#url = url
    this.#inOrder = Array.from({ length: count }, () => 0)
    this.#open = count
  }

  /** Answers how long it took until each of them had its first frame. */
  async connect(): Promise<number> {
    const began = performance.now()
    await Promise.all(this.#inOrder.map((_, reader) => this.#read(reader)))
    return performance.now() - began
  }

  heard(cpuMs: number): Heard {
    return { type: 'done', inOrder: this.#inOrder, others: this.#others, lags: this.#lags, cpuMs }
  }

  async #read(reader: number): Promise<void> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(this.#url, { agent: false }, resolve).on('error', reject).end()
    })
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`)
    let rest = ''
    const first = Promise.withResolvers<void>()
    response.setEncoding('latin1')
    response.on('data', (chunk: string) => {
      const now = Date.now()
      const frames = (rest + chunk).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) this.#hear(reader, frame, now)
      first.resolve()
    })
    response.on('close', () => {
      this.#open--
      if (this.#open === 0) this.#end.resolve()
    })
    await first.promise
  }

  #hear(reader: number, frame: string, now: number): void {
    const seq = Number(/^id: (\d+)$/m.exec(frame)?.[1])
    // The snapshot and heartbeats have no number.
    if (Number.isNaN(seq)) return
    if (seq === (this.#inOrder[reader] ?? 0) + 1) this.#inOrder[reader] = seq
    else this.#others++
    this.#lags.push(now - this.#sentAt(seq, frame))
  }

  /** Every reader gets the same event, so its time is read once. */
  #sentAt(seq: number, frame: string): number {
    const time = this.#timeOf.get(seq) ?? Date.parse(/"ts":"([^"]+)"/.exec(frame)?.[1] ?? '')
    this.#timeOf.set(seq, time)
    return time
  }
}
