import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, answering, kits, putOperatorFile, realCli, startEngineApp } from '../test/support/real-engine.ts'

const kit = kits.find(({ engine }) => engine === 'claude')
assert.ok(kit)
const cli = await realCli('claude')
const asked = { engine: kit.engine, model: kit.model }

const typed = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { ok: { type: 'boolean' }, note: { type: 'string', minLength: 2, 'x-hint': 'short' } },
  required: ['ok'],
  dependentRequired: { note: ['ok'] },
}
const plain = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, note: { type: 'string', minLength: 2 } },
  required: ['ok'],
}

verifies(
  ['engine.native-schema', 'claude.runs-as-promised'],
  'claude is given the output schema as draft-07 has it, holds its model to it, and what the tool was called with is the result',
  async () => {
    const structured = (args: { ok: boolean; note?: string }) => ({ calls: [{ name: 'StructuredOutput', args }] })
    const steps = [structured({ ok: true, note: 'x' }), structured({ ok: true, note: 'fits' })]
    await using app = await startEngineApp(kit, { steps }, { cli, skills: [agentSkill('stdout', { output: typed })] })
    const { result } = await app.run('agent-stdout', asked)
    assert.deepEqual([result?.error, result?.data], [null, { ok: true, note: 'fits' }])
    assert.deepEqual(
      result?.validation_warnings.map(({ code, level }) => [code, level]),
      [['OUTPUT_SCHEMA_RELAXED', 'info']],
    )
    assert.deepEqual(toolsOf(app.scene.requests[0]).get('StructuredOutput'), plain)
    assert.deepEqual([app.scene.problems, app.scene.unplayed], [[], []])
  },
  { skip: cli.skip },
)

verifies(
  'claude.runs-as-promised',
  'a model that only says its answer is asked for the tool once, and then what it said is the result',
  async () => {
    const steps = [{ say: '{"ok":true}' }, { say: '{"ok":true,"note":"again"}', expect: { prompt: 'StructuredOutput' } }]
    await using app = await startEngineApp(kit, { steps }, { cli, skills: [agentSkill('stdout')] })
    const { result } = await app.run('agent-stdout', asked)
    assert.deepEqual([result?.error, result?.data], [null, { ok: true, note: 'again' }])
    assert.deepEqual([app.scene.problems, app.scene.unplayed], [[], []])
  },
  { skip: cli.skip },
)

verifies(
  ['engine.native-schema', 'claude.runs-as-promised'],
  'where the result is a file there is no such tool, and neither where the schema cannot be said',
  async () => {
    const skills = [agentSkill('file'), agentSkill('stdout', { output: { type: 'object', properties: { 'two words': {} } } })]
    const write = kit.shell(`printf '{"ok":true}' > result/result.json`)
    const steps = [{ calls: [write] }, { say: 'I have written it.' }, { say: '{"two words":1}' }]
    await using app = await startEngineApp(kit, { steps }, { cli, skills })
    const byFile = await app.run('agent-file', asked)
    const byMessage = await app.run('agent-stdout', asked)
    assert.deepEqual([byFile.result?.data, byFile.result?.validation_warnings], [{ ok: true }, []])
    assert.deepEqual(byMessage.result?.data, { 'two words': 1 })
    assert.deepEqual(
      byMessage.result?.validation_warnings.map(({ code }) => code),
      ['OUTPUT_SCHEMA_NOT_NATIVE'],
    )
    for (const request of app.scene.requests) assert.ok(!toolsOf(request).has('StructuredOutput'))
  },
  { skip: cli.skip },
)

verifies(
  ['engine.usage-is-right', 'engine.skill-is-delivered', 'engine.prompt-by-stdin', 'claude.runs-as-promised'],
  'claude: tokens are told per run, the skill is found with the rules of the run, and the prompt is in no argument list',
  async () => {
    const look = kit.shell('cat .claude/skills/agent-stdout/SKILL.md; ls -A .agents 2>/dev/null')
    const steps = [
      { calls: [look], usage: { input: 100, cached: 10, output: 20 } },
      ...answering(kit, '{"ok":true}', {
        usage: { input: 200, cached: 30, output: 5 },
        expect: { prompt: 'in /workspace/.claude/skills/agent-stdout', toolResult: '## Rules of this run' },
      }),
    ]
    await using app = await startEngineApp(kit, { steps }, { cli, skills: [agentSkill('stdout')] })
    const { request_id, result } = await app.run('agent-stdout', asked)
    const { cost_usd: cost, ...tokens } = result?.usage ?? { cost_usd: null }
    assert.deepEqual(tokens, { input_tokens: 300, output_tokens: 25, cached_tokens: 40 })
    assert.ok(cost !== null && cost > 0, 'it tells what that costs')
    const { run_id } = await app.job(request_id)
    const meta = JSON.parse(readFileSync(join(app.runFolder(run_id), '.audit/meta.1.json'), 'utf8'))
    assert.ok(!JSON.stringify(meta.argv).includes('Use the skill'), 'the prompt is in no argument')
    assert.match(JSON.stringify(app.scene.requests[0]?.body), /- agent-stdout/)
    assert.deepEqual(app.scene.problems, [])
  },
  { skip: cli.skip },
)

verifies(
  ['engine.private-home', 'engine.config-layers', 'claude.runs-as-promised'],
  'claude: each run has a home of its own, and no settings but ours count',
  async () => {
    const trap = `mkdir -p .claude; echo '{"env":{"ANTHROPIC_BASE_URL":"http://127.0.0.1:9"}}' > .claude/settings.json; echo kept > ~/left-behind; ls -A ~`
    const turn = [{ calls: [kit.shell(trap)] }, ...answering(kit, '{"ok":true}', { expect: { toolResult: 'left-behind' } })]
    const skill = agentSkill('stdout', {
      files: { 'assets/claude_settings.json': '{"model":"haiku","outputStyle":"Explanatory"}' },
    })
    const options = { cli, skills: [skill], env: { HOME: '/nobody' } }
    await using app = await startEngineApp(kit, { steps: [...turn, ...turn] }, options)
    const first = await app.run('agent-stdout', { engine: 'claude' })
    const second = await app.run('agent-stdout', { engine: 'claude', claude_config: { model: 'claude-opus-5' } })
    assert.deepEqual([first.result?.error, second.result?.error], [null, null])
    const models = app.scene.requests.map(({ model }) => model)
    assert.deepEqual(models, ['claude-haiku-5-5', 'claude-haiku-5-5', 'claude-opus-5', 'claude-opus-5'])
    const { run_id } = await app.job(second.request_id)
    assert.equal(readFileSync(join(app.runFolder(run_id), '.claude/settings.json'), 'utf8'), '{}')
    assert.deepEqual(readdirSync(join(app.data, 'homes')), [])
    assert.ok(!existsSync(join(app.data, 'agent-home', 'left-behind')))
    assert.deepEqual(app.scene.problems, [])
  },
  { skip: cli.skip },
)

verifies(
  ['engine.auth-is-probed', 'claude.runs-as-promised'],
  'claude itself tells whether somebody is signed in',
  async () => {
    await using app = await startEngineApp({ ...kit, env: () => ({}) }, { steps: [] }, { cli, skills: [agentSkill('stdout')] })
    const engine = app.app.runner.engines.built['claude']
    assert.ok(engine)
    const isReadyWith = (file: object) => {
      putOperatorFile(app.data, '.claude/.credentials.json', JSON.stringify(file))
      return app.app.runner.auth.refresh(engine)
    }
    assert.equal(await app.app.runner.auth.refresh(engine), false)
    assert.equal(await isReadyWith({}), false)
    const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresAt: 4_000_000_000_000, scopes: ['user:inference'] }
    assert.equal(await isReadyWith({ claudeAiOauth: tokens }), true)
  },
  { skip: cli.skip },
)

/** The schemas of the tools that a request declares, by their names. */
function toolsOf(request: ModelRequest | undefined): Map<string, unknown> {
  assert.ok(request)
  const { tools } = request.body as { tools: { name: string; input_schema: unknown }[] }
  return new Map(tools.map(({ name, input_schema }) => [name, input_schema]))
}
