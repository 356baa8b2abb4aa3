import { at, isList, type Json, type JsonObject, listAt, textAt } from '../json.ts'
import {
  callId,
  chunksOf,
  failureMessages,
  type Heard,
  halves,
  isFreeform,
  type Protocol,
  type Refusal,
  type Rendered,
  type Turn,
  tokens,
  turnsIn,
  type Utterance,
} from '../protocol.ts'
import type { Answer, Call, Failure, FailureStatus } from '../script.ts'
import { messagesKnown } from './messages-known.ts'

/** Anthropic Messages: what claude speaks. */
export const messages: Protocol = { name: 'messages', known: messagesKnown, hear, answer: render, failure, cannot }

function hear(body: Json): Heard {
  const tools = listAt(body, 'tools')
  const schema = at(body, 'output_config', 'format', 'schema') ?? at(body, 'output_format', 'schema')
  const system = textOf(at(body, 'system'))
  return {
    // A tool with a schema is the client's; the others run at the provider, and requests that have only those are side requests.
    main: tools.some((tool) => at(tool, 'input_schema') !== undefined),
    tools: tools.map((tool) => textAt(tool, 'name')),
    said: [...(system ? [{ by: 'system', text: system } as const] : []), ...listAt(body, 'messages').flatMap(utterances)],
    turns: turnsIn(listAt(body, 'messages'), (message) => textAt(message, 'role') === 'assistant'),
    ...(schema === undefined ? {} : { schema }),
  }
}

function utterances(message: Json): Utterance[] {
  const results = listAt(message, 'content')
    .filter((block) => textAt(block, 'type') === 'tool_result')
    .map((block): Utterance => ({ by: 'tool', text: textOf(at(block, 'content')), callId: textAt(block, 'tool_use_id') }))
  const text = textOf(at(message, 'content'))
  return text ? [...results, { by: speakers[textAt(message, 'role')] ?? 'system', text }] : results
}

const speakers: Readonly<Record<string, Utterance['by']>> = { user: 'user', assistant: 'model' }

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  const texts = isList(content) ? content.map((block) => textAt(block, 'text')) : []
  return texts.filter((text) => text !== '').join('\n')
}

function cannot(answer: Answer): string[] {
  return [
    ...(answer.incomplete === undefined ? [] : ['incomplete']),
    ...(answer.calls?.some(isFreeform) ? ['calls with input'] : []),
    ...(answer.calls?.some((call) => 'namespace' in call) ? ['calls with a namespace'] : []),
  ]
}

/** A block as it ends, as it begins, and what is added in between. */
interface Block {
  readonly whole: JsonObject
  readonly begun: JsonObject
  readonly deltas: readonly JsonObject[]
}

function render(answer: Answer, turn: Turn): Rendered {
  const blocks = blocksOf(answer, turn)
  const stop_reason = answer.finish ?? (answer.calls?.length ? 'tool_use' : 'end_turn')
  const usage = usageOf(answer)
  const whole = messageOf(turn, { content: blocks.map((block) => block.whole), stop_reason, usage })
  const begun = messageOf(turn, { content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } })
  const error = answer.failed ? errorOf(answer.failed.code, answer.failed.message) : undefined
  const opening = [{ type: 'message_start', message: begun }, { type: 'ping' }]
  const said = blocks.flatMap(eventsOf)
  const ended = [
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null, stop_details: null, container: null }, usage },
    { type: 'message_stop' },
  ]
  return {
    whole: error ?? whole,
    wholeStatus: error ? 500 : 200,
    events: [...opening, ...said, ...(error ? [error] : ended)].map(asFrame),
    // The last block is still open then.
    mid: opening.length + said.length - (blocks.length ? 1 : 0),
  }
}

const asFrame = (event: JsonObject): string => `event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`

function eventsOf({ begun, deltas }: Block, index: number): JsonObject[] {
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function blocksOf(answer: Answer, turn: Turn): Block[] {
  const chunks = chunksOf(answer.say)
  return [
    ...(answer.think === undefined ? [] : [thinking(answer.think)]),
    ...(chunks.length ? [text(chunks)] : []),
    ...(answer.calls ?? []).map((call, index) => toolUse(call, callId(call, turn, index))),
  ]
}

function thinking(thought: string): Block {
  const signature = 'c2NyaXB0ZWQ='
  return {
    whole: { type: 'thinking', thinking: thought, signature },
    begun: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      { type: 'thinking_delta', thinking: thought },
      { type: 'signature_delta', signature },
    ],
  }
}

function text(chunks: readonly string[]): Block {
  return {
    whole: { type: 'text', text: chunks.join(''), citations: null },
    begun: { type: 'text', text: '', citations: null },
    deltas: chunks.map((chunk) => ({ type: 'text_delta', text: chunk })),
  }
}

function toolUse(call: Call, id: string): Block {
  const input = isFreeform(call) ? {} : call.args
  const begun = { type: 'tool_use', id, name: call.name, input: {} }
  const deltas = halves(JSON.stringify(input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  return { whole: { ...begun, input }, begun, deltas }
}

function messageOf(
  turn: Turn,
  { content, stop_reason, usage }: { content: Json; stop_reason: string | null; usage: Json },
): JsonObject {
  return {
    id: `msg_${turn.id}`,
    type: 'message',
    role: 'assistant',
    model: turn.model,
    content,
    stop_reason,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage,
  }
}

function usageOf(answer: Answer): JsonObject {
  const { input, cached, output, reasoning } = tokens(answer.usage)
  return {
    input_tokens: input - cached,
    cache_creation: null,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
    output_tokens_details: { thinking_tokens: reasoning },
    inference_geo: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: null,
  }
}

function failure(step: Failure): Refusal {
  const body = step.body ?? errorOf(step.code ?? errorTypes[step.status], step.message ?? failureMessages[step.status])
  return { status: step.status, headers: { 'request-id': 'req_scripted', ...step.headers }, body }
}

const errorOf = (type: string, message: string): JsonObject => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_scripted',
})

const errorTypes: Readonly<Record<FailureStatus, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'overloaded_error',
  529: 'overloaded_error',
}
