import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Answer,
  type Call,
  type Scene,
  type Script,
  type ScriptedModel,
  type Step,
  startScriptedModel,
} from '@agent-skill-runner/scripted-model'
import { stringify } from 'smol-toml'
import { testsEngine } from '../../../../test/thorough.ts'
import { claude } from '../../src/engines/claude/index.ts'
import { codex } from '../../src/engines/codex/index.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { gemini } from '../../src/engines/gemini/index.ts'
import { iflow } from '../../src/engines/iflow/index.ts'
import { opencode } from '../../src/engines/opencode/index.ts'
import { qwen } from '../../src/engines/qwen/index.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { type RealCli, realCli } from './real-clis.ts'
import type { TestSkill } from './skills.ts'
import { until } from './until.ts'

/** The key that a run signs in with; it must be seen nowhere. */
export const plantedKey = 'planted-key-that-nobody-may-see'

/** What differs between the real CLIs, for suites that hold for all of them. */
export interface Kit {
  readonly engine: 'codex' | 'gemini' | 'opencode' | 'iflow' | 'claude' | 'qwen'
  /** How tests call it. */
  readonly title: string
  /** A model with plain tools. */
  readonly model: string
  /** A call of its shell tool. */
  shell(command: string): Call
  /** Files of the managed home that lead it to the scene, with retries off. */
  operator(scene: Pick<Scene, 'url'>): Readonly<Record<string, string>>
  /** Variables of the server. */
  env(scene: Pick<Scene, 'url'>): Readonly<Record<string, string>>
  /** How often it asks a provider that fails where no setting says how often; absent: there is one, and it asks once. */
  readonly tries?: number
  /** What a model does that was told to answer with this text, where that is more than to say it. */
  answers?(text: string, more: Partial<Answer>): readonly Step[]
  /** How many runs a machine of ours holds at once; absent: as many as the suite likes. */
  readonly atOnce?: number
  /** A program of ours that keeps to what is known of a CLI that cannot be had: of what its makers' settings do nothing can be shown. */
  readonly isStandIn?: boolean
  /** It prints words, and neither JSON around them nor anything of its tools. */
  readonly printsWords?: boolean
  /** Of a turn it tells the tokens of its last request; absent: those of all. */
  readonly countsLastRequest?: boolean
}

/** As a probe leads it to a scripted model. */
function ledAsProbed({ probe, settings }: Engine): Pick<Kit, 'model' | 'shell' | 'operator' | 'env'> {
  if (!probe || !settings) throw new Error('this engine cannot be led to a scripted model')
  const print = (value: object) => (settings.format === 'toml' ? stringify(value) : JSON.stringify(value))
  return {
    model: probe.model,
    shell: probe.shell,
    operator: ({ url }) => ({ [settings.operatorFile]: print(probe.settings(url)) }),
    env: ({ url }) => probe.env(url, plantedKey),
  }
}

const codexKit: Kit = { engine: 'codex', title: 'codex', ...ledAsProbed(codex) }

const geminiKit: Kit = { engine: 'gemini', title: 'gemini', ...ledAsProbed(gemini) }

/** The same model under several names, so that runs can differ. */
export const scriptedModels = ['scripted-model', 'scripted-one', 'scripted-two', 'scripted-three'] as const

const opencodeKit: Kit = {
  engine: 'opencode',
  title: 'opencode',
  ...ledAsProbed(opencode),
  operator: ({ url }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: '{env:SCRIPTED_KEY}' },
          models: Object.fromEntries(
            scriptedModels.map((name) => [name, { tool_call: true, limit: { context: 128_000, output: 8192 } }]),
          ),
        },
      },
    }),
  }),
  tries: 3,
}

const iflowKit: Kit = {
  engine: 'iflow',
  title: 'iflow stand-in',
  ...ledAsProbed(iflow),
  operator: ({ url }) => ({
    '.iflow/settings.json': JSON.stringify({ baseUrl: `${url}/v1`, standIn: { backoffMs: 10, attempts: 1 } }),
  }),
  isStandIn: true,
  printsWords: true,
  countsLastRequest: true,
}

const claudeKit: Kit = {
  engine: 'claude',
  title: 'claude',
  ...ledAsProbed(claude),
  // The output schema is that of a tool. Who only says something is asked for the tool once.
  answers: (text, more) =>
    text.startsWith('{')
      ? [{ ...more, calls: [{ name: 'StructuredOutput', args: JSON.parse(text) }] }]
      : [
          { ...more, say: text },
          { say: text, usage: { input: 0, output: 0 } },
        ],
}

const qwenKit: Kit = {
  engine: 'qwen',
  title: 'qwen',
  ...ledAsProbed(qwen),
  tries: 7,
  // Each takes a gigabyte.
  atOnce: 10,
}

/** The last answer of a run that is held to its output schema. */
export const answering = (kit: Kit, text: string, more: Partial<Answer> = {}): readonly Step[] =>
  kit.answers?.(text, more) ?? [{ ...more, say: text }]

export const kits: readonly Kit[] = [codexKit, geminiKit, opencodeKit, iflowKit, claudeKit, qwenKit]

/** Those that the suites run with now. */
export const kitsHere: readonly Kit[] = kits.filter(({ engine }) => testsEngine(engine))

/** A skill that an agent runs, with its result in the last message or in a file. */
export const agentSkill = (mode: 'stdout' | 'file', more: Partial<TestSkill> & { runner?: object } = {}): TestSkill => ({
  id: `agent-${mode}`,
  output: {
    type: 'object',
    properties: { ok: { type: 'boolean' }, note: { type: 'string' } },
    required: ['ok'],
    additionalProperties: false,
  },
  ...more,
  runner: { entrypoint: { type: 'prompt', prompt: { result_mode: mode } }, ...more.runner },
})

export type EngineApp = Awaited<ReturnType<typeof startEngineApp>>

interface EngineAppOptions extends TestAppOptions {
  readonly cli: RealCli
  /** Whether the homes that a CLI has made ready are those of all suites, or made by this server. */
  readonly warmHomes?: 'shared' | 'own'
}

/** A server with a real CLI and a scripted model that it signs in to. Ending it fails when the model was sent something it does not know. */
export async function startEngineApp(kit: Kit, script: Script, options: EngineAppOptions) {
  const model: ScriptedModel = await startScriptedModel({})
  const scene = model.scene(kit.engine, script)
  const { cli, env, warmHomes = 'shared', ...rest } = options
  const app = await startApp({ ...rest, env: { ...cli.env, ...kit.env(scene), ...env } })
  if (warmHomes === 'shared') shareWarmHomes(app.data)
  // A program that was named has to be asked first.
  await app.app.runner.installations.refresh()
  for (const [name, text] of Object.entries(kit.operator(scene))) putOperatorFile(app.data, name, text)
  return {
    ...app,
    model,
    scene,
    async [Symbol.asyncDispose]() {
      // A model that still listens would keep a suite that has failed from ending.
      await app[Symbol.asyncDispose]().finally(() => model.close())
    },
  }
}

/** Where homes lie that these very engines have made ready: another way to do that finds none. */
function sharedHomes(): string {
  const engines = fileURLToPath(new URL('../../src/engines', import.meta.url))
  const sources = readdirSync(engines, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const made = sources.toSorted().map((name) => [name, readFileSync(join(engines, name), 'utf8')])
  const digest = sha256(JSON.stringify(made)).slice(0, 16)
  return fileURLToPath(new URL(`../../../../.cache/warm-homes/${digest}`, import.meta.url))
}

/** As if this server had been here before: to make such a home is to start the CLI once more. */
export function shareWarmHomes(data: string): void {
  const shared = sharedHomes()
  mkdirSync(shared, { recursive: true })
  mkdirSync(data, { recursive: true })
  if (!existsSync(join(data, 'templates'))) symlinkSync(shared, join(data, 'templates'))
}

/** A program that was named is looked at in the background, by a server that is a process of its own: jobs have to wait for that. */
export async function untilLookedAt(kit: Kit, { get }: Pick<EngineApp, 'get'>): Promise<void> {
  if (!kit.isStandIn) return
  const isInstalled = async () => {
    const { body } = await get<{ installed: boolean }>(`/v1/management/engines/${kit.engine}`)
    return body.installed
  }
  await until(`${kit.title} has been looked at`, isInstalled)
}

export function putOperatorFile(data: string, name: string, text: string): void {
  const path = join(data, 'agent-home', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export { realCli }
