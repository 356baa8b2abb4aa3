import { UsageError } from './words.ts'

/** Why a command stopped waiting for a run that continues. */
export type Reason = 'interrupted' | 'timeUp'

export interface Leave extends Disposable {
  readonly signal: AbortSignal
  /** Null: still waiting. */
  reason(): Reason | null
}

/** One press of a key can arrive twice: from the terminal, and from the process that started this one. */
const onePressMs = 300

/** Ends a wait with Ctrl+C, or after so many seconds. Ctrl+C after that ends the process, whatever it still wants to say. */
export function leaveBy(seconds: number | null): Leave {
  const leaving = new AbortController()
  let reason: Reason | null = null
  const leave = (why: Reason) => () => {
    reason ??= why
    leaving.abort()
    setTimeout(() => process.off('SIGINT', interrupt), onePressMs).unref()
  }
  const interrupt = leave('interrupted')
  process.on('SIGINT', interrupt)
  const timer = seconds === null ? null : setTimeout(leave('timeUp'), seconds * 1000)
  return {
    signal: leaving.signal,
    reason: () => reason,
    [Symbol.dispose]() {
      process.off('SIGINT', interrupt)
      if (timer) clearTimeout(timer)
    },
  }
}

/** Null: the command was interrupted before the server responded. */
export async function unlessLeft<T>(leave: Leave, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (leave.reason() === null) throw error
    return null
  }
}

/** One last request to the server by an interrupted command; null: no response in time. */
export async function lastWord<T>(ask: (signal: AbortSignal) => Promise<T>, ms = 3000): Promise<T | null> {
  try {
    return await ask(AbortSignal.timeout(ms))
  } catch {
    return null
  }
}

/** A whole number of a flag; undefined: it was not given. */
export function numberOf(flag: string, given: string | undefined, least = 1): number | undefined {
  if (given === undefined) return undefined
  const value = /^\d{1,9}$/.test(given) ? Number(given) : -1
  if (value < least) throw new UsageError(`${flag} must be a whole number, ${least} or more`)
  return value
}
