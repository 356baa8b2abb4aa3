import { Fault } from '../lib/fault.ts'
import { messageOf } from '../lib/thrown.ts'

/** What is wrong with the provider, in words that say what to do. */
const hints = {
  unauthorized: 'The provider does not accept the API key. Set E2B_API_KEY on the server to a valid one.',
  rate_limited: 'The provider allows no more requests or sandboxes at the moment. Try again later, or delete sessions.',
  busy: 'The provider is busy. Try again later.',
  template: 'The provider has no such template, or it lacks what commands need. Set SKILL_RUNNER_REMOTE_TEMPLATE on the server.',
  timed_out: 'The provider did not answer in time. Try again later.',
  unreachable: 'The provider cannot be reached. Check E2B_API_URL, E2B_DOMAIN and the network of the server.',
  refused: 'The provider refused the request. The problem says why.',
  full: 'The disk of the sandbox is full. Delete files of the session, or the session.',
} as const

export type Trouble = keyof typeof hints

/** Its own errors by their names: the classes are those of whichever version of the client is loaded. */
const byName: Readonly<Record<string, Trouble>> = {
  AuthenticationError: 'unauthorized',
  RateLimitError: 'rate_limited',
  ServiceBusyError: 'busy',
  TemplateError: 'template',
  NotEnoughSpaceError: 'full',
  TimeoutError: 'timed_out',
  AbortError: 'timed_out',
  InvalidArgumentError: 'refused',
}

export function troubleOf(error: unknown): Trouble {
  const known = error instanceof Error ? byName[error.name] : undefined
  if (known) return known
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 403) return 'unauthorized'
  if (status === 404) return 'template'
  return typeof status === 'number' && status < 500 ? 'refused' : 'unreachable'
}

/** What the provider could not do becomes an error of ours, without our key, which it may repeat. A fault stays what it is. */
export function faultOf(error: unknown, apiKey = ''): Fault {
  if (error instanceof Fault) return error
  const problem = problemOf(error)
  return troubleFault(troubleOf(error), apiKey === '' ? problem : problem.replaceAll(apiKey, '***'), error)
}

export const troubleFault = (reason: Trouble, problem: string, cause?: unknown): Fault =>
  new Fault('REMOTE_UNAVAILABLE', { reason, hint: hints[reason], problem }, { cause })

/** One line, and no longer than anybody reads. */
const problemOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${messageOf(error)}${cause}`.replace(/\s+/g, ' ').slice(0, 300)
}
