import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { type ScriptedModel, type Step, startScriptedModel } from '../src/index.ts'
import { asks, type Name, names, pathOf } from './asks.ts'
import { all, anthropic, gemini, openai } from './clients.ts'

/** Every protocol, streaming and not, in a scene of its own. */
async function each(test: (model: ScriptedModel, name: Name, stream: boolean) => Promise<void>): Promise<void> {
  await using model = await startScriptedModel()
  for (const name of names) {
    for (const stream of [true, false]) await test(model, name, stream)
  }
  assert.deepEqual(model.problems, [])
}

async function failsWith(step: Step): Promise<void> {
  await each(async (model, name, stream) => {
    const scene = model.scene(`${name}-${stream}`, { steps: [step] })
    await assert.rejects(asks[name](scene, { stream }), `${name}, stream: ${stream}`)
    await scene.over(1)
    assert.deepEqual([scene.problems, scene.unplayed, scene.requests.map((request) => request.closedByClient)], [[], [], [false]])
  })
}

verifies('model.fails-on-demand', 'a connection is cut before the answer begins', () =>
  failsWith({ cut: 'before', say: 'never' }),
)

verifies('model.fails-on-demand', 'a connection is cut in the middle of an answer', () => failsWith({ cut: 'mid', say: 'half' }))

verifies('model.fails-on-demand', 'a garbled answer is one that no client can read', () => failsWith({ garble: true }))

verifies('model.fails-on-demand', 'a garbled answer can be any text', () => failsWith({ garble: 'data: {this is not json}\n\n' }))

verifies('model.fails-on-demand', 'what was said before a cut has arrived', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: Array(4).fill({ say: ['one ', 'two'], cut: 'mid' }) })
  const heard: Record<Name, string> = { responses: '', chat: '', messages: '', gemini: '' }
  const tools = [{ functionDeclarations: [{ name: 'f' }] }]
  const streams = {
    responses: async () => {
      const stream = await openai(scene).responses.create({ model: 'm', input: 'hello', stream: true })
      for await (const event of stream) if (event.type === 'response.output_text.delta') heard.responses += event.delta
    },
    chat: async () => {
      const stream = await openai(scene).chat.completions.create({
        model: 'm',
        messages: [{ role: 'user', content: 'hello' }],
        tools: [{ type: 'function', function: { name: 'f' } }],
        stream: true,
      })
      for await (const chunk of stream) heard.chat += chunk.choices[0]?.delta.content ?? ''
    },
    messages: async () => {
      const stream = anthropic(scene).messages.stream({
        model: 'm',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'hello' }],
        tools: [{ name: 'f', input_schema: { type: 'object' } }],
      })
      stream.on('text', (delta) => {
        heard.messages += delta
      })
      await stream.finalMessage()
    },
    gemini: async () => {
      const stream = await gemini(scene).models.generateContentStream({ model: 'm', contents: 'hello', config: { tools } })
      for await (const chunk of stream) heard.gemini += chunk.text ?? ''
    },
  }
  for (const name of names) await assert.rejects(streams[name], name)
  assert.deepEqual(heard, { responses: 'one two', chat: 'one two', messages: 'one two', gemini: 'one two' })
})

for (const stall of ['before', 'mid'] as const) {
  verifies('model.fails-on-demand', `an answer that stalls ${stall} goes on when it is released`, () =>
    each(async (model, name, stream) => {
      const scene = model.scene(`${name}-${stream}`, { steps: [{ say: 'at last', stall }] })
      const answer = asks[name](scene, { stream })
      await scene.reached(1)
      scene.release()
      assert.equal(await answer, 'at last')
    }),
  )

  verifies('model.fails-on-demand', `a client that leaves an answer which stalls ${stall} is seen to leave`, () =>
    each(async (model, name, stream) => {
      const scene = model.scene(`${name}-${stream}`, { steps: [{ say: 'never', stall }] })
      const leaving = new AbortController()
      const answer = asks[name](scene, { stream, signal: leaving.signal })
      await scene.reached(1)
      leaving.abort()
      await assert.rejects(answer)
      await scene.over(1)
      assert.deepEqual(
        scene.requests.map(({ closedByClient, step }) => ({ closedByClient, step })),
        [{ closedByClient: true, step: 0 }],
      )
    }),
  )
}

verifies('model.fails-on-demand', 'a stalled answer can be cut when it is released', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'half', stall: 'mid', cut: 'mid' }] })
  const answer = asks.responses(scene, { stream: true })
  await scene.reached(1)
  scene.release()
  await assert.rejects(answer)
})

verifies('model.fails-on-demand', 'a redirect sends the same request somewhere else', () =>
  each(async (model, name, stream) => {
    const there = model.scene(`${name}-${stream}-there`, { steps: [{ say: 'from there', expect: { prompt: 'hello' } }] })
    const here = model.scene(`${name}-${stream}`, { steps: [{ redirect: `${there.url}${pathOf(name, stream)}` }] })
    assert.equal(await asks[name](here, { stream }), 'from there')
    assert.deepEqual([here.problems, there.problems, there.unplayed], [[], [], []])
  }),
)

verifies('model.fails-on-demand', 'an empty answer is 200 without a byte', async () => {
  await using model = await startScriptedModel()
  for (const name of names) {
    for (const stream of [true, false]) {
      const scene = model.scene(`${name}-${stream}`, { steps: [{ empty: true }], side: { empty: true } })
      const answer = await fetch(`${scene.url}${pathOf(name, stream)}`, { method: 'POST', body: JSON.stringify({ stream }) })
      const type = stream ? 'text/event-stream' : 'application/json'
      assert.deepEqual([answer.status, answer.headers.get('content-type'), await answer.text()], [200, type, ''])
    }
  }
  const scene = model.scene('read', { steps: [{ empty: true }] })
  const stream = await openai(scene).responses.create({ model: 'm', input: 'hello', stream: true })
  assert.deepEqual(await all(stream), [])
})

verifies('model.fails-on-demand', 'a gap between the events changes nothing of what is said', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: ['a', 'b', 'c'], gap: 1 }] })
  assert.equal(await asks.responses(scene, { stream: true }), 'abc')
})
