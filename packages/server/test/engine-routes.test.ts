import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type {
  EngineList,
  EngineModels,
  EngineStatus,
  EngineView,
  ManagedEngine,
  ManagedEngineDetail,
  ManagedEngineList,
} from '@agent-skill-runner/contract/engine.ts'
import { verifies } from '../../../test/verifies.ts'
import { geminiCli } from '../src/engines/gemini/cli.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { temporaryFolder } from './support/folder.ts'
import { openStandIn } from './support/registry.ts'
import { geminiVersion } from './support/stand-in-engines.ts'
import { writeTokens } from './support/tokens.ts'
import { until } from './support/until.ts'

type Ready = { readonly env?: Record<string, string>; readonly folder?: string; readonly npm?: 'npm' | 'quick' }

/** A server whose npm asks a registry of ours, which has two versions of a stand-in for gemini. */
async function openBench(context: TestContext, { env = {}, folder, npm = 'quick' }: Ready = {}) {
  const versions = { '0.61.0': geminiVersion('0.61.0'), '0.62.0': geminiVersion('0.62.0') }
  const registry = await openStandIn({ [geminiCli.npm]: versions }, { npm })
  const own = folder ?? (await temporaryFolder(context))
  const start = () => startApp({ folder: own, env: { ...registry.env, ...env } })
  return { registry, folder: own, start, [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose]() }
}

type App = Awaited<ReturnType<typeof startApp>>

const management = '/v1/management/engines'

const detailOf = async (app: App, engine: string) => (await app.get<ManagedEngineDetail>(`${management}/${engine}`)).body

const modelsOf = async (app: App, engine = 'gemini') => (await app.get<EngineModels>(`/v1/engines/${engine}/models`)).body

/** Asks for it, and waits until it is done. */
async function install(app: App, action: 'install' | 'upgrade', body?: object): Promise<ManagedEngineDetail> {
  const { status } = await app.post(`${management}/gemini/${action}`, body)
  assert.equal(status, 200)
  return until('it is done', async () => {
    const detail = await detailOf(app, 'gemini')
    return detail.upgrade_status.state === 'running' ? null : detail
  })
}

const notInstalled = 'It is not installed. Install it: ./skill-runner engine install gemini'

verifies('engines.list-and-models', 'engines are listed as they are, before and after one is installed', async (context) => {
  await using bench = await openBench(context, {
    env: { SKILL_RUNNER_ENGINES: 'gemini,opencode', GEMINI_API_KEY: 'not-a-real-key' },
  })
  await using app = await bench.start()
  const list = async () => (await app.get<EngineList>('/v1/engines')).body.engines
  const { sandbox } = app.app.runner
  const gemini = {
    engine: 'gemini',
    enabled: true,
    installed: false,
    cli_version: null,
    pinned_version: '0.61.0',
    notice: null,
    auth_ready: null,
    sandbox_status: sandbox.status,
    models_count: (await modelsOf(app)).models.length,
    default_model: 'gemini-2.5-pro',
    can: { resume: true, output_schema: false },
    ready: false,
    reason_code: 'not_installed',
    reason: notInstalled,
  }
  const nothing = {
    ...{ installed: false, cli_version: null, pinned_version: null, notice: null, auth_ready: null },
    ...{ sandbox_status: sandbox.status },
    ...{ models_count: 0, default_model: null, can: { resume: false, output_schema: false }, ready: false },
  }
  const before = await list()
  assert.deepEqual(
    before.map(({ engine, enabled }) => [engine, enabled]),
    [
      ['codex', false],
      ['gemini', true],
      ['iflow', false],
      ['opencode', true],
      ['claude', false],
      ['qwen', false],
    ],
  )
  const of = (engines: readonly EngineView[], name: string) => engines.find(({ engine }) => engine === name)
  assert.deepEqual(of(before, 'gemini'), gemini)
  assert.deepEqual(of(before, 'opencode'), {
    ...nothing,
    engine: 'opencode',
    enabled: true,
    pinned_version: '1.18.33',
    can: { resume: true, output_schema: false },
    reason_code: 'not_installed',
    reason: notInstalled.replace('gemini', 'opencode'),
  })
  assert.equal(of(before, 'codex')?.reason, 'It is not enabled on this server; see SKILL_RUNNER_ENGINES.')

  await install(app, 'install')
  const ready = { installed: true, cli_version: '0.61.0', auth_ready: true, ready: true, reason_code: null, reason: null }
  assert.deepEqual(of(await list(), 'gemini'), { ...gemini, ...ready })
  assert.equal(existsSync(join(bench.folder, 'data', 'npm', 'codex')), false, 'looking makes nothing')
})

verifies('engines.list-and-models', 'models are those of the installed version, or the reason says why not', async (context) => {
  await using bench = await openBench(context)
  await using app = await bench.start()
  const before = await modelsOf(app)
  assert.deepEqual(before.models[0], {
    ...{ id: 'gemini-2.5-pro', display_name: 'gemini-2.5-pro', name: 'gemini-2.5-pro', aliases: [] },
    ...{ provider: null, supported_effort: [], deprecated: false, notes: null },
  })
  assert.deepEqual(
    { ...before, models: [] },
    {
      engine: 'gemini',
      cli_version: null,
      models: [],
      default_model: 'gemini-2.5-pro',
      fallback_reason: 'the CLI is not installed; this is the list of 0.61.0',
    },
  )
  await install(app, 'install')
  const pinned = await modelsOf(app)
  assert.deepEqual([pinned.cli_version, pinned.fallback_reason], ['0.61.0', null])
  await install(app, 'upgrade')
  const newer = await modelsOf(app)
  assert.deepEqual([newer.cli_version, newer.fallback_reason], ['0.62.0', 'no list of 0.62.0 is known; this is that of 0.61.0'])
  assert.deepEqual(
    { ...(await modelsOf(app, 'qwen')), models: [] },
    {
      engine: 'qwen',
      cli_version: null,
      models: [],
      default_model: 'qwen3.7-max',
      fallback_reason: 'the CLI is not installed; this is the list of 0.24.4',
    },
  )
  const unknown = await app.get('/v1/engines/nobody/models')
  assert.deepEqual([unknown.status, errorOf(unknown.body).code], [404, 'ENGINE_NOT_FOUND'])
  assert.equal((await app.get('/v1/engines/replay/models')).status, 200)
  // Replay is nobody's choice where it is not enabled.
  await using without = await startApp({ env: { SKILL_RUNNER_ENGINES: 'qwen' } })
  assert.equal((await without.get('/v1/engines/replay/models')).status, 404)
})

test('replay is listed where it is enabled, and needs neither program nor sign-in', async () => {
  await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' } })
  const { body } = await app.get<EngineList>('/v1/engines')
  const replay = body.engines.find(({ engine }) => engine === 'replay')
  assert.deepEqual(
    [replay?.installed, replay?.cli_version, replay?.auth_ready, replay?.ready, replay?.reason],
    [true, null, true, true, null],
  )
  const refused = await app.post(`${management}/replay/install`)
  assert.deepEqual([refused.status, errorOf(refused.body).code], [400, 'ENGINE_NOT_INSTALLABLE'])
})

verifies(
  'engines.management-view',
  'the management view tells versions, models and how the last installation went',
  async (context) => {
    await using bench = await openBench(context)
    await using app = await bench.start()
    await install(app, 'install')
    const failed = await install(app, 'upgrade', { version: '7.7.7' })
    const error = 'ETARGET, notarget No matching version found for @google/gemini-cli@7.7.7.'
    const { models, upgrade_status, ...rest } = failed
    const managed: ManagedEngine = {
      engine: 'gemini',
      enabled: true,
      installed: true,
      cli_version: '0.61.0',
      pinned_version: '0.61.0',
      notice: null,
      auth_ready: false,
      sandbox_status: app.app.runner.sandbox.status,
      models_count: models.length,
      ready: false,
      reason_code: 'signed_out',
      reason: 'Nobody is signed in. Sign in: ./skill-runner engine login gemini',
    }
    assert.deepEqual(rest, {
      ...managed,
      last_error: error,
      installed_versions: [{ version: '0.61.0', current: true, source: 'managed' }],
      previous_version: null,
      card: null,
    })
    assert.deepEqual(models, (await modelsOf(app)).models)
    const { started_at, finished_at, output_tail, bytes, ...status } = upgrade_status
    assert.deepEqual(status, { state: 'failed', action: 'upgrade', version: '7.7.7', step: 'downloading', error, changes: null })
    assert.ok(
      started_at !== null && finished_at !== null && started_at <= finished_at && bytes > 0,
      JSON.stringify(upgrade_status),
    )
    const tail = output_tail.join('\n')
    assert.match(tail, /No matching version found/)
    assert.ok(!tail.includes(bench.registry.host) && !tail.includes(bench.folder), tail)

    const list = await app.get<ManagedEngineList>(management)
    assert.deepEqual(
      list.body.engines.find(({ engine }) => engine === 'gemini'),
      managed,
    )
    const after = await install(app, 'upgrade')
    assert.deepEqual([after.cli_version, after.last_error], ['0.62.0', null])
    assert.deepEqual(after.installed_versions, [
      { version: '0.62.0', current: true, source: 'managed' },
      { version: '0.61.0', current: false, source: 'managed' },
    ])
    assert.equal((await app.get(`${management}/nobody`)).status, 404)
  },
)

verifies('installer.progress-is-readable', 'an installation over HTTP answers at once and can be watched', async (context) => {
  await using bench = await openBench(context, { npm: 'npm' })
  await using app = await bench.start()
  bench.registry.hold()
  const { status, body } = await app.post<EngineStatus>(`${management}/gemini/install`)
  assert.deepEqual(
    [status, body.engine, body.upgrade_status.state, body.upgrade_status.action],
    [200, 'gemini', 'running', 'install'],
  )
  const seen = await until('it is downloading', async () => {
    const { upgrade_status } = await detailOf(app, 'gemini')
    return upgrade_status.step === 'downloading' && upgrade_status.bytes > 0 ? upgrade_status : null
  })
  assert.deepEqual([seen.state, seen.version, seen.finished_at], ['running', '0.61.0', null])
  const busy = await app.post(`${management}/gemini/upgrade`, {})
  assert.deepEqual([busy.status, errorOf(busy.body).code], [409, 'ENGINE_INSTALL_BUSY'])
  bench.registry.release()
  await until('it is done', async () => (await detailOf(app, 'gemini')).upgrade_status.state === 'succeeded')
})

test('a server that stops ends an installation, and the next one tells', async (context) => {
  await using bench = await openBench(context, { npm: 'npm' })
  {
    await using app = await bench.start()
    bench.registry.hold()
    await app.post(`${management}/gemini/install`)
    await until('npm is in the middle', () => bench.registry.waiting() > 0)
  }
  await until('npm is gone', () => bench.registry.left() === 1)
  bench.registry.forget()
  await using app = await bench.start()
  const { upgrade_status, last_error } = await detailOf(app, 'gemini')
  assert.deepEqual([upgrade_status.state, last_error], ['failed', 'It was ended before it was done.'])
  assert.equal((await install(app, 'install')).upgrade_status.state, 'succeeded')
})

test('what cannot be installed is refused, and only an admin may install', async (context) => {
  using tokens = writeTokens([
    { name: 'reader', scopes: ['read'] },
    { name: 'runner', scopes: ['run'] },
    { name: 'admin', scopes: ['admin'] },
  ])
  await using bench = await openBench(context, { env: tokens.env })
  await using app = await bench.start()
  const ask = async (engine: string, who: string, body: object = {}) => {
    const answer = await app.post(`${management}/${engine}/install`, body, tokens.as(who))
    return [answer.status, errorOf(answer.body).code]
  }
  assert.deepEqual(await ask('gemini', 'reader'), [403, 'FORBIDDEN'])
  assert.deepEqual(await ask('gemini', 'runner'), [403, 'FORBIDDEN'])
  assert.deepEqual(await ask('nobody', 'admin'), [404, 'ENGINE_NOT_FOUND'])
  assert.deepEqual(await ask('iflow', 'admin'), [400, 'ENGINE_NOT_INSTALLABLE'])
  for (const version of ['latest', '^0.61.0', '0.61.0;x', '../0.61.0', 61])
    assert.deepEqual(await ask('gemini', 'admin', { version }), [400, 'INVALID_REQUEST'])
  assert.equal(existsSync(join(bench.folder, 'data', 'npm')), false)
  const read = await app.get(`${management}/gemini`, tokens.as('reader'))
  assert.equal(read.status, 200)
})

test('a configured program is asked in the background, and shown', async (context) => {
  const folder = await temporaryFolder(context)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const program = join(bin, 'gemini.js')
  writeFileSync(program, geminiVersion('0.61.0').files['bundle/gemini.js'] ?? '')
  await using app = await startApp({ env: { SKILL_RUNNER_GEMINI_BIN: program } })
  const found = await until('it was asked', async () => {
    const detail = await detailOf(app, 'gemini')
    return detail.installed ? detail : null
  })
  assert.deepEqual(
    [found.cli_version, found.installed_versions],
    ['0.61.0', [{ version: '0.61.0', current: true, source: 'configured' }]],
  )
})

verifies(
  'web.packages-and-engines',
  'the version in use is probed on request, and its card says what it can do',
  async (context) => {
    await using bench = await openBench(context)
    await using app = await bench.start()
    const probe = async () => {
      const { status, body } = await app.post<EngineStatus>(`${management}/gemini/probe`, {})
      assert.deepEqual([status, body.upgrade_status.action], [200, 'probe'])
      return until('it is done', async () => {
        const detail = await detailOf(app, 'gemini')
        return detail.upgrade_status.state === 'running' ? null : detail
      })
    }
    const before = await probe()
    assert.deepEqual([before.upgrade_status.state, before.upgrade_status.error], ['failed', notInstalled])
    await install(app, 'install', { version: '0.61.0' })
    const { upgrade_status, card, cli_version } = await probe()
    assert.deepEqual(
      [upgrade_status.state, upgrade_status.error, upgrade_status.version, cli_version],
      ['succeeded', null, '0.61.0', '0.61.0'],
    )
    assert.deepEqual(
      card?.cases.map(({ case: id, result }) => `${id}: ${result}`),
      upgrade_status.output_tail,
    )
    assert.ok(upgrade_status.output_tail.length > 0)
  },
)
