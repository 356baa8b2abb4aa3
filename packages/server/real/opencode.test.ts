import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, kits, putOperatorFile, realCli, startEngineApp } from '../test/support/real-engine.ts'

const kit = kits.find(({ engine }) => engine === 'opencode')
assert.ok(kit)
const cli = await realCli('opencode')

interface Models {
  readonly models: readonly { readonly id: string }[]
  readonly default_model: string | null
  readonly fallback_reason: string | null
}

verifies(
  ['engine.config-layers', 'engine.private-home', 'engine.usage-is-right', 'engine.skill-is-delivered', 'engine.prompt-by-stdin'],
  'opencode runs with the settings of all layers in a home of its own, finds the skill, and its tokens are told',
  async () => {
    const settings = { agent: { build: { prompt: 'Words of the skill.' } }, permission: { webfetch: 'deny' }, username: 'skill' }
    const skill = agentSkill('stdout', { files: { 'assets/opencode_config.json': JSON.stringify(settings) } })
    const look = 'cat ~/.config/opencode/opencode.json; echo kept > ~/left-behind; cat .agents/skills/agent-stdout/SKILL.md'
    const steps = [
      { calls: [kit.shell(look)], usage: { input: 100, cached: 10, output: 20 } },
      { say: '{"ok":true}', usage: { input: 200, cached: 30, output: 5 }, expect: { toolResult: '## Rules of this run' } },
    ]
    await using app = await startEngineApp(kit, { steps }, { cli, skills: [skill], warmHomes: 'own' })
    const { request_id, result } = await app.run('agent-stdout', {
      engine: 'opencode',
      model: kit.model,
      opencode_config: { agent: { build: { prompt: 'Words of the request.' } }, autoupdate: true },
    })
    assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
    const usage = { input_tokens: 300, output_tokens: 25, cached_tokens: 40, cost_usd: null }
    const job: Job = await app.job(request_id)
    assert.deepEqual([result?.usage, job.usage, job.model], [usage, usage, kit.model])

    const [request] = app.scene.requests
    const sent = request?.body as { readonly tools: readonly { readonly function: { readonly name: string } }[] }
    const tools = sent.tools.map((tool) => tool.function.name)
    const words = JSON.stringify(sent)
    assert.deepEqual([words.includes('Words of the request.'), words.includes('Words of the skill.')], [true, false])
    assert.deepEqual([tools.includes('bash'), tools.includes('webfetch'), tools.includes('question')], [true, false, false])
    assert.match(words, /<name>agent-stdout<\/name>/)
    const { stdout } = (await app.get<{ stdout: string }>(`/v1/jobs/${request_id}/logs`)).body
    for (const told of ['"autoupdate":false', '"share":"disabled"', '"username":"skill"', '"question":"deny"'])
      assert.ok(stdout.includes(JSON.stringify(told).slice(1, -1)), told)

    const meta = JSON.parse(readFileSync(join(app.runFolder(job.run_id), '.audit/meta.1.json'), 'utf8'))
    assert.ok(!JSON.stringify(meta.argv).includes('Use the skill'), 'the prompt is in no argument')
    assert.deepEqual(readdirSync(join(app.data, 'homes')), [])
    assert.ok(!existsSync(join(app.data, 'agent-home', 'left-behind')))
    assert.deepEqual(readdirSync(join(app.data, 'templates')), ['opencode-1.18.33'])
    assert.ok(!existsSync(join(app.runFolder(job.run_id), 'tmp')))
    assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
  },
  { skip: cli.skip },
)

verifies(
  ['engines.list-and-models', 'engine.models-by-version'],
  'the models of opencode are those that it lists itself, and one that it does not list is refused',
  async () => {
    await using app = await startEngineApp(kit, { steps: [] }, { cli, skills: [agentSkill('stdout')] })
    const models = async () => (await app.get<Models>('/v1/engines/opencode/models')).body
    const ids = (found: Models) => found.models.map(({ id }) => id).toSorted()
    const all = ['scripted/scripted-model', 'scripted/scripted-one', 'scripted/scripted-three', 'scripted/scripted-two']
    const first = await models()
    assert.deepEqual([ids(first), first.fallback_reason], [all, null])
    const { status, body } = await app.post<{ error: { code: string } }>('/v1/jobs', {
      skill_id: 'agent-stdout',
      engine: 'opencode',
      model: 'scripted/no-such',
    })
    assert.deepEqual([status, body.error.code], [400, 'MODEL_UNKNOWN'])
    const [file, text] = Object.entries(kit.operator(app.scene))[0] ?? ['', '{}']
    putOperatorFile(app.data, file, JSON.stringify({ ...JSON.parse(text), model: 'scripted/scripted-two' }))
    const second = await models()
    assert.deepEqual([ids(second), second.default_model, second.fallback_reason], [all, 'scripted/scripted-two', null])
    assert.deepEqual(app.scene.requests, [])
  },
  { skip: cli.skip },
)
