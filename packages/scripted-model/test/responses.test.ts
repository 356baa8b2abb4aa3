import assert from 'node:assert/strict'
import type { FunctionTool } from 'openai/resources/responses/responses.js'
import { verifies } from '../../../test/verifies.ts'
import { type Answer, startScriptedModel } from '../src/index.ts'
import { all, openai } from './clients.ts'

const weather: FunctionTool = {
  type: 'function',
  name: 'weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: false,
}
const everything: Answer = {
  think: 'Let me see.',
  say: ['I ', 'look.'],
  calls: [
    { name: 'weather', args: { city: 'Kyoto' } },
    { name: 'echo', namespace: 'mcp__probe', args: {}, id: 'mine' },
    { name: 'apply_patch', input: '*** Begin Patch' },
  ],
  usage: { input: 9, cached: 4, output: 7, reasoning: 3 },
}

/** The output of `everything` as OpenAI documents it. */
const output = [
  { id: 'rs_0', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me see.' }], encrypted_content: null },
  {
    id: 'msg_0',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'I look.', annotations: [], logprobs: [] }],
  },
  {
    id: 'fc_0_0',
    type: 'function_call',
    status: 'completed',
    call_id: 'call_0_0',
    name: 'weather',
    arguments: '{"city":"Kyoto"}',
  },
  {
    id: 'fc_0_1',
    type: 'function_call',
    status: 'completed',
    call_id: 'mine',
    name: 'echo',
    namespace: 'mcp__probe',
    arguments: '{}',
  },
  {
    id: 'ctc_0_2',
    type: 'custom_tool_call',
    status: 'completed',
    call_id: 'call_0_2',
    name: 'apply_patch',
    input: '*** Begin Patch',
  },
]
const usage = {
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 16,
}

verifies('model.speaks-four-protocols', 'OpenAI Responses: a whole answer has thoughts, text, calls and usage', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [everything] })
  const response = await openai(scene).responses.create({ model: 'gpt-5.5', input: 'hello', tools: [weather] })
  assert.deepEqual(
    [response.id, response.status, response.model, response.output_text, response.output, response.usage],
    ['resp_0', 'completed', 'gpt-5.5', 'I look.', output, usage],
  )
  assert.deepEqual([scene.problems, scene.unplayed], [[], []])
})

verifies('model.speaks-four-protocols', 'OpenAI Responses: a stream arrives in pieces that join to the same answer', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [everything] })
  const stream = openai(scene).responses.stream({ model: 'gpt-5.5', input: 'hello', tools: [weather] })
  const events = await all(stream)
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.custom_tool_call_input.delta',
      'response.custom_tool_call_input.delta',
      'response.custom_tool_call_input.done',
      'response.output_item.done',
      'response.completed',
    ],
  )
  assert.deepEqual(
    events.map((event) => event.sequence_number),
    events.map((_, index) => index),
  )
  const deltas = events.flatMap((event) => (event.type === 'response.output_text.delta' ? [event.delta] : []))
  assert.deepEqual(deltas, ['I ', 'look.'])
  const final = await stream.finalResponse()
  assert.deepEqual([final.output_text, final.output.length, final.usage], ['I look.', 5, usage])
  assert.deepEqual(scene.problems, [])
})

verifies(
  'model.speaks-four-protocols',
  'OpenAI Responses: a call goes out, its result comes back, and the script sees it',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', {
      steps: [
        { calls: [{ name: 'weather', args: { city: 'Kyoto' } }], expect: { prompt: 'weather', tools: ['weather'] } },
        { say: 'Sunny.', expect: { toolResult: '21 degrees', history: ['the weather', '21 degrees'] } },
      ],
    })
    const client = openai(scene)
    const input = 'How is the weather?'
    const first = await client.responses.create({ model: 'gpt-5.5', input, tools: [weather] })
    const [call] = first.output
    assert.ok(call?.type === 'function_call')
    const second = await client.responses.create({
      model: 'gpt-5.5',
      tools: [weather],
      input: [
        { role: 'user', content: input },
        call,
        { type: 'function_call_output', call_id: call.call_id, output: '21 degrees' },
      ],
    })
    assert.equal(second.output_text, 'Sunny.')
    assert.deepEqual(scene.problems, [])
  },
)

verifies(
  'model.speaks-four-protocols',
  'OpenAI Responses: an answer can fail or stay incomplete, streamed and whole',
  async () => {
    await using model = await startScriptedModel()
    const failed = { code: 'context_length_exceeded', message: 'too long' }
    const steps: Answer[] = [{ failed }, { say: 'half', incomplete: 'max_output_tokens' }]
    const scene = model.scene('a', { steps: [...steps, ...steps] })
    const client = openai(scene)
    for (const stream of [true, false]) {
      const ends = []
      for (const _ of steps) {
        const answer = await client.responses.create({ model: 'm', input: 'hello', stream })
        const last = Symbol.asyncIterator in answer ? (await all(answer)).at(-1) : { type: 'whole', response: answer }
        assert.ok(last && 'response' in last)
        const { status, error, incomplete_details } = last.response
        ends.push({ type: last.type, status, error, incomplete_details })
      }
      assert.deepEqual(ends, [
        { type: stream ? 'response.failed' : 'whole', status: 'failed', error: failed, incomplete_details: null },
        {
          type: stream ? 'response.incomplete' : 'whole',
          status: 'incomplete',
          error: null,
          incomplete_details: { reason: 'max_output_tokens' },
        },
      ])
    }
  },
)

verifies('model.speaks-four-protocols', 'the list of models is read by the clients of OpenAI and Anthropic', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [] })
  const models = await all(openai(scene).models.list())
  assert.deepEqual(
    models.map(({ id }) => id),
    ['scripted-model'],
  )
  assert.deepEqual(
    scene.requests.map(({ protocol, route, step }) => ({ protocol, route, step })),
    [{ protocol: 'models', route: 'GET /v1/models', step: 'side' }],
  )
  assert.deepEqual(scene.problems, [])
})
