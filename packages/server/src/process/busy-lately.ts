/** Enough for those who run something at the same time. */
const mostNames = 1000

/** The names whose last attempt was busy. Until the next one has ended, nothing else tells so early how it will be. */
export class BusyLately {
  readonly #names = new Set<string>()

  has(name: string): boolean {
    return this.#names.has(name)
  }

  note(name: string, wasBusy: boolean): void {
    this.#names.delete(name)
    if (!wasBusy) return
    this.#names.add(name)
    const [oldest] = this.#names
    if (this.#names.size > mostNames && oldest !== undefined) this.#names.delete(oldest)
  }
}
