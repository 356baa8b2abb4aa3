import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { startScriptedModel } from '../src/index.ts'
import { asks, names } from './asks.ts'
import { openai } from './clients.ts'
import { send } from './raw.ts'

verifies('model.speaks-four-protocols', 'twenty scenes at once each play their own script', async () => {
  await using model = await startScriptedModel()
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  const scenes = numbers.map((n) =>
    model.scene(`run-${n}`, { steps: [{ say: `${n} first`, stall: 'mid' }, { say: `${n} second` }] }),
  )
  const firsts = scenes.map((scene, n) => asks[names[n % names.length] ?? 'chat'](scene, { stream: true }))
  await Promise.all(scenes.map((scene) => scene.reached(1)))
  for (const scene of scenes.toReversed()) scene.release()
  const seconds = await Promise.all(firsts).then(() => scenes.map((scene) => asks.responses(scene, { stream: false })))
  assert.deepEqual(
    [await Promise.all(firsts), await Promise.all(seconds)],
    [numbers.map((n) => `${n} first`), numbers.map((n) => `${n} second`)],
  )
  assert.deepEqual(
    scenes.flatMap(({ problems, unplayed, requests }) => [...problems, ...unplayed, ...requests.map(({ step }) => step)]),
    numbers.flatMap(() => [0, 1]),
  )
})

verifies('model.checks-what-was-sent', 'a request is kept as it came, with its key', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'ok' }] })
  await openai(scene, 'secret').responses.create({ model: 'gpt-5.5', input: 'hello' }, { headers: { 'X-Mine': 'Yes' } })
  const [{ headers, ...request } = assert.fail()] = scene.requests
  assert.deepEqual(request, {
    protocol: 'responses',
    route: 'POST /v1/responses',
    model: 'gpt-5.5',
    body: { model: 'gpt-5.5', input: 'hello' },
    step: 0,
    closedByClient: false,
  })
  assert.deepEqual([headers['authorization'], headers['x-mine']], ['Bearer secret', 'Yes'])
})

verifies('model.checks-what-was-sent', 'a script that is over answers 500, and that is a problem', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'only' }] })
  assert.deepEqual(scene.unplayed, [0])
  await asks.responses(scene, { stream: true })
  assert.deepEqual(scene.unplayed, [])
  for (const name of names) {
    await assert.rejects(asks[name](scene, { stream: true }), (error: Error & { status?: number }) => error.status === 500)
  }
  assert.deepEqual(scene.problems, [
    'POST /v1/responses: script exhausted',
    'POST /v1/chat/completions: script exhausted',
    'POST /v1/messages: script exhausted',
    'POST /v1beta/models/m:streamGenerateContent: script exhausted',
  ])
  assert.deepEqual(
    scene.requests.map(({ step }) => step),
    [0, 1, 2, 3, 4],
  )
})

const impossible = [
  ['responses', { finish: 'stop' }, 'finish'],
  ['chat', { incomplete: 'x', calls: [{ name: 'f', args: {}, namespace: 'n' }] }, 'incomplete, calls with a namespace'],
  [
    'gemini',
    { failed: { code: 'x', message: 'y' }, incomplete: 'x', calls: [{ name: 'f', input: '' }] },
    'failed, incomplete, calls with input',
  ],
  ['messages', { incomplete: 'x', calls: [{ name: 'f', input: '' }] }, 'incomplete, calls with input'],
] as const

verifies('model.checks-what-was-sent', 'a step that a protocol has no form for is a problem and not played', async () => {
  for (const [name, step, parts] of impossible) {
    await using model = await startScriptedModel()
    const scene = model.scene('a', { steps: [step] })
    await assert.rejects(asks[name](scene, { stream: false }), (error: Error & { status?: number }) => error.status === 500)
    const [problem = '', ...more] = scene.problems
    const sentence = `the script asks for what ${name} has no form for: ${parts}`
    assert.deepEqual([problem.slice(problem.indexOf(': ') + 2), more], [sentence, []])
  }
})

test('a wait for a request is over when it comes, even if it came before', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'one' }, { say: 'two' }] })
  const second = scene.reached(2).then(() => scene.requests.length)
  await asks.responses(scene, { stream: true })
  await scene.reached(1)
  await asks.responses(scene, { stream: true })
  assert.equal(await second, 2)
  await Promise.all([scene.over(1), scene.over(2)])
  assert.throws(() => scene.reached(0), /counted from 1/)
})

test('closing ends what stalls and what waits, and is nobody’s leaving', async () => {
  const model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ stall: 'before' }] })
  const answer = assert.rejects(asks.responses(scene, { stream: true }))
  await scene.reached(1)
  const never = assert.rejects(scene.reached(2), /was closed/)
  // Nobody looks at this one, and nobody is harmed by it.
  scene.over(3)
  const first = scene.over(1)
  await model.close()
  await Promise.all([answer, never, first])
  await assert.rejects(scene.reached(2), /was closed/)
  assert.deepEqual(
    scene.requests.map(({ closedByClient }) => closedByClient),
    [false],
  )
})

test('a name is used once and fits into an address, a port can be chosen', async () => {
  await using model = await startScriptedModel()
  assert.equal(model.scene('a.b-c_1', { steps: [] }).url, `http://127.0.0.1:${model.port}/a.b-c_1`)
  assert.throws(() => model.scene('a.b-c_1', { steps: [] }), /already a scene named a\.b-c_1/)
  for (const name of ['', 'a/b', 'a b', '?'])
    assert.throws(() => model.scene(name, { steps: [] }), /cannot be part of an address/)
  await assert.rejects(startScriptedModel({ port: model.port }), { code: 'EADDRINUSE' })
})

test('it listens on 127.0.0.1 and nowhere else', async () => {
  await using model = await startScriptedModel()
  model.scene('a', { steps: [] })
  for (const host of ['127.0.0.2', '[::1]']) await assert.rejects(fetch(`http://${host}:${model.port}/a/v1/models`))
  assert.deepEqual(model.problems, [])
})

test('whoever watches hears of every request and every problem', async () => {
  const heard: unknown[] = []
  await using model = await startScriptedModel({
    onRequest: ({ route, step }) => heard.push([route, step]),
    onProblem: (sentence) => heard.push(sentence),
  })
  const scene = model.scene('a', { steps: [] })
  await send(scene, 'GET', '/v1/models')
  await send(scene, 'GET', '/v1/nothing')
  await send({ url: scene.url }, 'GET', '2')
  assert.deepEqual(heard, [['GET /v1/models', 'side'], 'GET /v1/nothing: unknown route', 'GET /a2: no scene has this address'])
})
