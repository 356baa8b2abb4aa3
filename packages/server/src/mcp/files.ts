import { Fault } from '../lib/fault.ts'
import type { Caller, RestAnswer, RestRequest } from './rest.ts'
import { requireSuccess } from './results.ts'

/** Larger files are for those who can follow a link: here all of one is in memory, and a message holds it as text. */
const mostFileBytes = 4 * 1024 * 1024

export interface ReadFile {
  readonly bytes: Buffer
  readonly mimeType: string
}

/** A whole file, or a refusal; null: there is none. It is asked for by a range, so that no more than that is ever read. */
export async function readWhole(caller: Caller, request: RestRequest): Promise<ReadFile | null> {
  const answer = await caller.rest({ ...request, headers: { range: `bytes=0-${mostFileBytes - 1}` } })
  if (answer.status === 404) return null
  // Of nothing there is no range.
  if (answer.status === 416) return { bytes: Buffer.alloc(0), mimeType: 'application/octet-stream' }
  const { bytes, headers } = requireSuccess(answer)
  const total = totalOf(answer)
  if (total > mostFileBytes) throw tooLarge(total)
  return { bytes, mimeType: headers['content-type']?.split(';')[0] ?? 'application/octet-stream' }
}

function totalOf({ headers, bytes }: RestAnswer): number {
  const [, total] = /\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  return total === undefined ? bytes.length : Number(total)
}

/** With the numbers that the SDK tells a client of. */
function tooLarge(total: number): Error {
  const { code, message, details } = new Fault('PAYLOAD_TOO_LARGE', { bytes: total, limit_bytes: mostFileBytes })
  return Object.assign(new Error(message), { code: -32602, data: { code, message, details } })
}

/** As text where it is one. Bytes that are no text come back otherwise than they went. */
export function asText(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : null
}
