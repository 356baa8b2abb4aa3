import { Fault } from '../lib/fault.ts'
import type { SessionName } from '../store/exec-sessions.ts'

/**
 * Between the look at a session and the hold on one of its folders nobody may delete it: what was about to run would run in a folder that
 * belongs to no session. Who comes while it is being deleted waits, and then gets a new one.
 */
export class SessionDoors {
  readonly #inside = new Map<string, number>()
  readonly #removing = new Map<string, Promise<void>>()

  async enter<T>(name: SessionName, use: () => Promise<T>): Promise<T> {
    const key = keyOf(name)
    for (let removal = this.#removing.get(key); removal; removal = this.#removing.get(key)) await removal
    this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1)
    try {
      return await use()
    } finally {
      this.#leave(key)
    }
  }

  /** Throws where somebody is inside, or on the way in. */
  async remove(name: SessionName, remove: () => Promise<void>): Promise<void> {
    const key = keyOf(name)
    if (this.#inside.has(key) || this.#removing.has(key)) throw new Fault('SESSION_BUSY', { session_id: name.alias })
    const removal = remove().finally(() => this.#removing.delete(key))
    this.#removing.set(
      key,
      removal.catch(() => {}),
    )
    await removal
  }

  #leave(key: string): void {
    const left = (this.#inside.get(key) ?? 1) - 1
    if (left > 0) this.#inside.set(key, left)
    else this.#inside.delete(key)
  }
}

const keyOf = ({ projectId, owner, alias }: SessionName): string => JSON.stringify([projectId, owner, alias])
