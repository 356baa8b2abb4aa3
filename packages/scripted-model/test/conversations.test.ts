import assert from 'node:assert/strict'
import type { ResponseInputItem } from 'openai/resources/responses/responses.js'
import { verifies } from '../../../test/verifies.ts'
import { type Scene, type Script, startScriptedModel } from '../src/index.ts'
import { anthropic, gemini, openai } from './clients.ts'

/** Three turns: a thought with words and a call, a call, and an end that knows what the second call gave. */
const script: Script = {
  order: 'conversation',
  steps: [
    { think: 'hm', say: 'first', calls: [{ name: 'f', args: {} }] },
    { calls: [{ name: 'f', args: {}, id: 'mine' }], expect: { toolResult: 'one' } },
    { say: 'last', expect: { toolResult: 'two', history: ['hello', 'one', 'two'] } },
  ],
}

/** The requests of one conversation in each protocol, each with the history so far. */
const conversations: Readonly<Record<string, (scene: Scene) => readonly (() => Promise<unknown>)[]>> = {
  responses: (scene) => {
    const tool = { type: 'function' as const, name: 'f', parameters: {}, strict: false }
    const result = (call_id: string, output: string): ResponseInputItem[] => [
      { type: 'function_call', call_id, name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id, output },
    ]
    const turns: ResponseInputItem[][] = [
      [{ role: 'user', content: 'hello' }],
      [{ type: 'reasoning', id: 'rs', summary: [] }, { role: 'assistant', content: 'first' }, ...result('call_0_0', 'one')],
      result('mine', 'two'),
    ]
    return turns.map((_, index) => () => {
      return openai(scene).responses.create({ model: 'm', tools: [tool], input: turns.slice(0, index + 1).flat() })
    })
  },
  chat: (scene) => {
    const tool = { type: 'function' as const, function: { name: 'f' } }
    const turn = (id: string, content: string) => [
      { role: 'assistant' as const, tool_calls: [{ id, type: 'function' as const, function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool' as const, tool_call_id: id, content },
    ]
    const turns = [[{ role: 'user' as const, content: 'hello' }], turn('call_0_0', 'one'), turn('mine', 'two')]
    return turns.map((_, index) => () => {
      return openai(scene).chat.completions.create({ model: 'm', tools: [tool], messages: turns.slice(0, index + 1).flat() })
    })
  },
  messages: (scene) => {
    const turn = (id: string, content: string) => [
      { role: 'assistant' as const, content: [{ type: 'tool_use' as const, id, name: 'f', input: {} }] },
      { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: id, content }] },
    ]
    const turns = [[{ role: 'user' as const, content: 'hello' }], turn('call_0_0', 'one'), turn('mine', 'two')]
    const tools = [{ name: 'f', input_schema: { type: 'object' as const } }]
    return turns.map((_, index) => () => {
      return anthropic(scene).messages.create({ model: 'm', max_tokens: 9, tools, messages: turns.slice(0, index + 1).flat() })
    })
  },
  gemini: (scene) => {
    const turn = (id: string, output: string) => [
      { role: 'model', parts: [{ functionCall: { id, name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { id, name: 'f', response: { output } } }] },
    ]
    const turns = [[{ role: 'user', parts: [{ text: 'hello' }] }], turn('call_0_0', 'one'), turn('mine', 'two')]
    const config = { tools: [{ functionDeclarations: [{ name: 'f' }] }] }
    return turns.map((_, index) => () => {
      return gemini(scene).models.generateContent({ model: 'm', config, contents: turns.slice(0, index + 1).flat() })
    })
  },
}

for (const [name, conversation] of Object.entries(conversations)) {
  verifies(
    ['model.speaks-four-protocols', 'model.checks-what-was-sent'],
    `${name}: clients that play the same script at once each get its steps from the first to the last`,
    async () => {
      await using model = await startScriptedModel()
      const scene = model.scene('all', script)
      const clients = Array.from({ length: 3 }, () => conversation(scene))
      // The first client is done before the second begins, and the third comes in between.
      const [a = [], b = [], c = []] = clients
      for (const ask of [a[0], c[0], a[1], c[1], a[2], b[0], c[2], b[1], b[2]]) await ask?.()
      assert.deepEqual(scene.problems, [])
      assert.deepEqual(
        scene.requests.map(({ step }) => step),
        [0, 0, 1, 1, 2, 0, 2, 1, 2],
      )
      assert.deepEqual(scene.unplayed, [])
    },
  )
}

verifies(
  'model.checks-what-was-sent',
  'a conversation that is longer than the script is a problem, and so is a step nobody came to',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('short', { order: 'conversation', steps: [{ say: 'only' }, { say: 'never' }] })
    const [, , third] = conversations['responses']?.(scene) ?? []
    await assert.rejects(third?.() ?? assert.fail(), (error: Error & { status?: number }) => error.status === 500)
    assert.deepEqual([scene.problems, scene.unplayed], [['POST /v1/responses: script exhausted'], [0, 1]])
  },
)
