import assert from 'node:assert/strict'
import type { Tool } from '@google/genai'
import { verifies } from '../../../test/verifies.ts'
import { type Answer, startScriptedModel } from '../src/index.ts'
import { all, gemini } from './clients.ts'

const tools: Tool[] = [
  {
    functionDeclarations: [
      { name: 'weather', parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } } } },
    ],
  },
]
const everything: Answer = {
  think: 'Let me see.',
  say: ['I ', 'look.'],
  calls: [
    { name: 'weather', args: { city: 'Kyoto' } },
    { name: 'weather', args: {}, id: 'mine' },
  ],
  usage: { input: 9, cached: 4, output: 7, reasoning: 3 },
}
const parts = [
  { text: 'Let me see.', thought: true },
  { text: 'I ' },
  { text: 'look.' },
  { functionCall: { id: 'call_0_0', name: 'weather', args: { city: 'Kyoto' } }, thoughtSignature: 'c2NyaXB0ZWQ=' },
  { functionCall: { id: 'mine', name: 'weather', args: {} }, thoughtSignature: 'c2NyaXB0ZWQ=' },
]
const usage = {
  promptTokenCount: 9,
  cachedContentTokenCount: 4,
  candidatesTokenCount: 4,
  thoughtsTokenCount: 3,
  totalTokenCount: 16,
}

verifies('model.speaks-four-protocols', 'Gemini: a whole answer has thoughts, text, calls and usage', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [everything] })
  const { candidates, usageMetadata, modelVersion } = await gemini(scene).models.generateContent({
    model: 'gemini-2.5-flash',
    contents: 'hello',
    config: { tools, systemInstruction: 'Be brief.', temperature: 1, thinkingConfig: { includeThoughts: true } },
  })
  assert.deepEqual(
    { candidates, usageMetadata, modelVersion },
    {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: usage,
      modelVersion: 'gemini-2.5-flash',
    },
  )
  assert.deepEqual([scene.problems, scene.unplayed], [[], []])
})

verifies('model.speaks-four-protocols', 'Gemini: a stream has one part in each event, then how it ended', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [everything] })
  const stream = await gemini(scene).models.generateContentStream({ model: 'm', contents: 'hello', config: { tools } })
  const chunks = await all(stream)
  assert.deepEqual(
    chunks.map(({ candidates: [candidate] = [], usageMetadata }) => [
      candidate?.content?.parts,
      candidate?.finishReason,
      usageMetadata,
    ]),
    [...parts.map((part) => [[part], undefined, undefined]), [[], 'STOP', usage]],
  )
  assert.deepEqual(
    scene.requests.map(({ route, model: asked }) => [route, asked]),
    [['POST /v1beta/models/m:streamGenerateContent', 'm']],
  )
  assert.deepEqual(scene.problems, [])
})

verifies('model.speaks-four-protocols', 'Gemini: a call goes out, its result comes back, and the script sees it', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', {
    steps: [
      { calls: [{ name: 'weather', args: { city: 'Kyoto' } }], expect: { prompt: 'the weather', tools: ['weather'] } },
      { say: 'Sunny.', finish: 'MAX_TOKENS', expect: { toolResult: '21 degrees', history: ['Be brief.', 'the weather', '21'] } },
    ],
  })
  const chat = gemini(scene).chats.create({ model: 'm', config: { tools, systemInstruction: 'Be brief.' } })
  const first = await chat.sendMessage({ message: 'How is the weather?' })
  const [call] = first.functionCalls ?? []
  assert.ok(call?.id && call.name)
  const second = await chat.sendMessage({
    message: { functionResponse: { id: call.id, name: call.name, response: { output: '21 degrees' } } },
  })
  assert.deepEqual([second.text, second.candidates?.[0]?.finishReason], ['Sunny.', 'MAX_TOKENS'])
  assert.deepEqual(scene.problems, [])
})

verifies(
  'model.speaks-four-protocols',
  'Gemini: tokens are counted, and a side request gets what its schema asks for',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', { steps: [] })
    const { models } = gemini(scene)
    const counted = await models.countTokens({ model: 'm', contents: 'hello' })
    const title = await models.generateContent({ model: 'm', contents: 'hello' })
    // What gemini-cli asks when it chooses a model by itself.
    const router = await models.generateContent({
      model: 'm',
      contents: 'hello',
      config: {
        responseMimeType: 'application/json',
        responseJsonSchema: {
          type: 'OBJECT',
          properties: {
            complexity_reasoning: { type: 'STRING' },
            complexity_score: { type: 'INTEGER' },
            next_speaker: { type: 'STRING', enum: ['user', 'model'] },
            parts: { type: 'ARRAY' },
            sure: { type: 'BOOLEAN' },
            nothing: { type: 'NULL' },
          },
        },
      },
    })
    const chosen = {
      complexity_reasoning: 'Scripted',
      complexity_score: 10,
      next_speaker: 'user',
      parts: [],
      sure: false,
      nothing: null,
    }
    assert.deepEqual([counted.totalTokens, title.text, JSON.parse(router.text ?? '')], [100, 'Scripted', chosen])
    assert.deepEqual([scene.requests.map(({ step }) => step), scene.problems], [['side', 'side', 'side'], []])
  },
)
