import { setTimeout as wait } from 'node:timers/promises'
import type { Exceeded } from '../domain/resource-limit.ts'
import type { Child } from './child.ts'
import type { Flow } from './flow.ts'
import { askToEnd, type endTree } from './tree.ts'

/** One that has used too much is not asked first: it would use more. */
export type StopReason = 'timed_out' | 'silent' | 'too_much_output' | 'canceled' | Exceeded

export interface StopLimits {
  readonly timeoutMs: number
  /** 0: a child may be silent as long as it likes. */
  readonly silenceMs: number
  readonly graceMs: number
  readonly marker: string
  readonly signal: AbortSignal
  readonly killTree: typeof endTree
}

/** Ends a child that must not go on: asks, gives it a grace, kills. The first reason wins. */
export interface Stopper extends AsyncDisposable {
  why(): StopReason | null
  stop(reason: StopReason): void
  watchSilence(flow: Flow): void
  /** How much of its grace a stopped child still has. */
  graceLeftMs(): number
  /** The child has ended: from now on nobody needs to be stopped. */
  release(): void
  /** Settles when the child was killed or has ended in its grace; never without a stop. */
  readonly done: Promise<void>
}

/** The longest that a timer of Node can wait. */
const longestMs = 2 ** 31 - 1

export function openStopper(child: Child, limits: StopLimits): Stopper {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const closing = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  let why: StopReason | null = null
  let graceEndsAt = 0
  let hasEnded = false

  const stop = (reason: StopReason) => {
    if (why !== null) return
    why = reason
    disarm()
    if (hasEnded) return
    const isUrgent = typeof reason !== 'string'
    graceEndsAt = performance.now() + (isUrgent ? 0 : limits.graceMs)
    const ending = isUrgent ? limits.killTree(child.mark, limits.marker, child.namespace) : endChild()
    ending.then(() => resolve(), reject)
  }
  const endChild = async () => {
    await askToEnd(child.mark, limits.marker, child.namespace)
    const grace = wait(limits.graceMs, true, { signal: closing.signal }).catch(() => false)
    const isOver = await Promise.race([child.exited.then(() => false), grace])
    if (isOver) await limits.killTree(child.mark, limits.marker, child.namespace)
  }
  const cancel = () => stop('canceled')
  const disarm = () => {
    for (const timer of timers) clearTimeout(timer)
    limits.signal.removeEventListener('abort', cancel)
  }
  const after = (ms: number, act: () => void) => {
    const timer = setTimeout(() => timers.delete(timer) && act(), Math.min(ms, longestMs))
    timers.add(timer)
  }
  const watchSilence = (flow: Flow) => {
    if (limits.silenceMs === 0) return
    const left = limits.silenceMs - flow.silentMs()
    if (left <= 0) stop('silent')
    else after(left, () => watchSilence(flow))
  }
  const release = () => {
    hasEnded = true
    disarm()
  }

  after(limits.timeoutMs, () => stop('timed_out'))
  limits.signal.addEventListener('abort', cancel)
  if (limits.signal.aborted) cancel()
  // Whoever waits for it hears of a failure; nobody may be waiting.
  done.catch(() => {})

  return {
    why: () => why,
    stop,
    watchSilence,
    release,
    graceLeftMs: () => Math.max(0, graceEndsAt - performance.now()),
    done,
    async [Symbol.asyncDispose]() {
      release()
      if (graceEndsAt === 0) return
      closing.abort()
      await done.catch(() => {})
    },
  }
}
