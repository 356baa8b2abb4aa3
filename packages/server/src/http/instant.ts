import { invalidRequest } from './invalid-request.ts'

/** A day, or a time with its zone: without one it would be that of whatever machine the server runs on. */
const iso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i

/** A time of the query as ours are written: times are compared as text. */
export function instantOf(name: string, text: string): string {
  const time = new Date(text)
  if (!iso.test(text) || Number.isNaN(time.getTime()))
    throw invalidRequest(`query/${name}`, 'must be an ISO-8601 time with its zone', 'format')
  return time.toISOString()
}
