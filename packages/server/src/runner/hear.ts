import type { EngineEvent, Tokens } from '../domain/engine-event.ts'
import type { Exit, Line } from '../domain/launch.ts'
import { sumOf } from '../domain/usage.ts'
import type { Engine, EngineParser } from '../engines/engine.ts'
import { draftsOf } from '../events/from-engine.ts'
import type { RaspDraft } from '../events/rasp.ts'

/** What is remembered of all that an engine said: small, however much that was. */
export interface Heard {
  /** The last message that was meant as the answer. */
  readonly message: string | null
  /** The engine's own id for resuming. */
  readonly session: string | null
  /** The last message at all: it is the answer when the turn ends well and none was meant as such. */
  readonly lastWords: string | null
  /** Why its last turn failed; null: it did not say that it failed. */
  readonly failure: string | null
  /** Something on stdout was understood, so what stands there is talk and not the answer. */
  readonly understood: boolean
  /** Of this attempt, or of the whole session, as the engine counts. */
  readonly usage: Tokens | null
}

const nothingHeard: Heard = { message: null, lastWords: null, session: null, failure: null, understood: false, usage: null }

export interface Ear {
  lines(lines: readonly Line[]): RaspDraft[]
  end(exit: Exit): RaspDraft[]
  heard(): Heard
}

/** Listens to one attempt of an engine. */
export function openEar(parser: EngineParser, attempt: number, usageIs: Engine['usageIs']): Ear {
  let heard = nothingHeard
  let messages = 0
  const nextMessageId = () => `m_${attempt}_${++messages}`
  const hear = (events: readonly EngineEvent[]): RaspDraft[] => {
    heard = events.reduce((before, event) => listen(before, event, usageIs), heard)
    return draftsOf(events, nextMessageId)
  }
  return {
    lines: (lines) => hear(lines.flatMap((line) => parser.push(line))),
    end: (exit) => hear(parser.end(exit)),
    heard: () => heard,
  }
}

function listen(before: Heard, event: EngineEvent, usageIs: Engine['usageIs']): Heard {
  const heard = event.type === 'unparsed' || event.at.stream !== 'stdout' ? before : { ...before, understood: true }
  if (event.type === 'session') return { ...heard, session: event.handle }
  if (event.type === 'message') return { ...heard, lastWords: event.text, message: event.final ? event.text : heard.message }
  if (event.type === 'usage') return { ...heard, usage: used(heard.usage, event, usageIs) }
  // What counts is the last turn: an engine may fail, try again and succeed.
  if (event.type === 'turn') return turned(heard, event)
  return heard
}

function turned(heard: Heard, { phase, reason }: EngineEvent & { type: 'turn' }): Heard {
  if (phase === 'failed') return { ...heard, failure: reason ?? 'It did not say why.' }
  if (phase === 'started') return { ...heard, failure: null, lastWords: null }
  return { ...heard, failure: null, message: heard.message ?? heard.lastWords }
}

function used(before: Tokens | null, { input, output, cached, costUsd }: Tokens, usageIs: Engine['usageIs']): Tokens {
  const now = { input, output, cached, costUsd }
  return before === null || usageIs === 'per_session' ? now : sumOf(before, now)
}
