import type { IncomingHttpHeaders } from 'node:http'

/** Why a request may not come in, if it may not. Every provider has its own header for the key; all that were sent must be accepted. */
export function refusedKey(headers: IncomingHttpHeaders, accepted: readonly string[] | undefined): string | undefined {
  if (!accepted) return undefined
  const given = [headers.authorization?.replace(/^Bearer /, ''), headers['x-goog-api-key'], headers['x-api-key']]
    .flat()
    .filter((key) => key !== undefined)
  if (given.length === 0) return 'No API key was given.'
  return given.every((key) => accepted.includes(key)) ? undefined : 'The API key is not valid.'
}
