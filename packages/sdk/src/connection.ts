import { InvalidCallError, refusalOf, SkillRunnerError, unreachable, unreadable } from './errors.ts'
import { Patience, pause } from './patience.ts'

export interface SkillRunnerOptions {
  /** Where the server is; `http://127.0.0.1:8000` when left out. */
  readonly url?: string
  readonly token?: string | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  /** How long a server that has answered before is asked again when it is gone, full or stopping: 30 seconds when left out. */
  readonly patienceMs?: number
  /** Reads the JSON of an answer, where numbers beyond those of JavaScript matter; `JSON.parse` when left out. */
  readonly parse?: (text: string) => unknown
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** A form, or whatever JSON can hold. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Sent twice it does no more than once. Reading always is. */
  readonly isRepeatable?: boolean
  /** Answers, beyond success, that are one too. */
  readonly accepts?: readonly number[]
}

/** Speaks to one server: the only place that calls fetch. */
export class Connection {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #fetch: typeof fetch
  readonly #patienceMs: number
  readonly #parse: (text: string) => unknown
  #hasAnswered = false

  constructor({
    url = 'http://127.0.0.1:8000',
    token,
    headers,
    fetch = globalThis.fetch,
    patienceMs = 30_000,
    parse = JSON.parse,
  }: SkillRunnerOptions) {
    this.#url = reachable(url).replace(/\/+$/, '')
    this.#headers = { ...headers, ...(token ? { authorization: `Bearer ${sendable(token)}` } : {}) }
    // A browser's own fetch refuses to be called as a method of somebody else.
    this.#fetch = fetch.bind(globalThis)
    this.#patienceMs = patienceMs
    this.#parse = (text) => parse(text)
  }

  patience(): Patience {
    return new Patience(this.#patienceMs)
  }

  /** The JSON of an answer. */
  json<T>(call: Call): Promise<T> {
    return this.#withPatience(call, async (response) => {
      const text = await response.text().catch((error: unknown) => this.#fail(error, call.signal))
      try {
        return this.#parse(text) as T
      } catch {
        throw unreadable(this.#url, response)
      }
    })
  }

  /** An answer whose body is still to be read. */
  open(call: Call): Promise<Response> {
    return this.#withPatience(call, async (response) => response)
  }

  async #withPatience<T>(call: Call, take: (response: Response) => Promise<T>): Promise<T> {
    const patience = this.patience()
    for (;;) {
      try {
        return await take(await this.#send(call))
      } catch (error) {
        const ms = this.#isWorthAnotherTry(error, call) ? patience.next((error.retryAfter ?? 0) * 1000) : null
        if (ms === null) throw error
        await pause(ms, call.signal)
      }
    }
  }

  /** What was refused before anything was done can always be sent again; what was lost on the way only if it is repeatable. */
  #isWorthAnotherTry(error: unknown, { method = 'GET', isRepeatable = method === 'GET' }: Call): error is SkillRunnerError {
    if (!(error instanceof SkillRunnerError)) return false
    if (untouched.includes(error.code)) return true
    // One that never answered is not there, and waiting for it would only hide a wrong address.
    return isRepeatable && isLost(error) && (error.status !== 0 || this.#hasAnswered)
  }

  async #send({ method = 'GET', path, query = {}, headers = {}, body, signal, accepts = [] }: Call): Promise<Response> {
    const isForm = body instanceof FormData
    const type = body === undefined || isForm ? {} : { 'content-type': 'application/json' }
    const response = await this.#fetch(`${this.#url}${path}${queryOf(query)}`, {
      method,
      headers: { ...this.#headers, ...type, ...headers },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch((error: unknown) => this.#fail(error, signal))
    this.#hasAnswered = true
    if (response.ok || accepts.includes(response.status)) return response
    throw await refusalOf(response)
  }

  #fail(error: unknown, signal: AbortSignal | undefined): never {
    throw signal?.aborted ? signal.reason : this.unreachable(error)
  }

  unreachable(cause: unknown): SkillRunnerError {
    return unreachable(this.#url, cause)
  }
}

/** Whole, or on a page a path of the server that the page came from. */
function reachable(url: string): string {
  if (/^https?:\/\/[^/]/i.test(url) || ('location' in globalThis && /^(\/|$)/.test(url))) return url
  throw new InvalidCallError(`${JSON.stringify(url)} is no http or https URL.`)
}

/** What fetch says of a header that cannot be sent holds all of it, and errors are shown and logged. */
function sendable(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new InvalidCallError('The token has a blank, a line break or another character that no token can have.')
}

const untouched: readonly string[] = ['QUEUE_FULL', 'TOO_MANY_REQUESTS', 'SHUTTING_DOWN']
const gateways: readonly number[] = [502, 503, 504]

/** It may have been heard, but there was no answer of the server. */
export const isLost = (error: unknown): error is SkillRunnerError =>
  error instanceof SkillRunnerError &&
  (error.code === 'UNREACHABLE' || (error.code === 'UNREADABLE_ANSWER' && gateways.includes(error.status)))

function queryOf(query: NonNullable<Call['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** One step of a path. Every URL parser would take dots for a way up, encoded or not, and ask for something else. */
export function step(text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw new InvalidCallError(`${JSON.stringify(text)} cannot be part of an address.`)
  return encodeURIComponent(text)
}
