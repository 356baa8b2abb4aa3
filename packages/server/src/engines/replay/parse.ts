import type { EngineEvent, Phase } from '../../domain/engine-event.ts'
import type { Line } from '../../domain/launch.ts'
import type { EngineParser } from '../engine.ts'
import { type Fields, isCount, isText, parseObject, textOr } from '../fields.ts'

/** `replay_ndjson`: one JSON object a line, told apart by `type`. A line that is none stays raw, and reading goes on with the next. */
export function replayParser(): EngineParser {
  return { push: (line) => [eventOf(line)], end: () => [] }
}

function eventOf(line: Line): EngineEvent {
  const raw = (why: string | null): EngineEvent => ({ type: 'unparsed', why, ...line })
  if (line.at.stream === 'stderr' || line.text.trim() === '') return raw(null)
  const fields = parseObject(line)
  if (!fields) return raw('it is not a JSON object')
  return heard(fields, line) ?? raw('it is not an event of replay_ndjson')
}

function heard(fields: Fields, { at }: Line): EngineEvent | null {
  const { type, text, handle, phase, reason } = fields
  if (type === 'session') return isText(handle) ? { type, handle, at } : null
  if (type === 'turn') return isPhase(phase) ? { type, phase, reason: textOr(reason, null), at } : null
  if (type === 'message') return isText(text) ? { type, text, final: fields['final'] === true, at } : null
  if (type === 'reasoning') return isText(text) ? { type, text, at } : null
  if (type === 'tool') return toolOf(fields, at)
  if (type === 'notice') return isText(fields['message']) ? noticeOf(fields['message'], at) : null
  return type === 'usage' ? usageOf(fields, at) : null
}

function toolOf({ phase, id, name, input, output, exit_code: code }: Fields, at: Line['at']): EngineEvent | null {
  if (!isPhase(phase) || !isText(id) || !isText(name)) return null
  const exitCode = Number.isSafeInteger(code) ? Number(code) : null
  return { type: 'tool', phase, id, name, input: input ?? null, output: textOr(output, null), exitCode, at }
}

const noticeOf = (message: string, at: Line['at']): EngineEvent => ({
  type: 'notice',
  code: 'ENGINE_ERROR_REPORTED',
  message,
  at,
})

function usageOf(fields: Fields, at: Line['at']): EngineEvent | null {
  const { input_tokens: input, output_tokens: output, cached_tokens: cached = 0, cost_usd: cost = null } = fields
  if (!isCount(input) || !isCount(output) || !isCount(cached)) return null
  return { type: 'usage', input, output, cached, costUsd: typeof cost === 'number' && cost >= 0 ? cost : null, at }
}

const isPhase = (value: unknown): value is Phase => value === 'started' || value === 'completed' || value === 'failed'
