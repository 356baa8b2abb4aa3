import { anyObject, fields, type Shape } from '../known.ts'

/** What claude 2.1 and the official client put into `POST /v1/messages`. */

const cache_control: Shape = fields({ type: { words: ['ephemeral'] }, ttl: 'string', scope: 'string' })
const textBlock = fields({ text: 'string', cache_control, citations: { each: anyObject } }, 'text')
const image = fields({ source: anyObject, cache_control }, 'source')
const document = fields({ source: anyObject, title: 'string', context: 'string', citations: anyObject, cache_control }, 'source')
const resultContent: Shape = { either: ['string', { each: { by: 'type', kinds: { text: textBlock, image, document } } }] }

const block: Shape = {
  by: 'type',
  kinds: {
    text: textBlock,
    image,
    document,
    thinking: fields({ thinking: 'string', signature: 'string' }, 'thinking', 'signature'),
    redacted_thinking: fields({ data: 'string' }, 'data'),
    tool_use: fields({ id: 'string', name: 'string', input: anyObject, cache_control, caller: anyObject }, 'id', 'name', 'input'),
    tool_result: fields({ tool_use_id: 'string', content: resultContent, is_error: 'boolean', cache_control }, 'tool_use_id'),
  },
}
const content: Shape = { either: ['string', { each: block }] }
const spoken = fields({ content }, 'content')
/** claude 2.1 sends one in the middle of a conversation, and says in it how hard to think from there on. */
const system = fields({ content, output_config: fields({ effort: 'string' }) }, 'content')
const message: Shape = { by: 'role', kinds: { user: spoken, assistant: spoken, system } }

const tool: Shape = {
  by: 'type',
  absent: 'custom',
  kinds: {
    custom: fields(
      {
        name: 'string',
        description: 'string',
        input_schema: anyObject,
        cache_control,
        strict: 'boolean',
        defer_loading: 'boolean',
        eager_input_streaming: 'boolean',
      },
      'name',
      'input_schema',
    ),
    web_search_20250305: fields({
      name: 'string',
      max_uses: 'number',
      allowed_domains: { each: 'string' },
      blocked_domains: { each: 'string' },
      user_location: anyObject,
    }),
  },
}

const asked = {
  model: 'string',
  messages: { each: message },
  system: { either: ['string', { each: { by: 'type', kinds: { text: textBlock } } }] },
  tools: { each: tool },
  tool_choice: anyObject,
  thinking: fields({ type: 'string', budget_tokens: 'number', display: 'string' }),
  context_management: anyObject,
  output_config: fields({
    effort: 'string',
    format: fields({ type: { words: ['json_schema'] }, schema: anyObject }, 'type', 'schema'),
    task_budget: anyObject,
  }),
  output_format: fields({ type: { words: ['json_schema'] }, schema: anyObject }, 'type', 'schema'),
  speed: 'string',
} as const satisfies Record<string, Shape>

export const messagesKnown: Shape = fields(
  {
    ...asked,
    max_tokens: 'number',
    stream: 'boolean',
    metadata: fields({ user_id: 'string' }),
    temperature: 'number',
    top_p: 'number',
    top_k: 'number',
    stop_sequences: { each: 'string' },
    service_tier: 'string',
  },
  'model',
  'messages',
  'max_tokens',
)

/** And into `POST /v1/messages/count_tokens`. */
export const countMessagesKnown: Shape = fields(asked, 'model', 'messages')
