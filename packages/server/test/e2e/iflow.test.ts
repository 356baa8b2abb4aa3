import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { EngineList, ManagedEngineDetail } from '@agent-skill-runner/contract/engine.ts'
import type { Script } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { agentSkill, kits, plantedKey, putOperatorFile, realCli, startEngineApp } from '../support/real-engine.ts'
import type { TestSkill } from '../support/skills.ts'

const kit = kits.find(({ engine }) => engine === 'iflow')
assert.ok(kit)
const cli = await realCli('iflow')
const asked = { engine: 'iflow', model: kit.model }

/** A server with the stand-in of iflow, and more in the settings of its operator. */
async function open(script: Script, { operator = {}, skill = {} }: { operator?: object; skill?: Partial<TestSkill> } = {}) {
  const app = await startEngineApp(kit ?? assert.fail(), script, { cli, skills: [agentSkill('stdout', skill)] })
  putOperatorFile(app.data, '.iflow/settings.json', JSON.stringify({ baseUrl: `${app.scene.url}/v1`, ...operator }))
  return app
}

const steps = [
  { say: 'I look first. ', calls: [kit.shell('echo seen')] },
  { say: '{"ok":true}', expect: { toolResult: 'seen' } },
]

verifies(
  ['iflow.documented-contract', 'diagnostics.each-code-has-a-test'],
  'the answer of iflow is found in both layouts of its streams, and the one that is not expected is told',
  async () => {
    for (const [layout, told] of [
      // What the model says before its tool and after it runs together, so the answer has to be taken out of it.
      ['usual', ['LOW_CONFIDENCE_PARSE', 'DONE_MARKER_MISSING', 'OUTPUT_EXTRACTED']],
      ['swapped', ['LOW_CONFIDENCE_PARSE', 'IFLOW_CHANNEL_DRIFT_OBSERVED', 'DONE_MARKER_MISSING', 'OUTPUT_EXTRACTED']],
    ] as const) {
      await using app = await open({ steps }, { operator: { standIn: { layout } } })
      const { request_id: id, result } = await app.run('agent-stdout', asked)
      assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
      const events = await app.events(id)
      const codes = events.flatMap(({ type, data }) => (type === 'diagnostic.warning' ? [data['code']] : []))
      assert.deepEqual(codes, told)
      const said = events.flatMap(({ type, data }) => (type === 'assistant.message.final' ? [data['text']] : []))
      assert.deepEqual(said, ['I look first. {"ok":true}'])
      const [source] = new Set((await app.events(id, 'rasp')).map((event) => JSON.stringify(event.source)))
      assert.equal(source, JSON.stringify({ engine: 'iflow', parser: 'iflow_text', confidence: 0.65 }))
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
    }
  },
)

verifies(
  ['engine.private-home', 'engine.skill-is-delivered', 'engine.prompt-by-stdin', 'engine.usage-is-right'],
  'iflow has a home of its own, finds the skill where it looks, gets its prompt by stdin, and tells the tokens of its last call',
  async () => {
    const look = 'echo "home=$HOME"; ls -A ~; tr "\\\\0" " " < /proc/$PPID/cmdline; cat .iflow/skills/agent-stdout/SKILL.md'
    const script: Script = {
      steps: [
        { calls: [kit.shell(`touch ~/left-behind; ${look}`)], usage: { input: 100, output: 20 } },
        { say: '{"ok":true}', usage: { input: 200, output: 5 }, expect: { toolResult: '## Rules of this run' } },
        { calls: [kit.shell(look)] },
        { say: '{"ok":true}', expect: { toolResult: 'home=/home/runner\n.iflow\n/' } },
      ],
    }
    await using app = await open(script)
    const { request_id, result } = await app.run('agent-stdout', asked)
    assert.deepEqual(result?.usage, { input_tokens: 200, output_tokens: 5, cached_tokens: 0, cost_usd: null })
    const again = await app.run('agent-stdout', { ...asked, runtime_options: { no_cache: true } })
    assert.equal(again.result?.error, null)
    const { run_id } = await app.job(request_id)
    const meta = readFileSync(join(app.runFolder(run_id), '.audit/meta.1.json'), 'utf8')
    assert.ok(!meta.includes('Use the skill'), 'the prompt is in no argument')
    assert.match(JSON.stringify(app.scene.requests[0]?.body), /Skills in \.iflow\/skills: agent-stdout\./)
    assert.deepEqual(readdirSync(join(app.data, 'homes')), [])
    assert.ok(!existsSync(join(app.data, 'agent-home/left-behind')))
    assert.deepEqual([app.scene.problems, app.scene.unplayed], [[], []])
  },
)

verifies(
  'engine.config-layers',
  'iflow runs with the settings of operator, skill and request, and where requests go is for the operator alone',
  async () => {
    const files = { 'assets/iflow_settings.json': JSON.stringify({ modelName: 'kimi-k2.5', excludeTools: ['read_file'] }) }
    const operator = { modelName: 'of-the-operator', excludeTools: [] }
    await using app = await open({ steps: [{ say: '{"ok":true}' }] }, { operator, skill: { files } })
    const { request_id } = await app.run('agent-stdout', { engine: 'iflow', iflow_config: { excludeTools: ['write_file'] } })
    assert.deepEqual([(await app.job(request_id)).model, app.scene.requests[0]?.model], ['kimi-k2.5', 'kimi-k2.5'])
    const { tools } = (app.scene.requests[0]?.body ?? {}) as { tools?: { function: { name: string } }[] }
    // What one of them denies stays denied.
    assert.deepEqual(
      tools?.map((tool) => tool.function.name),
      ['run_shell_command'],
    )
    const { status, body } = await app.post<{ error: { code: string; details: { names: string[] } } }>('/v1/jobs', {
      skill_id: 'agent-stdout',
      engine: 'iflow',
      iflow_config: { baseUrl: 'http://127.0.0.1:9/v1' },
    })
    assert.deepEqual([status, body.error.code, body.error.details.names], [400, 'ENGINE_CONFIG_INVALID', ['baseUrl']])
  },
)

test('a call that iflow gave up is a failure, also where it ends as if all were well', async () => {
  await using app = await open({ steps: [{ status: 401 }] }, { operator: { standIn: { tellsAndEndsWell: true } } })
  const { request_id: id, result } = await app.run('agent-stdout', asked)
  const { reason, exit_code } = (result?.error?.details ?? {}) as { reason?: string; exit_code?: number }
  assert.deepEqual([result?.error?.code, exit_code], ['AUTH_REQUIRED', 0])
  assert.match(reason ?? '', /^\[API Error: generate data error: HTTP error! status: 401, body: /)
  assert.match((await app.get<{ stderr: string }>(`/v1/jobs/${id}/logs`)).body.stderr, /<Execution Info>/)
})

verifies(
  'engine.auth-is-probed',
  'an engine that said it is not signed in is not started, until something has changed',
  async () => {
    await using app = await open({ steps: [{ say: '{"ok":true}' }] }, { operator: { selectedAuthType: 'iflow' } })
    const { engines } = (await app.get<EngineList>('/v1/engines')).body
    assert.deepEqual(
      engines.map(({ engine, auth_ready }) => [engine, auth_ready]).find(([engine]) => engine === 'iflow'),
      ['iflow', false],
    )
    const refused = await app.run('agent-stdout', asked)
    assert.deepEqual(
      [refused.result?.error?.code, refused.result?.error?.details],
      ['AUTH_REQUIRED', { engine: 'iflow', reason: 'It was asked before the start, and is not signed in.' }],
    )
    const { stdout, stderr } = (await app.get<{ stdout: string; stderr: string }>(`/v1/jobs/${refused.request_id}/logs`)).body
    assert.deepEqual([stdout, stderr, app.scene.requests], ['', '', []])
    putOperatorFile(app.data, '.iflow/settings.json', JSON.stringify({ baseUrl: `${app.scene.url}/v1` }))
    assert.deepEqual((await app.run('agent-stdout', asked)).result?.data, { ok: true })
  },
)

test('a key that lies open in the settings of the operator is refused before anything runs, and shown to nobody', async () => {
  await using app = await open({ steps: [] }, { operator: { apiKey: plantedKey } })
  const { request_id: id, result } = await app.run('agent-stdout', asked)
  assert.equal(result?.error?.code, 'ENGINE_CONFIG_INVALID')
  assert.deepEqual(app.scene.requests, [])
  assert.ok(!JSON.stringify([result, await app.events(id), app.logged]).includes(plantedKey))
  const { body } = await app.get<EngineList>('/v1/engines')
  const { ready, auth_ready, reason } = body.engines.find(({ engine }) => engine === 'iflow') ?? {}
  assert.deepEqual([ready, auth_ready], [false, false])
  assert.match(reason ?? '', /^Nobody is signed in\. Set IFLOW_API_KEY and IFLOW_BASE_URL for the server/)
})

verifies(
  'iflow.end-of-service-is-said',
  'whoever looks at the engines is told that the vendor of iflow ended the service, and that nobody can install it',
  async () => {
    await using app = await startApp({})
    const ended = 'Its vendor ended the service on 17 April 2026, and npm no longer has the package.'
    const { engines } = (await app.get<EngineList>('/v1/engines')).body
    const notices = engines.flatMap(({ engine, notice }) => (notice === null ? [] : [[engine, notice]]))
    assert.deepEqual(notices, [['iflow', ended]])
    const { body: iflow } = await app.get<ManagedEngineDetail>('/v1/management/engines/iflow')
    const { notice, installed, pinned_version, ready, reason_code, reason } = iflow
    assert.deepEqual(
      { notice, installed, pinned_version, ready, reason_code, reason },
      {
        notice: ended,
        installed: false,
        pinned_version: null,
        ready: false,
        reason_code: 'withdrawn',
        reason: `${ended} To use a program that you have, name it in SKILL_RUNNER_IFLOW_BIN.`,
      },
    )
    const refused = await app.post<{ error: { code: string; details: { reason: string } } }>(
      '/v1/management/engines/iflow/install',
      {},
    )
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details.reason],
      [400, 'ENGINE_NOT_INSTALLABLE', ended],
    )
  },
)

verifies('engine.fails-over', 'iflow does not tell its tools, so that no other engine follows once it was started', async () => {
  const replay = { turns: [{ steps: [{ message: '{"ok":true}', final: true }] }] }
  const script = { steps: [{ calls: [kit.shell('echo seen')] }, { status: 429 }] }
  await using app = await startEngineApp(kit, script, {
    ...{ cli, env: { SKILL_RUNNER_ENGINES: 'iflow,replay' } },
    skills: [agentSkill('stdout', { files: { 'assets/replay/default.json': JSON.stringify(replay) } })],
  })
  const { result } = await app.run('agent-stdout', { engines: ['iflow', 'replay'], model: kit.model })
  assert.deepEqual([result?.error?.code, result?.engines_tried], ['RATE_LIMITED', undefined])
  assert.deepEqual(app.scene.unplayed, [])
})
