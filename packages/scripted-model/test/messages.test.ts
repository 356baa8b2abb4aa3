import assert from 'node:assert/strict'
import type { MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages.js'
import { verifies } from '../../../test/verifies.ts'
import { type Answer, startScriptedModel } from '../src/index.ts'
import { all, anthropic } from './clients.ts'

const tools: Tool[] = [{ name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }]
const messages: MessageParam[] = [{ role: 'user', content: 'hello' }]
const hello = { model: 'claude-x', max_tokens: 100, messages, tools }
const everything: Answer = {
  think: 'Let me see.',
  say: ['I ', 'look.'],
  calls: [
    { name: 'weather', args: { city: 'Kyoto' } },
    { name: 'weather', args: {}, id: 'mine' },
  ],
  usage: { input: 9, cached: 4, output: 7, reasoning: 3 },
}
const answered = {
  id: 'msg_0',
  type: 'message',
  role: 'assistant',
  model: 'claude-x',
  content: [
    { type: 'thinking', thinking: 'Let me see.', signature: 'c2NyaXB0ZWQ=' },
    { type: 'text', text: 'I look.', citations: null },
    { type: 'tool_use', id: 'call_0_0', name: 'weather', input: { city: 'Kyoto' } },
    { type: 'tool_use', id: 'mine', name: 'weather', input: {} },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
  usage: {
    input_tokens: 5,
    cache_creation: null,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 4,
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 3 },
    inference_geo: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: null,
  },
}

verifies('model.speaks-four-protocols', 'Anthropic Messages: a whole answer has thoughts, text, calls and usage', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [everything] })
  assert.deepEqual(await anthropic(scene).messages.create({ ...hello, system: 'Be brief.' }), answered)
  assert.deepEqual([scene.problems, scene.unplayed], [[], []])
})

verifies(
  'model.speaks-four-protocols',
  'Anthropic Messages: a stream arrives in pieces that join to the same answer',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', { steps: [everything] })
    const stream = anthropic(scene).messages.stream(hello)
    const events = await all(stream)
    const block = (deltas: number) => ['content_block_start', ...Array(deltas).fill('content_block_delta'), 'content_block_stop']
    assert.deepEqual(
      events.map(({ type }) => type),
      ['message_start', ...block(2), ...block(2), ...block(2), ...block(2), 'message_delta', 'message_stop'],
    )
    assert.deepEqual(await stream.finalMessage(), { ...answered, parsed_output: null })
    assert.deepEqual(scene.problems, [])
  },
)

verifies(
  'model.speaks-four-protocols',
  'Anthropic Messages: a call goes out, its result comes back, and the script sees it',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', {
      steps: [
        { calls: [{ name: 'weather', args: { city: 'Kyoto' } }], expect: { prompt: 'hello', tools: ['weather'] } },
        { say: 'Sunny.', finish: 'max_tokens', expect: { toolResult: '21 degrees', history: ['Be brief.', 'hello', '21'] } },
      ],
    })
    const client = anthropic(scene)
    const first = await client.messages.create(hello)
    const [call] = first.content
    assert.ok(call?.type === 'tool_use')
    const result = { type: 'tool_result', tool_use_id: call.id, content: '21 degrees' } as const
    const second = await client.messages.create({
      ...hello,
      system: 'Be brief.',
      messages: [...messages, { role: 'assistant', content: first.content }, { role: 'user', content: [result] }],
    })
    assert.deepEqual([second.content, second.stop_reason], [[{ type: 'text', text: 'Sunny.', citations: null }], 'max_tokens'])
    assert.deepEqual(scene.problems, [])
  },
)

verifies(
  'model.speaks-four-protocols',
  'Anthropic Messages: an answer without content, counted tokens, and a side request',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', { steps: [{ say: [] }] })
    const client = anthropic(scene)
    const { tools: _, ...toolless } = hello
    const counted = await client.messages.countTokens({ model: 'claude-x', messages, tools })
    const title = await client.messages.create(toolless)
    const silent = await client.messages.stream(hello).finalMessage()
    assert.deepEqual(
      [counted, title.content, silent.content, silent.stop_reason],
      [{ input_tokens: 100 }, [{ type: 'text', text: 'Scripted', citations: null }], [], 'end_turn'],
    )
    assert.deepEqual(
      scene.requests.map(({ protocol, route, step }) => [protocol, route, step]),
      [
        ['messages', 'POST /v1/messages/count_tokens', 'side'],
        ['messages', 'POST /v1/messages', 'side'],
        ['messages', 'POST /v1/messages', 0],
      ],
    )
    assert.deepEqual(scene.problems, [])
  },
)

verifies('model.speaks-four-protocols', 'Anthropic Messages: the beta client and the list of models are understood', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'hi' }] })
  const client = anthropic(scene)
  const message = await client.beta.messages.create({ ...hello, betas: ['context-management-2025-06-27'] })
  const models = await all(client.models.list())
  assert.deepEqual(
    [message.content, models.map(({ id }) => id)],
    [[{ type: 'text', text: 'hi', citations: null }], ['scripted-model']],
  )
  assert.deepEqual(scene.problems, [])
})
