import { type Frames, tailOf } from './frames.ts'

const ringBytes = 1024 * 1024

/**
 * The newest events of one run in memory, for everybody who follows it. Bounded: a reader that falls out of the ring
 * reads the log. Nobody is waited for.
 */
export class Channel {
  #ring: Frames[] = []
  #ringSize = 0
  #last: number
  #ended: boolean
  readonly #readers = new Set<() => void>()

  constructor(last: number, ended: boolean) {
    this.#last = last
    this.#ended = ended
  }

  get last(): number {
    return this.#last
  }

  get ended(): boolean {
    return this.#ended
  }

  publish(frames: Frames | null, ended: boolean): void {
    if (frames) {
      this.#ring.push(frames)
      this.#ringSize += frames.bytes.length
      this.#last = frames.last
    }
    while (this.#ringSize > ringBytes && this.#ring.length > 1) this.#ringSize -= this.#ring.shift()?.bytes.length ?? 0
    this.#ended = ended
    for (const wake of this.#readers) wake()
  }

  /** The next events after a number, when the ring still has them. */
  after(cursor: number): { bytes: Buffer; last: number } | null {
    const [oldest] = this.#ring
    if (!oldest || cursor + 1 < oldest.first || cursor >= this.#last) return null
    const frames = this.#ring.findLast((candidate) => candidate.first <= cursor + 1)
    return frames ? { bytes: tailOf(frames, cursor), last: frames.last } : null
  }

  /** A reader's bell: `wait` resolves at the next publication since the last wait began, or at the end of the signal. */
  subscribe(signal: AbortSignal): { wait(): Promise<void>; leave(): void } {
    let rung = false
    let answer: (() => void) | null = null
    const ring = () => {
      rung = answer === null
      answer?.()
      answer = null
    }
    this.#readers.add(ring)
    signal.addEventListener('abort', ring)
    return {
      wait: () =>
        new Promise((resolve) => {
          if (rung || signal.aborted) resolve()
          else answer = resolve
          rung = false
        }),
      leave: () => {
        this.#readers.delete(ring)
        signal.removeEventListener('abort', ring)
      },
    }
  }
}
