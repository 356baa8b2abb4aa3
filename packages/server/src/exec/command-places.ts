import { countedBy } from '../domain/task-turn.ts'
import { Fault } from '../lib/fault.ts'

/** Commands that are waited for run at once or not at all: whoever finds no place is told so. As with tasks, the last one is for another project. */
export class CommandPlaces {
  readonly #places: number
  readonly #taken = new Map<symbol, string>()

  constructor(places: number) {
    this.#places = places
  }

  take(project: string): Disposable {
    const own = countedBy([...this.#taken.values()]).get(project) ?? 0
    if (this.#taken.size >= this.#places || own >= Math.max(1, this.#places - 1))
      throw new Fault('QUEUE_FULL', { running: this.#taken.size, project_running: own, limit: this.#places, reason })
    const place = Symbol(project)
    this.#taken.set(place, project)
    return { [Symbol.dispose]: () => void this.#taken.delete(place) }
  }
}

const reason = 'Too many commands run at once. Retry when some have ended, or start it as a task, which waits for its turn.'
