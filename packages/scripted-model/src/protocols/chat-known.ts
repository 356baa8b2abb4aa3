import { anyObject, fields, type Shape } from '../known.ts'

/** What opencode 1.18, qwen and the official client put into `POST /v1/chat/completions`. */

const part: Shape = {
  by: 'type',
  kinds: {
    text: fields({ text: 'string', cache_control: anyObject }, 'text'),
    image_url: fields({ image_url: fields({ url: 'string', detail: 'string' }) }, 'image_url'),
    refusal: fields({ refusal: 'string' }, 'refusal'),
  },
}
const content: Shape = { either: ['string', { each: part }] }
const call: Shape = {
  by: 'type',
  kinds: {
    function: fields(
      { id: 'string', index: 'number', function: fields({ name: 'string', arguments: 'string' }) },
      'id',
      'function',
    ),
    custom: fields({ id: 'string', custom: fields({ name: 'string', input: 'string' }) }, 'id', 'custom'),
  },
}
const spoken = fields({ content, name: 'string' }, 'content')
const message: Shape = {
  by: 'role',
  kinds: {
    system: spoken,
    developer: spoken,
    user: spoken,
    assistant: fields({
      ...{ content, name: 'string', refusal: 'string', tool_calls: { each: call } },
      // Qwen Code tells a model what it has thought by both names.
      ...{ reasoning_content: 'string', reasoning: 'string' },
    }),
    tool: fields({ content, tool_call_id: 'string', name: 'string' }, 'content', 'tool_call_id'),
  },
}
const tool: Shape = {
  by: 'type',
  kinds: {
    function: fields(
      { function: fields({ name: 'string', description: 'string', parameters: anyObject, strict: 'boolean' }, 'name') },
      'function',
    ),
    custom: fields({ custom: fields({ name: 'string', description: 'string', format: anyObject }, 'name') }, 'custom'),
  },
}

export const chatKnown: Shape = fields(
  {
    model: 'string',
    messages: { each: message },
    tools: { each: tool },
    tool_choice: { either: ['string', anyObject] },
    parallel_tool_calls: 'boolean',
    response_format: {
      by: 'type',
      kinds: {
        text: fields({}),
        json_object: fields({}),
        json_schema: fields({
          json_schema: fields({ name: 'string', description: 'string', schema: anyObject, strict: 'boolean' }, 'name'),
        }),
      },
    },
    stream: 'boolean',
    stream_options: fields({ include_usage: 'boolean' }),
    max_tokens: 'number',
    max_completion_tokens: 'number',
    temperature: 'number',
    top_p: 'number',
    n: 'number',
    stop: { either: ['string', { each: 'string' }] },
    seed: 'number',
    frequency_penalty: 'number',
    presence_penalty: 'number',
    reasoning_effort: 'string',
    verbosity: 'string',
    metadata: { map: 'string' },
    store: 'boolean',
    prompt_cache_key: 'string',
    service_tier: 'string',
    safety_identifier: 'string',
    user: 'string',
  },
  'model',
  'messages',
)
