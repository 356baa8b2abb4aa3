import type { Phase, Tokens, ToolCall } from '../../domain/engine-event.ts'
import type { Line } from '../../domain/launch.ts'
import { type Fields, isCount, isFields, isText, parseObject } from '../fields.ts'

/** What one line of `--format json` says. */
export interface Read {
  readonly session: string
  readonly said: Said
}

export type Said =
  | { readonly kind: 'step' }
  /** Words of its own that it puts into the conversation. */
  | { readonly kind: 'note' }
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'tool'; readonly phase: Exclude<Phase, 'started'>; readonly call: ToolCall }
  | { readonly kind: 'finish'; readonly reason: string; readonly tokens: Tokens | null }
  | { readonly kind: 'error'; readonly reason: string }

const notAnObject = 'it is not a JSON object'
const unknownEvent = 'it is an event that opencode_ndjson does not know'
export const otherFields = 'its fields are not those that opencode_ndjson knows'

/** A text tells why the line ought to have been understood; null: nobody expected it to be. */
export function readLine(line: Line): Read | string | null {
  if (line.text.trim() === '') return null
  const fields = parseObject(line)
  if (!fields) return notAnObject
  const { type, sessionID: session, part, error } = fields
  if (!isText(type) || !Object.hasOwn(readers, type)) return unknownEvent
  const said = isText(session) ? saidBy(type, type === 'error' ? error : part) : null
  return said === null || !isText(session) ? otherFields : { session, said }
}

const saidBy = (type: string, content: unknown): Said | null => (isFields(content) ? (readers[type]?.(content) ?? null) : null)

const readers: Readonly<Record<string, (content: Fields) => Said | null>> = {
  step_start: () => ({ kind: 'step' }),
  text: ({ text, synthetic }) => (synthetic === true ? { kind: 'note' } : isText(text) ? { kind: 'text', text } : null),
  reasoning: ({ text }) => (isText(text) ? { kind: 'reasoning', text } : null),
  tool_use: toolOf,
  step_finish: ({ reason, tokens, cost }) => (isText(reason) ? { kind: 'finish', reason, tokens: tokensOf(tokens, cost) } : null),
  error: ({ name, data }) => (isText(name) ? { kind: 'error', reason: reasonOf(name, isFields(data) ? data : {}) } : null),
}

/** A tool is told of when it is done. One that there is not is called `invalid`, and who was meant is in its input. */
function toolOf({ tool, callID: id, state }: Fields): Said | null {
  if (!isText(tool) || !isText(id) || !isFields(state)) return null
  const { status, input = null, output, error, metadata } = state
  if (status !== 'completed' && status !== 'error') return null
  const exitCode = exitOf(metadata)
  const meant = tool === 'invalid' && isFields(input) && isText(input['tool']) ? input['tool'] : null
  const hasFailed = status === 'error' || meant !== null || (exitCode !== null && exitCode !== 0)
  const told = status === 'error' ? error : output
  const call = { id, name: meant ?? tool, input, output: isText(told) ? told : null, exitCode }
  return { kind: 'tool', phase: hasFailed ? 'failed' : 'completed', call }
}

function exitOf(metadata: unknown): number | null {
  const { exit } = isFields(metadata) ? metadata : {}
  return typeof exit === 'number' && Number.isSafeInteger(exit) ? exit : null
}

/** It counts what came from a cache, and what was thought, beside the rest. A price of nothing is one that it does not know. */
function tokensOf(tokens: unknown, cost: unknown): Tokens | null {
  if (!isFields(tokens)) return null
  const { input, output, reasoning = 0, cache } = tokens
  const { read = 0, write = 0 } = isFields(cache) ? cache : {}
  if (!isCount(input) || !isCount(output) || !isCount(reasoning) || !isCount(read) || !isCount(write)) return null
  const costUsd = typeof cost === 'number' && Number.isFinite(cost) && cost > 0 ? cost : null
  return { input: input + read + write, output: output + reasoning, cached: read, costUsd }
}

/** With the kind of the error and the status of the answer in front, where nothing that a provider says can stand. */
function reasonOf(name: string, { statusCode, message }: Fields): string {
  const status = isCount(statusCode) ? ` ${statusCode}` : ''
  return `${name}${status}: ${isText(message) ? message : 'It did not say why.'}`
}
