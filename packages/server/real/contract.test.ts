import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { testsEngine } from '../../../test/thorough.ts'
import { verifies } from '../../../test/verifies.ts'
import { testedCli } from '../test/support/real-clis.ts'
import { agentSkill, kits, putOperatorFile, realCli, startEngineApp } from '../test/support/real-engine.ts'

const [codexKit, geminiKit] = kits
assert.ok(codexKit && geminiKit)
const cli = await realCli('codex')
const geminiCli = await testedCli('gemini')
/** Both where both are tested. */
const pairs = (
  [
    [codexKit, cli],
    [geminiKit, geminiCli],
  ] as const
).filter(([kit]) => testsEngine(kit.engine))

const typed = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    note: { type: 'string', minLength: 2 },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  },
  required: ['ok'],
}

verifies(
  'engine.native-schema',
  'codex is given the output schema in its own dialect, and what it answers is read back and validated against the original',
  async () => {
    const strict = {
      type: 'object',
      properties: {
        ok: { type: 'boolean' },
        note: { type: ['string', 'null'] },
        tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
      },
      required: ['ok', 'note', 'tags'],
      additionalProperties: false,
    }
    const steps = [
      { say: '{"ok":true,"note":null,"tags":["a"]}', expect: { schema: strict } },
      { say: '{"ok":true,"note":"x","tags":null}' },
    ]
    await using app = await startEngineApp(codexKit, { steps }, { cli, skills: [agentSkill('stdout', { output: typed })] })
    const good = await app.run('agent-stdout', { engine: 'codex', model: codexKit.model })
    assert.deepEqual([good.result?.error, good.result?.data], [null, { ok: true, tags: ['a'] }])
    const [note] = good.result?.validation_warnings ?? []
    assert.deepEqual([note?.code, note?.level], ['OUTPUT_SCHEMA_RELAXED', 'info'])
    assert.ok(note)
    const relaxed = (note.details as { relaxations: { path: string; keyword: string }[] }).relaxations
    assert.deepEqual(
      relaxed.map(({ path, keyword }) => `${path} ${keyword}`).sort(),
      ['/properties/note minLength', '/properties/tags uniqueItems', ' additionalProperties'].sort(),
    )
    // The dialect cannot say minLength, so the engine kept to what it was given; the original is what counts.
    const bad = await app.run('agent-stdout', { engine: 'codex', model: codexKit.model })
    assert.equal(bad.result?.error?.code, 'SCHEMA_VALIDATION_FAILED')
    assert.deepEqual(app.scene.problems, [])
  },
  { skip: cli.skip },
)

test('a schema that the dialect cannot say leaves the engine without one, and the run says why', { skip: cli.skip }, async () => {
  const open = { type: 'object', additionalProperties: { type: 'string' } }
  const skills = [agentSkill('stdout', { output: open })]
  await using app = await startEngineApp(codexKit, { steps: [{ say: '{"any":"thing"}' }] }, { cli, skills })
  const map = await app.run('agent-stdout', { engine: 'codex', model: codexKit.model })
  assert.deepEqual(map.result?.data, { any: 'thing' })
  assert.deepEqual(
    map.result?.validation_warnings.map(({ code, level }) => [code, level]),
    [['OUTPUT_SCHEMA_NOT_NATIVE', 'info']],
  )
  assert.deepEqual(
    app.scene.requests.map(({ body }) => (body as { text?: { format?: unknown } }).text?.format ?? null),
    [null],
  )
})

verifies(
  'engine.config-layers',
  'codex runs with the default, operator, skill, request and enforced settings, the later over the earlier',
  async () => {
    const skill = agentSkill('stdout', {
      files: { 'assets/codex_config.toml': 'model_verbosity = "low"\nmodel_reasoning_summary = "none"\nmodel = "gpt-5.5"\n' },
    })
    await using app = await startEngineApp(codexKit, { steps: [{ say: '{"ok":true}' }] }, { cli, skills: [skill] })
    const { request_id } = await app.run('agent-stdout', {
      engine: 'codex',
      codex_config: { model_verbosity: 'high', model_reasoning_effort: 'high', analytics: { enabled: true } },
    })
    const job: Job = await app.job(request_id)
    // The skill recommends the model, the request how hard to think.
    assert.deepEqual([job.status, job.model], ['succeeded', 'gpt-5.5@high'])
    const [request] = app.scene.requests
    assert.ok(request)
    const { model, reasoning, text } = request.body as {
      model: string
      reasoning: { effort: string }
      text: { verbosity: string }
    }
    assert.deepEqual([model, reasoning.effort, text.verbosity], ['gpt-5.5', 'high', 'high'])
    assert.deepEqual(app.scene.problems, [])
  },
  { skip: cli.skip },
)

test('where requests go is for the operator alone, and what cannot be read says so', { skip: cli.skip }, async () => {
  const skills = [
    agentSkill('stdout', { files: { 'assets/codex_config.toml': 'openai_base_url = "http://127.0.0.1:9/v1"\n' } }),
    agentSkill('file', { id: 'agent-plain' }),
  ]
  await using app = await startEngineApp(codexKit, { steps: [{ say: '{"ok":true}' }] }, { cli, skills })
  const refused = async (body: object) => {
    const { status, body: answer } = await app.post<{ error: { code: string; details: Record<string, unknown> } }>(
      '/v1/jobs',
      body,
    )
    const { layer, names } = answer.error.details
    return [status, answer.error.code, layer, names]
  }
  const asked = { engine: 'codex', model: codexKit.model }
  const invalid = (layer: string, names?: string[]) => [400, 'ENGINE_CONFIG_INVALID', layer, names]
  // That of a skill has no effect: the answer comes from the operator's provider.
  const { result } = await app.run('agent-stdout', asked)
  assert.deepEqual([result?.data, result?.validation_warnings[0]?.code], [{ ok: true }, 'SKILL_SETTINGS_IGNORED'])
  const provider = { model_provider: 'mine', model_providers: { mine: { base_url: 'http://127.0.0.1:9' } } }
  putOperatorFile(app.data, '.codex/config.toml', 'model = [')
  assert.deepEqual(await refused({ skill_id: 'agent-plain', ...asked }), invalid('operator', undefined))
  putOperatorFile(app.data, '.codex/config.toml', '')
  const names = ['model_provider', 'model_providers']
  assert.deepEqual(await refused({ skill_id: 'agent-plain', ...asked, codex_config: provider }), invalid('request', names))
  assert.equal(app.scene.requests.length, 1)
})

verifies(
  ['engine.private-home', 'engine.trust-is-removed'],
  "each run has a home of its own with its trust entry, never a person's, and it is gone afterwards",
  async () => {
    for (const [kit, theCli] of pairs) {
      const look =
        'cat ~/.codex/config.toml ~/.gemini/trustedFolders.json 2>/dev/null; echo "home=$HOME"; echo kept > ~/left-behind; ls -A ~'
      const steps = [{ calls: [kit.shell(look)] }, { say: '{"ok":true}' }, { calls: [kit.shell(look)] }, { say: '{"ok":true}' }]
      await using app = await startEngineApp(
        kit,
        { steps },
        { cli: theCli, skills: [agentSkill('stdout')], env: { HOME: '/nobody' }, warmHomes: 'own' },
      )
      const seen = async () => {
        const { request_id } = await app.run('agent-stdout', { engine: kit.engine, model: kit.model })
        return (await app.get<{ stdout: string }>(`/v1/jobs/${request_id}/logs`)).body.stdout
      }
      const [first, second] = [await seen(), await seen()]
      for (const told of [first, second]) {
        assert.match(
          told,
          kit.engine === 'codex' ? /\/workspace.{1,8}\]\\ntrust_level = \\"trusted\\"/ : /\/workspace\\?":\\?"TRUST_FOLDER/,
        )
        assert.match(told, /home=\/home\/runner/)
      }
      // What the first left in its home is not in that of the second.
      assert.equal(second.split('left-behind').length, first.split('left-behind').length)
      assert.deepEqual(readdirSync(join(app.data, 'homes')), [])
      assert.ok(!existsSync(join(app.data, 'agent-home', 'left-behind')))
      assert.deepEqual(readdirSync(join(app.data, 'templates')), [kit.engine === 'codex' ? 'codex-0.166.0' : 'gemini-0.61.0'])
    }
  },
  { skip: pairs.map(([, { skip }]) => skip).find((skip) => skip !== false) ?? false },
)

verifies(
  ['engine.usage-is-right', 'engine.skill-is-delivered', 'engine.prompt-by-stdin'],
  'tokens are told per run, the skill is found with the rules of the run, and the prompt is in no argument list',
  async () => {
    for (const [kit, theCli] of pairs) {
      const words = 'tr "\\\\0" " " < /proc/$PPID/cmdline; cat .agents/skills/agent-stdout/SKILL.md'
      const steps = [
        { calls: [kit.shell(words)], usage: { input: 100, cached: 10, output: 20 } },
        { say: '{"ok":true}', usage: { input: 200, cached: 30, output: 5 }, expect: { toolResult: '## Rules of this run' } },
      ]
      await using app = await startEngineApp(kit, { steps }, { cli: theCli, skills: [agentSkill('stdout')] })
      const { request_id, result } = await app.run('agent-stdout', { engine: kit.engine, model: kit.model })
      const usage = { input_tokens: 300, output_tokens: 25, cached_tokens: 40, cost_usd: null }
      assert.deepEqual([result?.usage, (await app.job(request_id)).usage], [usage, usage])
      const { run_id } = await app.job(request_id)
      const meta = JSON.parse(readFileSync(join(app.runFolder(run_id), '.audit/meta.1.json'), 'utf8'))
      assert.ok(!JSON.stringify(meta.argv).includes('Use the skill'), 'the prompt is in no argument')
      const listed = kit.engine === 'codex' ? /agent-stdout/ : /<name>agent-stdout<\/name>/
      assert.match(JSON.stringify(app.scene.requests[0]?.body), listed)
      assert.deepEqual(app.scene.problems, [])
    }
  },
  { skip: pairs.map(([, { skip }]) => skip).find((skip) => skip !== false) ?? false },
)
