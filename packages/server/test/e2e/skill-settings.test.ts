import assert from 'node:assert/strict'
import type { EngineModels } from '@agent-skill-runner/contract/engine.ts'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import type { RunRequest } from '@agent-skill-runner/contract/run.ts'
import type { SkillDetail } from '@agent-skill-runner/contract/skill.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { validate } from '../support/packages.ts'
import { agentSkill, kits, putOperatorFile, realCli, startEngineApp } from '../support/real-engine.ts'
import { packageOf, type TestSkill, writeSkill } from '../support/skills.ts'

const kit = kits.find(({ engine }) => engine === 'iflow')
assert.ok(kit)
const cli = await realCli('iflow')

const withSettings = (id: string, settings: object): TestSkill =>
  agentSkill('stdout', { id, files: { 'assets/iflow_settings.json': JSON.stringify(settings) } })

/** A server with the stand-in of iflow, which is the default, and with replay. */
async function open(skills: readonly TestSkill[], answers: number, env: Record<string, string> = {}) {
  const steps = Array.from({ length: answers }, () => ({ say: '{"ok":true}' }))
  const engines = { SKILL_RUNNER_ENGINES: 'iflow, replay', SKILL_RUNNER_DEFAULT_ENGINE: 'iflow' }
  const app = await startEngineApp(kit ?? assert.fail(), { steps }, { cli, skills, env: { ...engines, ...env } })
  putOperatorFile(app.data, '.iflow/settings.json', JSON.stringify({ baseUrl: `${app.scene.url}/v1` }))
  // Who asks for engines has them looked at: now it is known that one is signed in.
  await app.get('/v1/engines')
  return app
}

const warningsOf = ({ warnings }: Job) => warnings.map(({ code, message }) => [code, message])

verifies(
  ['engine.models-of-skills', 'diagnostics.each-code-has-a-test'],
  'a skill that recommends a model nobody knows runs on the default of the engine, and its job says so',
  async () => {
    const skills = [withSettings('old', { modelName: 'glm-3' }), withSettings('retired', { modelName: 'glm-4.6' })]
    await using app = await open(skills, 2)
    const { request_id, result } = await app.run('old', { engine: 'iflow' })
    assert.deepEqual([result?.data, app.scene.requests[0]?.model], [{ ok: true }, 'glm-4.7'])
    const job = await app.job(request_id)
    const replaced = 'The skill old recommends the model glm-3, which iflow does not list. Its default is used: glm-4.7.'
    assert.deepEqual([job.model, warningsOf(job)[0]], ['glm-4.7', ['MODEL_REPLACED', replaced]])
    const kept = await app.job((await app.run('retired', { engine: 'iflow' })).request_id)
    const deprecated = 'The model glm-4.6 of iflow is retired or about to be. It is passed on.'
    assert.deepEqual([kept.model, warningsOf(kept)[0]], ['glm-4.6', ['MODEL_DEPRECATED', deprecated]])
    assert.equal(app.scene.requests[1]?.model, 'glm-4.6')
    const { models } = (await app.get<EngineModels>('/v1/engines/iflow/models')).body
    const marked = ({ id, deprecated }: (typeof models)[number]) => [id, deprecated]
    assert.deepEqual(
      [models[0], models.find(({ id }) => id === 'glm-4.6')].map((one) => one && marked(one)),
      [
        ['glm-4.7', false],
        ['glm-4.6', true],
      ],
    )
    assert.deepEqual((await app.get<SkillDetail>('/v1/skills/old')).body.warnings, [
      'assets/iflow_settings.json: iflow does not list the model glm-3; its default is used.',
    ])
  },
)

verifies(
  ['engine.models-of-skills', 'entry.engines-are-chosen-at-create', 'diagnostics.each-code-has-a-test'],
  'a model of the caller that nobody knows is refused or passed on, and an engine that knows it is preferred',
  async () => {
    const steps = JSON.stringify({ steps: [{ message: { ok: true }, final: true }] })
    const both = agentSkill('stdout', { id: 'both', files: { 'assets/replay/loud.json': steps } })
    {
      await using app = await open([both], 0)
      const { status, body } = await app.post('/v1/jobs', { skill_id: 'both', model: 'glm-4' })
      const { code, details } = errorOf(body) as { code: string; details: { engine: string; nearest: string[] } }
      assert.deepEqual([status, code, details.engine, details.nearest[0]], [400, 'MODEL_UNKNOWN', 'iflow', 'glm-5'])
      const { request_id, result } = await app.run('both', { model: 'loud' })
      const { engine, model } = await app.job(request_id)
      assert.deepEqual([engine, model, result?.data], ['replay', 'loud', { ok: true }])
    }
    await using app = await open([both], 1, { SKILL_RUNNER_UNKNOWN_MODELS: 'pass' })
    const job = await app.job((await app.run('both', { model: 'brand-new' })).request_id)
    assert.deepEqual(
      [job.engine, job.model, app.scene.requests[0]?.model, warningsOf(job)[0]],
      ['iflow', 'brand-new', 'brand-new', ['MODEL_NOT_LISTED', 'iflow does not list the model brand-new. It is passed on.']],
    )
    assert.equal((await app.job((await app.run('both', { model: 'loud' })).request_id)).engine, 'replay')
  },
)

verifies(
  ['engine.settings-of-skills', 'diagnostics.each-code-has-a-test'],
  'reserved settings of a skill have no effect and are told; those of a caller are refused',
  async () => {
    const bold = withSettings('bold', { baseUrl: 'http://127.0.0.1:9/v1', mcpServers: {}, modelName: 'kimi-k2.5' })
    await using app = await open([bold], 2)
    const { request_id, result } = await app.run('bold', { engine: 'iflow' })
    assert.deepEqual([result?.data, app.scene.requests[0]?.model], [{ ok: true }, 'kimi-k2.5'])
    const told =
      'The skill bold sets baseUrl, mcpServers for iflow, which only the operator of the server may set. The settings have no effect.'
    assert.deepEqual(warningsOf(await app.job(request_id))[0], ['SKILL_SETTINGS_IGNORED', told])
    const refused = await app.post('/v1/jobs', {
      skill_id: 'bold',
      engine: 'iflow',
      iflow_config: { baseUrl: 'http://127.0.0.1:9/v1' },
    })
    assert.deepEqual([refused.status, errorOf(refused.body).code], [400, 'ENGINE_CONFIG_INVALID'])
    const unnamed = await app.post('/v1/jobs', { skill_id: 'bold', iflow_config: { baseUrl: 'http://127.0.0.1:9/v1' } })
    assert.deepEqual([unnamed.status, errorOf(unnamed.body).code], [400, 'ENGINE_CONFIG_INVALID'])

    // That a job had some is told, and not what they are.
    const settings = { excludeTools: ['web_fetch'] }
    const { request_id: given } = await app.run('bold', { engine: 'iflow', iflow_config: settings })
    const requestOf = async (id: string) => (await app.get<RunRequest>(`/v1/management/runs/${id}/request`)).body
    const [without, having] = [await requestOf(request_id), await requestOf(given)]
    assert.deepEqual([without.has_engine_config, having.has_engine_config], [false, true])
    assert.doesNotMatch(JSON.stringify(having), /web_fetch/)
  },
)

const warned = {
  'assets/claude_settings.json': '{"env":{"A":"b"},"hooks":{},"permissions":{"deny":["WebFetch"],"allow":[]}}',
  'assets/codex_config.toml': 'model = "gpt-5.1-codex"\nmodel_provider = "mine"\n',
}
const expected = [
  'assets/codex_config.toml: only the operator of a server may set model_provider; these settings have no effect.',
  'assets/claude_settings.json: only the operator of a server may set env, hooks, permissions.allow; these settings have no effect.',
]

verifies(
  'engine.settings-of-skills',
  'validate and the skill itself tell which settings have no effect, and settings that cannot be read are a problem',
  async () => {
    await using app = await startApp({ skills: [agentSkill('stdout', { id: 'warned', files: warned })] })
    assert.deepEqual((await app.get<SkillDetail>('/v1/skills/warned')).body.warnings, expected)
    const { valid, warnings } = (await validate(app, packageOf(agentSkill('stdout', { id: 'sent', files: warned })))).body
    assert.deepEqual([valid, warnings], [true, expected])
    const broken = agentSkill('stdout', {
      id: 'broken',
      files: { 'assets/gemini_settings.json': '{"a":1,}', 'assets/opencode_config.json': '[]' },
    })
    const { problems } = (await validate(app, packageOf(broken))).body
    assert.deepEqual(
      problems.map(({ entry, message }) => [entry, message.split(': ')[0]]),
      [
        ['assets/gemini_settings.json', 'assets/gemini_settings.json cannot be used'],
        ['assets/opencode_config.json', 'assets/opencode_config.json cannot be used'],
      ],
    )
    writeSkill(app.skillsDir, broken)
    await app.app.runner.registry.refresh('broken')
    assert.equal((await app.get<SkillDetail>('/v1/skills/broken')).body.health, 'degraded')
  },
)
