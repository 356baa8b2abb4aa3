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
import { openaiFailure } from './openai-error.ts'
import { responsesKnown } from './responses-known.ts'

/** OpenAI Responses: what codex speaks. */
export const responses: Protocol = {
  name: 'responses',
  known: responsesKnown,
  hear,
  answer: render,
  failure: openaiFailure,
  cannot: ({ finish }) => (finish === undefined ? [] : ['finish']),
}

function hear(body: Json): Heard {
  const input = at(body, 'input')
  const items: readonly Json[] = typeof input === 'string' ? [{ role: 'user', content: input }] : listAt(input)
  const instructions = textAt(body, 'instructions')
  const schema = at(body, 'text', 'format', 'schema')
  return {
    main: true,
    // Newer models get their tools as an item of the conversation.
    tools: [...listAt(body, 'tools'), ...items.flatMap((item) => listAt(item, 'tools'))].flatMap(toolNames),
    said: [...(instructions ? [{ by: 'system', text: instructions } as const] : []), ...items.flatMap(utterances)],
    turns: turnsIn(items, isModels),
    ...(schema === undefined ? {} : { schema }),
  }
}

/** Thoughts, words and calls of one turn are items of their own. */
function isModels(item: Json): boolean {
  const type = textAt(item, 'type')
  return textAt(item, 'role') === 'assistant' || type === 'reasoning' || type.endsWith('_call')
}

function toolNames(tool: Json): string[] {
  const name = textAt(tool, 'name') || textAt(tool, 'type')
  return [name, ...listAt(tool, 'tools').map((inner) => `${name}.${textAt(inner, 'name')}`)]
}

function utterances(item: Json): Utterance[] {
  const type = textAt(item, 'type')
  if (type.endsWith('_output')) return [{ by: 'tool', text: textOf(at(item, 'output')), callId: textAt(item, 'call_id') }]
  if (type !== '' && type !== 'message') return []
  return [{ by: speakers[textAt(item, 'role')] ?? 'system', text: textOf(at(item, 'content')) }]
}

const speakers: Readonly<Record<string, Utterance['by']>> = { user: 'user', assistant: 'model' }

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return isList(content) ? content.map((part) => textAt(part, 'text')).join('\n') : ''
}

/** One item of the output: the whole of it, and the events from its first to its last, split where it is all said but not done. */
interface Item {
  readonly whole: JsonObject
  readonly said: readonly Event[]
  readonly done: readonly Event[]
}
type Event = readonly [type: string, fields: JsonObject]

function render(answer: Answer, turn: Turn): Rendered {
  const items = itemsOf(answer, turn)
  const response = responseOf(answer, turn, items)
  const begun = { ...response, status: 'in_progress', output: [], usage: null, error: null, incomplete_details: null }
  const opening: Event[] = [
    ['response.created', { response: begun }],
    ['response.in_progress', { response: begun }],
  ]
  const said = items.flatMap((item) => [...item.said, ...item.done])
  const all: Event[] = [...opening, ...said, [`response.${response.status}`, { response }]]
  // The last item is still open then.
  const mid = opening.length + said.length - (items.at(-1)?.done.length ?? 0)
  return { whole: response, wholeStatus: 200, events: all.map(asFrame), mid }
}

const asFrame = ([type, fields]: Event, index: number): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: index, ...fields })}\n\n`

function itemsOf(answer: Answer, turn: Turn): Item[] {
  const chunks = chunksOf(answer.say)
  let index = 0
  return [
    ...(answer.think === undefined ? [] : [reasoning(answer.think, `rs_${turn.id}`, index++)]),
    ...(chunks.length ? [message(chunks, `msg_${turn.id}`, index++)] : []),
    ...(answer.calls ?? []).map((call, n) => toolCall(call, callId(call, turn, n), `${turn.id}_${n}`, index++)),
  ]
}

function message(chunks: readonly string[], id: string, output_index: number): Item {
  const place = { item_id: id, output_index, content_index: 0 }
  const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
  const text = chunks.join('')
  const whole = { id, type: 'message', role: 'assistant', status: 'completed', content: [part(text)] }
  return {
    whole,
    said: [
      ['response.output_item.added', { output_index, item: { ...whole, status: 'in_progress', content: [] } }],
      ['response.content_part.added', { ...place, part: part('') }],
      ...chunks.map((delta): Event => ['response.output_text.delta', { ...place, delta, logprobs: [] }]),
    ],
    done: [
      ['response.output_text.done', { ...place, text, logprobs: [] }],
      ['response.content_part.done', { ...place, part: part(text) }],
      ['response.output_item.done', { output_index, item: whole }],
    ],
  }
}

function reasoning(text: string, id: string, output_index: number): Item {
  const place = { item_id: id, output_index, summary_index: 0 }
  const part = (said: string) => ({ type: 'summary_text', text: said })
  const whole = { id, type: 'reasoning', summary: [part(text)], encrypted_content: null }
  return {
    whole,
    said: [
      ['response.output_item.added', { output_index, item: { ...whole, summary: [] } }],
      ['response.reasoning_summary_part.added', { ...place, part: part('') }],
      ['response.reasoning_summary_text.delta', { ...place, delta: text }],
    ],
    done: [
      ['response.reasoning_summary_text.done', { ...place, text }],
      ['response.reasoning_summary_part.done', { ...place, part: part(text) }],
      ['response.output_item.done', { output_index, item: whole }],
    ],
  }
}

function toolCall(call: Call, call_id: string, number: string, output_index: number): Item {
  const [field, text, kind]: [string, string, string] = isFreeform(call)
    ? ['input', call.input, 'custom_tool_call']
    : ['arguments', JSON.stringify(call.args), 'function_call']
  const id = `${isFreeform(call) ? 'ctc' : 'fc'}_${number}`
  const namespace = !isFreeform(call) && call.namespace ? { namespace: call.namespace } : {}
  const whole = { id, type: kind, status: 'completed', call_id, name: call.name, ...namespace, [field]: text }
  const event = isFreeform(call) ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
  const place = { item_id: id, output_index }
  return {
    whole,
    said: [
      ['response.output_item.added', { output_index, item: { ...whole, status: 'in_progress', [field]: '' } }],
      ...halves(text).map((delta): Event => [`${event}.delta`, { ...place, delta }]),
    ],
    done: [
      [`${event}.done`, { ...place, [field]: text }],
      ['response.output_item.done', { output_index, item: whole }],
    ],
  }
}

function responseOf(answer: Answer, turn: Turn, items: readonly Item[]): JsonObject & { readonly status: string } {
  const { input, cached, output, reasoning: thought } = tokens(answer.usage)
  return {
    id: `resp_${turn.id}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: answer.failed ? 'failed' : answer.incomplete === undefined ? 'completed' : 'incomplete',
    error: answer.failed ?? null,
    incomplete_details: answer.incomplete === undefined ? null : { reason: answer.incomplete },
    instructions: null,
    metadata: {},
    model: turn.model,
    output: items.map(({ whole }) => whole),
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: thought },
      total_tokens: input + output,
    },
  }
}
