import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { readSettings } from '../../../examples/client/lib/settings.js'
import { jobOf } from '../../../examples/client/pages/job.js'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { runExampleClient, startExampleClient } from './support/example-client.ts'
import { writeTokens } from './support/tokens.ts'

const portName = 'SKILL_RUNNER_E2E_CLIENT_PORT'
const backendName = 'SKILL_RUNNER_E2E_CLIENT_BACKEND_BASE_URL'
const tokenName = 'SKILL_RUNNER_E2E_CLIENT_BACKEND_TOKEN'

verifies('client.settings', 'settings have defaults, an invalid port is 8011, and what cannot be guessed is a problem', () => {
  const read = (env: Record<string, string>, ...args: string[]) => readSettings(env, args)
  const recordings = new URL('../../../examples/client/recordings', import.meta.url).pathname
  const settings = { port: 8011, backend: 'http://127.0.0.1:8000', token: null, recordings }
  assert.deepEqual(read({}), { kind: 'valid', settings, notices: [] })
  assert.deepEqual(read({ [portName]: '', [backendName]: '' }), { kind: 'valid', settings, notices: [] })
  assert.deepEqual(read({ [portName]: '9000', [backendName]: 'https://runner.example/api/', [tokenName]: 'abc' }), {
    kind: 'valid',
    settings: { ...settings, port: 9000, backend: 'https://runner.example/api', token: 'abc' },
    notices: [],
  })
  for (const invalid of ['abc', '0', '-1', '65536', '80.5', '1e3', ' 80', '0x50'])
    assert.deepEqual(read({ [portName]: invalid }), {
      kind: 'valid',
      settings,
      notices: [`${portName} must be a number from 1 to 65535, not "${invalid}". Using 8011.`],
    })
  assert.deepEqual(read({ [portName]: 'abc' }, '--port', '0', '--recordings', '/tmp/r'), {
    kind: 'valid',
    settings: { ...settings, port: 0, recordings: '/tmp/r' },
    notices: [],
  })
  assert.deepEqual(read({}, '--help'), { kind: 'help' })
  const problems = [read({}, '--port', 'x'), read({ [backendName]: 'ftp://x' }), read({ [tokenName]: 'a b' }), read({}, '--prot')]
  assert.deepEqual(
    problems.map((one) => (one.kind === 'invalid' ? one.problem.replace(/\. To specify.*/s, '') : one)),
    [
      '--port must be a number from 0 to 65535, not "x".',
      `${backendName} must be an http or https address without a password, such as http://127.0.0.1:8000.`,
      `${tokenName} has characters that a token cannot have, such as a blank or a line break.`,
      "Unknown option '--prot' See --help.",
    ],
  )
})

verifies('client.settings', 'with an invalid port it says so in one line and uses 8011; a port in use is named', async () => {
  // Taken here, or by somebody else already: either way it is in use.
  const taken = createServer().listen(8011, '127.0.0.1')
  await Promise.race([once(taken, 'listening'), once(taken, 'error')]).catch(() => {})
  try {
    assert.deepEqual(await runExampleClient([], { [portName]: 'eighty' }), {
      code: 1,
      stdout: '',
      stderr: `${portName} must be a number from 1 to 65535, not "eighty". Using 8011.\nPort 8011 is in use. Set ${portName} to another one.\n`,
    })
  } finally {
    taken.close()
  }
  assert.deepEqual(await runExampleClient([], { [backendName]: 'nowhere' }), {
    code: 2,
    stdout: '',
    stderr: `${backendName} must be an http or https address without a password, such as http://127.0.0.1:8000.\n`,
  })
  assert.match((await runExampleClient(['--help'], {})).stdout, /^Usage: node main\.js /)
})

verifies('client.runs-skills', 'what is entered becomes a job, and what is left empty is left out', () => {
  const field = (
    part: 'input' | 'parameter',
    name: string,
    schema: Record<string, unknown>,
    source: 'inline' | 'file' = 'inline',
  ) => ({
    ...{ part, name, schema, source, required: false },
  })
  const fields = [
    field('input', 'text', { type: 'string' }),
    field('input', 'numbers', { type: 'array' }),
    field('input', 'paper', { type: 'string' }, 'file'),
    field('parameter', 'divisor', { type: 'integer' }),
    field('parameter', 'empty', { type: 'string' }),
  ]
  const entered = {
    ...{ 'input.text': '12', 'input.numbers': '[1, 2]', 'parameter.divisor': 'ten', 'parameter.empty': '' },
    ...{
      execution_mode: 'interactive',
      engine: 'codex',
      model: 'm',
      effort: '',
      no_cache: 'on',
      timeout_sec: '60',
      output_repair: '',
    },
  }
  assert.deepEqual(jobOf('some-skill', fields, entered), {
    skill_id: 'some-skill',
    engine: 'codex',
    model: 'm',
    input: { text: '12', numbers: [1, 2] },
    parameter: { divisor: 'ten' },
    runtime_options: { execution_mode: 'interactive', no_cache: true, timeout_sec: 60 },
  })
})

verifies('client.settings', 'a server that asks for a token is named with the variable to set', async () => {
  using tokens = writeTokens([{ name: 'runner', scopes: ['run'] }])
  await using app = await startApp({ env: tokens.env })
  const answerWith = async (env: Record<string, string>) => {
    await using client = await startExampleClient(app.url, env)
    return await client.get('/v1/management/skills')
  }
  const advice = `Set ${tokenName} and start this client again.`
  const rejected = (why: string) => ({
    status: 401,
    body: {
      error: { code: 'UNAUTHORIZED', message: `The server at ${app.url} ${why}. ${advice}`, details: {}, request_id: null },
    },
  })
  assert.deepEqual(
    [await answerWith({}), await answerWith({ [tokenName]: 'wrong' })],
    [rejected('asks for a token'), rejected('does not know this token')],
  )
  assert.equal((await answerWith({ [tokenName]: tokens.tokenOf('runner') })).status, 200)
})

verifies('client.settings', 'a server that is not there is named with its address and the variable to set', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const address = gone.address()
  const backend = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  gone.close()
  await once(gone, 'close')
  await using client = await startExampleClient(backend)
  const error = (code: string, message: string) => ({ error: { code, message, details: {}, request_id: null } })
  const advice = `Start it with "npm start", or set ${backendName} to its address.`
  assert.deepEqual(await client.get('/v1/management/skills'), {
    status: 502,
    body: error('BACKEND_UNREACHABLE', `No server responds at ${backend} (ECONNREFUSED). ${advice}`),
  })
  // Only what the pages need is passed on.
  assert.deepEqual(await client.get('/v1/management/settings'), {
    status: 404,
    body: error('NOT_FOUND', 'This client has nothing at GET /v1/management/settings.'),
  })
})
