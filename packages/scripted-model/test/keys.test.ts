import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { startScriptedModel } from '../src/index.ts'
import { asks, names } from './asks.ts'
import { anthropic, gemini, openai } from './clients.ts'
import { send } from './raw.ts'

verifies('model.fails-on-demand', 'an accepted key comes in, in the header of each provider', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: Array(4).fill({ say: 'welcome' }), keys: ['other', 'k'] })
  for (const name of names) assert.equal(await asks[name](scene, { stream: true }), 'welcome')
  assert.deepEqual([scene.problems, scene.unplayed], [[], []])
})

verifies('model.fails-on-demand', 'another key is refused in the words of the provider, and takes no step', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'never' }], keys: ['k'] })
  const refused = (error: unknown) => error instanceof Error && 'status' in error && error.status === 401
  const messages = [{ role: 'user' as const, content: 'hello' }]
  await assert.rejects(openai(scene, 'bad').responses.create({ model: 'm', input: 'hello' }), refused)
  await assert.rejects(openai(scene, 'bad').chat.completions.create({ model: 'm', messages }), refused)
  await assert.rejects(openai(scene, 'bad').models.list(), refused)
  await assert.rejects(anthropic(scene, 'bad').messages.create({ model: 'm', max_tokens: 9, messages }), refused)
  await assert.rejects(gemini(scene, 'bad').models.generateContent({ model: 'm', contents: 'hello' }), refused)
  assert.deepEqual(
    scene.requests.map(({ protocol, step }) => [protocol, step]),
    [
      ['responses', 'refused'],
      ['chat', 'refused'],
      ['models', 'refused'],
      ['messages', 'refused'],
      ['gemini', 'refused'],
    ],
  )
  assert.deepEqual([scene.problems, scene.unplayed], [[], [0]])
})

verifies('model.fails-on-demand', 'no key is as bad as a wrong one, and a wrong one beside a right one is wrong', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [], keys: ['k'] })
  const refusal = (message: string) => ({
    status: 401,
    body: { error: { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' } },
  })
  assert.deepEqual(await send(scene, 'GET', '/v1/models'), refusal('No API key was given.'))
  const both = { authorization: 'Bearer k', 'x-api-key': 'bad' }
  assert.deepEqual(await send(scene, 'GET', '/v1/models', '', both), refusal('The API key is not valid.'))
})
