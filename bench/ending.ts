/** All that a bench has open and that would outlive it: ended one by one when each is done with, or all at once on Ctrl+C. */
export class Ending {
  readonly #open = new Set<AsyncDisposable>()
  #isOver = false

  /** Answers the same thing, to be disposed of as before; whoever does is waited for, however often. */
  add<T extends object>(thing: T, end: () => Promise<void>): T & AsyncDisposable {
    let ending: Promise<void> | null = null
    const dispose = (): Promise<void> => {
      ending ??= end().finally(() => this.#open.delete(entry))
      return ending
    }
    const entry = { [Symbol.asyncDispose]: dispose }
    this.#open.add(entry)
    if (this.#isOver) void dispose().catch(() => {})
    return { ...thing, ...entry }
  }

  /** The youngest first. What fails to end does not keep the others, and what is opened from now on ends at once. */
  async endAll(): Promise<void> {
    this.#isOver = true
    for (const entry of [...this.#open].reverse()) await Promise.resolve(entry[Symbol.asyncDispose]()).catch(() => {})
  }
}
