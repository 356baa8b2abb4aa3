import assert from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { type ProtocolName, startScriptedModel } from '../src/index.ts'
import { post, send, sendBytes } from './raw.ts'

const paths: Readonly<Record<ProtocolName, string>> = {
  responses: '/v1/responses',
  chat: '/v1/chat/completions',
  gemini: '/v1beta/models/m:generateContent',
  messages: '/v1/messages',
}
/** A request of each protocol in which everything is known. */
const known = {
  responses: { model: 'm', input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] }] },
  chat: {
    model: 'm',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      { role: 'assistant', content: 'hi', reasoning_content: 'polite', reasoning: 'polite' },
    ],
  },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
  messages: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] },
} as const

async function problemsOf(protocol: ProtocolName, body: unknown, query = ''): Promise<readonly string[]> {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'ok' }] })
  const { status } = await post(scene, `${paths[protocol]}${query}`, body)
  assert.deepEqual([status, model.problems], [200, []])
  const label = `POST ${paths[protocol]}: `
  return scene.problems.map((problem) => (problem.startsWith(label) ? problem.slice(label.length) : problem))
}

verifies('model.checks-what-was-sent', 'the label of a problem is the method and the path', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'ok' }] })
  await post(scene, '/v1/responses', { ...known.responses, foo: 1 })
  assert.deepEqual(scene.problems, ['POST /v1/responses: unknown field foo'])
})

for (const protocol of Object.keys(paths) as ProtocolName[]) {
  verifies('model.checks-what-was-sent', `${protocol}: what is known is no problem, and null counts as left out`, async () => {
    assert.deepEqual(await problemsOf(protocol, { ...known[protocol], tools: null }), [])
  })
}

const message = known.chat.messages[0]
const item = known.responses.input[0]
const unknown: readonly (readonly [ProtocolName, body: unknown, ...problems: string[]])[] = [
  ['responses', { ...known.responses, background: true }, 'unknown field background'],
  ['responses', { ...known.responses, stream: 'yes' }, 'field stream is a string, expected a boolean'],
  ['responses', { input: 'hello' }, 'field model is missing'],
  ['responses', { model: 'm', input: 7 }, 'field input is a number, expected a string or a list'],
  ['responses', { model: 'm', input: [item, { type: 'shell_call' }] }, 'unknown input[1].type "shell_call"'],
  ['responses', { model: 'm', input: [{ ...item, mood: 'x' }] }, 'unknown field input[0].mood'],
  [
    'responses',
    { model: 'm', input: [{ ...item, role: 'robot' }] },
    'field input[0].role is "robot", expected one of user, assistant, system, developer',
  ],
  [
    'responses',
    { model: 'm', input: [{ role: 'user', content: [{ type: 'input_video' }] }] },
    'unknown input[0].content[0].type "input_video"',
  ],
  ['responses', { ...known.responses, tools: [{ type: 'mcp' }] }, 'unknown tools[0].type "mcp"'],
  ['responses', { ...known.responses, tools: [{ type: 'function', color: 1, name: 'f' }] }, 'unknown field tools[0].color'],
  ['responses', { ...known.responses, tools: [{ type: 'function' }] }, 'field tools[0].name is missing'],
  ['responses', { ...known.responses, tools: [{}] }, 'field tools[0].type is missing'],
  ['responses', { ...known.responses, metadata: { a: 1 } }, 'field metadata.a is a number, expected a string'],
  ['responses', { ...known.responses, text: { format: { type: 'xml' } } }, 'unknown text.format.type "xml"'],
  ['responses', '{"model":"m","input":"x","__proto__":{"a":1}}', 'unknown field __proto__'],
  ['responses', { ...known.responses, constructor: 1 }, 'unknown field constructor'],
  ['responses', { ...known.responses, a: 1, b: 2 }, 'unknown field a', 'unknown field b'],
  ['responses', [], 'it is a list, expected an object'],
  ['responses', '', 'it is null, expected an object'],
  ['chat', { ...known.chat, functions: [] }, 'unknown field functions'],
  ['chat', { model: 'm', messages: [{ ...message, role: 'robot' }] }, 'unknown messages[0].role "robot"'],
  ['chat', { model: 'm', messages: [{ role: 'tool', content: 'x' }] }, 'field messages[0].tool_call_id is missing'],
  ['chat', { ...known.chat, stream_options: { include_all: true } }, 'unknown field stream_options.include_all'],
  ['gemini', { ...known.gemini, model: 'm' }, 'unknown field model'],
  ['gemini', { contents: [{ parts: [{ video: 1 }] }] }, 'unknown field contents[0].parts[0].video'],
  ['gemini', { ...known.gemini, generationConfig: { heat: 1 } }, 'unknown field generationConfig.heat'],
  ['gemini', { ...known.gemini, tools: [{ codeExecution: {} }] }, 'unknown field tools[0].codeExecution'],
  ['messages', { ...known.messages, foo: 1 }, 'unknown field foo'],
  [
    'messages',
    { ...known.messages, messages: [{ role: 'user', content: [{ type: 'x' }] }] },
    'unknown messages[0].content[0].type "x"',
  ],
  ['messages', { ...known.messages, tools: [{ name: 'f' }] }, 'field tools[0].input_schema is missing'],
  ['messages', { ...known.messages, tools: [{ type: 'x_1' }] }, 'unknown tools[0].type "x_1"'],
]

for (const [protocol, body, ...problems] of unknown) {
  verifies('model.checks-what-was-sent', `${protocol}: ${problems.join(', ')}`, async () => {
    assert.deepEqual(await problemsOf(protocol, body), problems)
  })
}

verifies('model.checks-what-was-sent', 'requests that only count tokens are described too', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [] })
  await post(scene, '/v1beta/models/m:countTokens', { contents: [], foo: 1 })
  await post(scene, '/v1/messages/count_tokens', { model: 'm', messages: [], max_tokens: 1 })
  assert.deepEqual(scene.problems, [
    'POST /v1beta/models/m:countTokens: unknown field foo',
    'POST /v1/messages/count_tokens: unknown field max_tokens',
  ])
})

verifies('model.checks-what-was-sent', 'an unknown query is a problem, and so is one that is missing', async () => {
  assert.deepEqual(await problemsOf('responses', known.responses, '?a=1'), ['unknown query a=1'])
  assert.deepEqual(await problemsOf('messages', known.messages, '?beta=false'), ['unknown query beta=false'])
  assert.deepEqual(await problemsOf('messages', known.messages, '?beta=true'), [])
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [], side: { empty: true } })
  const { status } = await post(scene, '/v1beta/models/m:streamGenerateContent', known.gemini)
  assert.deepEqual([status, scene.problems], [200, ['POST /v1beta/models/m:streamGenerateContent: query alt=sse is missing']])
})

const routes: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/v1/responses'],
  ['PUT', '/v1/responses'],
  ['OPTIONS', '/v1/responses'],
  ['POST', '/v1/responses/'],
  ['POST', '/v1/responses/compact'],
  ['POST', '/v1/embeddings'],
  ['POST', '/v2/messages'],
  ['POST', '/v1beta/models/m:embedContent'],
  ['POST', '/v1beta/models/a/b:generateContent'],
  ['GET', '/'],
]

verifies('model.checks-what-was-sent', 'an unknown route is 404 and a problem of its scene', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [{ say: 'ok' }] })
  for (const [method, path] of routes) {
    const problem = `${method} ${path}: unknown route`
    assert.deepEqual(await send(scene, method, path), { status: 404, body: { error: { message: problem } } })
  }
  assert.deepEqual(
    scene.problems,
    routes.map(([method, path]) => `${method} ${path}: unknown route`),
  )
  assert.deepEqual([scene.requests, scene.unplayed, model.problems], [[], [0], []])
})

verifies('model.checks-what-was-sent', 'what is for no scene is a problem of the server', async () => {
  await using model = await startScriptedModel()
  const { url } = model.scene('a', { steps: [] })
  const refused = { status: 404, body: { error: { message: 'no scene has this address' } } }
  assert.deepEqual(await send({ url }, 'POST', '-b/v1/responses'), refused)
  assert.deepEqual(await send({ url: `http://127.0.0.1:${model.port}` }, 'GET', '/'), refused)
  assert.deepEqual(await send({ url }, 'GET', '/v1/models', '', { host: 'api.example.com' }), refused)
  assert.deepEqual(model.problems, [
    'POST /a-b/v1/responses: no scene has this address',
    'GET /: no scene has this address',
    'GET /a/v1/models: no scene has this address',
  ])
})

verifies('model.checks-what-was-sent', 'whoever takes it for a proxy, or does not speak HTTP, is turned away', async () => {
  await using model = await startScriptedModel()
  const { port } = model
  model.scene('a', { steps: [] })
  const absolute = 'GET http://api.example.com/v1/models HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n\r\n'
  assert.equal(await sendBytes(port, absolute), 'HTTP/1.1 404 Not Found')
  const tunnel = 'CONNECT api.example.com:443 HTTP/1.1\r\nHost: api.example.com:443\r\n\r\n'
  assert.equal(await sendBytes(port, tunnel), 'HTTP/1.1 404 Not Found')
  assert.equal(await sendBytes(port, 'good morning\r\n\r\n'), 'HTTP/1.1 400 Bad Request')
  const [proxy, connected, noHttp, ...more] = model.problems
  assert.deepEqual(
    [proxy, connected, noHttp?.split(':')[0], more],
    [
      'GET http://api.example.com/v1/models: no scene has this address',
      'CONNECT api.example.com:443: this is no proxy',
      'not HTTP',
      [],
    ],
  )
})

verifies(
  'model.checks-what-was-sent',
  'a WebSocket for Responses is refused as OpenAI would want it, any other is a problem',
  async () => {
    await using model = await startScriptedModel()
    const scene = model.scene('a', { steps: [] })
    const upgrade = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${model.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    assert.equal(await sendBytes(model.port, upgrade('/a/v1/responses')), 'HTTP/1.1 426 Upgrade Required')
    assert.deepEqual(scene.problems, [])
    assert.equal(await sendBytes(model.port, upgrade('/a/v1/realtime')), 'HTTP/1.1 404 Not Found')
    assert.equal(await sendBytes(model.port, upgrade('/b/v1/responses')), 'HTTP/1.1 404 Not Found')
    assert.deepEqual(
      [scene.problems, model.problems],
      [['GET /v1/realtime: unknown upgrade to websocket'], ['GET /b/v1/responses: unknown upgrade to websocket']],
    )
  },
)

verifies('model.checks-what-was-sent', 'a body that cannot be read is refused and takes no step', async () => {
  await using model = await startScriptedModel({ bodyLimit: 100 })
  const scene = model.scene('a', { steps: [{ say: 'ok' }] })
  const answers = [
    await post(scene, '/v1/responses', '{"model":'),
    await post(scene, '/v1/responses', `"${'x'.repeat(99)}"`),
    await post(scene, '/v1/responses', '{}', { 'content-encoding': 'zstd' }),
    await post(scene, '/v1/messages', 'hello'),
  ]
  assert.deepEqual(answers, [
    {
      status: 400,
      body: { error: { message: 'the body is not JSON', type: 'invalid_request_error', param: null, code: null } },
    },
    {
      status: 413,
      body: {
        error: { message: 'the body has 101 bytes, more than 100', type: 'invalid_request_error', param: null, code: null },
      },
    },
    {
      status: 400,
      body: { error: { message: 'the body is encoded as zstd', type: 'invalid_request_error', param: null, code: null } },
    },
    {
      status: 400,
      body: {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'the body is not JSON' },
        request_id: 'req_scripted',
      },
    },
  ])
  assert.deepEqual(scene.problems, [
    'POST /v1/responses: the body is not JSON',
    'POST /v1/responses: the body has 101 bytes, more than 100',
    'POST /v1/responses: the body is encoded as zstd',
    'POST /v1/messages: the body is not JSON',
  ])
  assert.deepEqual([scene.requests.map(({ step }) => step), scene.unplayed], [['refused', 'refused', 'refused', 'refused'], [0]])
})

verifies('model.checks-what-was-sent', 'whatever JSON comes, the server answers and lives on', async () => {
  await using model = await startScriptedModel()
  const scene = model.scene('a', { steps: [], side: { say: 'ok' } })
  const path = fc.constantFrom(...Object.values(paths), '/v1beta/models/m:countTokens', '/v1/messages/count_tokens')
  const words = fc.constantFrom(
    'input',
    'messages',
    'contents',
    'tools',
    'parts',
    'content',
    'type',
    'role',
    'generationConfig',
    'text',
  )
  const body = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.jsonValue(),
      fc.array(tie('json')),
      fc.dictionary(words, tie('json')),
    ),
  })).json
  await fc.assert(
    fc.asyncProperty(path, body, async (route, value) => {
      const { status } = await send(scene, 'POST', route, JSON.stringify(value))
      assert.ok(status === 200 || status === 500, `${status}`)
    }),
    { numRuns: 300 },
  )
  const broke = scene.problems.filter((problem) => problem.includes('the scripted model itself failed'))
  assert.deepEqual(broke, [])
})
