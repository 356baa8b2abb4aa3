import type { Once } from '../domain/once.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { KeyTaken, mostAnswers } from '../store/idempotency.ts'
import type { ExecDeps } from './deps.ts'

/** What a request came to, and whether it had come before. */
export interface ByKeyAnswer<T> {
  readonly told: T
  readonly repeated: boolean
}

interface Making<T> {
  /** Stores the key with what it makes. */
  readonly make: () => Promise<T>
  /** Null: what was made is gone. */
  readonly again: (id: string) => Promise<T | null>
}

/** Requests with a key, one after the other for each key: a repeat finds what came of the first, also after a crash. */
export class ByKey {
  readonly #deps: Pick<ExecDeps, 'store' | 'clock'>
  readonly #last = new Map<string, Promise<void>>()

  constructor(deps: Pick<ExecDeps, 'store' | 'clock'>) {
    this.#deps = deps
  }

  /** Something that outlives its request. */
  async make<T>(once: Once | null, { make, again }: Making<T>): Promise<ByKeyAnswer<T>> {
    if (once === null) return { told: await make(), repeated: false }
    return this.#inTurn(once, async () => {
      const before = await this.#again(once, again)
      if (before) return before
      return make().then(
        (told) => ({ told, repeated: false }),
        async (error: unknown) => {
          // Of another server: here they come one after the other.
          const meanwhile = error instanceof KeyTaken ? await this.#again(once, again) : null
          if (!meanwhile) throw error
          return meanwhile
        },
      )
    })
  }

  /** Null: nobody has used the key. */
  async #again<T>(once: Once, again: Making<T>['again']): Promise<ByKeyAnswer<T> | null> {
    const first = await this.#deps.store.idempotency.first(once, this.#deps.clock.now())
    if (!first) return null
    const told = await again(first.jobId)
    if (told === null) throw lost(first.jobId, 'what was created under this key has been deleted')
    return { told, repeated: true }
  }

  /** A command that is waited for: its result is kept as JSON. What is rejected does not use up its key, what has started does. */
  async run<T>(once: Once | null, run: () => Promise<T>): Promise<ByKeyAnswer<T>> {
    if (once === null) return { told: await run(), repeated: false }
    const { store, clock } = this.#deps
    return this.#inTurn(once, async () => {
      const first = await store.idempotency.claim(once, newId('cmd'), instant(clock))
      if (first?.answer) return { told: JSON.parse(first.answer), repeated: true }
      if (first) throw lost(first.id, first.isOver ? tooMany : 'the server stopped, or failed, while the command ran')
      const told = await run().catch(async (error: unknown) => {
        if (error instanceof Fault) await store.idempotency.release(once)
        throw error
      })
      await store.idempotency.answered(once, JSON.stringify(told))
      return { told, repeated: false }
    })
  }

  async #inTurn<T>(once: Once, work: () => Promise<T>): Promise<T> {
    const { store, clock } = this.#deps
    const name = JSON.stringify([once.projectId, once.principal, once.key])
    // Another request under the same key need not wait to be told so.
    if (this.#last.has(name)) await store.idempotency.first(once, clock.now())
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const over = turn.then(
      () => {},
      () => {},
    )
    this.#last.set(name, over)
    void over.then(() => {
      if (this.#last.get(name) === over) this.#last.delete(name)
    })
    return turn
  }
}

const { count, bytes } = mostAnswers
const tooMany = `its result is not kept any more: of each caller the last ${count} are, at most ${bytes / 1024 / 1024} MiB together`

const lost = (id: string, reason: string): Fault => new Fault('IDEMPOTENCY_RESULT_LOST', { id, reason })
