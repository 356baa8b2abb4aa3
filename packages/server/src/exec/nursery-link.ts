import type { Command } from '../domain/launch.ts'
import { messageOf } from '../lib/thrown.ts'
import type { EndWish, Kept, KeptStart, Nursery } from '../process/nursery.ts'
import type { ExecDeps } from './deps.ts'

/** Of a nursery that is killed again and again. */
const mostTries = 3

/** Never settles: nobody will tell. */
export const never = new Promise<void>(() => {})

/** The connection to the nursery: opened with the first task, and again after it was lost. */
export class NurseryLink {
  readonly #open: ExecDeps['openNursery']
  readonly #closing: AbortSignal
  #nursery: Promise<Nursery> | null = null

  constructor({ openNursery }: Pick<ExecDeps, 'openNursery'>, closing: AbortSignal) {
    this.#open = openNursery
    this.#closing = closing
  }

  /** Begins a task. A nursery that is killed while it is asked is asked for again: what was begun is not begun twice. */
  async begin(kept: Kept, command: Command): Promise<{ told: Promise<void>; mark: KeptStart }> {
    let wasAsked = false
    for (let tries = 1; ; tries++) {
      const nursery = await this.#get().catch((error: unknown) => ({ problem: messageOf(error) }))
      if ('problem' in nursery) {
        // It may have been killed before it could answer.
        if (tries < mostTries && !this.#closing.aborted) continue
        return { told: never, mark: wasAsked ? 'lost' : { failed: nursery.problem } }
      }
      wasAsked = true
      const told = nursery.told(kept.id)
      const mark = await nursery.start(kept, command)
      if (mark !== 'lost' || this.#closing.aborted || tries >= mostTries) return { told, mark }
    }
  }

  /** Resolves when the nursery says that the task has ended, or is gone. */
  async told(id: string): Promise<void> {
    await (await this.#get()).told(id)
  }

  /** Answers whether it is kept there. */
  async end(id: string, why: EndWish): Promise<boolean> {
    return (await this.#get()).end(id, why)
  }

  /** What it keeps goes on. */
  async leave(): Promise<void> {
    const nursery = await this.#nursery?.catch(() => null)
    nursery?.close()
  }

  #get(): Promise<Nursery> {
    if (this.#nursery) return this.#nursery
    // Kept before it is open: two that come together must not open two.
    const opening = this.#open()
    this.#nursery = opening
    const forget = () => {
      if (this.#nursery === opening) this.#nursery = null
    }
    opening.then((nursery) => nursery.closed.then(forget), forget)
    return opening
  }
}
