import assert from 'node:assert/strict'
import type { FunctionTool } from 'openai/resources/responses/responses.js'
import { verifies } from '../../../test/verifies.ts'
import { type Expectation, type Scene, startScriptedModel } from '../src/index.ts'
import { anthropic, gemini, openai } from './clients.ts'

const schema = { type: 'object', properties: { ok: { type: 'boolean' } } }
const tool: FunctionTool = { type: 'function', name: 'weather', parameters: {}, strict: false }

/** A request with something for every expectation: a history, a tool and its result, a schema. */
function ask(scene: Scene): Promise<unknown> {
  return openai(scene).responses.create({
    model: 'm',
    instructions: 'Be brief.',
    tools: [tool, { type: 'namespace', name: 'mcp__probe', description: '', tools: [{ type: 'function', name: 'echo' }] }],
    text: { format: { type: 'json_schema', name: 'answer', schema } },
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'first question' }] },
      { role: 'assistant', content: 'first answer' },
      { role: 'user', content: 'second question' },
      { type: 'function_call', call_id: 'old', name: 'weather', arguments: '{}' },
      { type: 'function_call_output', call_id: 'old', output: 'rain' },
      { type: 'function_call', call_id: 'new', name: 'weather', arguments: '{}' },
      { type: 'function_call_output', call_id: 'new', output: [{ type: 'input_text', text: 'sun' }] },
    ],
  })
}

async function problemsOf(expect: Expectation): Promise<readonly string[]> {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ calls: [{ name: 'weather', args: {}, id: 'new' }] }, { say: 'ok', expect }] })
  await ask(scene)
  await ask(scene)
  return scene.problems
}

verifies('model.checks-what-was-sent', 'an expectation that holds is no problem', async () => {
  assert.deepEqual(
    await problemsOf({
      prompt: 'second',
      history: ['Be brief', 'first question', 'first answer', 'second', 'rain', 'sun'],
      tools: ['weather', 'mcp__probe', 'mcp__probe.echo'],
      schema,
      header: { Authorization: 'Bearer k' },
      toolResult: 'sun',
    }),
    [],
  )
})

const broken: readonly (readonly [expect: Expectation, problem: string])[] = [
  [{ prompt: 'answer' }, 'expected the prompt to contain "answer"'],
  [{ history: ['first answer', 'first question'] }, 'expected the history to contain "first question" at its place'],
  [{ history: ['second question', 'second question'] }, 'expected the history to contain "second question" at its place'],
  [{ tools: ['weather', 'echo'] }, 'expected the tool echo to be declared'],
  [{ schema: {} }, `expected the schema {}, got ${JSON.stringify(schema)}`],
  [{ header: { authorization: 'Bearer' } }, 'expected the header authorization: Bearer, got Bearer k'],
  [{ header: { 'x-none': '' } }, 'expected the header x-none: , got none'],
  [{ toolResult: 'rain' }, 'expected a tool result to contain "rain", got "sun"'],
]

for (const [expect, problem] of broken) {
  verifies('model.checks-what-was-sent', `what does not hold is a problem: ${problem}`, async () => {
    assert.deepEqual(await problemsOf(expect), [`POST /v1/responses: ${problem}`])
  })
}

verifies('model.checks-what-was-sent', 'a result that nobody asked for counts for nothing', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'ok', expect: { toolResult: 'sun' } }] })
  await ask(scene)
  assert.deepEqual(scene.problems, ['POST /v1/responses: expected a tool result to contain "sun", got none'])
})

verifies('model.checks-what-was-sent', 'the schema of an answer is found in every protocol', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [], side: { say: '{}', expect: { schema } } })
  const messages = [{ role: 'user' as const, content: 'hello' }]
  const { models } = gemini(scene)
  await openai(scene).chat.completions.create({
    model: 'm',
    messages,
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
  })
  await models.generateContent({ model: 'm', contents: 'hello', config: { responseJsonSchema: schema } })
  await anthropic(scene).messages.create({
    model: 'm',
    max_tokens: 9,
    messages,
    output_config: { format: { type: 'json_schema', schema } },
  })
  assert.deepEqual([scene.problems, scene.requests.length], [[], 3])
  await models.generateContent({ model: 'm', contents: 'hello' })
  assert.deepEqual(scene.problems, [
    `POST /v1beta/models/m:generateContent: expected the schema ${JSON.stringify(schema)}, got none`,
  ])
})
