import type { EngineEvent, Phase, ToolCall } from '../../domain/engine-event.ts'
import type { Line, Span } from '../../domain/launch.ts'
import type { EngineParser } from '../engine.ts'
import { type Fields, isCount, isFields, isText, parseObject, textOr } from '../fields.ts'
import { rawOf, turnParser } from '../turn-parser.ts'

/** `codex_ndjson`: one JSON object a line. What it does not know stays raw, and reading goes on with the next line. */
export const codexParser = (): EngineParser => turnParser(eventsOf)

/** What a line says, or why it says nothing; null: nobody expected it to. */
type Reading = readonly EngineEvent[] | string | null

const unknownEvent = 'it is an event that codex_ndjson does not know'
const unknownItem = 'it is an item that codex_ndjson does not know'
const otherFields = 'its fields are not those that codex_ndjson knows'

function eventsOf(line: Line): readonly EngineEvent[] {
  if (line.text.trim() === '') return [rawOf(line, null)]
  const fields = parseObject(line)
  const reading = fields ? readingOf(fields, line) : 'it is not a JSON object'
  return typeof reading === 'string' || reading === null ? [rawOf(line, reading)] : reading
}

const turn = (phase: Phase, at: Span) => ({ type: 'turn', phase, reason: null, at }) as const

function readingOf(fields: Fields, line: Line): Reading {
  const { at } = line
  const { type, thread_id: handle, message, item, error } = fields
  switch (type) {
    case 'thread.started':
      return isText(handle) ? [{ type: 'session', handle, at }] : otherFields
    case 'turn.started':
      return [turn('started', at)]
    case 'turn.completed':
      return [usageOf(fields['usage'], line), turn('completed', at)]
    case 'turn.failed':
      return [{ ...turn('failed', at), reason: isFields(error) ? textOr(error['message'], null) : null }]
    case 'error':
      return noticeOf(message, at)
    case 'item.started':
    case 'item.completed':
      return isFields(item) ? itemOf(item, type === 'item.started' ? 'started' : 'completed', at) : otherFields
    case 'item.updated':
      // A todo list is told whole at its start and its end.
      return isFields(item) && item['type'] === 'todo_list' ? null : unknownEvent
    default:
      return unknownEvent
  }
}

/** That the turn completed is told even when nobody can read what it used. */
function usageOf(usage: unknown, line: Line): EngineEvent {
  if (!isFields(usage)) return rawOf(line, otherFields)
  const { input_tokens: input, output_tokens: output, cached_input_tokens: cached = 0 } = usage
  if (!isCount(input) || !isCount(output) || !isCount(cached)) return rawOf(line, otherFields)
  return { type: 'usage', input, output, cached, costUsd: null, at: line.at }
}

/** Codex reports retries and warnings in the same words as what is fatal; only `turn.failed` means failure. */
const noticeOf = (message: unknown, at: Span): Reading =>
  isText(message) ? [{ type: 'notice', code: 'ENGINE_ERROR_REPORTED', message, at }] : otherFields

function itemOf(item: Fields, phase: 'started' | 'completed', at: Span): Reading {
  const { id, type, text, message } = item
  if (phase === 'completed') {
    if (type === 'error') return noticeOf(message, at)
    if (type === 'agent_message') return isText(text) ? [{ type: 'message', text, final: false, at }] : otherFields
    if (type === 'reasoning') return isText(text) ? [{ type, text, at }] : otherFields
  }
  const call = callOf(item)
  if (call === null) return unknownItem
  if (call === 'odd' || !isText(id)) return otherFields
  if (phase === 'started') return [{ type: 'tool', phase, id, ...call, output: null, exitCode: null, at }]
  return [{ type: 'tool', phase: hasFailed(item) ? 'failed' : 'completed', id, ...call, at }]
}

const hasFailed = ({ status, error }: Fields): boolean => status === 'failed' || status === 'declined' || isFields(error)

type Call = Omit<ToolCall, 'id'>

/** The call that an item is; null: it is of no type that we know. */
function callOf(item: Fields): Call | 'odd' | null {
  const { type, changes, items, query, action = null } = item
  switch (type) {
    case 'command_execution':
      return commandOf(item)
    case 'file_change':
      return Array.isArray(changes) ? call('apply_patch', { changes }) : 'odd'
    case 'mcp_tool_call':
      return mcpCallOf(item)
    case 'web_search':
      return isText(query) ? call('web_search', { query, action }) : 'odd'
    case 'collab_tool_call':
      return collabCallOf(item)
    case 'todo_list':
      return Array.isArray(items) ? call('todo_list', { items }) : 'odd'
    default:
      return null
  }
}

const call = (name: string, input: unknown, output: string | null = null): Call => ({ name, input, output, exitCode: null })

function commandOf({ command, aggregated_output: output, exit_code: exitCode = null }: Fields): Call | 'odd' {
  if (!isText(command) || !isText(output) || !isExitCode(exitCode)) return 'odd'
  return { ...call('shell', { command }, output), exitCode }
}

const isExitCode = (value: unknown): value is number | null => value === null || Number.isSafeInteger(value)

function mcpCallOf({ server, tool, arguments: input = null, result, error }: Fields): Call | 'odd' {
  if (!isText(server) || !isText(tool)) return 'odd'
  return call(`${server}.${tool}`, input, isFields(error) ? textOr(error['message'], null) : textsOf(result))
}

/** What an MCP tool answered in words; pictures and the like are left to the raw log. */
function textsOf(result: unknown): string | null {
  if (!isFields(result) || !Array.isArray(result['content'])) return null
  return result['content'].flatMap((part: unknown) => (isFields(part) && isText(part['text']) ? [part['text']] : [])).join('\n')
}

/** Agents that Codex starts itself; how they are is all that it tells of them. */
function collabCallOf({
  tool,
  prompt = null,
  receiver_thread_ids: receivers = null,
  agents_states: states,
}: Fields): Call | 'odd' {
  if (!isText(tool)) return 'odd'
  return call(tool, { prompt, receiver_thread_ids: receivers }, isFields(states) ? JSON.stringify(states) : null)
}
