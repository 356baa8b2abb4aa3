import { Fault } from '../lib/fault.ts'

/** Where a page of jobs ended; opaque to callers. */
export interface Place {
  readonly createdAt: string
  readonly id: string
}

export const cursorOf = ({ createdAt, id }: Place): string => Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')

export function parseCursor(text: string): Place {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof createdAt === 'string' && typeof id === 'string') return { createdAt, id }
  } catch {
    // The same answer for everything that is not a cursor of ours.
  }
  throw new Fault('INVALID_REQUEST', [{ path: 'query/cursor', message: 'is not a cursor of this list', keyword: 'cursor' }])
}
