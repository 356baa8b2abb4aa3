import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Delivery } from '../domain/webhook.ts'
import type { World } from '../gate/world.ts'
import type { Clock } from '../lib/clock.ts'
import { deadlineOf } from '../lib/deadline.ts'
import { lookAgainMs, openDueLoop } from '../lib/due-loop.ts'
import type { Wakes } from '../lib/wakes.ts'
import type { Store } from '../store/open.ts'
import type { Tried } from '../store/webhooks.ts'
import { nextTry, type Pace, retryAfterMs } from './back-off.ts'
import { type Posted, post } from './post.ts'
import type { SecretOf } from './secrets.ts'
import { signed } from './sign.ts'
import { shownUrl, targetOf } from './target.ts'

/** Nudged when something is to be told. */
export const deliveriesTopic = 'deliveries'

/** Until the store is asked again that has failed. */
const usualPauseMs = 5000

/** Those that hang are many at a time when a network is cut, and each takes all the time it has. */
const mostAtOnce = 64
const mostPerHost = 2

export interface SenderDeps {
  readonly store: Pick<Store, 'webhooks'>
  readonly world: World
  /** Hosts that may be private. */
  readonly allow: readonly string[]
  readonly secretOf: SecretOf
  readonly pace: Pace
  readonly pauseMs?: number
  readonly userAgent: string
  readonly clock: Clock
  readonly wakes: Wakes
  readonly logger: Logger
  onTried(outcome: Delivery['state']): void
}

export interface Sender {
  start(): void
  /** Cuts what is under way, which stays to be sent. */
  stop(): Promise<void>
}

/** Tells those who asked. What is due is looked up in the store, so a restart forgets nothing. */
export function openSender(deps: SenderDeps): Sender {
  const underWay: UnderWay = { hosts: new Map(), flights: new Set() }
  const work = { topic: deliveriesTopic, failure: 'cannot look up due webhook messages; retrying', pauseMs: pauseOf(deps) }
  const loop = openDueLoop(deps, work, (stopping) => startDue(deps, underWay, stopping))
  return {
    start: () => loop.start(),
    async stop() {
      await loop.stop()
      await Promise.all(underWay.flights)
    },
  }
}

interface UnderWay {
  /** Where each of them goes, by their ids: they must not be started twice. */
  readonly hosts: Map<string, string>
  readonly flights: Set<Promise<void>>
}

const pauseOf = ({ pauseMs = usualPauseMs }: SenderDeps): number => pauseMs

/** Starts all that is due and has room; tells when to look again. */
async function startDue(deps: SenderDeps, { hosts, flights }: UnderWay, stopping: AbortSignal): Promise<number> {
  const now = deps.clock.now().getTime()
  while (flights.size < mostAtOnce && !stopping.aborted) {
    const due = await deps.store.webhooks.nextDue({ ids: [...hosts.keys()], hosts: busyOf([...hosts.values()]) })
    const dueAt = due ? Date.parse(due.nextTryAt ?? due.createdAt) : Number.POSITIVE_INFINITY
    if (!due || dueAt > now) return Math.min(dueAt, now + lookAgainMs)
    hosts.set(due.id, due.host)
    const flight = deliver(deps, due, stopping).finally(() => {
      hosts.delete(due.id)
      flights.delete(flight)
      deps.wakes.wake(deliveriesTopic)
    })
    flights.add(flight)
  }
  return now + lookAgainMs
}

/** A receiver that is slow keeps no other waiting. */
const busyOf = (hosts: readonly string[]): string[] =>
  [...new Set(hosts)].filter((host) => hosts.filter((one) => one === host).length >= mostPerHost)

async function deliver(deps: SenderDeps, delivery: Delivery, stopping: AbortSignal): Promise<void> {
  const whose = { request_id: delivery.job, webhook_id: delivery.id, event: delivery.event, url: shownUrl(delivery.url) }
  const posted = await tryOnce(deps, delivery, stopping).catch((error): Posted => {
    deps.logger.error({ err: error, ...whose }, 'unexpected error while sending a webhook')
    return { problem: 'it could not be sent' }
  })
  if (stopping.aborted && 'problem' in posted) return
  const tried = outcomeOf(deps, delivery, posted)
  if (!(await writeDown(deps, delivery, tried, stopping))) return
  deps.onTried(tried.state)
  const how = { tries: delivery.tries + 1, reason: tried.lastError }
  if (tried.state === 'given_up') deps.logger.warn({ ...whose, ...how }, 'webhook given up')
  else if (tried.state === 'delivered') deps.logger.info(whose, 'webhook delivered')
  else deps.logger.info({ ...whose, ...how, next_try_at: tried.nextTryAt }, 'webhook not accepted; will retry')
}

/**
 * A disk that is full may have room again in a while. Until then the message keeps its place: sent once more it would come again and again,
 * and others that nobody can write down would follow it. False: the server stopped before, or what another one met counts.
 */
async function writeDown(deps: SenderDeps, delivery: Delivery, tried: Tried, stopping: AbortSignal): Promise<boolean> {
  for (;;) {
    const isLast = stopping.aborted
    try {
      return await deps.store.webhooks.settle(delivery, tried)
    } catch (error) {
      deps.logger.error({ err: error, webhook_id: delivery.id }, 'cannot record the outcome of a webhook; retrying')
      if (isLast) return false
      await wait(pauseOf(deps), undefined, { signal: stopping }).catch(() => {})
    }
  }
}

async function tryOnce(deps: SenderDeps, { id, url, body, secretRef }: Delivery, stopping: AbortSignal): Promise<Posted> {
  const target = targetOf(url, deps.allow)
  if ('problem' in target) return { problem: `the address ${target.problem}` }
  const secret = deps.secretOf(secretRef)
  if (secret === undefined) return { problem: 'its secret_ref is no longer a secret of this server' }
  using over = deadlineOf(deps.pace.timeoutMs, stopping)
  const headers = {
    'content-type': 'application/json',
    'user-agent': deps.userAgent,
    ...signed(id, deps.clock.now(), body, secret),
  }
  return await post(deps.world, target, { headers, body }, over.signal)
}

function outcomeOf(deps: SenderDeps, { tries, createdAt }: Delivery, posted: Posted): Tried {
  const now = deps.clock.now()
  const at = now.toISOString()
  const status = 'status' in posted ? posted.status : null
  if (status !== null && status >= 200 && status <= 299)
    return { state: 'delivered', lastStatus: status, lastError: null, lastTryAt: at, nextTryAt: null, deliveredAt: at }
  const askedMs = 'status' in posted ? retryAfterMs(posted.retryAfter, now) : 0
  const failure = { failures: tries + 1, createdAt, askedMs }
  const next = status === 410 ? null : nextTry(deps.pace, failure, now, Math.random())
  return {
    state: next === null ? 'given_up' : 'pending',
    lastStatus: status,
    lastError: 'problem' in posted ? posted.problem : problemOfStatus(posted.status),
    lastTryAt: at,
    nextTryAt: next,
    deliveredAt: null,
  }
}

function problemOfStatus(status: number): string {
  if (status === 410) return 'the receiver wants no more of it (410)'
  if (status >= 300 && status <= 399) return `the response is a redirect (${status}), which is not followed`
  return `the answer was ${status} and not 2xx`
}
