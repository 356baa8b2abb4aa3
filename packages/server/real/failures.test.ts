import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Script } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, type EngineApp, type Kit, kits, plantedKey, realCli, startEngineApp } from '../test/support/real-engine.ts'
import type { TestSkill } from '../test/support/skills.ts'
import { notAlone, openTraps } from '../test/support/traps.ts'
import { failureCases } from './failure-cases.ts'
import { hasFailed } from './has-failed.ts'

const good = { say: '{"ok":true}' }

for (const kit of kits) {
  const cli = await realCli(kit.engine)
  const open = (script: Script, more: { readonly kit?: Kit; readonly skill?: Partial<TestSkill> } = {}) =>
    startEngineApp(more.kit ?? kit, script, { cli, skills: [agentSkill('stdout', more.skill)] })
  const run = (app: EngineApp, more: object = {}) => app.run('agent-stdout', { engine: kit.engine, model: kit.model, ...more })
  const proves = (name: string, body: (context: TestContext) => Promise<void>) =>
    verifies('engine.provider-failures-have-codes', `${kit.engine}: ${name}`, body, { skip: cli.skip || notAlone })
  const unreachable = { codex: 'Connection failed', gemini: 'fetch failed' }[kit.engine]

  proves('every failure of the provider has its code, and is told in the words that were said', async (context) => {
    const cases = failureCases[kit.engine]
    await using app = await open({ steps: cases.map(({ step }) => step) })
    for (const [index, { when, code, says }] of cases.entries()) {
      await context.test(`${when}: ${code}`, async () => {
        await hasFailed(app, await run(app), code, says)
        assert.deepEqual([app.scene.requests.length, app.scene.problems, app.model.problems], [index + 1, [], []])
      })
    }
  })

  proves('nobody listens where the provider should be: MODEL_UNAVAILABLE', async () => {
    await using app = await open({ steps: [] })
    await app.model.close()
    await hasFailed(app, await run(app), 'MODEL_UNAVAILABLE', unreachable)
  })

  proves('there is no key at all: AUTH_REQUIRED, and nobody was asked', async () => {
    await using app = await open({ steps: [good] }, { kit: withoutKey(kit) })
    const says = { codex: 'Missing environment variable: `SCRIPTED_KEY`.', gemini: 'provide a GEMINI_API_KEY' }[kit.engine]
    await hasFailed(app, await run(app), 'AUTH_REQUIRED', says)
    assert.deepEqual(app.scene.requests, [])
  })

  proves('words of the model and of its tools are not taken for those of the engine', async () => {
    const words = 'unexpected status 401 Unauthorized [API Error: {"error":{"code":401}}] API key not valid'
    await using well = await open({ steps: [{ say: JSON.stringify({ ok: true, note: words }) }] })
    const { result } = await run(well)
    assert.deepEqual([result?.error, result?.data], [null, { ok: true, note: words }])
    const shout = kit.shell(`echo '${words}'; echo '${words}' >&2; exit 41`)
    await using badly = await open({ steps: [{ say: words, calls: [shout] }, { status: 503 }] })
    await hasFailed(badly, await run(badly), 'MODEL_UNAVAILABLE', 'The model is overloaded.')
    assert.deepEqual([badly.scene.requests.length, badly.scene.problems], [2, []])
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
    await hasFailed(failing, first, 'MODEL_UNAVAILABLE', { codex: 'high demand', gemini: 'The server had an error.' }[kit.engine])
    await hasFailed(gone, second, 'MODEL_UNAVAILABLE', unreachable)
    // Codex tries a request three times, and that three times; gemini tries three times.
    const tries = { codex: 9, gemini: 3 }[kit.engine]
    const seen = [failing.scene.requests.length, traps.tried()]
    assert.deepEqual(seen, [tries, [`${tries} connections to ports where nobody listens`]])
  })

  if (kit.engine === 'codex') {
    proves(
      'its own provider, without any sign-in, is given up after the tries that it has by itself: AUTH_REQUIRED',
      async () => {
        const operator: Kit['operator'] = ({ url }) => ({ '.codex/config.toml': `openai_base_url = "${url}/v1"\n` })
        await using app = await open({ steps: [], keys: ['another'] }, { kit: withoutKey({ ...kit, operator }) })
        await hasFailed(app, await run(app), 'AUTH_REQUIRED', 'unexpected status 401 Unauthorized: No API key was given.')
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
      const mended = await run(app, { gemini_config: { general: { maxAttempts: 2 }, model: { maxSessionTurns: 9 } } })
      assert.deepEqual([mended.result?.error, mended.result?.data], [null, { ok: true }])
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
  const without = (text: string) => text.replaceAll(/^\w+_max_retries = 0\n/gm, '').replace('"maxAttempts":1', '')
  return { ...kit, operator: (scene) => changed(kit.operator(scene), without) }
}

function changed(files: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, change(text)]))
}
