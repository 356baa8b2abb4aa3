import { invalidRequest } from './invalid-request.ts'

const most = 300

/** Seconds the caller is willing to wait, by ?wait=N or else by Prefer: wait=N; null: not at all. Other preferences are not ours. */
export function waitOf(query: { readonly wait?: number }, headers: { readonly prefer?: string } = {}): number | null {
  if (query.wait !== undefined) return query.wait
  const wait = headers.prefer
    ?.split(/[,;]/)
    .map((part) => part.trim().match(/^wait\s*=\s*"?([^"]*)"?$/i)?.[1])
    .find((value) => value !== undefined)
  return wait === undefined ? null : secondsOf(wait)
}

function secondsOf(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= most) return seconds
  throw invalidRequest('headers/prefer', `wait must be a whole number of seconds from 1 to ${most}`, 'wait')
}
