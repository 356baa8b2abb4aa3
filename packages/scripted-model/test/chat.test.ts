import assert from 'node:assert/strict'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions.js'
import { verifies } from '../../../test/verifies.ts'
import { type Answer, startScriptedModel } from '../src/index.ts'
import { all, openai } from './clients.ts'

const tools: ChatCompletionTool[] = [
  { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } } },
  { type: 'custom', custom: { name: 'apply_patch' } },
]
const hello: ChatCompletionMessageParam[] = [{ role: 'user', content: 'hello' }]
const everything: Answer = {
  think: 'Let me see.',
  say: ['I ', 'look.'],
  calls: [
    { name: 'weather', args: { city: 'Kyoto' } },
    { name: 'apply_patch', input: '*** Begin Patch', id: 'mine' },
  ],
  usage: { input: 9, cached: 4, output: 7, reasoning: 3 },
}
const calls = [
  { id: 'call_0_0', type: 'function', function: { name: 'weather', arguments: '{"city":"Kyoto"}' } },
  { id: 'mine', type: 'custom', custom: { name: 'apply_patch', input: '*** Begin Patch' } },
]
const usage = {
  prompt_tokens: 9,
  completion_tokens: 7,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 3 },
}

verifies('model.speaks-four-protocols', 'Chat Completions: a whole answer has thoughts, text, calls and usage', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [everything] })
  const { created, ...completion } = await openai(scene).chat.completions.create({ model: 'gpt-5.5', messages: hello, tools })
  assert.ok(created > 1_700_000_000)
  assert.deepEqual(completion, {
    id: 'chatcmpl-0',
    model: 'gpt-5.5',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'I look.', refusal: null, reasoning_content: 'Let me see.', tool_calls: calls },
        logprobs: null,
        finish_reason: 'tool_calls',
      },
    ],
    usage,
  })
  assert.deepEqual(scene.problems, [])
})

verifies('model.speaks-four-protocols', 'Chat Completions: a stream arrives in pieces that join to the same answer', async () => {
  await using model = await startScriptedModel()
  const { think, calls: [call] = [], ...rest } = everything
  const scene = model.scene('a', { steps: [{ ...rest, ...(call ? { calls: [call] } : {}) }] })
  const stream = openai(scene).chat.completions.stream({
    model: 'gpt-5.5',
    messages: hello,
    tools,
    stream_options: { include_usage: true },
  })
  const chunks = await all(stream)
  assert.deepEqual(
    chunks.map(({ choices: [choice] }) => choice?.delta),
    [
      { role: 'assistant', content: '' },
      { content: 'I ' },
      { content: 'look.' },
      { tool_calls: [{ index: 0, id: 'call_0_0', type: 'function', function: { name: 'weather', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"Kyoto"}' } }] },
      {},
      undefined,
    ],
  )
  const { choices, usage: counted } = await stream.finalChatCompletion()
  const [choice] = choices
  assert.deepEqual(
    [choice?.message.content, choice?.message.tool_calls?.[0]?.id, choice?.finish_reason, counted],
    ['I look.', 'call_0_0', 'tool_calls', usage],
  )
  assert.deepEqual([think, scene.problems], ['Let me see.', []])
})

verifies(
  'model.speaks-four-protocols',
  'Chat Completions: thoughts and free text calls are streamed, usage only when asked for',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', { steps: [{ think: 'Hm.', calls: [{ name: 'apply_patch', input: 'ab' }], finish: 'length' }] })
    const stream = await openai(scene).chat.completions.create({ model: 'm', messages: hello, tools, stream: true })
    const chunks = await all(stream)
    assert.deepEqual(
      chunks.map(({ choices: [choice], usage: counted }) => [choice?.delta, choice?.finish_reason, counted]),
      [
        [{ role: 'assistant', content: '' }, null, undefined],
        [{ reasoning_content: 'Hm.' }, null, undefined],
        [
          { tool_calls: [{ index: 0, id: 'call_0_0', type: 'custom', custom: { name: 'apply_patch', input: '' } }] },
          null,
          undefined,
        ],
        [{ tool_calls: [{ index: 0, custom: { input: 'a' } }] }, null, undefined],
        [{ tool_calls: [{ index: 0, custom: { input: 'b' } }] }, null, undefined],
        [{}, 'length', undefined],
      ],
    )
  },
)

verifies(
  'model.speaks-four-protocols',
  'Chat Completions: a call goes out, its result comes back, and the script sees it',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', {
      steps: [
        { calls: [{ name: 'weather', args: { city: 'Kyoto' } }], expect: { tools: ['weather', 'apply_patch'] } },
        { say: 'Sunny.', expect: { toolResult: '21 degrees', history: ['hello', '21'], prompt: 'hello' } },
      ],
    })
    const client = openai(scene)
    const first = await client.chat.completions.create({ model: 'm', messages: hello, tools })
    const message = first.choices[0]?.message
    assert.ok(message?.tool_calls?.[0])
    const result: ChatCompletionMessageParam = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '21 degrees' }
    const second = await client.chat.completions.create({ model: 'm', messages: [...hello, message, result], tools })
    assert.equal(second.choices[0]?.message.content, 'Sunny.')
    assert.deepEqual(scene.problems, [])
  },
)

verifies(
  'model.speaks-four-protocols',
  'Chat Completions: a request without tools is a side request and takes no step',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', { steps: [{ say: 'main' }], side: { say: 'A title' } })
    const client = openai(scene)
    const title = await client.chat.completions.create({ model: 'm', messages: hello })
    const main = await client.chat.completions.create({ model: 'm', messages: hello, tools })
    assert.deepEqual(
      [title, main].map(({ choices }) => choices[0]?.message.content),
      ['A title', 'main'],
    )
    assert.deepEqual(
      scene.requests.map(({ step }) => step),
      ['side', 0],
    )
  },
)
