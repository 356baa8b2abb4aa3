import type { EngineEvent, Phase, Tokens } from '../domain/engine-event.ts'
import type { Line, Span } from '../domain/launch.ts'
import { sumOf } from '../domain/usage.ts'
import { parseExactly } from '../lib/exact-json.ts'
import type { EngineParser } from './engine.ts'
import { type Fields, isCount, isFields, isText, parseObject, textOr } from './fields.ts'
import { toolNames } from './tool-names.ts'
import { rawOf, turnParser } from './turn-parser.ts'

/** What differs between CLIs that print lines like those of Claude Code. */
export interface Dialect {
  readonly name: string
  /** Kinds of `system` lines that say nothing of the turn. */
  readonly quiet: ReadonlySet<string>
  /** Whether a line of the assistant is the CLI's own report of what went wrong, and no word of the model. */
  isReport(spoken: Fields): boolean
  /** Why the turn failed, as its result tells; null: it completed. The report is the last one of the turn. */
  failureIn(result: Fields, report: Fields | null): string | null
  /** What the turn used; null: nobody can read it. */
  tokensIn(result: Fields): Tokens | null
  /** What one call of the model used, as its message tells; null: it does not. */
  tokensOfCall(message: Fields): Tokens | null
  /** The answer that fits the schema the CLI was given; undefined: there is none. */
  structuredIn(result: Fields): unknown
}

/** One JSON object a line: `system`, `assistant`, `user`, and `result` at the end of a turn. What is unknown stays raw. */
export function streamJsonParser(dialect: Dialect): EngineParser {
  const calls = callMeter(dialect)
  const eventsOf = lineReader(dialect, calls.saw)
  return { ...turnParser(eventsOf), usedAtLeast: calls.total }
}

/** Adds up what the calls of a model used. Each block of a message is a line of its own, and all of them tell the same. */
function callMeter({ tokensOfCall }: Dialect) {
  const counted = new Set<unknown>()
  let total: Tokens | null = null
  return {
    total: () => total,
    saw({ message }: Fields): void {
      const tokens = isFields(message) && !counted.has(message['id']) ? tokensOfCall(message) : null
      if (!isFields(message) || tokens === null) return
      counted.add(message['id'])
      if (counted.size > mostAtOnce) counted.delete(counted.values().next().value)
      total = total ? sumOf(total, tokens) : tokens
    },
  }
}

/** Messages of agents that work at the same time come mixed, and there are far fewer of these. */
const mostAtOnce = 256

const turn = (phase: Phase, reason: string | null, at: Span): EngineEvent => ({ type: 'turn', phase, reason, at })
const notice = (message: string, at: Span): EngineEvent => ({ type: 'notice', code: 'ENGINE_ERROR_REPORTED', message, at })

/** What a line says, or why it says nothing; an empty list: nobody expected it to. */
type Reading = readonly EngineEvent[] | string

function lineReader(dialect: Dialect, sawMessage: (fields: Fields) => void): (line: Line) => readonly EngineEvent[] {
  const tools = toolNames()
  const unknownEvent = `it is an event that ${dialect.name} does not know`
  const otherFields = `its fields are not those that ${dialect.name} knows`
  let report: Fields | null = null

  const readingOf = (fields: Fields, line: Line): Reading => {
    switch (fields['type']) {
      case 'system':
        return systemOf(fields, line.at)
      case 'assistant':
        return spokenOf(fields, line)
      case 'user':
        return resultsOf(fields, line.at)
      case 'result':
        return endOf(fields, line)
      case 'stream_event':
        return []
      default:
        return unknownEvent
    }
  }

  const systemOf = (fields: Fields, at: Span): Reading => {
    const { subtype, session_id: handle, message, content, data } = fields
    if (subtype === 'init') {
      report = null
      return isText(handle) ? [{ type: 'session', handle, at }, turn('started', null, at)] : otherFields
    }
    if (subtype === 'api_retry') return [notice(retryOf(fields), at)]
    if (subtype === 'retry') return [notice(againOf(data), at)]
    if (subtype === 'permission_denied') return isText(message) ? [notice(message, at)] : otherFields
    if (subtype === 'informational') return isText(content) ? [notice(content, at)] : otherFields
    return isText(subtype) && dialect.quiet.has(subtype) ? [] : unknownEvent
  }

  const spokenOf = (fields: Fields, line: Line): Reading => {
    const content = contentOf(fields)
    if (content === null) return otherFields
    sawMessage(fields)
    const isSpokenByAnother = isText(fields['parent_tool_use_id'])
    const isReport = dialect.isReport(fields)
    if (isReport) report = fields
    const events = content.flatMap((block) => blockOf(block, isReport, line))
    // What an agent says that the agent has started is no answer of its own.
    return isSpokenByAnother ? events.filter(({ type }) => type !== 'message') : events
  }

  const blockOf = (block: unknown, isReport: boolean, line: Line): EngineEvent[] => {
    const { at } = line
    const { type, text, thinking, id, name, input = null } = isFields(block) ? block : {}
    if (type === 'text' && isText(text)) return [isReport ? notice(text, at) : { type: 'message', text, final: false, at }]
    if (type === 'thinking' && isText(thinking)) return [{ type: 'reasoning', text: thinking, at }]
    if (type === 'redacted_thinking') return []
    if (type !== 'tool_use' || !isText(id) || !isText(name)) return [rawOf(line, otherFields)]
    tools.remember(id, name)
    return [{ type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null, at }]
  }

  // Texts among them are nudges of the CLI, the body of a skill, or our own prompt.
  const resultsOf = (fields: Fields, at: Span): Reading => {
    const content = contentOf(fields)
    return content === null ? otherFields : content.flatMap((block) => toolEndOf(block, at))
  }

  const toolEndOf = (block: unknown, at: Span): EngineEvent[] => {
    const { type, tool_use_id: id, content, is_error: hasFailed } = isFields(block) ? block : {}
    if (type !== 'tool_result' || !isText(id)) return []
    const phase = hasFailed === true ? 'failed' : 'completed'
    return [
      { type: 'tool', phase, id, name: tools.take(id) ?? 'unknown', input: null, output: wordsOf(content), exitCode: null, at },
    ]
  }

  const endOf = (fields: Fields, line: Line): Reading => {
    const { at } = line
    if (!isText(fields['subtype']) || typeof fields['is_error'] !== 'boolean') return otherFields
    const failure = dialect.failureIn(fields, report)
    const structured = failure === null ? exactly(dialect.structuredIn, fields, line) : undefined
    const tokens = dialect.tokensIn(fields)
    return [
      ...(structured === undefined ? [] : [{ type: 'message', text: JSON.stringify(structured), final: false, at } as const]),
      tokens ? { type: 'usage', ...tokens, at } : rawOf(line, otherFields),
      turn(failure === null ? 'completed' : 'failed', failure, at),
    ]
  }

  return (line) => {
    if (line.text.trim() === '') return [rawOf(line, null)]
    const fields = parseObject(line)
    const reading = fields ? readingOf(fields, line) : 'it is not a JSON object'
    if (typeof reading === 'string') return [rawOf(line, reading)]
    return reading.length > 0 ? reading : [rawOf(line, null)]
  }
}

/** Read again where there is an answer: its numbers are what was written, and not what a double makes of them. */
const exactly = (structuredIn: Dialect['structuredIn'], fields: Fields, { text }: Line): unknown =>
  structuredIn(fields) === undefined ? undefined : structuredIn(parseExactly(text) as Fields)

/** The parts of a message; null: it is none. A text stands for one part. */
function contentOf({ message }: Fields): readonly unknown[] | null {
  const content = isFields(message) ? message['content'] : null
  if (isText(content)) return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : null
}

/** What a tool answered in words; pictures and the like are left to the raw log. */
function wordsOf(content: unknown): string | null {
  if (isText(content)) return content
  if (!Array.isArray(content)) return null
  return content.flatMap((part: unknown) => (isFields(part) && isText(part['text']) ? [part['text']] : [])).join('\n')
}

function retryOf({ attempt, max_retries: most, error_status: status, error }: Fields): string {
  const why = [status, error].filter((part) => typeof part === 'number' || isText(part)).join(' ')
  return `Try ${textOf(attempt)} of ${textOf(most)} after an error of the provider: ${why || 'unknown'}`
}

/** Of most of its tries it does not tell which they are. */
function againOf(data: unknown): string {
  const { attempt, maxRetries: most } = isFields(data) ? data : {}
  return `It asks its provider again${isCount(attempt) && isCount(most) ? `: try ${attempt} of ${most}` : ''}.`
}

const textOf = (value: unknown): string => (typeof value === 'number' ? `${value}` : textOr(value, '?'))
