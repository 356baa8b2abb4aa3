import type { JsonShape } from '../domain/json-shape.ts'
import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import type { Violation } from '../lib/violation.ts'
import type { Coercion } from './coerce.ts'
import { type Account, FairLine, type Line } from './fair-line.ts'
import type { Reading } from './read-json.ts'
import { Exceeded, Thread } from './thread.ts'
import type { Answer, Check, Read } from './worker.ts'

export type { Violation } from '../lib/violation.ts'
export type { Coercion } from './coerce.ts'
export type { Account } from './fair-line.ts'
export type { Reading } from './read-json.ts'

/** Schemas that skills supply and texts that runs left, at work where they can take neither the event loop nor the memory of the server. */
export interface Bounded {
  /** At most 100 violations; none: it fits. `what` names the schema in a failure. The schema object must not change afterwards. */
  check(schema: object, data: unknown, what: string): Promise<readonly Violation[]>
  /** What is wrong with the schema, or null. */
  compile(schema: object, what?: string): Promise<string | null>
  /** The JSON object or array that a text holds, with other text around it or with broken syntax; null: there is none. */
  read(text: string, wanted: JsonShape, what: string): Promise<Reading | null>
  /** The data as JSON text, changed to fit the schema where that loses nothing, and what was changed. */
  coerce(schema: object, data: unknown, what: string): Promise<{ readonly json: string; readonly changes: readonly Coercion[] }>
  /** The same threads, on the account of somebody: who used much time waits for those who used less. */
  by(account: Account): Bounded
}

interface BoundedPool extends Bounded {
  close(): Promise<void>
}

export interface Limits {
  readonly timeMs: number
  /** For data of a few bytes; more of it has more time, up to all. */
  readonly smallMs: number
  readonly heapMb: number
  /** Most threads at once. */
  readonly size: number
  /** A thread without work is ended after this, for its memory. */
  readonly idleMs: number
  /** Work that has waited this long gets one more thread: a warm check takes less than starting one would. */
  readonly patienceMs: number
}

const defaults: Limits = { timeMs: 5000, smallMs: 1500, heapMb: 64, size: 2, idleMs: 60_000, patienceMs: 100 }

/** For the schemas of a skill when it is read: nobody's run waits for them. */
export const judgeLimits = { size: 1, timeMs: 1500 } as const satisfies Partial<Limits>

const mostVerdicts = 1000

/** Of data that was found to fit: so many texts, none longer than this, are half a megabyte. */
const mostFits = 1000
const longestFit = 512

export function openBounded(given: Partial<Limits> = {}, line?: Line<Task>): BoundedPool {
  const limits = { ...defaults, ...given }
  const pool = new Pool(limits, line ?? new FairLine(limits.size))
  return Object.assign(onAccount(pool, { caller: '', skill: '' }), { close: () => pool.close() })
}

const onAccount = (pool: Pool, account: Account): Bounded => ({
  check: (schema, data, what) => pool.check(account, schema, data, what),
  compile: (schema, what) => pool.compile(account, schema, what),
  read: (text, wanted, what) => pool.read(account, text, wanted, what),
  coerce: (schema, data, what) => pool.coerce(account, schema, data, what),
  by: (other) => onAccount(pool, other),
})

/** A check comes with its schema; whether that has to travel is decided when the thread is known. */
type Question = (Check & { readonly schema: string }) | Read

export interface Task {
  readonly account: Account
  readonly question: Question
  readonly what: string
  resolve(answer: Answer): void
  reject(error: unknown): void
}

class Pool {
  readonly #limits: Limits
  readonly #line: Line<Task>
  readonly #idle = new Map<Thread, NodeJS.Timeout>()
  readonly #busy = new Set<Thread>()
  readonly #ending = new Set<Promise<void>>()
  readonly #texts = new WeakMap<object, { digest: string; schema: string }>()
  /** By digest: a package is judged when it comes, and once more when it is read from its place. */
  readonly #verdicts = new Map<string, string | null>()
  /** What comes again and again, such as no parameters at all, is judged once: a trip to a thread costs more than most checks. */
  readonly #fits = new Set<string>()
  #patience: NodeJS.Timeout | null = null
  #waitingForAnother = false
  #closed = false

  constructor(limits: Limits, line: Line<Task>) {
    this.#limits = limits
    this.#line = line
  }

  async check(account: Account, schema: object, data: unknown, what: string): Promise<readonly Violation[]> {
    const text = this.#textOf(data ?? null, what)
    const asked = this.#schemaOf(schema, what)
    const known = fitOf(account, asked.digest, text)
    if (known !== null && this.#fits.has(known)) return []
    const answer = await this.#ask(account, { kind: 'check', data: text, ...asked }, what)
    if (answer.kind === 'problem') throw broken(what, answer.problem)
    const violations = answer.kind === 'checked' ? answer.violations : []
    if (known !== null && violations.length === 0) this.#rememberFit(known)
    return violations
  }

  #rememberFit(fit: string): void {
    this.#fits.add(fit)
    const [oldest] = this.#fits
    if (this.#fits.size > mostFits && oldest !== undefined) this.#fits.delete(oldest)
  }

  async compile(account: Account, schema: object, what = 'schema'): Promise<string | null> {
    const text = this.#schemaOf(schema, what)
    const known = this.#verdicts.get(text.digest)
    if (known !== undefined) return known
    const answer = await this.#ask(account, { kind: 'check', data: null, ...text }, what)
    const verdict = answer.kind === 'problem' ? answer.problem : null
    this.#remember(text.digest, verdict)
    return verdict
  }

  #remember(digest: string, verdict: string | null): void {
    this.#verdicts.set(digest, verdict)
    const [oldest] = this.#verdicts.keys()
    if (this.#verdicts.size > mostVerdicts && oldest) this.#verdicts.delete(oldest)
  }

  async read(account: Account, text: string, wanted: JsonShape, what: string): Promise<Reading | null> {
    if (text.length > this.#longest()) throw this.#exceeded(what, 'size')
    const answer = await this.#ask(account, { kind: 'read', text, wanted }, what)
    return answer.kind === 'read' ? answer.reading : null
  }

  async coerce(account: Account, schema: object, data: unknown, what: string) {
    const text = this.#textOf(data ?? null, what)
    const answer = await this.#ask(account, { kind: 'check', coerce: true, data: text, ...this.#schemaOf(schema, what) }, what)
    if (answer.kind === 'problem') throw broken(what, answer.problem)
    return answer.kind === 'coerced' ? answer : { json: text, changes: [] }
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#patience) clearTimeout(this.#patience)
    for (const task of this.#line.clear()) task.reject(new Fault('SHUTTING_DOWN'))
    for (const thread of [...this.#idle.keys(), ...this.#busy]) this.#end(thread)
    await Promise.all(this.#ending)
  }

  async #ask(account: Account, question: Question, what: string): Promise<Answer> {
    if (this.#closed) throw new Fault('SHUTTING_DOWN')
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#line.add({ account, question, what, resolve, reject })
      this.#handOut()
    })
    if (answer.kind === 'too_much') throw this.#exceeded(what, 'size')
    return answer
  }

  #schemaOf(schema: object, what: string): { digest: string; schema: string } {
    const before = this.#texts.get(schema)
    if (before) return before
    const text = this.#textOf(schema, what)
    const known = { digest: sha256(text), schema: text }
    this.#texts.set(schema, known)
    return known
  }

  /** A text that could by itself outgrow the heap of a thread is not even sent: such an allocation could take the process with it. */
  #textOf(value: unknown, what: string): string {
    try {
      const text = JSON.stringify(value)
      if (text.length <= this.#longest()) return text
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    throw this.#exceeded(what, 'size')
  }

  #longest(): number {
    return this.#limits.heapMb * 128 * 1024
  }

  #handOut(): void {
    for (let task = this.#line.next(); task; task = this.#line.next()) {
      const thread = this.#threadFor(task)
      if (!thread) {
        this.#waitForAnother()
        return
      }
      void this.#serve(thread, task)
    }
  }

  #threadFor({ question }: Task): Thread | null {
    const idle = [...this.#idle.keys()]
    const thread = idle.find(({ known }) => question.kind === 'check' && known.has(question.digest)) ?? idle[0]
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
    const task = this.#busy.size < this.#limits.size ? this.#line.next() : undefined
    if (task) void this.#serve(new Thread(this.#limits.heapMb), task)
    this.#handOut()
  }

  async #serve(thread: Thread, task: Task): Promise<void> {
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
    this.#busy.add(thread)
    this.#line.begin(task)
    let from = performance.now()
    // Loading is our time, and on nobody's account.
    void thread.ready.then(() => {
      from = performance.now()
    })
    try {
      task.resolve(await this.#answerOf(thread, task))
    } catch (error) {
      this.#failed(thread, task, error)
    }
    this.#busy.delete(thread)
    this.#line.end(task, performance.now() - from, thread.ended)
    if (thread.ended || this.#closed) this.#end(thread)
    else this.#rest(thread)
    if (!this.#closed) this.#handOut()
  }

  /** A schema travels once per thread; one that the thread has dropped since then travels again. */
  async #answerOf(thread: Thread, { question }: Task): Promise<Answer> {
    const timeMs = this.#timeFor(question)
    if (question.kind !== 'check') return thread.ask(question, timeMs)
    const { digest } = question
    const answer = await thread.ask(thread.known.has(digest) ? { ...question, schema: null } : question, timeMs)
    thread.known.add(digest)
    return answer.kind === 'unknown' ? thread.ask(question, timeMs) : answer
  }

  /** Somebody waits for the verdict on a request, and what it holds is small: the whole time is for data that is not. */
  #timeFor(question: Question): number {
    const { timeMs, smallMs } = this.#limits
    if (question.kind !== 'check' || question.data === null) return timeMs
    return Math.min(timeMs, smallMs + Math.round(question.data.length / 50))
  }

  #failed(thread: Thread, task: Task, error: unknown): void {
    if (this.#closed) task.reject(new Fault('SHUTTING_DOWN'))
    else if (!(error instanceof Exceeded)) task.reject(error)
    // What earlier checks left in its heap may be to blame: the last word has a thread that did nothing else.
    else if (error.limit === 'heap' && thread.asked > 1) void this.#serve(new Thread(this.#limits.heapMb), task)
    else task.reject(this.#exceeded(task.what, error.limit, this.#timeFor(task.question)))
  }

  #exceeded(what: string, limit: 'time' | 'heap' | 'size', timeMs = this.#limits.timeMs): Fault {
    return new Fault('SKILL_LIMIT_EXCEEDED', { what, limit, time_ms: timeMs, heap_mb: this.#limits.heapMb })
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

const broken = (what: string, problem: string): Fault => new Fault('SKILL_DEGRADED', { problems: [`${what}: ${problem}`] })

/** By caller: how long an answer takes tells nobody what somebody else has asked. JSON has no NUL in it. Null: it is too long to be kept. */
const fitOf = ({ caller }: Account, digest: string, text: string): string | null =>
  text.length > longestFit ? null : `${digest} ${text}\0${caller}`
