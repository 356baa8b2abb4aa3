import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Bucket, take } from '../domain/rate.ts'
import { Fault } from '../lib/fault.ts'

/** Throws TOO_MANY_REQUESTS for whoever asks too often, and tells all how much is left. */
export type LimitRate = (request: FastifyRequest, reply: FastifyReply) => void

/** As many callers are remembered; the one that has not asked for longest is forgotten first, and by then its minute is over. */
const mostCallers = 10_000

export interface RateOptions {
  readonly perMinute: number
  /** Milliseconds that only go forward. */
  readonly now?: () => number
}

export function limitRateBy({ perMinute, now = () => performance.now() }: RateOptions): LimitRate {
  if (perMinute === 0) return () => {}
  const buckets = new Map<string, Bucket>()
  return (request, reply) => {
    const { caller } = request.principal
    const { bucket, isAllowed, remaining, waitMs, fullMs } = take(buckets.get(caller), perMinute, now())
    buckets.delete(caller)
    buckets.set(caller, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > mostCallers && oldest !== undefined) buckets.delete(oldest)
    reply.headers({ 'ratelimit-limit': perMinute, 'ratelimit-remaining': remaining, 'ratelimit-reset': seconds(fullMs) })
    if (isAllowed) return
    reply.header('retry-after', seconds(waitMs))
    throw new Fault('TOO_MANY_REQUESTS', { limit_per_minute: perMinute, retry_after_sec: seconds(waitMs) })
  }
}

const seconds = (ms: number): number => Math.ceil(ms / 1000)
