import { invalidRequest } from './invalid-request.ts'

/** Where a page of jobs ended; opaque to callers. */
export interface Place {
  readonly createdAt: string
  readonly id: string
}

export const cursorOf = ({ createdAt, id }: Place): string => Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')

export function parseCursor(text: string, where = 'query/cursor'): Place {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof createdAt === 'string' && typeof id === 'string') return { createdAt, id }
  } catch {
    // The same answer for everything that is not a cursor of ours.
  }
  throw invalidRequest(where, 'is not a cursor of this list', 'cursor')
}

/** Of a list that is ordered by a number of its entries. */
export function numberBefore(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw invalidRequest('query/cursor', 'is not a cursor of this list', 'cursor')
}
