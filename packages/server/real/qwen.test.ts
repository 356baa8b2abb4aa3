import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, kits, realCli, startEngineApp } from '../test/support/real-engine.ts'

const kit = kits.find(({ engine }) => engine === 'qwen')
assert.ok(kit)
const cli = await realCli('qwen')
const asked = { engine: kit.engine, model: kit.model }

verifies(
  [
    ...(['engine.usage-is-right', 'engine.skill-is-delivered', 'engine.prompt-by-stdin', 'engine.private-home'] as const),
    'qwen.runs-as-promised',
  ],
  'qwen: the skill is found with the rules of the run, nobody asks the model behind its answer, and nothing of the home is left',
  async () => {
    const look = kit.shell(
      'cat .agents/skills/agent-stdout/SKILL.md; echo \'{"security":{"auth":{"baseUrl":"http://127.0.0.1:9"}}}\' > .qwen/settings.json; echo kept > ~/left-behind',
    )
    const steps = [
      { calls: [look], usage: { input: 100, cached: 10, output: 20 } },
      {
        say: '{"ok":true}',
        usage: { input: 200, cached: 30, output: 5 },
        expect: { prompt: 'in /workspace/.agents/skills/agent-stdout', toolResult: '## Rules of this run' },
      },
    ]
    const options = { cli, skills: [agentSkill('stdout')], env: { HOME: '/nobody' } }
    await using app = await startEngineApp(kit, { steps }, options)
    const { request_id, result } = await app.run('agent-stdout', asked)
    assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
    assert.deepEqual(result?.usage, { input_tokens: 300, output_tokens: 25, cached_tokens: 40, cost_usd: null })
    const { run_id } = await app.job(request_id)
    const folder = app.runFolder(run_id)
    const meta = JSON.parse(readFileSync(join(folder, '.audit/meta.1.json'), 'utf8'))
    assert.ok(!JSON.stringify(meta.argv).includes('Use the skill'), 'the prompt is in no argument')
    assert.match(JSON.stringify(app.scene.requests[0]?.body), /agent-stdout/)
    // Its settings in the workspace are ours, and cannot be written.
    assert.equal(readFileSync(join(folder, '.qwen/settings.json'), 'utf8'), '{}')
    assert.deepEqual(readdirSync(join(app.data, 'homes')), [])
    assert.ok(!existsSync(join(app.data, 'agent-home', 'left-behind')))
    assert.deepEqual([app.scene.requests.length, app.scene.problems, app.scene.unplayed], [2, [], []])
  },
  { skip: cli.skip },
)

verifies(
  ['engine.auth-is-probed', 'qwen.runs-as-promised'],
  'qwen is signed in with a key, and with nothing else',
  async () => {
    const isReady = async (env: Readonly<Record<string, string>>) => {
      const options = { cli, skills: [agentSkill('stdout')] }
      await using app = await startEngineApp({ ...kit, env: () => env }, { steps: [] }, options)
      const engine = app.app.runner.engines.built['qwen']
      assert.ok(engine)
      return await app.app.runner.auth.refresh(engine)
    }
    assert.equal(await isReady({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }), false)
    assert.equal(await isReady({ OPENAI_API_KEY: 'key' }), true)
  },
  { skip: cli.skip },
)
