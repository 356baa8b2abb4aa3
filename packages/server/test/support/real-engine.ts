import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Call, type Scene, type Script, type ScriptedModel, startScriptedModel } from '@agent-skill-runner/scripted-model'
import { startApp, type TestAppOptions } from './app.ts'
import { type RealCli, realCli } from './real-clis.ts'
import type { TestSkill } from './skills.ts'

/** The key that a run signs in with; it must be seen nowhere. */
export const plantedKey = 'planted-key-that-nobody-may-see'

/** What differs between the real CLIs, for suites that hold for all of them. */
export interface Kit {
  readonly engine: 'codex' | 'gemini'
  /** A model with plain tools. */
  readonly model: string
  /** A call of its shell tool. */
  shell(command: string): Call
  /** Files of the managed home that lead it to the scene, with retries off. */
  operator(scene: Pick<Scene, 'url'>): Readonly<Record<string, string>>
  /** Variables of the server. */
  env(scene: Pick<Scene, 'url'>): Readonly<Record<string, string>>
}

const codexKit: Kit = {
  engine: 'codex',
  model: 'gpt-5.5@medium',
  shell: (cmd) => ({ name: 'exec_command', args: { cmd } }),
  operator: ({ url }) => ({
    '.codex/config.toml': `model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
`,
  }),
  env: () => ({ SCRIPTED_KEY: plantedKey }),
}

const geminiKit: Kit = {
  engine: 'gemini',
  model: 'gemini-2.5-flash',
  shell: (command) => ({ name: 'run_shell_command', args: { command } }),
  operator: () => ({ '.gemini/settings.json': JSON.stringify({ general: { maxAttempts: 1 } }) }),
  env: ({ url }) => ({ GEMINI_API_KEY: plantedKey, GOOGLE_GEMINI_BASE_URL: url }),
}

export const kits: readonly Kit[] = [codexKit, geminiKit]

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

/** A server with a real CLI and a scripted model that it signs in to. Ending it fails when the model was sent something it does not know. */
export async function startEngineApp(kit: Kit, script: Script, options: TestAppOptions & { readonly cli: RealCli }) {
  const model: ScriptedModel = await startScriptedModel({})
  const scene = model.scene(kit.engine, script)
  const { cli, env, ...rest } = options
  const app = await startApp({ ...rest, env: { ...cli.env, ...kit.env(scene), ...env } })
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

export function putOperatorFile(data: string, name: string, text: string): void {
  const path = join(data, 'agent-home', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export { realCli }
