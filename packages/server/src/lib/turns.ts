/** One after the other, for each key. */
export class Turns<K> {
  readonly #last = new Map<K, Promise<unknown>>()

  async take<T>(key: K, act: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(act, act)
    this.#last.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
  }
}
