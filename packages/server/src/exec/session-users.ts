import type { Identity } from '../domain/launch.ts'
import type { Identities } from '../sandbox/identities.ts'

/** The spare user of each session in which something runs: all its commands share it, and no other session has it. */
export class SessionUsers {
  readonly #identities: Identities | null
  readonly #users = new Map<string, { readonly identity: Identity; count: number }>()

  constructor(identities: Identities | null) {
    this.#identities = identities
  }

  /** `before`: the user of what is in the session's folder already; it is taken again where nobody else has it. */
  take(session: string, before: number | null): Identity | null {
    if (this.#identities === null) return null
    const user = this.#users.get(session) ?? { identity: this.#identities.take(before), count: 0 }
    user.count++
    this.#users.set(session, user)
    return user.identity
  }

  release(session: string): void {
    const user = this.#users.get(session)
    if (!user || --user.count > 0) return
    this.#users.delete(session)
    this.#identities?.release(user.identity)
  }
}
