import assert from 'node:assert/strict'
import { cpSync, existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Job, JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { fillHome } from '../../src/attempt/fill-home.ts'
import { prepareAttempt } from '../../src/attempt/prepare.ts'
import { prepareEngine } from '../../src/attempt/prepare-engine.ts'
import { inWork } from '../../src/attempt/run-child.ts'
import type { Launch } from '../../src/domain/launch.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { run as execute, marker } from '../support/children.ts'
import { queuedRun } from '../support/runs.ts'
import { type TestSkill, writeSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'

const env = { SKILL_RUNNER_ENGINES: 'replay' }

interface Prompted extends Partial<TestSkill> {
  readonly id: string
  /** Scripts by name; `default` unless the job asks for another. */
  readonly replay?: Readonly<Record<string, readonly object[]>>
  readonly entrypoint?: object
}

/** A skill for an engine, with what the replay engine plays for it. */
function prompted({ id, replay = {}, entrypoint = {}, files = {}, ...rest }: Prompted): TestSkill {
  const scripts = Object.entries(replay).map(([name, steps]) => [`assets/replay/${name}.json`, JSON.stringify({ steps })])
  return { id, ...rest, runner: { entrypoint, ...rest.runner }, files: { ...Object.fromEntries(scripts), ...files } }
}

const say = (data: object, final = true) => ({ message: data, final })
type App = Awaited<ReturnType<typeof startApp>>

async function storyOf(app: App, id: string): Promise<(readonly [string, unknown])[]> {
  return (await app.events(id)).map(({ type, data }) => [type, data])
}

verifies(
  ['entry.prompt', 'entry.replay-plays-scripts', 'builtin.demo-echo'],
  'the demo of a prompt skill goes from template to validated result, and tells all that was said',
  async () => {
    await using app = await startApp({ env })
    const {
      request_id: id,
      status,
      result,
    } = await app.run('demo-echo', {
      input: { text: ' Hello\n  "wörld" ' },
      parameter: { normalize: true },
    })
    assert.equal(status, 'succeeded', JSON.stringify(result?.error))
    const expected = {
      text: 'Hello "wörld"',
      length: 13,
      normalized: true,
      warnings: ['The text was changed by tidying it.'],
    }
    assert.deepEqual(result?.data, expected)
    assert.deepEqual(
      result?.artifacts.map(({ role, path }) => [role, path]),
      [['notes', 'artifacts/notes.md']],
    )
    const job = await app.job(id)
    assert.deepEqual([job.engine, job.model, job.attempt_number], ['replay', 'default', 1])

    const prompt = `Use the skill "demo-echo" that lies in /workspace/.agents/skills/demo-echo: read its SKILL.md first, then do what it says.

The text, as a JSON string:
" Hello\\n  \\"wörld\\" "

normalize: true

Write the result to /workspace/result/result.json and the notes to /workspace/artifacts/notes.md.`
    const { body: logs } = await app.get<{ prompt: string; prompt_truncated: boolean }>(`/v1/jobs/${id}/logs`)
    assert.deepEqual([logs.prompt, logs.prompt_truncated], [prompt, false])
    for (const file of ['prompt.txt', '.audit/stdin.1.log'])
      assert.equal(readFileSync(join(app.runFolder(job.run_id), file), 'utf8'), prompt)

    const note = { path: 'artifacts/notes.md' }
    const story = await storyOf(app, id)
    assert.deepEqual(story.slice(1, 9), [
      ['conversation.started', { session_id: null }],
      ['conversation.started', { session_id: 'replay-demo-echo' }],
      ['assistant.reasoning', { text: 'The skill wants the text back, its length, and a note.' }],
      ['assistant.message.intermediate', { message_id: 'm_1_1', text: 'I read the skill and write what it asks for.' }],
      ['assistant.tool_call', { phase: 'started', name: 'write_file', call_id: 'call_1', summary: JSON.stringify(note) }],
      ['assistant.tool_call', { phase: 'completed', name: 'write_file', call_id: 'call_1', summary: 'written' }],
      ['assistant.message.final', { message_id: 'm_1_2', text: 'The result is in result/result.json.' }],
      ['usage.updated', { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_usd: 0 }],
    ])
    const rasp = (await app.events(id, 'rasp')) as unknown as { source: object }[]
    const source = { engine: 'replay', parser: 'replay_ndjson', confidence: 0.95 }
    for (const event of rasp) assert.deepEqual(event.source, source)
  },
)

verifies(
  'entry.replay-plays-scripts',
  'lines, delays, files, the prompt and the exit are played, and what is no event stays raw with a warning',
  async () => {
    const steps = [
      { stdout: 'Starting up…' },
      { stdout: '' },
      { stderr: 'a word on the side' },
      { sleep_ms: 30 },
      { echo_prompt: true },
      { write: { path: 'artifacts/deep/er/a.txt', text: 'made of {{ parameter.word }}' } },
      { write: { path: 'result/result.json', json: { word: '{{ parameter.word }}', n: 1 } } },
      { exit: 0 },
      { stdout: 'never said' },
    ]
    await using app = await startApp({
      env,
      skills: [
        prompted({ id: 'plays', entrypoint: { prompts: { common: 'Say {{ parameter.word }}.' } }, replay: { default: steps } }),
      ],
    })
    // A text can only ever become a text: it does not get out of its place.
    const word = '"}]} {{ 1 + 1 }}'
    const { request_id: id, status, result } = await app.run('plays', { parameter: { word } })
    assert.deepEqual([status, result?.data], ['succeeded', { word, n: 1 }], JSON.stringify(result?.error))
    const { run_id } = await app.job(id)
    assert.equal(readFileSync(join(app.runFolder(run_id), 'artifacts/deep/er/a.txt'), 'utf8'), `made of ${word}`)
    const { body: logs } = await app.get<{ stdout: string; stderr: string }>(`/v1/jobs/${id}/logs`)
    const message = JSON.stringify({ type: 'message', text: `Say ${word}.`, final: false })
    assert.deepEqual([logs.stdout, logs.stderr], [`Starting up…\n\n${message}\n`, 'a word on the side\n'])
    const warnings = (await app.events(id)).filter(({ type }) => type === 'diagnostic.warning')
    assert.deepEqual(
      warnings.map(({ data }) => [data['code'], data['count']]),
      [
        ['UNPARSED_CONTENT_FELL_BACK_TO_RAW', 1],
        ['DONE_MARKER_MISSING', undefined],
      ],
    )
    const spans = (await app.events(id, 'rasp')).flatMap(({ raw_ref: at }) => (at?.stream === 'stdout' ? [at] : []))
    const covered = spans.reduce((end, { byte_from, byte_to }) => (byte_from === end ? byte_to : Number.NaN), 0)
    assert.equal(covered, Buffer.byteLength(logs.stdout))
  },
)

verifies(
  'entry.replay-plays-recorded-runs',
  'a copy of the folder of a run plays again: the same events, files and result',
  async () => {
    await using app = await startApp({ env })
    const asked = { input: { text: 'once' } }
    const first = await app.run('demo-echo', asked)
    const root = writeSkill(app.skillsDir, prompted({ id: 'recorded', input: inlineText, artifacts: notes }))
    cpSync(app.runFolder((await app.job(first.request_id)).run_id), join(root, 'assets/replay/tuesday'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    await until('the recording was read', async () => {
      const { body } = await app.get<{ files?: string[] }>('/v1/skills/recorded')
      return body.files?.includes('assets/replay/tuesday/manifest.json') ?? false
    })
    const again = await app.run('recorded', { ...asked, engine: 'replay' })
    assert.deepEqual([again.status, again.result?.data], ['succeeded', first.result?.data], JSON.stringify(again.result?.error))
    assert.equal((await app.job(again.request_id)).model, 'tuesday')
    const digests = (accepted: typeof first) => accepted.result?.artifacts.map(({ path, role, sha256 }) => [path, role, sha256])
    assert.deepEqual(digests(again), digests(first))
    const said = async (id: string) =>
      (await app.events(id, 'rasp')).flatMap(({ event, data, raw_ref }) => (raw_ref ? [[event.type, data, raw_ref]] : []))
    const events = await said(first.request_id)
    assert.equal(events.length, 9)
    assert.deepEqual(await said(again.request_id), events)
  },
)

const inlineText = { type: 'object', properties: { text: { type: 'string', 'x-input-source': 'inline' } } }
const notes = [{ role: 'notes', pattern: 'notes.md', mime: 'text/markdown', required: true }]

verifies('entry.hybrid', 'the script runs first and prepares, the engine finishes, and both are in the same logs', async () => {
  const entrypoint = { type: 'hybrid', script: { command: 'sh scripts/run.sh' }, prompt: { result_mode: 'stdout' } }
  const replay = { default: [{ stdout: '{"type":"odd"}' }, say({ done: true })], mute: [] }
  await using app = await startApp({
    env,
    skills: [
      prompted({
        id: 'both',
        sh: 'echo \'{"prepared":true}\'; echo working >&2; echo ready > "$SKILL_ARTIFACTS_DIR/prepared.txt"',
        entrypoint,
        replay,
      }),
      prompted({ id: 'half', sh: 'echo broken >&2; exit 7', entrypoint, replay }),
    ],
  })
  const both = await app.run('both')
  assert.deepEqual([both.status, both.result?.data], ['succeeded', { done: true }], JSON.stringify(both.result?.error))
  assert.deepEqual(
    both.result?.artifacts.map(({ path }) => path),
    ['artifacts/prepared.txt'],
  )
  const { body: logs } = await app.get<{ stdout: string; stderr: string; prompt: string }>(`/v1/jobs/${both.request_id}/logs`)
  const [prepared, odd, final] = logs.stdout.split('\n')
  assert.deepEqual([prepared, odd, logs.stderr], ['{"prepared":true}', '{"type":"odd"}', 'working\n'])
  assert.match(logs.prompt, /^Use the skill "both"/)
  const spans = (await app.events(both.request_id, 'rasp')).flatMap(({ event, raw_ref: at }) =>
    at?.stream === 'stdout' ? [[event.type, at.byte_from, at.byte_to]] : [],
  )
  const [a, b] = [18, 33]
  assert.deepEqual(spans, [
    ['raw.stdout', 0, a],
    ['raw.stdout', a, b],
    ['agent.message.final', b, b + (final?.length ?? 0) + 1],
  ])

  // What the script printed is no answer of the engine, even when that says nothing.
  const mute = await app.run('both', { model: 'mute' })
  assert.deepEqual([mute.status, mute.result?.error?.code], ['failed', 'SCHEMA_VALIDATION_FAILED'])

  const half = await app.run('half')
  assert.deepEqual(
    [half.status, half.result?.error?.code, half.result?.error?.details],
    ['failed', 'SCRIPT_FAILED', { exit_code: 7, stderr_tail: 'broken\n' }],
  )
  assert.ok(!(await storyOf(app, half.request_id)).some(([type]) => type.startsWith('assistant.')), 'the engine was not started')
})

test('script and engine of a hybrid share one allowance of time and output', async () => {
  const entrypoint = { type: 'hybrid', script: { command: 'sh scripts/run.sh' } }
  await using app = await startApp({
    env: { ...env, SKILL_RUNNER_MAX_OUTPUT_BYTES: '100000' },
    skills: [
      prompted({ id: 'slow', sh: 'sleep 0.5', entrypoint, replay: { default: [{ sleep_ms: 600_000 }] } }),
      prompted({
        id: 'loud',
        sh: 'head -c 60000 /dev/zero | tr "\\0" x; echo',
        entrypoint,
        replay: { default: [{ stdout: 'y'.repeat(60_000) }, say({})] },
      }),
    ],
  })
  const slow = await app.run('slow', { runtime_options: { timeout_sec: 2 } })
  assert.deepEqual([slow.result?.error?.code, slow.result?.error?.details], ['TIMEOUT', { timeout_sec: 2 }])
  const loud = await app.run('loud')
  assert.equal(loud.result?.error?.code, 'OUTPUT_LIMIT')
})

test('the last message is the answer when there is no result file; the talk around it never is', async () => {
  const output = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
  const fenced = { message: 'Here it is:\n```json\n{"n": 2}\n```', final: true }
  const replay = {
    message: [say({ n: 0 }, false), say({ n: 1 })],
    fenced: [fenced],
    file: [{ write: { path: 'result/result.json', json: { n: 3 } } }, say({ n: 4 })],
    later: [say({ n: 5 }), say({ n: 6 })],
    printed: [{ stdout: '{"n": 7}' }],
    talk: [{ event: { type: 'message', text: 'no', final: false, n: 8 } }],
    nothing: [],
  }
  await using app = await startApp({ env, skills: [prompted({ id: 'answers', output, replay })] })
  const results = await Promise.all(
    Object.keys(replay).map(async (model) => {
      const { result } = await app.run('answers', { model })
      return [model, result?.data ?? result?.error?.code, result?.normalization_level]
    }),
  )
  assert.deepEqual(results, [
    ['message', { n: 1 }, null],
    ['fenced', { n: 2 }, 'N0'],
    ['file', { n: 3 }, null],
    ['later', { n: 6 }, null],
    ['printed', { n: 7 }, null],
    ['talk', 'SCHEMA_VALIDATION_FAILED', null],
    ['nothing', 'SCHEMA_VALIDATION_FAILED', null],
  ])
})

verifies('registry.plain-skills-run', 'a skill with SKILL.md only runs, and its last message is its answer', async () => {
  const gone = ['runner.json', 'input.schema.json', 'parameter.schema.json', 'output.schema.json'].map((name) => [
    `assets/${name}`,
    null,
  ])
  const files = { ...Object.fromEntries(gone), 'scripts/run.sh': null }
  const replay = {
    default: [{ message: 'Good day to {{ input.prompt }}.', final: true }],
    json: [say({ greeting: 'hello' })],
    list: [{ message: '[1, {"a": 2}]', final: true }],
  }
  await using app = await startApp({ env, skills: [prompted({ id: 'plain', files, replay })] })
  const { body } = await app.get<{ profile: string; health: string; effective_engines: string[] }>('/v1/skills/plain')
  assert.deepEqual([body.profile, body.health, body.effective_engines.includes('replay')], ['plain', 'healthy', true])
  const text = await app.run('plain', { input: { prompt: 'you' } })
  assert.deepEqual(
    [text.status, text.result?.data],
    ['succeeded', { text: 'Good day to you.' }],
    JSON.stringify(text.result?.error),
  )
  const json = await app.run('plain', { input: { prompt: 'you' }, model: 'json' })
  assert.deepEqual([json.status, json.result?.data], ['succeeded', { greeting: 'hello' }])
  const list = await app.run('plain', { input: { prompt: 'you' }, model: 'list' })
  assert.deepEqual([list.status, list.result?.data], ['succeeded', { text: '[1, {"a": 2}]' }])
})

test('an engine that fails, says that it failed, or plays a broken script ends the run with its reason', async () => {
  const failed = { event: { type: 'turn', phase: 'failed', reason: 'no quota' } }
  const replay = {
    exits: [say({}), { stderr: 'trouble' }, { exit: 3 }],
    says: [say({}), failed],
    recovers: [failed, { event: { type: 'turn', phase: 'started' } }, say({ ok: true })],
    broken: [{ dance: true }],
    outside: [{ write: { path: '../escaped', text: 'x' } }],
    record: [{ write: { path: '.audit/stdout.1.log', text: 'x' } }],
  }
  await using app = await startApp({ env, skills: [prompted({ id: 'fails', replay })] })
  const ends = async (model: string) => {
    const { result } = await app.run('fails', { model })
    return [result?.error?.code ?? result?.data, result?.error?.details ?? null]
  }
  assert.deepEqual(await ends('exits'), ['ENGINE_FAILED', { exit_code: 3, stderr_tail: 'trouble\n' }])
  assert.deepEqual(await ends('says'), ['ENGINE_FAILED', { reason: 'no quota', exit_code: 0, stderr_tail: '' }])
  assert.deepEqual(await ends('recovers'), [{ ok: true }, null])
  const kinds = 'stdout, stderr, event, message, echo_prompt, sleep_ms, wait_for, write, exit'
  const broken = `replay: Step 1: A step is one of ${kinds}.\n`
  assert.deepEqual(await ends('broken'), ['ENGINE_FAILED', { exit_code: 64, stderr_tail: broken }])
  for (const [model, path] of [
    ['outside', '../escaped'],
    ['record', '.audit/stdout.1.log'],
  ] as const) {
    const refused = `replay: Step 1: ${path} is not in artifacts/, result/ or tmp/.\n`
    assert.deepEqual(await ends(model), ['ENGINE_FAILED', { exit_code: 64, stderr_tail: refused }])
  }
})

verifies(
  'entry.templates-are-bounded',
  'a hostile or broken template fails its own run with a code before anything is started, and other jobs go on',
  async () => {
    const entrypoint = (common: string) => ({ type: 'hybrid', prompts: { common }, script: { command: 'sh scripts/run.sh' } })
    const replay = { default: [say({})] }
    await using app = await startApp({
      env,
      skills: [
        prompted({ id: 'endless', entrypoint: entrypoint('{% for i in range(3000000) %}{{ i }}{% endfor %}'), replay }),
        prompted({ id: 'greedy', entrypoint: entrypoint('{% for i in range(99999999) %}{% endfor %}'), replay }),
        prompted({ id: 'broken', entrypoint: entrypoint('{% if %}'), replay }),
        prompted({ id: 'not-json', files: { 'assets/replay/default.json': '{"steps":[' } }),
      ],
    })
    const attacks = Promise.all([app.run('endless'), app.run('greedy'), app.run('broken'), app.run('not-json')])
    const demo = await app.run('demo-prime-number', { input: { numbers: [3] } })
    assert.equal(demo.status, 'succeeded')
    const [endless, greedy, broken, notJson] = await attacks
    const details = { what: 'assets/runner.json: entrypoint.prompts.common', time_ms: 5000, heap_mb: 64 }
    for (const { request_id, result } of [endless, greedy]) {
      assert.deepEqual([result?.error?.code, result?.error?.details], ['SKILL_LIMIT_EXCEEDED', details])
      const { body: logs } = await app.get<{ stdout: string; stderr: string }>(`/v1/jobs/${request_id}/logs`)
      assert.deepEqual([logs.stdout, logs.stderr], ['', ''])
    }
    const problem = 'assets/runner.json: entrypoint.prompts.common: Unexpected token: CloseStatement'
    assert.deepEqual([broken.result?.error?.code, broken.result?.error?.details], ['SKILL_DEGRADED', { problems: [problem] }])
    assert.deepEqual(
      [notJson.result?.error?.code, notJson.result?.error?.details],
      ['SKILL_DEGRADED', { skill_id: 'not-json', problems: ['assets/replay/default.json is not valid JSON.'] }],
    )
  },
)

verifies(
  'entry.engines-are-chosen-at-create',
  'engine and model are chosen or refused at create, each refusal says why, and nothing is left behind',
  async () => {
    const replay = { default: [say({ played: 'default' })], other: [say({ played: 'other' })] }
    const skills = [
      prompted({ id: 'any', replay }),
      prompted({ id: 'named', replay: { zebra: [say({})], ape: [say({})] }, runner: { engines: ['codex', 'replay'] } }),
      prompted({ id: 'only-codex', replay, runner: { engines: ['codex'] } }),
      prompted({ id: 'only-opencode', replay, runner: { engines: ['opencode'] } }),
      prompted({ id: 'nothing-to-play' }),
      prompted({ id: 'without', replay, runner: { unsupported_engines: ['replay'] } }),
    ]
    const notEnabled = 'It is not enabled on this server; see SKILL_RUNNER_ENGINES.'
    const notBuilt = 'This version cannot run it yet.'
    const notThere = 'It is not installed. Install it: ./skill-runner engine install codex'
    await using app = await startApp({
      skills,
      env: { SKILL_RUNNER_ENGINES: 'replay, codex, opencode', SKILL_RUNNER_DEFAULT_ENGINE: 'codex' },
    })
    // As it was before it was built.
    const { opencode: _built, ...built } = app.app.runner.engines.built
    Object.assign(app.app.runner.engines, { built })
    const refused = async (body: object) => {
      const { status, body: answer } = await app.post('/v1/jobs', body)
      const { code, details } = errorOf(answer)
      const { effective_engines: _, ...rest } = details as { effective_engines?: string[] }
      return [status, code, rest]
    }
    const unsupported = (rest: object) => [400, 'SKILL_ENGINE_UNSUPPORTED', rest]
    const notReady = [503, 'ENGINE_NOT_READY', { engine: 'codex', reasons: { codex: notThere } }]
    assert.deepEqual(await refused({ skill_id: 'any', engine: 'codex' }), notReady)
    assert.deepEqual(await refused({ skill_id: 'only-codex' }), notReady)
    assert.deepEqual(
      await refused({ skill_id: 'any', engine: 'opencode' }),
      unsupported({ engine: 'opencode', reason: notBuilt }),
    )
    assert.deepEqual(await refused({ skill_id: 'any', engine: 'gemini' }), unsupported({ engine: 'gemini', reason: notEnabled }))
    assert.deepEqual(
      await refused({ skill_id: 'any', engine: 'none' }),
      unsupported({
        engine: 'none',
        reason: 'There is no such engine, or it is not enabled on this server; see SKILL_RUNNER_ENGINES.',
      }),
    )
    assert.deepEqual(
      await refused({ skill_id: 'without', engine: 'replay' }),
      unsupported({
        engine: 'replay',
        reason: 'The skill leaves it out; see engines and unsupported_engines of its runner.json.',
      }),
    )
    assert.deepEqual(await refused({ skill_id: 'only-opencode' }), unsupported({ engine: null, reasons: { opencode: notBuilt } }))
    assert.deepEqual(
      await refused({ skill_id: 'nothing-to-play', engine: 'replay' }),
      unsupported({ engine: 'replay', reason: 'The skill brings nothing to replay in assets/replay.' }),
    )
    assert.deepEqual(await refused({ skill_id: 'any', model: 'no-such' }), [
      400,
      'MODEL_UNKNOWN',
      { engine: 'replay', model: 'no-such', nearest: [], models: ['default', 'other'] },
    ])
    assert.deepEqual((await app.get<JobList>('/v1/jobs')).body.jobs, [])

    const chosen = async (skill: string, rest: object = {}) => {
      const { engine, model } = await app.job((await app.run(skill, { ...rest })).request_id)
      return [engine, model]
    }
    assert.deepEqual(await chosen('any'), ['replay', 'default'])
    assert.deepEqual(await chosen('any', { engine: 'replay', model: 'other' }), ['replay', 'other'])
    assert.deepEqual(await chosen('named'), ['replay', 'ape'])
  },
)

verifies(
  'entry.engines-are-chosen-at-create',
  'a skill that ships recordings runs on the usual server, says that it is a recording, and only the names of engines may be set',
  async () => {
    await using app = await startApp()
    const { request_id: id, result } = await app.run('demo-echo', { input: { text: 'Hello' } })
    const { engine, warnings } = await app.job(id)
    const message =
      'No engine that could ask a model is ready: a recording that the skill ships is played. To ask a model, install an engine and sign in.'
    assert.deepEqual(
      [result?.status, engine, warnings.map(({ code, message }) => [code, message])],
      ['succeeded', 'replay', [['RECORDING_PLAYED', message]]],
    )
    const named = await app.run('demo-echo', { engine: 'replay', input: { text: 'Hello again' } })
    assert.deepEqual((await app.job(named.request_id)).warnings, [])
    const enginesOf = async (skill: string) =>
      (await app.get<{ effective_engines: string[] }>(`/v1/skills/${skill}`)).body.effective_engines
    const others = ['codex', 'gemini', 'iflow', 'opencode', 'claude', 'qwen']
    assert.deepEqual([await enginesOf('demo-echo'), await enginesOf('demo-prime-number')], [[...others, 'replay'], others])
    for (const [name, value] of [
      ['SKILL_RUNNER_ENGINES', 'replay,codx'],
      ['SKILL_RUNNER_DEFAULT_ENGINE', 'codx'],
    ] as const) {
      await assert.rejects(
        startApp({ env: { [name]: value } }),
        new RegExp(`^Error: ${name} names "codx", which is not an engine`),
      )
    }
  },
)

test('an engine is canceled like a script', async () => {
  const replay = { default: [{ message: 'thinking' }, { sleep_ms: 600_000 }] }
  await using app = await startApp({ env, skills: [prompted({ id: 'thinks', replay })] })
  const id = await app.create('thinks')
  await until('it has spoken', async () => (await storyOf(app, id)).some(([type]) => type === 'assistant.message.intermediate'))
  const { body } = await app.post<{ status: string; accepted: boolean }>(`/v1/jobs/${id}/cancel`)
  assert.deepEqual([body.status, body.accepted], ['canceled', true])
})

verifies(
  'sandbox.status-is-honest',
  'without a sandbox an engine runs with a warning and finds its skill in the same place',
  async () => {
    await using app = await startApp({ env: { ...env, SKILL_RUNNER_SANDBOX: 'off' } })
    const { request_id, status, result } = await app.run('demo-echo', { engine: 'replay', input: { text: 'x' } })
    assert.equal(status, 'succeeded', JSON.stringify(result?.error))
    assert.deepEqual(
      result?.validation_warnings.map(({ code }) => code),
      ['SANDBOX_NOT_IN_FORCE'],
    )
    const { run_id, skill_digest }: Job = await app.job(request_id)
    const place = join(app.runFolder(run_id), '.agents/skills/demo-echo')
    assert.ok(lstatSync(join(place, 'assets')).isSymbolicLink() && lstatSync(join(place, 'SKILL.md')).isFile())
    assert.ok(existsSync(join(app.data, 'snapshots', skill_digest, 'SKILL.md')))
  },
)

verifies('entry.script', 'a script gets its input on stdin and as a file, and runs without an engine', async () => {
  const js = `
    import { readFileSync } from 'node:fs'
    const [stdin, file] = [readFileSync(0, 'utf8'), readFileSync(process.env.SKILL_INPUT_FILE, 'utf8')]
    console.log(JSON.stringify({ same: stdin === file, given: JSON.parse(stdin) }))`
  await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: '' }, skills: [{ id: 'reads', js, input: inlineText }] })
  const asked = { input: { text: 'x' }, parameter: { n: 1 } }
  const { request_id, result } = await app.run('reads', asked)
  assert.deepEqual(result?.data, { same: true, given: asked })
  const { engine, model } = await app.job(request_id)
  const { body: logs } = await app.get<{ prompt: string | null }>(`/v1/jobs/${request_id}/logs`)
  assert.deepEqual([engine, model, logs.prompt], ['script', null, null])
})

verifies(
  ['entry.prompt', 'sandbox.own-records-are-out-of-reach', 'sandbox.host-is-out-of-reach'],
  'an engine finds the skill where agents look for it and cannot change it, and sees as little of its run as a script does',
  async () => {
    await using app = await startApp({ env })
    const runner = app.app.runner
    const { request_id } = await app.run('demo-echo', { input: { text: 'x' } })
    const { run_id, skill_digest } = await app.job(request_id)
    const run = {
      ...queuedRun(run_id),
      state: 'running',
      owner: 'b',
      cancelRequestedAt: null,
      process: null,
      attempt: 1,
    } as const
    const identity = runner.identities?.take() ?? null
    const running = { ...run, engine: 'replay', skillId: 'demo-echo', skillDigest: skill_digest, input: { text: 'x' } }
    const { signal } = new AbortController()
    const attempt = await prepareAttempt(runner, { run: running, job: null, signal, logger: runner.logger }, identity)
    await using _audit = attempt.audit
    const { entrypoint } = attempt.skill
    assert.ok(entrypoint.kind === 'prompt')
    const { launch } = await fillHome(runner, attempt, await prepareEngine(runner, attempt, entrypoint, null))
    assert.deepEqual([launch.network, launch.cwd], ['off', '/workspace'])

    const script = `cd /workspace; ls -A | sort | tr '\\n' ' '; echo
      head -n 2 .agents/skills/demo-echo/SKILL.md
      touch .agents/skills/demo-echo/new 2>&1 | grep -c 'Read-only'
      ls /opt/engine ~`
    const shell: Launch = { ...launch, env: { ...launch.env, SKILL_RUNNER_MARK: marker }, argv: ['sh', '-c', script] }
    const ran = await inWork(runner, attempt.layout, shell, () => execute(app.folder, runner.sandbox.wrap(shell)))
    if (identity) runner.identities?.release(identity)
    assert.deepEqual(ran.stdout.split('\n'), [
      '.agents artifacts input.json result skill.json tmp uploads ',
      '---',
      'name: demo-echo',
      '1',
      '/home/runner:',
      'replay.json',
      '',
      '/opt/engine:',
      'cli.mjs',
      '',
    ])
  },
)
