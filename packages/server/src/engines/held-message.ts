import type { EngineEvent } from '../domain/engine-event.ts'
import type { Span } from '../domain/launch.ts'

/** Text and events that wait are counted in bytes of their lines; the rest is what an event costs when its line is empty. */
const longestHeld = 4 * 1024 * 1024
const costOfEvent = 1024

interface HeldMessage {
  /** A piece of the message. What comes back is the message so far, where it has grown too long to wait. */
  add(text: string, at: Span): EngineEvent[]
  /** Events that do not end the message: they wait behind it, so that events keep the order of their bytes. */
  aside(events: readonly EngineEvent[]): EngineEvent[]
  /** The message and what waited behind it; nothing where nothing is held. */
  release(final: boolean): EngineEvent[]
}

/** A message that comes in pieces: it is one message, and waits until something tells whether it was the answer. */
export function heldMessage(): HeldMessage {
  let held: { readonly text: string; readonly at: Span; readonly behind: EngineEvent[]; readonly cost: number } | null = null

  const release = (final: boolean): EngineEvent[] => {
    const released: EngineEvent[] = held ? [{ type: 'message', text: held.text, final, at: held.at }, ...held.behind] : []
    held = null
    return released
  }

  const add = (text: string, at: Span): EngineEvent[] => {
    const before = held && held.cost + text.length > longestHeld ? release(false) : []
    held = held
      ? { ...held, text: held.text + text, at: { ...held.at, to: at.to }, cost: held.cost + text.length }
      : { text, at, behind: [], cost: text.length }
    return before
  }

  const aside = (events: readonly EngineEvent[]): EngineEvent[] => {
    if (!held) return [...events]
    held.behind.push(...events)
    held = { ...held, cost: held.cost + events.reduce((sum, { at }) => sum + at.to - at.from + costOfEvent, 0) }
    return held.cost > longestHeld ? release(false) : []
  }

  return { add, aside, release }
}
