import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { gemini } from '../src/engines/gemini/index.ts'
import { opencode } from '../src/engines/opencode/index.ts'
import { openAgentHome } from '../src/installed/agent-home.ts'
import { openAuth } from '../src/installed/auth.ts'
import { clisOf, type Installation } from '../src/installed/installations.ts'
import { openModelLists } from '../src/installed/model-lists.ts'
import { temporaryFolder } from './support/folder.ts'
import { openInstalling } from './support/installing.ts'
import { testedCli } from './support/real-clis.ts'
import { until } from './support/until.ts'

async function put(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  await chmod(path, mode)
}

/** A program that children can see, as if it were the opencode that was installed. */
async function program(folder: string, lines: readonly string[], version = '1.0.0'): Promise<Installation> {
  await put(join(folder, 'run.sh'), `#!/bin/sh\n${lines.join('\n')}\n`, 0o755)
  const capabilities = { resume: true, outputSchema: false, missing: [] }
  return { engine: 'opencode', version, folder, path: 'run.sh', runBy: 'itself', capabilities, card: null, source: 'managed' }
}

/** Lists as they are asked for in the real sandbox; what is started is counted. */
async function setUp(context: TestContext, prefix?: string) {
  const folder = await temporaryFolder(context)
  const installing = await openInstalling({ prefix: prefix ?? join(folder, 'npm'), clis: clisOf({ opencode }) })
  context.after(() => installing[Symbol.asyncDispose]())
  const { sandbox } = installing.asker
  let started = 0
  const wrap: typeof sandbox.wrap = (launch) => {
    assert.equal(launch.network, 'off')
    started++
    return sandbox.wrap(launch)
  }
  const managed = join(folder, 'agent-home')
  const facts = (current: () => Installation | null, env: Record<string, string> = {}) => ({
    ...{ asker: { ...installing.asker, sandbox: { ...sandbox, wrap } }, installations: { current } },
    ...{ agentHome: openAgentHome(managed), passEnv: [], env },
  })
  return { folder, managed, facts, installing, started: () => started }
}

const named = (id: string) => ({ id, name: id, aliases: [] })
const settings = '.config/opencode/opencode.json'

verifies('engine.models-by-version', 'a list is asked for once for each version, settings and sign-in', async (context) => {
  const { folder, managed, facts, started } = await setUp(context)
  let current = await program(join(folder, 'one'), [
    'echo one/model; grep -o "picked/[a-z]*" $HOME/.config/opencode/opencode.json; true',
  ])
  const lists = openModelLists(facts(() => current))
  const ids = async () => {
    const listed = await lists.ask(opencode)
    return [listed && 'models' in listed ? listed.models.map(({ id }) => id) : listed, started()]
  }
  assert.deepEqual(await Promise.all([ids(), ids()]), [
    [['one/model'], 1],
    [['one/model'], 1],
  ])
  assert.deepEqual(await lists.lastKnown(opencode), { models: [named('one/model')] })
  await put(join(managed, settings), '{"model":"picked/a"}')
  assert.deepEqual(await ids(), [['one/model', 'picked/a'], 2])
  await put(join(managed, '.local/share/opencode/auth.json'), '{}')
  assert.deepEqual(await ids(), [['one/model', 'picked/a'], 3])
  current = await program(join(folder, 'two'), ['echo two/model'], '2.0.0')
  assert.deepEqual(await ids(), [['two/model'], 4])
  assert.deepEqual(await ids(), [['two/model'], 4])
})

test('who asks at once hears nothing at first, and the list when it has come', async (context) => {
  const { folder, facts } = await setUp(context)
  const installation = await program(join(folder, 'cli'), ['echo a/b'])
  const lists = openModelLists(facts(() => installation))
  assert.equal(await lists.lastKnown(opencode), undefined)
  assert.deepEqual(await until('the list is known', () => lists.lastKnown(opencode)), { models: [named('a/b')] })
})

test('who did not answer with a list is asked again, and the reason says why there is none', async (context) => {
  const { folder, managed, facts, started } = await setUp(context)
  const failing = await program(join(folder, 'failing'), ['exit 1'])
  const slow = await program(join(folder, 'slow'), ['sleep 1000'])
  assert.deepEqual(await openModelLists(facts(() => null)).ask(opencode), { reason: 'the CLI is not installed' })
  const lists = openModelLists(facts(() => failing))
  const noList = { reason: 'the CLI did not answer with a list' }
  assert.deepEqual([await lists.ask(opencode), await lists.ask(opencode), started()], [noList, noList, 2])
  assert.deepEqual(
    await openModelLists(
      facts(() => slow),
      300,
    ).ask(opencode),
    { reason: 'the CLI did not answer in time' },
  )
  await put(join(managed, settings), '{')
  assert.deepEqual(await lists.ask(opencode), { reason: 'the settings of the operator cannot be read' })
  // An engine whose versions bring their own lists has nobody to ask.
  assert.deepEqual([await lists.ask(gemini), await lists.lastKnown(gemini)], [undefined, undefined])
})

verifies(
  'engine.auth-is-probed',
  'opencode is ready where a key in the environment of the server brings it models',
  async (context) => {
    const { folder, facts } = await setUp(context)
    const installation = await program(join(folder, 'cli'), ['[ -z "$ANTHROPIC_API_KEY" ] || echo anthropic/model'])
    const isReady = (env: Record<string, string>) => openAuth(facts(() => installation, env)).ready(opencode)
    assert.deepEqual([await isReady({}), await isReady({ ANTHROPIC_API_KEY: 'planted' })], [false, true])
  },
)

const real = await testedCli('opencode')

verifies(
  ['engine.auth-is-probed', 'engine.models-by-version'],
  'the real opencode lists the models of those whom it has a key for, and with none nobody is signed in',
  async (context) => {
    const { managed, facts, installing } = await setUp(context, real.env['SKILL_RUNNER_NPM_PREFIX'])
    const current = () => installing.installations().current('opencode')
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: 'http://127.0.0.1:9/v1', apiKey: '{env:MY_KEY}' },
      models: { large: {}, small: {} },
    }
    const told = async (env: Record<string, string>) => {
      const listed = await openModelLists(facts(current, env)).ask(opencode)
      const known = { skillFiles: [], version: current()?.version ?? null, settings: {}, listed }
      const { models, fallbackReason } = opencode.models(known)
      return [[...new Set(models.map(({ id }) => id.split('/')[0]))].sort(), fallbackReason]
    }
    const isReady = () => openAuth(facts(current)).ready(opencode)
    await put(join(managed, settings), JSON.stringify({ provider: { mine: provider } }))
    assert.deepEqual([await told({}), await isReady()], [[[], null], false])
    assert.deepEqual(await told({ ANTHROPIC_API_KEY: 'planted', MY_KEY: 'planted' }), [['anthropic', 'mine'], null])
    const signIn = { type: 'api', key: 'planted' }
    await put(join(managed, '.local/share/opencode/auth.json'), JSON.stringify({ groq: signIn, mine: signIn }))
    assert.deepEqual([await told({}), await isReady()], [[['groq', 'mine'], null], true])
  },
  real,
)
