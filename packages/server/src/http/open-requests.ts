import type { ServerResponse } from 'node:http'
import { Fault } from '../lib/fault.ts'

/** Throws TOO_MANY_REQUESTS for whoever has too many requests open at once, and else counts this one until it is over. */
export type LimitOpen = (request: Asked, reply: Answering) => void

/** As much as is looked at of a request and a reply of the door. */
interface Asked {
  readonly principal: { readonly caller: string }
}

interface Answering {
  readonly raw: ServerResponse
  header(name: string, value: number): unknown
}

/** Streams, waits and uploads stay open, and each takes a descriptor and memory: one caller must not have all of them. */
export function limitOpenBy(most: number): LimitOpen {
  const open = new Map<string, number>()
  const leave = (caller: string): void => {
    const left = (open.get(caller) ?? 1) - 1
    if (left > 0) open.set(caller, left)
    else open.delete(caller)
  }
  return ({ principal: { caller } }, reply) => {
    // Whoever has left closes nothing any more.
    if (reply.raw.destroyed) return
    const now = open.get(caller) ?? 0
    if (now >= most) {
      reply.header('retry-after', 1)
      throw new Fault('TOO_MANY_REQUESTS', { limit_at_once: most, retry_after_sec: 1 })
    }
    open.set(caller, now + 1)
    reply.raw.once('close', () => leave(caller))
  }
}
