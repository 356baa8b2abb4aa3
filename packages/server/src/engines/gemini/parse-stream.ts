import type { EngineEvent, Phase } from '../../domain/engine-event.ts'
import type { Line, Span } from '../../domain/launch.ts'
import { endedInTurn } from '../failure.ts'
import { type Fields, isCount, isFields, isText, textOr } from '../fields.ts'
import { heldMessage } from '../held-message.ts'
import { toolNames } from '../tool-names.ts'

interface StreamReader {
  /** What the line says; null: it is no event of stream-json. */
  read(fields: Fields, line: Line): EngineEvent[] | null
  /** Puts what is not of the stream at its place among what is. */
  aside(events: readonly EngineEvent[]): EngineEvent[]
  /** An event has been read. */
  isInUse(): boolean
  /** `at`: where stdout ends. */
  end(at: Span): EngineEvent[]
}

/** `-o stream-json`: one event a line. */
export function streamReader(): StreamReader {
  const message = heldMessage()
  const tools = toolCalls()
  let inUse = false
  let inTurn = false
  let lastError: string | null = null

  const read = (fields: Fields, line: Line): EngineEvent[] | null => {
    const { at } = line
    const { type, session_id: handle, message: error } = fields
    switch (type) {
      case 'init':
        return isText(handle) ? begin([{ type: 'session', handle, at }]) : null
      case 'message':
        return spoken(fields, at)
      case 'tool_use':
        return after(tools.started(fields, at))
      case 'tool_result':
        return after(tools.ended(fields, at))
      case 'error':
        return isText(error) ? reported(error, at) : null
      case 'result':
        return resultOf(fields, line)
      default:
        return null
    }
  }

  const begin = (events: EngineEvent[]): EngineEvent[] => {
    inTurn = true
    lastError = null
    return [...message.release(false), ...events]
  }

  const spoken = ({ role, content, delta }: Fields, at: Span): EngineEvent[] | null => {
    // The text is our own prompt.
    if (role === 'user') return begin([turn('started', null, at)])
    if (role !== 'assistant' || !isText(content)) return null
    const before = delta === true ? [] : message.release(false)
    return [...before, ...message.add(content, at)]
  }

  const after = (event: EngineEvent | null): EngineEvent[] | null => event && [...message.release(false), event]

  // A loop that was broken, or a block by a hook, is told this way too, and the turn may still complete: the answer goes on behind it.
  const reported = (error: string, at: Span): EngineEvent[] => {
    lastError = error
    return message.aside([{ type: 'notice', code: 'ENGINE_ERROR_REPORTED', message: error, at }])
  }

  const resultOf = ({ status, stats, error }: Fields, line: Line): EngineEvent[] | null => {
    if (status !== 'success' && status !== 'error') return null
    inTurn = false
    const hasFailed = status === 'error'
    const reason = hasFailed ? (messageOf(error) ?? lastError ?? 'It did not say why.') : null
    return [...message.release(!hasFailed), ...usageOf(stats, line), turn(hasFailed ? 'failed' : 'completed', reason, line.at)]
  }

  return {
    read(fields, line) {
      const events = read(fields, line)
      inUse ||= events !== null
      return events
    },
    aside: message.aside,
    isInUse: () => inUse,
    // SIGTERM ends it with exit code 0: only the missing result tells.
    end: (at) => [...message.release(false), ...(inTurn ? [turn('failed', endedInTurn, at)] : [])],
  }
}

const turn = (phase: Phase, reason: string | null, at: Span): EngineEvent => ({ type: 'turn', phase, reason, at })

const messageOf = (error: unknown): string | null => (isFields(error) ? textOr(error['message'], null) : null)

/** That the turn ended is told even when nobody can read what it used. */
function usageOf(stats: unknown, line: Line): EngineEvent[] {
  if (stats === undefined) return []
  const { input_tokens: input, output_tokens: output, cached = 0 } = isFields(stats) ? stats : {}
  if (!isCount(input) || !isCount(output) || !isCount(cached))
    return [{ type: 'unparsed', why: 'its stats are not those that gemini_json knows', ...line }]
  return [{ type: 'usage', input, output, cached, costUsd: null, at: line.at }]
}

/** The end of a call names only its id, so its name is remembered from its start. */
function toolCalls() {
  const { remember, take } = toolNames()

  return {
    started({ tool_id: id, tool_name: name, parameters: input = null }: Fields, at: Span): EngineEvent | null {
      if (!isText(id) || !isText(name)) return null
      remember(id, name)
      return { type: 'tool', phase: 'started', id, name, input, output: null, exitCode: null, at }
    },
    ended({ tool_id: id, status, output, error }: Fields, at: Span): EngineEvent | null {
      if (!isText(id) || (status !== 'success' && status !== 'error')) return null
      const phase = status === 'success' ? 'completed' : 'failed'
      const said = textOr(output, messageOf(error))
      return { type: 'tool', phase, id, name: take(id) ?? nameInId(id), input: null, output: said, exitCode: null, at }
    },
  }
}

/** An id is the name, two underscores and the id that the model gave; the names of MCP tools may hold such underscores too. */
function nameInId(id: string): string {
  const border = id.lastIndexOf('__')
  return border > 0 ? id.slice(0, border) : id
}
