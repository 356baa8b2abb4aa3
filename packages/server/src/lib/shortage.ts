import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from './thrown.ts'

/** No descriptor or process could be had; it may be otherwise in a moment. */
export const isShortage = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error))

/** The same of a child that could not be started, by what was said of it. */
export const tellsOfShortage = (problem: string): boolean => /\b(EMFILE|ENFILE|EAGAIN)\b/.test(problem)

/** A run has about this many files open at once, with its pipes and logs. */
const filesPerRun = 24

/** For everything else that is open: database, logs, listeners, the first callers. */
const filesForServer = 64

/** As many runs as there are descriptors for, and at least one. */
export const runsByFiles = (limit: number): number => Math.max(1, Math.floor((limit - filesForServer) / filesPerRun))

/** Most descriptors of this process. Node raises its own limit to the most that it may have when it starts. */
export function fileLimit(): number {
  try {
    const line = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return line === undefined || line === 'unlimited' ? Number.POSITIVE_INFINITY : Number(line)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Waits until there are descriptors for one more run. False: there are none, and the time is up. */
export async function untilFilesAreLeft(limit: number, patienceMs: number, signal: AbortSignal): Promise<boolean> {
  const latest = performance.now() + patienceMs
  for (let pauseMs = 50; limit - openNow() < filesPerRun; pauseMs = Math.min(pauseMs * 2, 1000)) {
    if (signal.aborted || performance.now() >= latest) return signal.aborted
    await wait(pauseMs, undefined, { signal }).catch(() => {})
  }
  return true
}

/** To count them takes one more: where that cannot be had, all are in use. Where nobody counts, none is. */
function openNow(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch (error) {
    return isShortage(error) ? Number.POSITIVE_INFINITY : 0
  }
}
