import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Template } from '@huggingface/jinja'
import { verifies } from '../../../test/verifies.ts'
import { type RenderLimits, rendererIn } from '../src/attempt/render.ts'
import { knownEngines } from '../src/engines/index.ts'
import { isMarked, livingProcesses } from '../src/process/proc.ts'
import { readSkill } from '../src/skills/package.ts'
import { makePrompt, type PromptVariables } from '../src/skills/prompt.ts'
import { startApp } from './support/app.ts'
import { temporaryFolder } from './support/folder.ts'
import { type SkillParts, writeSkill } from './support/skill-folder.ts'
import { until } from './support/until.ts'

const given = { input: { topic: 'tea "green"', paper: '/workspace/uploads/paper' }, parameter: { depth: 3, list: ['a'] } }

function variables(id: string, values: Pick<PromptVariables, 'input' | 'parameter'> = given): PromptVariables {
  const dir = `/workspace/.agents/skills/${id}`
  return { ...values, skill: { id, version: '1.0.0', name: id, description: 'A skill for tests.', dir }, run_dir: '/workspace' }
}

const mark = `inst_prompt${process.pid}:run_1:1`

/** As an attempt renders: in the sandbox of a server, as a user of its own. */
async function openRenderer(context: TestContext, limits?: RenderLimits) {
  const app = await startApp()
  const { sandbox, identities } = app.app.runner
  const identity = identities?.take() ?? null
  context.after(async () => {
    if (identity) identities?.release(identity)
    await app[Symbol.asyncDispose]()
  })
  const places = sandbox.places({ workspace: '/', skill: '/', home: '/', node: process.execPath })
  const confinement = { joins: [], birthplace: null, oomScore: 500, rlimits: [{ name: 'nofile', soft: 64, hard: 64 }] } as const
  return rendererIn(sandbox, { places, mark, identity, resources: { confinement } }, limits)
}

async function openPrompts(context: TestContext) {
  const folder = await temporaryFolder(context)
  const renderer = await openRenderer(context)
  let count = 0
  return async (parts: SkillParts, engine = 'replay', values?: Parameters<typeof variables>[1]): Promise<string> => {
    const root = join(folder, String(++count))
    await writeSkill(root, 'told', parts)
    const read = await readSkill(join(root, 'told'), { builtIn: false, engines: knownEngines })
    assert.ok(read.ok, 'problems' in read ? read.problems.join() : '')
    const { skill } = read
    assert.ok(skill.entrypoint.kind === 'prompt')
    return makePrompt(renderer, skill, skill.entrypoint, engine, variables('told', values))
  }
}

const both = { 'assets/prompt.txt': 'from prompt.txt', 'assets/other.txt': 'from template' }
const entry = (entrypoint: object) => ({ runner: { entrypoint }, files: both })

verifies('entry.prompt', 'the first template that is there is taken: engine, common, template, prompt.txt', async (context) => {
  const promptOf = await openPrompts(context)
  const prompts = { replay: 'for replay', codex: 'for codex', common: 'for all' }
  const { codex: _, ...withoutCodex } = prompts
  const table: [SkillParts, string][] = [
    [entry({ prompts, prompt: { template: 'assets/other.txt' } }), 'for codex'],
    [entry({ prompts: withoutCodex, prompt: { template: 'assets/other.txt' } }), 'for all'],
    [entry({ prompts: { replay: 'for replay' }, prompt: { template: 'assets/other.txt' } }), 'from template'],
    [entry({ prompts: { common: 'assets/other.txt' } }), 'from template'],
    [entry({}), 'from prompt.txt'],
  ]
  for (const [parts, expected] of table) assert.equal(await promptOf(parts, 'codex'), expected)
})

verifies('entry.prompt', 'a template sees input, parameter, skill and run_dir, and nothing more', async (context) => {
  const promptOf = await openPrompts(context)
  const template = `{{ skill.id }} {{ skill.version }} at {{ skill.dir }} in {{ run_dir }}
{% for name, value in input.items() %}
{{ name }}={{ value }}
{% endfor %}
{{ parameter.list | tojson }} {{ parameter.depth + 1 }}{{ missing }}{{ process }}{{ globalThis }}`
  assert.equal(
    await promptOf({ runner: { entrypoint: {} }, files: { 'assets/prompt.txt': template } }),
    `told 1.0.0 at /workspace/.agents/skills/told in /workspace
topic=tea "green"
paper=/workspace/uploads/paper
["a"] 4`,
  )
})

verifies('entry.prompt', 'without a template the default names the skill, its parameters and its files', async (context) => {
  const promptOf = await openPrompts(context)
  const input = {
    type: 'object',
    properties: { topic: { type: 'string', 'x-input-source': 'inline' }, paper: { type: 'string' } },
  }
  const parts = { runner: { entrypoint: {} }, files: { 'assets/input.schema.json': JSON.stringify(input) } }
  assert.equal(
    await promptOf(parts),
    `Use the skill "told" in /workspace/.agents/skills/told: read its SKILL.md first, then do what it says.

Input:
- topic: tea "green"

Input files:
- paper: /workspace/uploads/paper

Parameters:
- depth: 3
- list: ["a"]

Work in /workspace. Files that belong to the answer go to /workspace/artifacts.

Write the result as one JSON object to /workspace/result/result.json. It must satisfy the JSON Schema in /workspace/.agents/skills/told/assets/output.schema.json.
`,
  )
  const stdout = { ...parts, runner: { entrypoint: { prompt: { result_mode: 'stdout' } } } }
  assert.match(await promptOf(stdout), /\n\nEnd with the result as one JSON object and nothing around it\. It must satisfy/)
})

verifies('entry.prompt', 'a plain skill is asked what the request says', async (context) => {
  const promptOf = await openPrompts(context)
  const values = { input: { prompt: 'Say hello\nto everyone.' }, parameter: {} }
  assert.equal(
    await promptOf({ runner: null }, 'replay', values),
    `Use the skill "told" in /workspace/.agents/skills/told: read its SKILL.md first, then do what it says.

Say hello
to everyone.

Work in /workspace. Files that belong to the answer go to /workspace/artifacts.

Write the result as one JSON object to /workspace/result/result.json.
`,
  )
})

const endless = '{% for i in range(3000000) %}{{ i }}{% endfor %}'
const hostile = [
  endless,
  '{% for i in range(99999999) %}{% endfor %}',
  `${'{% for i in range(1000) %}'.repeat(9)}{% endfor %}${'{% endfor %}'.repeat(8)}`,
  '{% set n = namespace(x=[1]) %}{% for i in range(40) %}{% set n.x = n.x + n.x %}{% endfor %}',
  "{% set n = namespace(x='x') %}{% for i in range(40) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}",
  `{{ ${'['.repeat(20_000)}${']'.repeat(20_000)} }}`,
]

verifies(
  'entry.templates-are-bounded',
  'a template that takes too long or too much is ended with all that it started, and blocks nobody',
  async (context) => {
    const renderer = await openRenderer(context, { timeMs: 1000, heapMb: 64, bytes: 1024 * 1024 })
    let ticks = 0
    const timer = setInterval(() => void ticks++, 5)
    context.after(() => clearInterval(timer))
    for (const template of hostile) {
      await assert.rejects(
        renderer.render([template], variables('told'), 'assets/prompt.txt'),
        { code: 'SKILL_LIMIT_EXCEEDED', details: { what: 'assets/prompt.txt', time_ms: 1000, heap_mb: 64 } },
        template.slice(0, 80),
      )
    }
    assert.ok(ticks > 100, 'the event loop went on')
    await until('nothing of it is left', async () => !(await livingProcesses()).some(({ pid }) => isMarked(pid, mark)))

    // In a process of its own even an honest template blocks nobody; without the guard a single one holds everybody.
    const large = '{% for i in range(200000) %}{{ i }}{% endfor %}'
    let before = ticks
    await renderer.render([large], variables('told'), 'assets/prompt.txt').catch(() => {})
    assert.ok(ticks > before)
    before = ticks
    new Template(large).render({})
    assert.equal(ticks, before)
  },
)

verifies('entry.templates-are-bounded', 'a template reaches nothing of the host, whatever it tries', async (context) => {
  const renderer = await openRenderer(context)
  const reach = (template: string) =>
    renderer
      .render([template], variables('told', { input: { text: 'x', nothing: null }, parameter: {} }), 'assets/prompt.txt')
      .then(
        ([text]) => text,
        (error: { code: string }) => error.code,
      )
  const attacks: [string, string][] = [
    ['{{ input.constructor }}{{ input.__proto__ }}{{ input.text.constructor }}', ''],
    ["{{ input.constructor.constructor('return process')() }}", 'SKILL_DEGRADED'],
    ["{{ input['constructor']['constructor']('return process')() }}", 'SKILL_DEGRADED'],
    ["{{ range.constructor('return process')() }}", 'SKILL_DEGRADED'],
    ['{{ process }}{{ globalThis }}{{ require }}{{ global }}{{ self }}', ''],
    ["{% include '/etc/hostname' %}", 'SKILL_DEGRADED'],
    ["{% import '/etc/hostname' as x %}", 'SKILL_DEGRADED'],
    ["{{ import('node:fs') }}", 'SKILL_DEGRADED'],
    ['{% if %}', 'SKILL_DEGRADED'],
    ["{{ raise_exception('no') }}", 'SKILL_DEGRADED'],
  ]
  for (const [template, expected] of attacks) assert.equal(await reach(template), expected, template)
})

test('several templates are filled in together, and a broken one names its file', async (context) => {
  const renderer = await openRenderer(context)
  const depth = ['{{ parameter.depth }}', 'b', '{{ parameter.depth + 1 }}']
  assert.deepEqual(await renderer.render(depth, variables('told'), 'texts'), ['3', 'b', '4'])
  await assert.rejects(renderer.render(['{{ raise_exception("no") }}'], variables('told'), 'assets/replay/a.json'), {
    code: 'SKILL_DEGRADED',
    details: { problems: ['assets/replay/a.json: no'] },
  })
})
