import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import type { ModelRequest } from '@agent-skill-runner/scripted-model'
import { parse as parseToml } from 'smol-toml'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, type EngineApp, kitsHere, realCli, scriptedModels, startEngineApp } from '../test/support/real-engine.ts'
import { inlineInputs, type TestSkill } from '../test/support/skills.ts'

const numbersFor = (howMany: number): number[] => Array.from({ length: howMany }, (_, index) => index)
const markOf = (n: number): string => `mark-${n + 10}`
const pick = <T>(list: readonly [T, ...T[]], n: number): T => list[n % list.length] ?? list[0]

/** How the runs of an engine differ, in the request, in the file that the engine reads, and in what the model is sent. */
interface Variety {
  asked(n: number): object
  wire(n: number): unknown
  wireOf(request: ModelRequest): unknown
  file(n: number): unknown
  fileOf(text: string): unknown
}

const codexModels = [
  'gpt-5.5',
  'gpt-5.6-sol',
  'gpt-6-astra',
  'gpt-6.1-sol',
  'gpt-6.1-terra',
  'gpt-6-luna',
  'gpt-5.6-terra',
] as const
const efforts = ['low', 'medium', 'high', 'xhigh'] as const

const codexVariety: Variety = {
  asked: (n) => ({
    model: `${pick(codexModels, n)}@${pick(efforts, n)}`,
    codex_config: { developer_instructions: `Settings of ${markOf(n)}.` },
  }),
  wire: (n) => [pick(codexModels, n), pick(efforts, n), `Settings of ${markOf(n)}.`],
  wireOf: ({ model, body }) => {
    const { reasoning } = body as { reasoning: { effort: string } }
    return [model, reasoning.effort, ...new Set(JSON.stringify(body).match(/Settings of mark-\d\d\./g))]
  },
  file: (n) => [pick(codexModels, n), pick(efforts, n), `Settings of ${markOf(n)}.`],
  fileOf: (text) => {
    const { model, model_reasoning_effort, developer_instructions } = parseToml(text)
    return [model, model_reasoning_effort, developer_instructions]
  },
}

/** Those that the CLI sends under the name that it was given. */
const geminiModels = [
  'gemini-2.5-pro',
  'gemini-3.1-pro-preview',
  'gemini-3.8-flash',
  'gemini-3-flash-preview',
  'gemini-3.5-flash-lite',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
] as const
const tools = ['google_web_search', 'web_fetch', 'replace', 'glob', 'list_directory']
/** Another set of tools for each number. */
const without = (n: number): string[] => tools.filter((_, bit) => (n >> bit) % 2 === 1)

const geminiVariety: Variety = {
  asked: (n) => ({ model: pick(geminiModels, n), gemini_config: { tools: { exclude: without(n) } } }),
  wire: (n) => [pick(geminiModels, n), without(n)],
  wireOf: ({ model, body }) => {
    const { tools: given } = body as { tools: { functionDeclarations: { name: string }[] }[] }
    const declared = given.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name))
    return [model, tools.filter((name) => !declared.includes(name))]
  },
  file: without,
  fileOf: (text) => JSON.parse(text).tools.exclude,
}

const iflowModels = ['glm-4.7', 'deepseek-v3.2-chat', 'glm-5', 'qwen3-coder-plus', 'kimi-k2.5', 'minimax-m2.5'] as const
const iflowTools = ['read_file', 'write_file']
/** As many milliseconds for a command as nobody else has, and some other set of tools. */
const iflowSettings = (n: number) => ({
  shellTimeout: 100_000 + n,
  excludeTools: iflowTools.filter((_, bit) => (n >> bit) % 2 === 1),
})

const iflowVariety: Variety = {
  asked: (n) => ({ model: pick(iflowModels, n), iflow_config: iflowSettings(n) }),
  wire: (n) => [pick(iflowModels, n), iflowSettings(n).excludeTools],
  wireOf: ({ model, body }) => {
    const { tools: given } = body as { tools: { function: { name: string } }[] }
    const declared = given.map((tool) => tool.function.name)
    return [model, iflowTools.filter((name) => !declared.includes(name))]
  },
  file: iflowSettings,
  fileOf: (text) => {
    const { shellTimeout, excludeTools } = JSON.parse(text)
    return { shellTimeout, excludeTools }
  },
}

const opencodeVariety: Variety = {
  asked: (n) => ({
    model: `scripted/${pick(scriptedModels, n)}`,
    opencode_config: { agent: { build: { prompt: `Settings of ${markOf(n)}.` } } },
  }),
  wire: (n) => [pick(scriptedModels, n), `Settings of ${markOf(n)}.`],
  wireOf: ({ model, body }) => [model, ...new Set(JSON.stringify(body).match(/Settings of mark-\d\d\./g))],
  file: (n) => [`scripted/${pick(scriptedModels, n)}`, `Settings of ${markOf(n)}.`],
  fileOf: (text) => {
    const { model, agent } = JSON.parse(text)
    return [model, agent.build.prompt]
  },
}

const claudeModels = [
  'claude-opus-5-5',
  'claude-fable-5-2',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-opus-4-8',
  'claude-sonnet-4-6',
  'claude-haiku-4-5',
] as const
const claudeTools = ['Write', 'Edit', 'ReportFindings', 'ListAgents', 'Workflow']
const denied = (n: number): string[] => claudeTools.filter((_, bit) => (n >> bit) % 2 === 1)

const claudeVariety: Variety = {
  asked: (n) => ({ model: pick(claudeModels, n), claude_config: { permissions: { deny: denied(n) } } }),
  wire: (n) => [pick(claudeModels, n), denied(n)],
  wireOf: ({ model, body }) => {
    const { tools: given } = body as { tools: { name: string }[] }
    const declared = given.map(({ name }) => name)
    return [model, claudeTools.filter((name) => !declared.includes(name))]
  },
  file: denied,
  fileOf: (text) => JSON.parse(text).permissions.deny,
}

const qwenModels = ['qwen3.7-max', 'qwen3.8-max', 'qwen3.6-plus', 'qwen3-coder-plus', 'qwen3.8-flash'] as const
const qwenTools = ['glob', 'grep_search', 'list_agents', 'get_goal', 'notebook_edit']
const excluded = (n: number): string[] => qwenTools.filter((_, bit) => (n >> bit) % 2 === 1)

const qwenVariety: Variety = {
  asked: (n) => ({ model: pick(qwenModels, n), qwen_config: { tools: { exclude: excluded(n) } } }),
  wire: (n) => [pick(qwenModels, n), excluded(n)],
  wireOf: ({ model, body }) => {
    const { tools: given } = body as { tools: { function: { name: string } }[] }
    const declared = given.map((tool) => tool.function.name)
    return [model, qwenTools.filter((name) => !declared.includes(name))]
  },
  file: excluded,
  fileOf: (text) => JSON.parse(text).tools.exclude,
}

const varieties = {
  qwen: qwenVariety,
  claude: claudeVariety,
  codex: codexVariety,
  gemini: geminiVariety,
  iflow: iflowVariety,
  opencode: opencodeVariety,
}

const skillIds = ['agent-one', 'agent-two', 'agent-three'] as const
const program = readFileSync(new URL('../test/support/look-around.mjs', import.meta.url), 'utf8')
const skillOf = (id: string): TestSkill =>
  agentSkill('file', {
    id,
    input: inlineInputs('mark'),
    output: { type: 'object' },
    files: { 'scripts/look-around.mjs': program },
  })

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const variety = varieties[kit.engine]
  const { atOnce: howMany = 20 } = kit
  const numbers = numbersFor(howMany)

  verifies(
    'engine.runs-do-not-mix',
    `${kit.title}: ${howMany} runs at once with different models, settings, inputs and skills each have and see only their own`,
    async () => {
      const tool = (what: string) => ({ calls: [kit.shell(`node /skill/scripts/look-around.mjs ${what}`)] })
      const steps = [tool('leave'), tool('look'), { say: 'It is written.' }].map((step) => ({
        ...step,
        stall: 'before' as const,
      }))
      const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: `${howMany}` }
      await using app = await startEngineApp(kit, { order: 'conversation', steps }, { cli, skills: skillIds.map(skillOf), env })
      const ids = await Promise.all(
        numbers.map((n) => {
          const input = { mark: markOf(n) }
          return app.create(pick(skillIds, n), { engine: kit.engine, input, ...variety.asked(n) })
        }),
      )
      // Nobody goes on before all have come as far: what one leaves, the others would find.
      for (const step of [1, 2, 3]) {
        await app.scene.reached(step * howMany)
        if (step === 2) assert.equal(runsSeenFromOutside(app).size, howMany)
        app.scene.release()
      }
      await Promise.all(ids.map((id) => app.stream(id)))

      for (const n of numbers) await seesItsOwn(app, ids[n] ?? '', n, variety)
      assert.deepEqual(
        app.scene.requests.map((request) => sentBy(request, variety)).sort(byMark),
        expectedRequests(variety, numbers),
      )
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
      assert.deepEqual(readdirSync(join(app.data, 'homes')), [])
      assert.deepEqual(runsSeenFromOutside(app), new Set())
    },
    { skip: cli.skip },
  )
}

/** The runs that left a process behind, as whoever may see all processes of this machine sees them: there is something to be seen. */
function runsSeenFromOutside({ app }: EngineApp): Set<string> {
  const environments = readdirSync('/proc').map(environmentOf)
  const mark = new RegExp(`SKILL_RUNNER_MARK=${app.runner.store.nodeId}:(\\w+):`)
  return new Set(environments.filter((text) => text.includes('LEFT=mark-')).flatMap((text) => mark.exec(text)?.[1] ?? []))
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

interface Seen {
  readonly config: string
  readonly besideWorkspace: readonly string[]
}

async function seesItsOwn(app: EngineApp, id: string, n: number, variety: Variety): Promise<void> {
  const { run_id, status, error }: Job = await app.job(id)
  assert.deepEqual([status, error], ['succeeded', null])
  const { body } = await app.get<{ result: { data: Seen } }>(`/v1/jobs/${id}/result`)
  const { config, besideWorkspace, ...seen } = body.result.data
  assert.deepEqual(seen, {
    mark: markOf(n),
    marks: [markOf(n)],
    runs: [run_id],
    // The first process of its namespace is ours, and where that is root it tells nobody its environment.
    strangers: process.getuid?.() === 0 ? ['bwrap'] : [],
    homes: ['runner'],
    skills: [pick(skillIds, n)],
  })
  assert.deepEqual(
    besideWorkspace.filter((name) => !/^(bin|dev|etc|home|lib(32|64|x32)?|opt|proc|sbin|skill|tmp|usr|workspace)$/.test(name)),
    [],
  )
  assert.deepEqual(variety.fileOf(config), variety.file(n))
}

interface Sent {
  readonly marks: readonly string[]
  readonly step: ModelRequest['step']
  readonly skill: readonly string[]
  readonly wire: unknown
}

function sentBy(request: ModelRequest, variety: Variety): Sent {
  const text = JSON.stringify(request.body)
  const all = (pattern: RegExp) => [...new Set(text.match(pattern))]
  return { marks: all(/mark-\d\d/g), step: request.step, skill: all(/agent-(?:one|two|three)/g), wire: variety.wireOf(request) }
}

const expectedRequests = (variety: Variety, numbers: readonly number[]): Sent[] =>
  numbers.flatMap((n) =>
    [0, 1, 2].map((step) => ({ marks: [markOf(n)], step, skill: [pick(skillIds, n)], wire: variety.wire(n) })),
  )

const byMark = (a: Sent, b: Sent): number => `${a.marks} ${a.step}`.localeCompare(`${b.marks} ${b.step}`)
