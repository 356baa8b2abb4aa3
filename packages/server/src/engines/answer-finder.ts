import type { EngineEvent } from '../domain/engine-event.ts'

/** A queue of events is counted in bytes of their lines; the rest is what an event costs when its line is empty. */
const longestQueue = 4 * 1024 * 1024
const costOfEvent = 1024

interface AnswerFinder {
  /** What is told now: often nothing yet, and then more than one. */
  next(event: EngineEvent): EngineEvent[]
  /** The message and what waited behind it; nothing where nothing is held. */
  release(final: boolean): EngineEvent[]
}

/**
 * For engines that do not mark their answer: it is the last message of a turn that completed. So a message waits until another message, the
 * start of a tool or the end of the turn tells, and whatever comes before that waits behind it: events keep the order of their bytes.
 */
export function answerFinder(): AnswerFinder {
  let held: Extract<EngineEvent, { type: 'message' }> | null = null
  let queue: EngineEvent[] = []
  let queued = 0

  const release = (final: boolean): EngineEvent[] => {
    const released = held ? [{ ...held, final }, ...queue] : []
    held = null
    queue = []
    queued = 0
    return released
  }

  const next = (event: EngineEvent): EngineEvent[] => {
    if (event.type === 'message') {
      const before = release(false)
      held = event
      return before
    }
    if (event.type === 'turn') return [...release(event.phase === 'completed'), event]
    if (!held || (event.type === 'tool' && event.phase === 'started')) return [...release(false), event]
    queue.push(event)
    queued += event.at.to - event.at.from + costOfEvent
    return queued <= longestQueue ? [] : release(false)
  }

  return { next, release }
}
