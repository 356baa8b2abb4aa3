import { anyObject, fields, type Shape } from '../known.ts'

/** What codex 0.166 and the official client put into `POST /v1/responses`. Fields that would need a memory between requests are left out. */

const inputPart: Shape = {
  by: 'type',
  kinds: {
    input_text: fields({ text: 'string' }, 'text'),
    input_image: fields({ image_url: 'string', detail: 'string' }),
    input_file: fields({ filename: 'string', file_data: 'string' }),
    output_text: fields({ text: 'string', annotations: { each: anyObject }, logprobs: { each: anyObject } }, 'text'),
    refusal: fields({ refusal: 'string' }, 'refusal'),
  },
}
const text: Shape = { either: ['string', { each: inputPart }] }
const role: Shape = { words: ['user', 'assistant', 'system', 'developer'] }

const functionTool = fields(
  {
    name: 'string',
    description: 'string',
    strict: 'boolean',
    parameters: anyObject,
    defer_loading: 'boolean',
    output_schema: anyObject,
  },
  'name',
)
const customTool = fields({ name: 'string', description: 'string', format: anyObject }, 'name')
const tool: Shape = {
  by: 'type',
  kinds: {
    function: functionTool,
    custom: customTool,
    namespace: fields(
      {
        name: 'string',
        description: 'string',
        tools: { each: { by: 'type', kinds: { function: functionTool, custom: customTool } } },
      },
      'name',
      'tools',
    ),
    tool_search: fields({ execution: 'string', description: 'string', parameters: anyObject }),
    web_search: fields({
      external_web_access: 'boolean',
      filters: anyObject,
      search_content_types: { each: 'string' },
      search_context_size: 'string',
      user_location: anyObject,
    }),
  },
}

const passthrough: Shape = fields({ turn_id: 'string', create_time: 'number', content_item_kinds: { each: 'string' } })
/** What every item may have; the passthrough only comes when codex believes that it speaks to OpenAI itself. */
const itemWith = (table: Readonly<Record<string, Shape>>, ...required: readonly string[]) =>
  fields({ id: 'string', status: 'string', internal_chat_message_metadata_passthrough: passthrough, ...table }, ...required)

const item: Shape = {
  by: 'type',
  absent: 'message',
  kinds: {
    message: itemWith({ role, content: text, phase: 'string' }, 'role', 'content'),
    reasoning: itemWith({
      summary: { each: fields({ type: { words: ['summary_text'] }, text: 'string' }) },
      content: { each: anyObject },
      encrypted_content: 'string',
    }),
    function_call: itemWith(
      { call_id: 'string', name: 'string', namespace: 'string', arguments: 'string' },
      'call_id',
      'name',
      'arguments',
    ),
    function_call_output: itemWith({ call_id: 'string', output: text }, 'call_id', 'output'),
    custom_tool_call: itemWith({ call_id: 'string', name: 'string', input: 'string' }, 'call_id', 'name', 'input'),
    custom_tool_call_output: itemWith({ call_id: 'string', output: text, name: 'string' }, 'call_id', 'output'),
    tool_search_call: itemWith({ call_id: 'string', execution: 'string', arguments: 'anything' }),
    tool_search_output: itemWith({ call_id: 'string', execution: 'string', tools: { each: tool } }),
    additional_tools: itemWith({ role, tools: { each: tool } }, 'tools'),
    web_search_call: itemWith({ action: anyObject }),
  },
}

export const responsesKnown: Shape = fields(
  {
    model: 'string',
    input: { either: ['string', { each: item }] },
    instructions: 'string',
    stream: 'boolean',
    store: 'boolean',
    include: { each: 'string' },
    tools: { each: tool },
    tool_choice: { either: ['string', anyObject] },
    parallel_tool_calls: 'boolean',
    reasoning: fields({ effort: 'string', summary: 'string', context: 'string' }),
    text: fields({
      verbosity: 'string',
      format: {
        by: 'type',
        kinds: {
          text: fields({}),
          json_schema: fields({ name: 'string', strict: 'boolean', schema: anyObject, description: 'string' }, 'name', 'schema'),
        },
      },
    }),
    max_output_tokens: 'number',
    temperature: 'number',
    top_p: 'number',
    metadata: { map: 'string' },
    client_metadata: { map: 'string' },
    prompt_cache_key: 'string',
    service_tier: 'string',
    safety_identifier: 'string',
    user: 'string',
  },
  'model',
  'input',
)
