import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Line, Span } from '../../domain/launch.ts'
import type { EngineParser } from '../engine.ts'
import { type Fields, isCount, isText, parseObject, textOr } from '../fields.ts'

/** `toy_ndjson`: one JSON object a line, told apart by `toy`. */
export const toyParser = (): EngineParser => ({ push: (line) => [eventOf(line)], end: () => [] })

function eventOf(line: Line): EngineEvent {
  const raw = (why: string | null): EngineEvent => ({ type: 'unparsed', why, ...line })
  if (line.at.stream === 'stderr' || line.text.trim() === '') return raw(null)
  const fields = parseObject(line)
  return (fields && heard(fields, line.at)) ?? raw('it is not an event of toy_ndjson')
}

function heard({ toy, id, text, ok, why, in: input, out: output }: Fields, at: Span): EngineEvent | null {
  if (toy === 'session') return isText(id) ? { type: 'session', handle: id, at } : null
  if (toy === 'says') return isText(text) ? { type: 'message', text, final: true, at } : null
  if (toy === 'used')
    return isCount(input) && isCount(output) ? { type: 'usage', input, output, cached: 0, costUsd: null, at } : null
  if (toy !== 'end') return null
  return { type: 'turn', phase: ok === true ? 'completed' : 'failed', reason: textOr(why, null), at }
}
