import { setTimeout as wait } from 'node:timers/promises'
import { Fault } from '../lib/fault.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'

/** How long whoever asks waits for a database that is away: a restart is bridged, and after that the answer comes at once. */
export const usualPatienceMs = 10_000

const pauseMs = 100

/** Told when the database is lost, and when it is there again. */
export interface Witness {
  lost(reason: string): void
  back(awayMs: number): void
}

/** For several: lost is told with the first of them, and back with the last. */
export function shared(witness: Witness): Witness {
  let count = 0
  return {
    lost(reason) {
      if (count++ === 0) witness.lost(reason)
    },
    back(awayMs) {
      if (--count === 0) witness.back(awayMs)
    },
  }
}

/** Whether the database answers, as all that ask it have seen. */
export class Reach {
  readonly #patienceMs: number
  readonly #witness: Witness
  #lost: { readonly at: number; readonly error: unknown } | null = null
  #closed = false
  #isTrying = false

  constructor(patienceMs: number, witness: Witness) {
    this.#patienceMs = patienceMs
    this.#witness = witness
  }

  /** Asks until the database answers, or has been away for longer than anybody waits. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.#patienceMs
    for (;;) {
      const refusal = this.refusal()
      if (refusal) return this.#try(question, refusal)
      try {
        return await this.#once(question)
      } catch (error) {
        if (!isAway(error)) throw error
        // Others may be answered, and this question always take too long.
        if (this.refusal() || performance.now() >= until) throw unavailable(error)
        await wait(pauseMs)
      }
    }
  }

  /** One finds out for all whether the database is back; the others are refused at once. */
  async #try<T>(question: () => Promise<T>, refusal: Fault): Promise<T> {
    if (this.#closed || this.#isTrying) throw refusal
    this.#isTrying = true
    try {
      return await this.#once(question)
    } catch (error) {
      throw isAway(error) ? unavailable(error) : error
    } finally {
      this.#isTrying = false
    }
  }

  async #once<T>(question: () => Promise<T>): Promise<T> {
    try {
      const answer = await question()
      this.#answered()
      return answer
    } catch (error) {
      if (isAway(error) && !isSlow(error)) this.lost(error)
      throw error
    }
  }

  /** Why nobody need wait for the database; null: it is there, or may be in a moment. */
  refusal(): Fault | null {
    if (this.#closed) return unavailable(this.#lost?.error ?? new Away('CLOSED'))
    if (this.#lost === null) return null
    return performance.now() - this.#lost.at >= this.#patienceMs ? unavailable(this.#lost.error) : null
  }

  lost(error: unknown): void {
    if (this.#lost === null) this.#witness.lost(reasonOf(error))
    this.#lost = { at: this.#lost?.at ?? performance.now(), error }
  }

  /** From here on nobody waits. */
  close(): void {
    this.#closed = true
  }

  #answered(): void {
    if (this.#lost === null) return
    this.#witness.back(Math.round(performance.now() - this.#lost.at))
    this.#lost = null
  }
}

/** Something else than this query is wrong, and it may pass: the connection, the network, or the server of the database. */
export class Away extends Error {
  override readonly name = 'Away'
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`The database does not answer (${code})`, { cause })
    this.code = code
  }
}

/** By the code of Postgres, or of the system; the library reports some in words only. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error)
  return (
    error instanceof Away ||
    awayCodes.test(code) ||
    systemCodes.has(code) ||
    tlsCodes.test(code) ||
    awayWords.test(messageOf(error))
  )
}

/** This question takes too long, or too many are asked at once. The database is there. */
const isSlow = (error: unknown): boolean =>
  ['55P03', '57014'].includes(codeOf(error)) || messageOf(error) === 'timeout exceeded when trying to connect'

/** Two transactions waited for each other, and this is the one that Postgres gave up: it may be done again. */
export const isGivenUp = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

export const unavailable = (error: unknown): Fault =>
  new Fault('DATABASE_UNAVAILABLE', { reason: reasonOf(error) }, { cause: error })

/** For everyone, so it names no host. */
const reasonOf = (error: unknown): string => (/^[A-Z0-9_]{2,40}$/.test(codeOf(error)) ? codeOf(error) : 'connection lost')

// 08 connection, 28 sign-in, 3D no such database, 53 out of something, 57P shut down, 25P03 and 55P03 took too long, 57014 canceled, 25006 read only.
const awayCodes = /^(08...|28...|3D000|53...|57P..|25P03|25006|55P03|57014|58...)$/

const systemCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EACCES', 'EMFILE', 'ENFILE'],
])

/** A certificate has expired, or is another one, until somebody puts it right. */
const tlsCodes = /^(CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|ERR_(TLS|SSL)_\w+|EPROTO)$/

const awayWords =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout|timeout e(xceeded|xpired)|Connection ended|The server does not support SSL|There was an error establishing an SSL)/
