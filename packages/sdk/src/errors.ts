import type { Schemas } from './types.ts'

/** Facts about an error; `problems` where several things can be wrong. */
export type Details = Readonly<Record<string, unknown>>

export interface ErrorFacts {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: Details | undefined
  readonly requestId?: string | null
  readonly xRequestId?: string | null
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

/** The server refused a request, or could not be spoken to. */
export class SkillRunnerError extends Error {
  override readonly name: string = 'SkillRunnerError'
  /** Of the HTTP answer; 0: there was none. */
  readonly status: number
  /** From the server's table, or `UNREACHABLE` or `UNREADABLE_ANSWER`, which are the client's own. */
  readonly code: string
  readonly details: Details
  /** The job that it was about. */
  readonly requestId: string | null
  /** Under which the server has logged the request. */
  readonly xRequestId: string | null
  /** Seconds after which it is worth another try, where the server says so. */
  readonly retryAfter: number | null

  constructor({ message, cause, ...facts }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details ?? {}
    this.requestId = facts.requestId ?? null
    this.xRequestId = facts.xRequestId ?? null
    this.retryAfter = facts.retryAfter ?? null
  }
}

/** A call that no server could answer was not made: what it was given is the caller's mistake. */
export class InvalidCallError extends TypeError {
  override readonly name = 'InvalidCallError'
}

/** A run came to no result: it failed, was canceled, or waits for somebody. */
export class SkillRunError extends Error {
  override readonly name = 'SkillRunError'
  readonly code: string
  readonly details: Details
  readonly requestId: string
  readonly status: Schemas['Job']['status']
  /** What it left all the same; null: it has not ended. */
  readonly result: Schemas['JobResult'] | null

  constructor({ request_id, status, result, error }: Schemas['Job'], why = result?.error ?? error) {
    super(why?.message ?? `The run is ${status}.`)
    this.code = why?.code ?? status.toUpperCase()
    this.details = why?.details ?? {}
    this.requestId = request_id
    this.status = status
    this.result = result ?? null
  }
}

/** What an answer that is no success says. */
export async function refusalOf(response: Response): Promise<SkillRunnerError> {
  const { status, headers } = response
  const facts = { status, xRequestId: headers.get('x-request-id'), retryAfter: secondsOf(headers.get('retry-after')) }
  const text = await response.text().catch(() => '')
  const error = errorIn(text)
  if (error) return new SkillRunnerError({ ...facts, ...error })
  const message = `The server answered ${status} without saying why. Is something else between it and this client, or in its place?`
  return new SkillRunnerError({ ...facts, code: 'UNREADABLE_ANSWER', message, details: { body: text.slice(0, 500) } })
}

function errorIn(text: string): Pick<ErrorFacts, 'code' | 'message' | 'details' | 'requestId'> | null {
  const { error } = (parsed(text) ?? {}) as { error?: Partial<Schemas['Failure']['error']> }
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') return null
  return { code: error.code, message: error.message, details: error.details ?? {}, requestId: error.request_id ?? null }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const secondsOf = (header: string | null): number | null => (header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null)

/** Nobody answered, or not to the end. */
export const unreachable = (url: string, cause: unknown): SkillRunnerError =>
  new SkillRunnerError({
    status: 0,
    code: 'UNREACHABLE',
    message: `No answer from ${url} (${reasonOf(cause)}). Is the server running there? \`npm start\` starts it; check the address otherwise.`,
    cause,
  })

/** Something answered that does not speak our language. */
export const unreadable = (url: string, { status, headers }: Response): SkillRunnerError =>
  new SkillRunnerError({
    status,
    code: 'UNREADABLE_ANSWER',
    message: `${url} answered with something that is not JSON. Is it the address of a skill runner?`,
    xRequestId: headers.get('x-request-id'),
  })

/** fetch says why in its cause, where it says it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error as { cause?: unknown }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null
  return code ?? (cause instanceof Error && cause.message !== '' ? cause.message : error.message)
}
