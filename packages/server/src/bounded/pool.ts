import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import type { Violation } from '../lib/violation.ts'
import { Exceeded, Thread } from './thread.ts'
import type { Answer } from './worker.ts'

export type { Violation } from '../lib/violation.ts'

/** Schemas that skills supply, checked where they can take neither the event loop nor the memory of the server. */
export interface Bounded {
  /** At most 100 violations; none: it fits. `what` names the schema in a failure. The schema object must not change afterwards. */
  check(schema: object, data: unknown, what: string): Promise<readonly Violation[]>
  /** What is wrong with the schema, or null. */
  compile(schema: object, what?: string): Promise<string | null>
  close(): Promise<void>
}

export interface Limits {
  readonly timeMs: number
  readonly heapMb: number
  /** Most threads at once. */
  readonly size: number
  /** A thread without work is ended after this, for its memory. */
  readonly idleMs: number
  /** Work that has waited this long gets one more thread: a warm check takes less than starting one would. */
  readonly patienceMs: number
}

const defaults: Limits = { timeMs: 2000, heapMb: 64, size: 2, idleMs: 60_000, patienceMs: 100 }

export const openBounded = (limits: Partial<Limits> = {}): Bounded => new Pool({ ...defaults, ...limits })

interface Task {
  readonly digest: string
  readonly schema: string
  readonly data: string | null
  readonly what: string
  resolve(answer: Answer): void
  reject(error: unknown): void
}

class Pool implements Bounded {
  readonly #limits: Limits
  readonly #queue: Task[] = []
  readonly #idle = new Map<Thread, NodeJS.Timeout>()
  readonly #busy = new Set<Thread>()
  readonly #ending = new Set<Promise<void>>()
  readonly #texts = new WeakMap<object, { digest: string; schema: string }>()
  #patience: NodeJS.Timeout | null = null
  #waitingForAnother = false
  #closed = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  async check(schema: object, data: unknown, what: string): Promise<readonly Violation[]> {
    const answer = await this.#ask(schema, this.#textOf(data ?? null, what), what)
    if (answer.kind === 'problem') throw new Fault('SKILL_DEGRADED', { problems: [`${what}: ${answer.problem}`] })
    return answer.kind === 'checked' ? answer.violations : []
  }

  async compile(schema: object, what = 'schema'): Promise<string | null> {
    const answer = await this.#ask(schema, null, what)
    return answer.kind === 'problem' ? answer.problem : null
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#patience) clearTimeout(this.#patience)
    for (const task of this.#queue.splice(0)) task.reject(new Fault('SHUTTING_DOWN'))
    for (const thread of [...this.#idle.keys(), ...this.#busy]) this.#end(thread)
    await Promise.all(this.#ending)
  }

  async #ask(schema: object, data: string | null, what: string): Promise<Answer> {
    if (this.#closed) throw new Fault('SHUTTING_DOWN')
    const known = this.#texts.get(schema) ?? this.#remember(schema, what)
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#queue.push({ ...known, data, what, resolve, reject })
      this.#handOut()
    })
    if (answer.kind === 'too_much') throw this.#exceeded(what, 'size')
    return answer
  }

  #remember(schema: object, what: string) {
    const text = this.#textOf(schema, what)
    const known = { digest: sha256(text), schema: text }
    this.#texts.set(schema, known)
    return known
  }

  /** A text that could by itself outgrow the heap of a thread is not even sent: such an allocation could take the process with it. */
  #textOf(value: unknown, what: string): string {
    try {
      const text = JSON.stringify(value)
      if (text.length <= this.#limits.heapMb * 128 * 1024) return text
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    throw this.#exceeded(what, 'size')
  }

  #handOut(): void {
    for (let task = this.#queue[0]; task; task = this.#queue[0]) {
      const thread = this.#threadFor(task)
      if (!thread) break
      this.#queue.shift()
      void this.#serve(thread, task)
    }
    if (this.#queue.length > 0) this.#waitForAnother()
  }

  #threadFor(task: Task): Thread | null {
    const idle = [...this.#idle.keys()]
    const thread = idle.find(({ known }) => known.has(task.digest)) ?? idle[0]
    if (thread) return thread
    return this.#busy.size === 0 ? new Thread(this.#limits.heapMb) : null
  }

  /** Patience is counted from when the busy ones could work: the time that a thread takes to load is no reason to load another. */
  #waitForAnother(): void {
    if (this.#waitingForAnother || this.#busy.size >= this.#limits.size) return
    this.#waitingForAnother = true
    void Promise.all([...this.#busy].map(({ ready }) => ready)).then(() => {
      this.#patience = setTimeout(() => this.#getAnother(), this.#limits.patienceMs)
    })
  }

  #getAnother(): void {
    this.#waitingForAnother = false
    if (this.#closed) return
    const task = this.#busy.size < this.#limits.size ? this.#queue.shift() : undefined
    if (task) void this.#serve(new Thread(this.#limits.heapMb), task)
    this.#handOut()
  }

  async #serve(thread: Thread, task: Task): Promise<void> {
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
    this.#busy.add(thread)
    try {
      task.resolve(await this.#answerOf(thread, task))
    } catch (error) {
      this.#failed(thread, task, error)
    }
    this.#busy.delete(thread)
    if (thread.ended || this.#closed) this.#end(thread)
    else this.#rest(thread)
    if (!this.#closed) this.#handOut()
  }

  /** A schema travels once per thread; one that the thread has dropped since then travels again. */
  async #answerOf(thread: Thread, { digest, schema, data }: Task): Promise<Answer> {
    const { timeMs } = this.#limits
    const answer = await thread.ask({ digest, data, schema: thread.known.has(digest) ? null : schema }, timeMs)
    thread.known.add(digest)
    return answer.kind === 'unknown' ? thread.ask({ digest, data, schema }, timeMs) : answer
  }

  #failed(thread: Thread, task: Task, error: unknown): void {
    if (this.#closed) task.reject(new Fault('SHUTTING_DOWN'))
    else if (!(error instanceof Exceeded)) task.reject(error)
    // What earlier checks left in its heap may be to blame: the last word has a thread that did nothing else.
    else if (error.limit === 'heap' && thread.asked > 1) void this.#serve(new Thread(this.#limits.heapMb), task)
    else task.reject(this.#exceeded(task.what, error.limit))
  }

  #exceeded(what: string, limit: 'time' | 'heap' | 'size'): Fault {
    return new Fault('SKILL_LIMIT_EXCEEDED', { what, limit, time_ms: this.#limits.timeMs, heap_mb: this.#limits.heapMb })
  }

  #rest(thread: Thread): void {
    thread.rest()
    const timer = setTimeout(() => this.#end(thread), this.#limits.idleMs)
    this.#idle.set(thread, timer.unref())
  }

  #end(thread: Thread): void {
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
    const ending = thread.end().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
