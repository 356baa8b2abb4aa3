import { at, isList, type Json, type JsonObject, listAt, textAt } from '../json.ts'
import {
  callId,
  chunksOf,
  type Heard,
  halves,
  isFreeform,
  type Protocol,
  type Rendered,
  type Turn,
  tokens,
  turnsIn,
  type Utterance,
} from '../protocol.ts'
import type { Answer, Call } from '../script.ts'
import { chatKnown } from './chat-known.ts'
import { openaiFailure } from './openai-error.ts'

/** OpenAI Chat Completions: what opencode, qwen and many others speak. */
export const chat: Protocol = { name: 'chat', known: chatKnown, hear, answer: render, failure: openaiFailure, cannot }

function hear(body: Json): Heard {
  const tools = listAt(body, 'tools')
  const schema = at(body, 'response_format', 'json_schema', 'schema')
  return {
    main: tools.length > 0,
    tools: tools.map((tool) => textAt(tool, 'function', 'name') || textAt(tool, 'custom', 'name')),
    said: listAt(body, 'messages').map(utterance),
    turns: turnsIn(listAt(body, 'messages'), (message) => textAt(message, 'role') === 'assistant'),
    ...(schema === undefined ? {} : { schema }),
  }
}

function utterance(message: Json): Utterance {
  const text = textOf(at(message, 'content'))
  const id = textAt(message, 'tool_call_id')
  return { by: speakers[textAt(message, 'role')] ?? 'system', text, ...(id ? { callId: id } : {}) }
}

const speakers: Readonly<Record<string, Utterance['by']>> = { user: 'user', assistant: 'model', tool: 'tool' }

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return isList(content) ? content.map((part) => textAt(part, 'text')).join('\n') : ''
}

function cannot(answer: Answer): string[] {
  return [
    ...(answer.incomplete === undefined ? [] : ['incomplete']),
    ...(answer.calls?.some((call) => 'namespace' in call) ? ['calls with a namespace'] : []),
  ]
}

function render(answer: Answer, turn: Turn): Rendered {
  const finish = answer.finish ?? (answer.calls?.length ? 'tool_calls' : 'stop')
  const error = answer.failed ? { error: { ...answer.failed, type: 'server_error', param: null } } : undefined
  const wantsUsage = at(turn.body, 'stream_options', 'include_usage') === true
  const said = deltasOf(answer, turn).map((delta) => chunk(turn, [choice(delta)]))
  const ended = [chunk(turn, [choice({}, finish)]), ...(wantsUsage ? [chunk(turn, [], usageOf(answer))] : []), '[DONE]']
  return {
    whole: error ?? completion(answer, turn, finish),
    wholeStatus: error ? 500 : 200,
    events: [...said, ...(error ? [error] : ended)].map(asFrame),
    mid: said.length,
  }
}

const asFrame = (event: Json): string => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`

function deltasOf(answer: Answer, turn: Turn): JsonObject[] {
  return [
    { role: 'assistant', content: '' },
    ...(answer.think === undefined ? [] : [{ reasoning_content: answer.think }]),
    ...chunksOf(answer.say).map((content) => ({ content })),
    ...(answer.calls ?? []).flatMap((call, index) => callDeltas(call, index, callId(call, turn, index))),
  ]
}

/** First the name with empty arguments, then the arguments in pieces. */
function callDeltas(call: Call, index: number, id: string): JsonObject[] {
  const { kind, text, made } = madeOf(call)
  return [
    { tool_calls: [{ index, id, type: kind, [kind]: made('') }] },
    ...halves(text).map((piece) => ({
      tool_calls: [{ index, [kind]: isFreeform(call) ? { input: piece } : { arguments: piece } }],
    })),
  ]
}

function madeOf(call: Call): { kind: string; text: string; made: (text: string) => JsonObject } {
  return isFreeform(call)
    ? { kind: 'custom', text: call.input, made: (input) => ({ name: call.name, input }) }
    : { kind: 'function', text: JSON.stringify(call.args), made: (args) => ({ name: call.name, arguments: args }) }
}

const choice = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
  index: 0,
  delta,
  logprobs: null,
  finish_reason,
})

const chunk = (turn: Turn, choices: readonly Json[], usage?: Json): JsonObject => ({
  ...base(turn),
  object: 'chat.completion.chunk',
  choices,
  ...(usage === undefined ? {} : { usage }),
})

function completion(answer: Answer, turn: Turn, finish_reason: string): JsonObject {
  const tool_calls = (answer.calls ?? []).map((call, index) => {
    const { kind, text, made } = madeOf(call)
    return { id: callId(call, turn, index), type: kind, [kind]: made(text) }
  })
  const message = {
    role: 'assistant',
    content: answer.say === undefined ? null : chunksOf(answer.say).join(''),
    refusal: null,
    ...(answer.think === undefined ? {} : { reasoning_content: answer.think }),
    ...(tool_calls.length ? { tool_calls } : {}),
  }
  const choices = [{ index: 0, message, logprobs: null, finish_reason }]
  return { ...base(turn), object: 'chat.completion', choices, usage: usageOf(answer) }
}

const base = (turn: Turn): JsonObject => ({
  id: `chatcmpl-${turn.id}`,
  created: Math.floor(Date.now() / 1000),
  model: turn.model,
})

function usageOf(answer: Answer): JsonObject {
  const { input, cached, output, reasoning } = tokens(answer.usage)
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}
