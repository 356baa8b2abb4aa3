import type { EngineEvent } from '../domain/engine-event.ts'
import type { Exit, Line } from '../domain/launch.ts'
import type { EngineParser } from '../engines/engine.ts'
import { draftsOf } from '../events/from-engine.ts'
import type { RaspDraft } from '../events/rasp.ts'

/** What is remembered of all that an engine said: small, however much that was. */
export interface Heard {
  /** The last message that was meant as the answer. */
  readonly message: string | null
  /** The engine's own id for resuming. */
  readonly session: string | null
  /** Why its last turn failed; null: it did not say that it failed. */
  readonly failure: string | null
  /** Something on stdout was understood, so what stands there is talk and not the answer. */
  readonly understood: boolean
}

const nothingHeard: Heard = { message: null, session: null, failure: null, understood: false }

export interface Ear {
  lines(lines: readonly Line[]): RaspDraft[]
  end(exit: Exit): RaspDraft[]
  heard(): Heard
}

/** Listens to one attempt of an engine. */
export function openEar(parser: EngineParser, attempt: number): Ear {
  let heard = nothingHeard
  let messages = 0
  const nextMessageId = () => `m_${attempt}_${++messages}`
  const hear = (events: readonly EngineEvent[]): RaspDraft[] => {
    heard = events.reduce(listen, heard)
    return draftsOf(events, nextMessageId)
  }
  return {
    lines: (lines) => hear(lines.flatMap((line) => parser.push(line))),
    end: (exit) => hear(parser.end(exit)),
    heard: () => heard,
  }
}

function listen(before: Heard, event: EngineEvent): Heard {
  const heard = event.type === 'unparsed' || event.at.stream !== 'stdout' ? before : { ...before, understood: true }
  if (event.type === 'session') return { ...heard, session: event.handle }
  if (event.type === 'message' && event.final) return { ...heard, message: event.text }
  // What counts is the last turn: an engine may fail, try again and succeed.
  if (event.type === 'turn')
    return { ...heard, failure: event.phase === 'failed' ? (event.reason ?? 'It did not say why.') : null }
  return heard
}
