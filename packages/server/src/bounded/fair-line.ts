/** On whose account work is done: who asked, and with which skill. */
export interface Account {
  readonly caller: string
  /** What is unique to the content of a skill: two that call themselves the same are two. */
  readonly skill: string
}

/** In which order what waits for a thread gets one. */
export interface Line<Task> {
  add(task: Task): void
  /** Who is next; undefined: nobody waits, or nobody may have one of the places that are left. */
  next(): Task | undefined
  /** It has a place from now on. */
  begin(task: Task): void
  /** It has given up its place, after so much time; perhaps after all that it may have. */
  end(task: Task, ms: number, usedUp: boolean): void
  /** Everything that waits, which it no longer does. */
  clear(): Task[]
}

/** Time that was used counts half after this long. */
const halfLifeMs = 30_000

/**
 * Those go first who used the least time lately: first by caller, then by skill, then by arrival. So a skill whose pattern takes all the
 * time that it may have makes its own callers wait, and no others.
 */
export class FairLine<Task extends { readonly account: Account }> implements Line<Task> {
  readonly #places: number
  readonly #now: () => number
  readonly #waiting = new Map<string, Task[]>()
  readonly #busy = new Map<string, number>()
  readonly #usedBy = { caller: new Usage(), skill: new Usage() }
  /** Of skills whose work took all the time that it may have, and was ended. */
  readonly #wasted = new Usage()

  constructor(places: number, now: () => number = () => performance.now()) {
    this.#places = places
    this.#now = now
  }

  add(task: Task): void {
    const key = keyOf(task.account)
    const same = this.#waiting.get(key)
    if (same) same.push(task)
    else this.#waiting.set(key, [task])
  }

  next(): Task | undefined {
    const now = this.#now()
    let best: Task | undefined
    // The first one of each account, in the order in which they came.
    for (const [task] of this.#waiting.values())
      if (task && this.#mayBegin(task.account, now) && (!best || this.#isBefore(task.account, best.account, now))) best = task
    return best
  }

  begin(task: Task): void {
    const key = keyOf(task.account)
    const same = this.#waiting.get(key) ?? []
    // One that is tried again does not wait.
    if (same[0] === task) {
      same.shift()
      // At the end: the next one of the same account came later than the others that wait.
      this.#waiting.delete(key)
      if (same.length > 0) this.#waiting.set(key, same)
    }
    this.#busy.set(key, (this.#busy.get(key) ?? 0) + 1)
  }

  end({ account }: Task, ms: number, usedUp: boolean): void {
    const key = keyOf(account)
    const left = (this.#busy.get(key) ?? 1) - 1
    if (left > 0) this.#busy.set(key, left)
    else this.#busy.delete(key)
    for (const part of parts) this.#usedBy[part].add(account[part], ms, this.#now())
    if (usedUp) this.#wasted.add(account.skill, ms, this.#now())
  }

  clear(): Task[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return all
  }

  /** The last place is for others where some wait, and also for those who may come where a skill has wasted its time. */
  #mayBegin(account: Account, now: number): boolean {
    const busy = this.#busy.get(keyOf(account)) ?? 0
    if (busy < Math.max(1, this.#places - 1)) return true
    return this.#wasted.of(account.skill, now) === 0 && !this.#othersWait(account)
  }

  #othersWait(account: Account): boolean {
    return this.#waiting.size > (this.#waiting.has(keyOf(account)) ? 1 : 0)
  }

  #isBefore(one: Account, other: Account, now: number): boolean {
    const differing = parts.find((part) => this.#usedBy[part].of(one[part], now) !== this.#usedBy[part].of(other[part], now))
    return (
      differing !== undefined &&
      this.#usedBy[differing].of(one[differing], now) < this.#usedBy[differing].of(other[differing], now)
    )
  }
}

const parts = ['caller', 'skill'] as const satisfies readonly (keyof Account)[]

const keyOf = ({ caller, skill }: Account): string => `${skill} ${caller}`

/** Time that was used lately, by name. What is less than a millisecond by now is forgotten. */
class Usage {
  readonly #used = new Map<string, { readonly ms: number; readonly at: number }>()

  of(name: string, now: number): number {
    const used = this.#used.get(name)
    const left = used ? used.ms * 0.5 ** ((now - used.at) / halfLifeMs) : 0
    return left < 1 ? 0 : left
  }

  add(name: string, ms: number, now: number): void {
    for (const known of this.#used.keys()) if (this.of(known, now) === 0) this.#used.delete(known)
    this.#used.set(name, { ms: this.of(name, now) + ms, at: now })
  }
}
