import type { EngineEvent, Tokens } from '../domain/engine-event.ts'
import type { Exit, Line } from '../domain/launch.ts'
import { sumOf, type TurnUse } from '../domain/usage.ts'
import type { Engine, EngineParser } from '../engines/engine.ts'
import { endedInTurn } from '../engines/failure.ts'
import { draftsOf } from '../events/from-engine.ts'
import type { RaspDraft } from '../events/rasp.ts'
import { markersIn } from '../talk/marker.ts'
import { shortened } from '../talk/shortened.ts'

/** What is remembered of the output of an engine. Its size does not depend on how much that was. */
export interface Heard {
  /** The last message that was meant as the answer. */
  readonly message: string | null
  /** The engine's own id for resuming. */
  readonly session: string | null
  /** The last message at all: it is the answer when the turn ends well and none was meant as such. */
  readonly lastWords: string | null
  /** Why its last turn failed; null: it did not say that it failed. */
  readonly failure: string | null
  /** Something on stdout was parsed, so stdout has events and not the answer. */
  readonly understood: boolean
  /** Of this attempt, or of the whole session, as the engine counts. */
  readonly usage: Tokens | null
  /** It has started a tool, or told of one. */
  readonly usedTool: boolean
  /** How often its messages said that it is done. */
  readonly markers: number
  /** The problem that it reported and is retrying. Null: none. */
  readonly retrying: string | null
}

const nothingHeard: Heard = {
  message: null,
  lastWords: null,
  session: null,
  failure: null,
  understood: false,
  usage: null,
  usedTool: false,
  markers: 0,
  retrying: null,
}

export interface Ear {
  lines(lines: readonly Line[]): RaspDraft[]
  end(exit: Exit): RaspDraft[]
  heard(): Heard
  /** What the engine used since it was started, as far as it is known. */
  use(): TurnUse
  /** Aborts with the given signal, and also when the turn cannot succeed any more. */
  until(signal: AbortSignal): AbortSignal
  /** How it ended. Being ended by us is not reported as a cancel. */
  endOf(exit: Exit, signal: AbortSignal): Exit
}

/** Numbers the messages of an attempt, however often its engine is started. */
export type MessageIds = () => string

export function messageIds(attempt: number): MessageIds {
  let messages = 0
  return () => `m_${attempt}_${++messages}`
}

/** Listens to one start of an engine. */
export function openEar(parser: EngineParser, nextMessageId: MessageIds, usageIs: Engine['usageIs']): Ear {
  let heard = nothingHeard
  const enough = new AbortController()
  const hear = (events: readonly EngineEvent[]): RaspDraft[] => {
    heard = events.reduce((before, event) => listen(before, event, usageIs), heard)
    return draftsOf(events, nextMessageId)
  }
  return {
    lines: (lines) => {
      const drafts = hear(lines.flatMap((line) => parser.push(line)))
      if (parser.hopeless?.()) enough.abort()
      return drafts
    },
    end: (exit) => hear(parser.end(exit)),
    heard: () => heard,
    use: () => ({ usage: heard.usage, atLeast: parser.usedAtLeast?.() ?? null }),
    until: (signal) => AbortSignal.any([signal, enough.signal]),
    endOf: (exit, signal) =>
      exit.kind === 'canceled' && enough.signal.aborted && !signal.aborted ? { kind: 'signaled', signal: 'SIGTERM' } : exit,
  }
}

function listen(before: Heard, event: EngineEvent, usageIs: Engine['usageIs']): Heard {
  if (event.type === 'unparsed') return before
  const heard = {
    ...before,
    understood: before.understood || event.at.stream === 'stdout',
    retrying: retryingAfter(before, event),
  }
  if (event.type === 'session') return { ...heard, session: event.handle }
  if (event.type === 'message') return spoken(heard, event)
  if (event.type === 'tool') return { ...heard, usedTool: true }
  if (event.type === 'usage') return { ...heard, usage: used(heard.usage, event, usageIs) }
  // What counts is the last turn: an engine may fail, try again and succeed.
  if (event.type === 'turn') return turned(heard, event)
  return heard
}

/** Any event but a notice means that the retry succeeded or was given up. */
function retryingAfter({ retrying }: Heard, event: EngineEvent): string | null {
  if (event.type === 'notice') return event.code === 'ENGINE_ERROR_REPORTED' ? shortened(event.message, longestReason) : retrying
  return event.type === 'turn' && event.reason === endedInTurn ? retrying : null
}

function spoken(heard: Heard, { text, final }: EngineEvent & { type: 'message' }): Heard {
  return { ...heard, lastWords: text, message: final ? text : heard.message, markers: heard.markers + markersIn(text) }
}

/** In characters. The text is shown to people, and searched with patterns that can take quadratic time. */
const longestReason = 4096

function turned(heard: Heard, { phase, reason }: EngineEvent & { type: 'turn' }): Heard {
  if (phase === 'failed') return { ...heard, failure: shortened(reason ?? 'It did not say why.', longestReason) }
  if (phase === 'started') return { ...heard, failure: null, lastWords: null }
  return { ...heard, failure: null, message: heard.message ?? heard.lastWords }
}

function used(before: Tokens | null, { input, output, cached, costUsd }: Tokens, usageIs: Engine['usageIs']): Tokens {
  const now = { input, output, cached, costUsd }
  return before === null || usageIs === 'per_session' ? now : sumOf(before, now)
}
