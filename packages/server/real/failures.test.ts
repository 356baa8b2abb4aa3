import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Script, Step } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import {
  agentSkill,
  answering,
  type EngineApp,
  type Kit,
  kitsHere,
  plantedKey,
  realCli,
  startEngineApp,
} from '../test/support/real-engine.ts'
import type { TestSkill } from '../test/support/skills.ts'
import { notAlone, openTraps } from '../test/support/traps.ts'
import { failureCases } from './failure-cases.ts'
import { hasFailed } from './has-failed.ts'

const good = { say: '{"ok":true}' }

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const open = (script: Script, more: { readonly kit?: Kit; readonly skill?: Partial<TestSkill> } = {}) =>
    startEngineApp(more.kit ?? kit, script, { cli, skills: [agentSkill('stdout', more.skill)] })
  const run = (app: EngineApp, more: object = {}) => app.run('agent-stdout', { engine: kit.engine, model: kit.model, ...more })
  const proves = (name: string, body: (context: TestContext) => Promise<void>) =>
    verifies('engine.provider-failures-have-codes', `${kit.title}: ${name}`, body, { skip: cli.skip || notAlone })
  // By a gate that answers for it, over http.
  const unreachable = {
    qwen: 'API Error: ',
    claude: '502 the host does not answer',
    codex: 'unexpected status 502 Bad Gateway: the host does not answer',
    gemini: 'fetch failed',
    iflow: 'generate data error: fetch failed',
    opencode: 'the host does not answer',
  }[kit.engine]

  proves('every failure of the provider has its code, and is told in the words that were said', async (context) => {
    const cases = failureCases[kit.engine]
    await using app = await open({ steps: cases.flatMap(({ step, tries = 1 }) => Array.from({ length: tries }, () => step)) })
    let asked = 0
    for (const { when, code, says, tries = 1 } of cases) {
      asked += tries
      await context.test(`${when}: ${code}`, async () => {
        await hasFailed(app, await run(app), code, says)
        assert.deepEqual([app.scene.requests.length, app.scene.problems, app.model.problems], [asked, [], []])
      })
    }
  })

  proves('nobody listens where the provider should be: MODEL_UNAVAILABLE', async () => {
    await using app = await open({ steps: [] })
    await app.model.close()
    await hasFailed(app, await run(app), 'MODEL_UNAVAILABLE', unreachable)
  })

  proves('there is no key at all, as its CLI said when it was asked: AUTH_REQUIRED, and nothing is started', async () => {
    await using app = await open({ steps: [good] }, { kit: withoutKey(kit) })
    await app.get('/v1/engines')
    const ended = await run(app)
    await hasFailed(app, ended, 'AUTH_REQUIRED', 'It was asked before the start, and is not signed in.')
    const { stdout, stderr } = (await app.get<{ stdout: string; stderr: string }>(`/v1/jobs/${ended.request_id}/logs`)).body
    assert.deepEqual([stdout, stderr, app.scene.requests], ['', '', []])
  })

  proves('words of the model and of its tools are not taken for those of the engine', async () => {
    const words = 'unexpected status 401 Unauthorized [API Error: {"error":{"code":401}}] API key not valid'
    await using well = await open({ steps: answering(kit, JSON.stringify({ ok: true, note: words })) })
    const { result } = await run(well)
    assert.deepEqual([result?.error, result?.data], [null, { ok: true, note: words }])
    const shout = kit.shell(`echo '${words}'; echo '${words}' >&2; exit 41`)
    const { tries: triesOfKit = 1 } = kit
    const down = Array.from({ length: triesOfKit }, () => ({ status: 503 }) as const)
    await using badly = await open({ steps: [{ say: words, calls: [shout] }, ...down] })
    await hasFailed(badly, await run(badly), 'MODEL_UNAVAILABLE', 'The model is overloaded.')
    assert.deepEqual([badly.scene.requests.length, badly.scene.problems], [1 + triesOfKit, []])
  })

  proves('a provider that is down for good is given up after a few tries, by the engine itself', async () => {
    await using traps = await openTraps()
    await using failing = await open(
      { steps: Array.from({ length: 50 }, () => ({ status: 500 })) },
      { kit: withUsualRetries(kit) },
    )
    await using gone = await open({ steps: [] }, { kit: withUsualRetries(kit) })
    await gone.model.close()
    const [first, second] = await Promise.all([run(failing), run(gone)])
    await hasFailed(
      failing,
      first,
      'MODEL_UNAVAILABLE',
      {
        claude: 'API Error: 500 The server had an error.',
        qwen: '[API Error: 500 The server had an error.',
        codex: 'high demand',
        gemini: 'The server had an error.',
        iflow: 'The server had an error.',
        opencode: 'The server had an error.',
      }[kit.engine],
    )
    await hasFailed(gone, second, 'MODEL_UNAVAILABLE', unreachable)
    // Codex tries a request three times, and that three times; gemini tries three times, and opencode is ended after as many.
    const tries = { claude: 3, codex: 9, gemini: 3, iflow: 5, opencode: 3, qwen: 7 }[kit.engine]
    const seen = [failing.scene.requests.length, traps.tried()]
    // A tunnel that is not made is to qwen as if somebody had interrupted it: it does not try again.
    const dialled = kit.engine === 'qwen' ? 1 : tries
    assert.deepEqual(seen, [tries, [`${dialled} connections to ports where nobody listens`]])
  })

  if (kit.engine === 'codex') {
    proves(
      'its own provider, with a key that is not taken, is given up after the tries that it has by itself: AUTH_REQUIRED',
      async () => {
        const operator: Kit['operator'] = ({ url }) => ({ '.codex/config.toml': `openai_base_url = "${url}/v1"\n` })
        const env: Kit['env'] = () => ({ CODEX_API_KEY: plantedKey })
        await using app = await open({ steps: [], keys: ['another'] }, { kit: { ...kit, operator, env } })
        await hasFailed(app, await run(app), 'AUTH_REQUIRED', 'unexpected status 401 Unauthorized: The API key is not valid.')
        assert.equal(app.scene.requests.length, 6)
      },
    )

    proves('a stream that stands still is given up when the time that the operator set is over', async () => {
      const operator: Kit['operator'] = (scene) =>
        changed(kit.operator(scene), (text) => `${text}stream_idle_timeout_ms = 1000\n`)
      await using app = await open({ steps: [{ say: 'Once upon', stall: 'mid' }] }, { kit: { ...kit, operator } })
      await hasFailed(app, await run(app), 'MODEL_UNAVAILABLE', 'idle timeout waiting for SSE')
    })

    proves('a setting of the skill that the CLI does not know: ENGINE_CONFIG_INVALID, and nobody was asked', async () => {
      const files = { 'assets/codex_config.toml': 'no_such_setting = 1\n' }
      await using app = await open({ steps: [good] }, { skill: { files } })
      await hasFailed(app, await run(app), 'ENGINE_CONFIG_INVALID', 'unknown configuration field `no_such_setting`')
      assert.deepEqual(app.scene.requests, [])
    })
  }

  if (kit.engine === 'opencode') {
    const bounded = (name: string, body: () => Promise<void>) =>
      verifies('opencode.retries-are-bounded', `${kit.title}: ${name}`, body, { skip: cli.skip || notAlone })
    const many = (step: Step) => Array.from({ length: 200 }, () => step)

    for (const [when, step] of [
      ['empty', { empty: true }],
      ['no stream at all', { garble: 'Hello, this is a login page.\n' }],
      ['cut off', { say: 'Once upon', cut: 'mid' }],
    ] as const)
      bounded(`answers that are ${when} would be asked for without end, and the third ends the run`, async () => {
        await using app = await open({ steps: many(step) })
        // What is cut off may also be a request that failed, as the network has it; where that is a reset, it gives up by itself after six.
        const says = when === 'cut off' ? /It was ended after 3 |Connection reset/ : /It was ended after 3 unfinished answers\./
        await hasFailed(app, await run(app), 'MODEL_UNAVAILABLE', says)
        // It asks in quick succession, so some more may have been under way.
        assert.ok(app.scene.requests.length < 200)
      })

    bounded('a conversation that stays too large is made smaller without end, and the third time ends the run', async () => {
      await using app = await open({ steps: many({ status: 413 }) })
      const says = 'It was ended after 3 errors: ContextOverflowError: The request is too large.'
      await hasFailed(app, await run(app), 'ENGINE_FAILED', says)
      assert.ok(app.scene.requests.length < 200)
    })

    bounded('a provider that fails twice and then answers is no reason to end it, and what failed is told', async () => {
      await using app = await open({ steps: [{ status: 500 }, { status: 429 }, good] })
      const { request_id, result } = await run(app)
      assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
      const told = (await app.events(request_id, 'rasp')).flatMap(({ data }) =>
        data['code'] === 'ENGINE_ERROR_REPORTED' ? [data['message']] : [],
      )
      assert.deepEqual(told, ['AI_APICallError: The server had an error.', 'AI_APICallError: Too many requests.'])
    })

    proves('settings that the CLI does not take: ENGINE_CONFIG_INVALID, and nobody was asked', async () => {
      const files = { 'assets/opencode_config.json': JSON.stringify({ agent: 'none' }) }
      await using app = await open({ steps: [good] }, { skill: { files } })
      const ended = await run(app, { opencode_config: { permission: { edit: 'maybe' } } })
      await hasFailed(app, ended, 'ENGINE_CONFIG_INVALID', 'Expected object | undefined, got "none" agent')
      assert.deepEqual(app.scene.requests, [])
    })
  }

  if (kit.engine === 'claude') {
    proves('settings that the CLI would ignore without a word: ENGINE_CONFIG_INVALID, and nobody was asked', async () => {
      const files = { 'assets/claude_settings.json': JSON.stringify({ cleanupPeriodDays: 'many' }) }
      await using app = await open({ steps: answering(kit, '{"ok":true}') }, { skill: { files } })
      const ended = await run(app, { claude_config: { outputStyle: 5 } })
      await hasFailed(app, ended, 'ENGINE_CONFIG_INVALID', 'Expected string, but received number')
      assert.deepEqual(ended.result?.error?.details, {
        engine: 'claude',
        names: ['cleanupPeriodDays', 'outputStyle'],
        reason: 'cleanupPeriodDays: Expected number, but received string\noutputStyle: Expected string, but received number',
      })
      assert.deepEqual(app.scene.requests, [])
      const fixed = await run(app, { claude_config: { cleanupPeriodDays: 9 } })
      assert.deepEqual([fixed.result?.error, fixed.result?.data], [null, { ok: true }])
    })
  }

  if (kit.engine === 'gemini') {
    proves('settings that the CLI would only warn of: ENGINE_CONFIG_INVALID, and nobody was asked', async () => {
      const files = { 'assets/gemini_settings.json': JSON.stringify({ model: { maxSessionTurns: 'many' } }) }
      await using app = await open({ steps: [good] }, { skill: { files } })
      const ended = await run(app, { gemini_config: { general: { maxAttempts: 'few' } } })
      await hasFailed(app, ended, 'ENGINE_CONFIG_INVALID', 'Expected number, received string')
      assert.deepEqual(ended.result?.error?.details, {
        engine: 'gemini',
        names: ['general.maxAttempts', 'model.maxSessionTurns'],
        reason: [
          ...['Error in: general.maxAttempts', '    Expected number, received string', 'Expected: number, but received: string'],
          '',
          ...[
            'Error in: model.maxSessionTurns',
            '    Expected number, received string',
            'Expected: number, but received: string',
          ],
        ].join('\n'),
      })
      assert.deepEqual(app.scene.requests, [])
      const fixed = await run(app, { gemini_config: { general: { maxAttempts: 2 }, model: { maxSessionTurns: 9 } } })
      assert.deepEqual([fixed.result?.error, fixed.result?.data], [null, { ok: true }])
    })
  }
}

function withoutKey(kit: Kit): Kit {
  const env: Kit['env'] = (scene) =>
    Object.fromEntries(Object.entries(kit.env(scene)).filter(([, value]) => value !== plantedKey))
  return { ...kit, env }
}

/** As the product sets it up where the operator says nothing about it. */
function withUsualRetries(kit: Kit): Kit {
  const without = (text: string) =>
    text
      .replaceAll(/^\w+_max_retries = 0\n/gm, '')
      .replace('"maxAttempts":1', '')
      .replace('"CLAUDE_CODE_MAX_RETRIES":"0"', '')
      .replace(',"attempts":1', '')
  return { ...kit, operator: (scene) => changed(kit.operator(scene), without) }
}

function changed(files: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text)]))
}
