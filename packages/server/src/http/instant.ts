import { invalidRequest } from './invalid-request.ts'

/** A time of the query as ours are written: times are compared as text. */
export function instantOf(name: string, text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw invalidRequest(`query/${name}`, 'must be an ISO-8601 time', 'format')
  return time.toISOString()
}
