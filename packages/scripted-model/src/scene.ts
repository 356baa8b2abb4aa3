import type { Json } from './json.ts'
import { callId, type ProtocolName } from './protocol.ts'
import type { Script, Step } from './script.ts'

/** One request as it came. `route` is method and path without the scene; `headers` have names in lower case and values untouched. */
export interface ModelRequest {
  readonly protocol: ProtocolName | 'models'
  readonly route: string
  readonly model: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
  /** Which step answered; `side` if none is for requests like this, `refused` if the server turned it away itself. */
  readonly step: number | 'side' | 'refused'
  /** The client went away before its answer was complete. */
  readonly closedByClient: boolean
}

/** One conversation with its own script, under its own address. */
export interface Scene {
  readonly name: string
  readonly url: string
  readonly requests: readonly ModelRequest[]
  readonly problems: readonly string[]
  /** Indexes of the steps that nobody has asked for yet. */
  readonly unplayed: readonly number[]
  /** Resolves when the n-th main request has arrived; the first is 1. */
  reached(n: number): Promise<void>
  /** Resolves when the n-th main request is over: answered, cut, or left by the client. */
  over(n: number): Promise<void>
  /** Lets every step that stalls now go on. */
  release(): void
}

/** A step that a request has taken, and the gate that a stall waits at. */
export interface Taken {
  /** Nothing when the script has no more. */
  readonly step: Step | undefined
  readonly index: number
  /** Ids of the calls that the script made last: the ones whose results are awaited. */
  readonly lastCalls: readonly string[]
  readonly released: Promise<void>
  readonly over: () => void
}

/** The scene from the side of the server. */
export class OpenScene implements Scene {
  readonly name: string
  readonly url: string
  readonly script: Script
  readonly requests: ModelRequest[] = []
  readonly problems: string[] = []
  #taken = 0
  readonly #played = new Set<number>()
  #ended = false
  readonly #arrivals: Milestone[] = []
  readonly #ends: Milestone[] = []
  readonly #gates = new Set<() => void>()
  readonly #onProblem: (sentence: string) => void

  constructor(name: string, url: string, script: Script, onProblem: (sentence: string) => void) {
    this.name = name
    this.url = url
    this.script = script
    this.#onProblem = onProblem
  }

  get unplayed(): readonly number[] {
    return this.script.steps.map((_, index) => index).filter((index) => !this.#played.has(index))
  }

  reached(n: number): Promise<void> {
    return this.#wait(this.#arrivals, n, 'arrived')
  }

  over(n: number): Promise<void> {
    return this.#wait(this.#ends, n, 'was over')
  }

  release(): void {
    for (const open of this.#gates) open()
    this.#gates.clear()
  }

  report(sentence: string): void {
    this.problems.push(sentence)
    this.#onProblem(sentence)
  }

  /** The step for a request that comes behind so many turns of the model. Its gate exists at once, so that a release can never come too early. */
  take(turns: number): Taken {
    const number = this.#taken++
    const index = this.script.order === 'conversation' ? turns : number
    this.#played.add(index)
    const gate = Promise.withResolvers<void>()
    this.#gates.add(gate.resolve)
    milestone(this.#arrivals, number).resolve()
    return {
      step: this.script.steps[index],
      index,
      lastCalls: this.#callsBefore(index),
      released: gate.promise,
      over: () => milestone(this.#ends, number).resolve(),
    }
  }

  /** Of the last step before this one that made any. */
  #callsBefore(index: number): readonly string[] {
    const calling = this.script.steps.slice(0, index).findLastIndex((step) => callsOf(step) !== undefined)
    return callsOf(this.script.steps[calling])?.map((call, number) => callId(call, { id: `${calling}` }, number)) ?? []
  }

  /** Nobody waits for a scene whose server is gone. */
  end(): void {
    this.#ended = true
    for (const { reject } of [...this.#arrivals, ...this.#ends].filter(Boolean)) reject(new Error(gone))
    this.release()
  }

  #wait(milestones: Milestone[], n: number, what: string): Promise<void> {
    if (!Number.isInteger(n) || n < 1) throw new RangeError(`main requests are counted from 1, so none ${what} as number ${n}`)
    const { promise, reject } = milestone(milestones, n - 1)
    if (this.#ended) reject(new Error(gone))
    return promise
  }
}

const callsOf = (step: Step | undefined) => (step && 'calls' in step ? step.calls : undefined)
const gone = 'The scripted model was closed before that request came so far.'
type Milestone = PromiseWithResolvers<void>

/** All up to the n-th exist; only those who wait for one hear that it will never be. */
function milestone(all: Milestone[], index: number): Milestone {
  const found = all[index]
  if (found) return found
  const next = Promise.withResolvers<void>()
  next.promise.catch(() => undefined)
  all[index] = next
  return next
}
