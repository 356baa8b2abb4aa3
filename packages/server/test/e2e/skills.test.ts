import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { JobAccepted, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { SkillDetail, SkillSummary } from '@agent-skill-runner/contract/skill.ts'
import { verifies } from '../../../../test/verifies.ts'
import { checkAnswer, errorOf, problemsOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import type { TestSkill } from '../support/skills.ts'
import { goOn, interactive, pendingOf } from '../support/talk.ts'
import { until } from '../support/until.ts'

verifies(
  'registry.infers-artifacts',
  'a skill is told whole: schemas, artifacts, entry point, limits, digest, files',
  async () => {
    const input = {
      type: 'object',
      properties: { query: { type: 'string', 'x-input-source': 'inline' } },
      additionalProperties: false,
    }
    const output = {
      type: 'object',
      properties: { notes: { type: 'string', 'x-type': 'artifact', 'x-role': 'notes', 'x-filename': 'notes.md' } },
      required: ['notes'],
    }
    const runner = { execution_modes: undefined, unsupported_engines: ['iflow'], max_attempt: 3, automation: { timeout_sec: 7 } }
    await using app = await startApp({ skills: [{ id: 'whole', input, output, runner, version: '1.2.3' }] })
    const { status, body } = await app.get<SkillDetail>('/v1/skills/whole')
    const { digest, ...rest } = body
    assert.equal(status, 200)
    assert.match(String(digest), /^[0-9a-f]{64}$/)
    assert.deepEqual(rest, {
      id: 'whole',
      version: '1.2.3',
      name: 'whole',
      description: 'A skill that a test made.',
      engines: [],
      unsupported_engines: ['iflow'],
      effective_engines: ['codex', 'gemini', 'opencode', 'claude', 'qwen'],
      execution_modes: ['auto'],
      profile: 'auto',
      health: 'healthy',
      health_error: null,
      schemas: { input, parameter: { type: 'object' }, output },
      artifacts: [{ role: 'notes', pattern: 'notes.md', mime: null, required: true }],
      entrypoint: { type: 'script' },
      runtime: { timeout_sec: 7, network: 'off', env: [] },
      max_attempt: 3,
      files: [
        'SKILL.md',
        'assets/input.schema.json',
        'assets/output.schema.json',
        'assets/parameter.schema.json',
        'assets/runner.json',
        'scripts/run.sh',
      ],
      warnings: ['assets/runner.json: execution_modes is missing; ["auto"] is assumed. A later version will reject this.'],
    })
  },
)

verifies(
  ['registry.broken-hides-none', 'registry.is-watched'],
  'a skill whose schema cannot be compiled is listed as degraded and refused, others run, and a fixed one runs too',
  async () => {
    const broken = { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }
    await using app = await startApp({ skills: [{ id: 'broken', output: broken }, { id: 'good' }] })
    const health = async () => {
      const { body } = await app.get<SkillSummary[]>('/v1/skills')
      return body.filter(({ id }) => ['broken', 'good'].includes(id)).map((skill) => [skill.id, skill.health, skill.health_error])
    }
    const problem =
      'assets/output.schema.json: /properties/a refers to "#/$defs/none", which is not in this file. Nothing is fetched.'
    await until('the schema was judged', async () => (await health())[0]?.[1] === 'degraded')
    assert.deepEqual(await health(), [
      ['broken', 'degraded', problem],
      ['good', 'healthy', null],
    ])
    const refused = await app.post('/v1/jobs', { skill_id: 'broken' })
    assert.equal(refused.status, 409)
    assert.deepEqual(
      [errorOf(refused.body).code, errorOf(refused.body).details],
      ['SKILL_DEGRADED', { skill_id: 'broken', problems: [problem] }],
    )
    assert.equal((await app.run('good')).status, 'succeeded')
    writeFileSync(join(app.skillsDir, 'broken/assets/output.schema.json'), '{"type":"object"}')
    await until('the skill is healthy again', async () => (await health())[0]?.[1] === 'healthy')
    assert.equal((await app.run('broken')).status, 'succeeded')
  },
)

verifies(
  'registry.is-watched',
  'the smallest skill of docs/writing-skills.md works as it stands there, at once and without warnings',
  async () => {
    const doc = readFileSync(new URL('../../../../docs/writing-skills.md', import.meta.url), 'utf8')
    const [, commands = ''] = doc.match(/^## The smallest one$[\s\S]*?^```sh\n([\s\S]*?)^```$/m) ?? []
    await using app = await startApp()
    execFileSync('sh', ['-ec', commands], { cwd: app.skillsDir })
    const { status, result } = await app.run('double', { input: { n: 21 } })
    assert.deepEqual([status, result?.data], ['succeeded', { doubled: 42 }])
    assert.deepEqual((await app.get<SkillDetail>('/v1/skills/double')).body.warnings, [])
  },
)

/** What a skill can bring that asks for more than there is: a schema, a pattern for data, a template, a glob. */
const slowSchema = { anyOf: Array.from({ length: 6000 }, (_, i) => ({ properties: { [`p${i}`]: { enum: [i, `${i}`] } } })) }
const longName = `${'a'.repeat(100)}c`
const hostile: TestSkill[] = [
  { id: 'slow-schema', output: { type: 'object', ...slowSchema } },
  {
    id: 'slow-pattern',
    input: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$', 'x-input-source': 'inline' } } },
  },
  {
    id: 'slow-template',
    runner: { entrypoint: { prompts: { common: '{% for i in range(30000000) %}{{ i }}{% endfor %}' } } },
    files: { 'assets/replay/default.json': '{"steps":[{"message":"{}","final":true}]}' },
  },
  {
    id: 'slow-glob',
    sh: `touch "$SKILL_ARTIFACTS_DIR/${longName}"; echo "{}"`,
    artifacts: [{ role: 'a', pattern: `${'*a'.repeat(50)}*b` }],
  },
  { id: 'good' },
]

verifies(
  ['hostile.schemas-templates-patterns', 'run.hostile-schemas-are-bounded'],
  'hostile schemas, templates and patterns are ended with a code, and block nobody meanwhile',
  async () => {
    await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' }, skills: hostile })
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const pattern = app.post('/v1/jobs', { skill_id: 'slow-pattern', input: { text: `${'a'.repeat(40)}!` } })
    const template = app.run('slow-template')
    const glob = app.run('slow-glob')
    assert.equal((await app.run('good')).status, 'succeeded')
    const refused = await pattern
    assert.deepEqual([refused.status, errorOf(refused.body).code], [422, 'SKILL_LIMIT_EXCEEDED'])
    const ended = await template
    assert.deepEqual([ended.status, ended.result?.error?.code], ['failed', 'SKILL_LIMIT_EXCEEDED'])
    assert.deepEqual(
      (await glob).result?.artifacts.map(({ path, role }) => [path, role]),
      [[`artifacts/${longName}`, 'output']],
    )
    const { body } = await until('the schema was judged', async () => {
      const answer = await app.get<SkillDetail>('/v1/skills/slow-schema')
      return answer.body.health === 'degraded' && answer
    })
    assert.equal(body.health_error, 'assets/output.schema.json: It has a list of more than 200 objects or booleans. Simplify it.')
    delay.disable()
    // Each of them would take seconds where it could.
    assert.ok(delay.max < 1.5e9, `The event loop stood still for ${delay.max / 1e6} ms`)
  },
)

verifies('hostile.skill-vanishes', 'a skill that vanishes during a run does not harm it, nor one that waits', async () => {
  await using app = await startApp({ skills: [untilTold], env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' } })
  const running = await app.create('until-told')
  const waiting = await app.create('until-told', { runtime_options: { no_cache: true } })
  await app.until(running, 'running')
  rmSync(join(app.skillsDir, 'until-told'), { recursive: true })
  await until('the skill is gone', async () => (await app.get('/v1/skills/until-told')).status === 404)
  const refused = await app.post('/v1/jobs', { skill_id: 'until-told' })
  assert.deepEqual([refused.status, errorOf(refused.body).code], [404, 'SKILL_NOT_FOUND'])
  for (const id of [running, waiting]) {
    await app.tell(id)
    await app.until(id, 'succeeded')
  }
})

verifies('registry.plain-skills-run', 'a skill of SKILL.md alone is listed as plain, and runs', async () => {
  await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' } })
  const folder = join(app.skillsDir, 'bare')
  mkdirSync(join(folder, 'assets/replay'), { recursive: true })
  const play = (name: string, message: unknown) =>
    writeFileSync(join(folder, `assets/replay/${name}.json`), JSON.stringify({ steps: [{ message, final: true }] }))
  play('default', 'You said: {{ input.prompt }}')
  play('object', { said: '{{ input.prompt }}' })
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: bare\ndescription: Repeats.\n---\nRepeat what you are told.\n')
  const { body } = await until('the skill is seen', async () => {
    const answer = await app.get<SkillDetail>('/v1/skills/bare')
    return answer.status === 200 && answer.body.health === 'healthy' && answer
  })
  assert.deepEqual(
    [body.profile, body.version, body.execution_modes, body.entrypoint, body.schemas?.input],
    [
      'plain',
      '0.0.0',
      ['auto', 'interactive'],
      { type: 'prompt' },
      { type: 'object', properties: { prompt: { type: 'string', 'x-input-source': 'inline' } } },
    ],
  )
  const input = { prompt: 'hello' }
  const text = await app.run('bare', { input })
  const object = await app.run('bare', { input, model: 'object' })
  assert.deepEqual([text.result?.data, object.result?.data], [{ text: 'You said: hello' }, { said: 'hello' }])
  assert.equal((await app.post('/v1/jobs', { skill_id: 'bare', input: { other: 1 } })).status, 400)
})

verifies('registry.plain-skills-run', 'a plain skill is given files of any name, and its prompt names them', async () => {
  const echo = JSON.stringify({ steps: [{ echo_prompt: true, final: true }] })
  const files = { 'assets/runner.json': null, 'assets/replay/default.json': echo }
  await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' }, skills: [{ id: 'bare', files }] })
  const { status, body } = await bring(
    app,
    { skill_id: 'bare', input: { prompt: 'Compare them.' } },
    { 'a.md': 'one', 'b c.md': 'two' },
  )
  assert.equal(status, 200)
  const { text } = (body.result?.data ?? {}) as { text: string }
  assert.match(text, /^Compare them\.$/m)
  assert.match(text, /^Input files:\n- a\.md: \/workspace\/uploads\/a\.md\n- b c\.md: \/workspace\/uploads\/b c\.md$/m)
  const refused = await bring(app, { skill_id: 'bare' }, { prompt: 'x' })
  assert.deepEqual([refused.status, errorOf(refused.body).code], [400, 'UPLOAD_INVALID'])
})

verifies('builtin.demo-interview-package', 'demo-interview is whole, interactive, and refused in auto mode', async () => {
  await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' } })
  const { body } = await app.get<SkillDetail>('/v1/skills/demo-interview')
  assert.deepEqual(
    [body.health, body.execution_modes, body.profile, body.entrypoint, body.max_attempt, body.artifacts, body.warnings],
    [
      'healthy',
      ['interactive'],
      'auto',
      { type: 'prompt' },
      8,
      [{ role: 'summary', pattern: 'summary.md', mime: null, required: true }],
      [],
    ],
  )
  for (const runtime_options of [undefined, { execution_mode: 'auto' }]) {
    const refused = await app.post('/v1/jobs', { skill_id: 'demo-interview', runtime_options })
    assert.deepEqual(
      [refused.status, errorOf(refused.body).code, errorOf(refused.body).details],
      [400, 'SKILL_EXECUTION_MODE_UNSUPPORTED', { execution_mode: 'auto', execution_modes: ['interactive'] }],
    )
  }
})

verifies(
  'talk.demo-interview',
  'demo-interview asks for a choice, a free text and a confirmation, fixes what is wrong, and leaves a summary',
  async () => {
    await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' } })
    const input = { topic: 'builds' }
    const id = await app.create('demo-interview', { engine: 'replay', input, runtime_options: interactive })
    await app.until(id, 'waiting_user')
    const asked: unknown[] = []
    for (const response of ['my team', 'See which build is broken.', false, 'Only the main build.', true]) {
      const { pending } = await pendingOf(app, id)
      asked.push([pending?.kind, pending?.prompt, pending?.options.map(({ value }) => value)])
      await goOn(app, id, pending?.interaction_id ?? 0, response)
    }
    const before = 'About builds, for my team. In their own words: See which build is broken.'
    const summary = `${before} Corrected: Only the main build.`
    assert.deepEqual(asked, [
      ['choose_one', 'Who is it for?', ['myself', 'my team', 'everyone']],
      ['open_text', 'What should it do?', []],
      ['confirm', `Is this right? ${before}`, []],
      ['open_text', 'What is wrong?', []],
      ['confirm', `Is this right now? ${summary}`, []],
    ])
    const { result } = (await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)).body
    assert.deepEqual(
      [result.status, result.data, result.validation_warnings],
      [
        'succeeded',
        {
          audience: 'my team',
          need: 'See which build is broken.',
          confirmed: true,
          summary,
          summary_file: 'artifacts/summary.md',
        },
        [],
      ],
    )
    assert.deepEqual(
      result.artifacts.map(({ role, path, required }) => [role, path, required]),
      [['summary', 'artifacts/summary.md', true]],
    )
    const file = await app.get<string>(`/v1/jobs/${id}/artifacts/artifacts/summary.md`)
    assert.equal(file.body, `# Interview\n\n${summary}\n`)
  },
)

const zotero = 'zotero-parse-attachment'

const parse = (app: { url: string }, input: object, attachment: string) =>
  bring(app, { skill_id: zotero, input }, { attachment_path: attachment })

verifies(
  'builtin.zotero-parse-attachment',
  'zotero-parse-attachment takes a file and inline inputs and leaves both its files',
  async () => {
    await using app = await startApp()
    const input = { item_key: 'ABCD2345', output_format: 'md' }
    const { body } = await parse(app, input, '# On Bees\n\nBees visit flowers. Flowers feed bees.\n')
    assert.deepEqual(body.result?.data, {
      title: 'On Bees',
      summary: 'Bees visit flowers. Flowers feed bees.',
      tags: ['bees', 'flowers'],
      attachments: [
        { role: 'notes', filename: 'notes.md' },
        { role: 'parsed', filename: 'parsed.json' },
      ],
    })
    const artifacts = body.result?.artifacts ?? []
    assert.deepEqual(
      artifacts.map(({ role, path, mime, required }) => [role, path, mime, required]),
      [
        ['notes', 'artifacts/notes.md', 'text/markdown', true],
        ['parsed', 'artifacts/parsed.json', 'application/json', true],
      ],
    )
    const parsed = await app.get(artifacts[1]?.url ?? '')
    assert.deepEqual(parsed.body, {
      item_key: 'ABCD2345',
      format: 'markdown',
      title: 'On Bees',
      summary: 'Bees visit flowers. Flowers feed bees.',
      tags: ['bees', 'flowers'],
      headings: [{ level: 1, text: 'On Bees' }],
    })
  },
)

verifies('builtin.zotero-parse-attachment', 'what zotero-parse-attachment cannot take is refused in its place', async () => {
  await using app = await startApp()
  const inline = await app.post('/v1/jobs', { skill_id: zotero, input: { item_key: 'x', attachment_path: '/etc/passwd' } })
  const violations = problemsOf(inline.body)
  assert.deepEqual(
    [inline.status, errorOf(inline.body).code, violations.map(({ path, keyword }) => [path, keyword])],
    [
      400,
      'INPUT_INVALID',
      [
        ['/input/attachment_path', 'x-input-source'],
        ['/input/item_key', 'pattern'],
      ],
    ],
  )
  const { body } = await parse(app, { item_key: 'ABCD2345' }, '%PDF-1.7')
  assert.deepEqual([body.status, body.result?.error?.code], ['failed', 'SCRIPT_FAILED'])
  assert.match(JSON.stringify(body.result?.error?.details), /The attachment is a PDF/)
})

/** Creates a job with its files in one request, and waits for its end. */
async function bring(app: { url: string }, job: object, files: Record<string, string>) {
  const form = new FormData()
  form.set('job', new Blob([JSON.stringify(job)], { type: 'application/json' }))
  for (const [name, text] of Object.entries(files)) form.set(name, new Blob([text]), 'any-name')
  const response = await fetch(`${app.url}/v1/jobs?wait=240`, { method: 'POST', body: form })
  const body = (await response.json()) as JobAccepted
  checkAnswer('POST', '/v1/jobs', response.status, body)
  return { status: response.status, body }
}
