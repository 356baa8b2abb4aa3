/** A nudge with no content: the waiter looks in the store. Missing one costs a look, never a fact. */
export class Wakes {
  readonly #waiters = new Map<string, Set<() => void>>()

  wake(topic: string): void {
    const waiters = this.#waiters.get(topic)
    this.#waiters.delete(topic)
    for (const wake of waiters ?? []) wake()
  }

  /** Resolves at the next nudge, or when the signal ends the wait. Ask before looking, so that no nudge falls between. */
  next(topic: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(topic) ?? new Set()
      this.#waiters.set(topic, waiters)
      const done = () => {
        signal.removeEventListener('abort', done)
        waiters.delete(done)
        if (waiters.size === 0 && this.#waiters.get(topic) === waiters) this.#waiters.delete(topic)
        resolve()
      }
      waiters.add(done)
      signal.addEventListener('abort', done)
    })
  }
}
