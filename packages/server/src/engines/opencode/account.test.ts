import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchRequest } from '../engine.ts'
import type { Settings } from '../settings.ts'
import { opencodeAccount } from './account.ts'
import { opencodeModels } from './models.ts'
import { missingKey } from './providers.ts'

const table = (options: object, more: object = {}) => ({ provider: { mine: { options, ...more } } })
const [file] = opencodeAccount.files
assert.ok(file)

test('it sees the keys of providers that many know, and those that the settings name', () => {
  const usual = opencodeAccount.env({})
  assert.ok(usual.includes('ANTHROPIC_API_KEY') && usual.includes('OPENAI_API_KEY'))
  const settings = table({ apiKey: '{env:MY_KEY}', headers: { 'x-more': 'Bearer {env:MORE}' } }, { env: ['LISTED', 5] })
  assert.deepEqual(opencodeAccount.env(settings).slice(usual.length), ['LISTED', 'MY_KEY', 'MORE'])
  assert.deepEqual(opencodeAccount.keys(settings), opencodeAccount.env(settings))
})

test('it reaches the addresses in the settings, and providers that it has a key for or whose model is meant', () => {
  const hosts = (settings: Settings, env: Record<string, string> = {}, model = 'mine/large') =>
    opencodeAccount.hosts(settings, env, model)
  assert.deepEqual(hosts(table({ baseURL: 'http://127.0.0.1:4000/v1' })), ['127.0.0.1:4000'])
  assert.deepEqual(hosts(table({}, { api: 'https://api.example/v1' }), { GROQ_API_KEY: 'x' }), [
    'api.example:443',
    'api.groq.com',
  ])
  // The model of the job counts, not the one that the operator would take.
  assert.deepEqual(hosts({ model: 'groq/other' }, {}, 'openrouter/some/model'), ['openrouter.ai'])
  assert.deepEqual(hosts(table({ baseURL: 'http://127.0.0.1:4000/v1' }), {}, 'xai/large'), ['127.0.0.1:4000', 'api.x.ai'])
  assert.deepEqual(hosts({ small_model: 'groq/small' }, {}, 'xai/large'), ['api.groq.com', 'api.x.ai'])
  // With a sign-in in a file, nobody can tell whose it is.
  assert.ok(hosts({}).includes('api.anthropic.com') && hosts({}).includes('api.openai.com'))
})

test('each sign-in of its file may be refreshed, and nothing else may be changed', () => {
  const before = { a: { type: 'oauth', access: '1', refresh: '2', expires: 100 }, b: { type: 'api', key: 'k' } }
  const may = (after: unknown) => file.mayReplace(before, after)
  assert.equal(may({ ...before, a: { ...before.a, access: 'n', refresh: 'm', expires: 200 } }), true)
  assert.equal(may(before), false)
  assert.equal(may({ ...before, a: { ...before.a, access: 'n', expires: 99 } }), false)
  assert.equal(may({ ...before, b: { type: 'api', key: 'other' } }), false)
  assert.equal(may({ ...before, c: before.b }), false)
  assert.equal(may({ b: before.b }), false)
  assert.equal(may([]), false)
})

const request: LaunchRequest = {
  prompt: '',
  model: '',
  script: null,
  program: { path: '/opencode', runBy: 'itself' },
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/node' },
  settings: { ...table({ apiKey: '{env:MY_KEY}' }), disabled_providers: ['opencode'] },
  env: {},
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
}

test('whoever has a model is signed in; a provider whose key is missing is not asked about', () => {
  const { launch, isSignedIn } = opencodeAccount.probe
  const disabledWith = (env: Record<string, string>, signedInTo: readonly string[] = []) => {
    const launched = launch({ ...request, env, signedInTo })
    assert.ok(typeof launched === 'object')
    assert.deepEqual(launched.argv, ['/opencode', 'models'])
    return JSON.parse(launched.files[0]?.text ?? '').disabled_providers
  }
  assert.deepEqual(disabledWith({}), ['opencode', 'mine'])
  assert.deepEqual(disabledWith({ MY_KEY: 'key' }), ['opencode'])
  assert.deepEqual(disabledWith({}, ['mine']), ['opencode'])
  assert.equal(isSignedIn({ code: 0, stdout: 'mine/large\n', stderr: '' }), true)
  assert.equal(isSignedIn({ code: 0, stdout: '\n', stderr: '' }), false)
  assert.equal(isSignedIn({ code: 1, stdout: 'mine/large\n', stderr: '' }), false)
})

test('of variables that are listed for a key any one will do, of those that are named in texts all are needed', () => {
  const settings = table({ apiKey: '{env:ONE}', headers: { more: '{env:TWO}' } }, { env: ['LISTED', 'ALSO'] })
  const missing = (env: Record<string, string>, signedInTo?: readonly string[]) =>
    missingKey({ settings, env, ...(signedInTo ? { signedInTo } : {}) }, 'mine/large')
  assert.equal(missing({ ONE: 'x', TWO: 'x', ALSO: 'x' }), null)
  assert.equal(missing({ ONE: 'x', TWO: 'x' }), 'LISTED')
  assert.equal(missing({ ONE: 'x', LISTED: 'x' }), 'TWO')
  assert.equal(missing({}, ['mine']), null)
  assert.equal(missing({}, ['other']), 'ONE')
  assert.deepEqual(file.providersIn?.({ mine: { type: 'api', key: 'k' } }), ['mine'])
})

const named = (id: string) => ({ id, name: id, aliases: [] })
const known = { skillFiles: [], version: '1.18.33' }

test('models are those that the CLI listed, with the choice of the operator first', () => {
  const listed = { models: ['a/old', 'b/gpt-5.1', 'b/gpt-5.2', 'c/x'].map(named) }
  const ids = (settings: Settings) => opencodeModels({ ...known, settings, listed }).models.map(({ id }) => id)
  assert.deepEqual(ids({}), ['b/gpt-5.2', 'a/old', 'b/gpt-5.1', 'c/x'])
  assert.deepEqual(ids({ model: 'c/x' }), ['c/x', 'b/gpt-5.2', 'a/old', 'b/gpt-5.1'])
  assert.deepEqual(ids({ model: 'd/new' })[0], 'd/new')
  assert.equal(opencodeModels({ ...known, settings: {}, listed }).fallbackReason, null)
})

test('until it has answered they are those that the settings describe, any other may be named, and the reason says why', () => {
  const settings = { provider: { mine: { models: { large: { name: 'Large' }, small: {} } } }, model: 'mine/small' }
  const { models, fallbackReason, takes } = opencodeModels({ ...known, settings, listed: { reason: 'the CLI is away' } })
  assert.deepEqual(models, [named('mine/small'), { id: 'mine/large', name: 'Large', aliases: [] }])
  const rest = 'these are the models that the settings name, and any other may be asked for'
  assert.equal(fallbackReason, `the CLI is away; ${rest}`)
  assert.equal(opencodeModels({ ...known, settings }).fallbackReason, `the CLI has not been asked yet; ${rest}`)
  assert.deepEqual([takes?.test('openrouter/some/model'), takes?.test('model'), takes?.test('a b/c')], [true, false, false])
})
