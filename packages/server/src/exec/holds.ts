import { Fault } from '../lib/fault.ts'
import { shownPlace } from './launch.ts'

/** Who works in a folder of a session. */
export interface Holder {
  readonly kind: 'command' | 'task' | 'service' | 'job'
  readonly id: string
}

/** Two commands in one folder at once would tread on each other: the second is told who is there. */
export class Holds {
  readonly #holders = new Map<string, Holder>()

  take(session: string, place: string, { kind, id }: Holder): void {
    const key = `${session}/${place}`
    const other = this.#holders.get(key)
    if (other) throw new Fault('WORKDIR_BUSY', { workdir: shownPlace(place), held_by: other })
    this.#holders.set(key, { kind, id })
  }

  release(session: string, place: string, { id }: Pick<Holder, 'id'>): void {
    const key = `${session}/${place}`
    if (this.#holders.get(key)?.id === id) this.#holders.delete(key)
  }

  /** Of all who hold a folder. */
  ids(): string[] {
    return [...this.#holders.values()].map(({ id }) => id)
  }

  isHeld(session: string): boolean {
    return [...this.#holders.keys()].some((key) => key.startsWith(`${session}/`))
  }
}
