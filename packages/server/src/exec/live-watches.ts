/** Who is being followed by whom, where the follower has given a key to be recognized by. Only those of this server: they end with it. */
export class LiveWatches {
  readonly #live = new Set<string>()

  /** Null: one of that key is live already. The caller lets go of it. */
  begin(watch: Watch): Disposable | null {
    if (watch.key === undefined) return nothingHeld
    const name = JSON.stringify([watch.projectId, watch.caller, watch.id, watch.key])
    if (this.#live.has(name)) return null
    this.#live.add(name)
    return { [Symbol.dispose]: () => void this.#live.delete(name) }
  }
}

export interface Watch {
  readonly projectId: string
  readonly caller: string
  /** Of what is followed. */
  readonly id: string
  readonly key: string | undefined
}

const nothingHeld: Disposable = { [Symbol.dispose]() {} }
