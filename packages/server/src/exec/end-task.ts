import type { CommandEnd } from '../domain/exec.ts'
import { type EndWish, hasBegun, keptChild, lookAt, type Nursery } from '../process/nursery.ts'
import { endLeftovers } from '../process/tree.ts'
import type { ExecDeps } from './deps.ts'
import { markOf } from './stage.ts'

/** Ends tasks: by the nursery, or by their marks where that does not keep them, because it is of another version or can no longer be reached. */
export class TaskEnder {
  readonly #deps: ExecDeps
  readonly #nursery: Pick<Nursery, 'end'>
  readonly #closing: AbortSignal
  /** Why those were ended whose nursery was not told. */
  readonly #whys = new Map<string, EndWish>()

  constructor(deps: ExecDeps, nursery: Pick<Nursery, 'end'>, closing: AbortSignal) {
    this.#deps = deps
    this.#nursery = nursery
    this.#closing = closing
  }

  /** Never fails: what cannot be ended now is ended by its time, or by the reaper. */
  async end(id: string, why: EndWish): Promise<void> {
    try {
      const folder = this.#deps.layout.execTask(id)
      // One that is being started is asked again once it is there.
      const isBegun = hasBegun(folder)
      const isKept = await this.#nursery.end(id, why).catch(() => false)
      if (isKept || !isBegun || this.#closing.aborted || (await lookAt(folder)) !== 'lives') return
      this.#whys.set(id, why)
      const child = await keptChild(folder, markOf(this.#deps, id))
      await endLeftovers(markOf(this.#deps, id), child ? [child.mark] : [])
    } catch (error) {
      this.#deps.logger.error({ err: error, task_id: id }, 'a task could not be ended')
    }
  }

  /** How it ended, with the reason that its nursery does not know. */
  explain(id: string, found: CommandEnd | 'lost'): CommandEnd | 'lost' {
    const why = this.#whys.get(id)
    this.#whys.delete(id)
    if (why === undefined) return found
    if (found === 'lost') return { status: killed, why }
    return found.why === '' ? { ...found, why } : found
  }
}

/** As wait() tells it. */
const killed = 9
