import { Turns } from './turns.ts'

/**
 * What is dear to make and never changes once it is made, under a key that names its content. Whoever asks for it while it is made waits for
 * the same, and each lane has one made at a time: many who ask at once cost no more than one.
 */
export class MadeOnce<T> {
  readonly #most: number
  readonly #made = new Map<string, Promise<T>>()
  readonly #turns = new Turns<string>()

  /** As many are kept; others are made again when somebody asks for them. */
  constructor(most: number) {
    this.#most = most
  }

  of(lane: string, key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(key)
    if (known) return known
    const made = this.#turns.take(lane, make)
    this.#made.set(key, made)
    // What went wrong is tried again by whoever asks next.
    made.catch(() => this.#made.delete(key))
    const [oldest] = this.#made.keys()
    if (this.#made.size > this.#most && oldest !== undefined) this.#made.delete(oldest)
    return made
  }
}
