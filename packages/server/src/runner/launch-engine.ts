import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Launch, Mount } from '../domain/launch.ts'
import type { Engine, EngineLaunch } from '../engines/engine.ts'
import { Fault } from '../lib/fault.ts'
import type { PromptEntry } from '../skills/entrypoint.ts'
import { makePrompt, type PromptVariables, renderScript } from '../skills/prompt.ts'
import { deliverSkill } from '../workspace/deliver-skill.ts'
import { replaceFile } from '../workspace/replace-file.ts'
import type { RunnerDeps } from './deps.ts'
import { scriptLaunch } from './launch-script.ts'
import type { Stage } from './perform.ts'
import { rendererIn } from './render.ts'

/** An engine that is ready to be started. */
export interface EngineStart {
  readonly engine: Engine
  /** Puts files where the engine looks for them, and tells what to start. */
  launch(): Promise<Launch>
}

/** Whatever can be wrong with engine, model or prompt comes out here, before anything has run. */
export async function prepareEngine(deps: RunnerDeps, stage: Stage, entry: PromptEntry): Promise<EngineStart> {
  const { run, skill, skillFolder, layout, places } = stage
  const engine = requireEngine(deps, run.engine)
  const model = run.model ?? engine.models(skill.files)[0] ?? ''
  const variables = variablesOf(stage)
  const renderer = rendererIn(deps.sandbox, stage)
  const path = engine.scriptOf(model, skill.files)
  const [prompt, script] = await Promise.all([
    makePrompt(renderer, skill, entry, engine.id, variables),
    path === null ? null : renderScript(renderer, skill, path, variables),
  ])
  await Promise.all([writeFile(layout.prompt, prompt), writeFile(layout.stdin(run.attempt), prompt)])
  const isSandboxed = deps.sandbox.status === 'bubblewrap'
  // At a neutral place inside a sandbox; without one it is seen where it is.
  const program = isSandboxed ? `/opt/engine/${basename(engine.program)}` : engine.program
  const parts = engine.launch({ prompt, model, script, program, places })
  return {
    engine,
    launch: async () => {
      if (!isSandboxed) await deliverSkill(layout, skill.id, skillFolder)
      for (const { name, text } of parts.files) await replaceFile(layout.root, join(layout.home, name), text)
      return engineLaunch(stage, parts, { from: engine.program, to: program, access: 'read' })
    },
  }
}

function requireEngine({ engines }: RunnerDeps, name: string): Engine {
  const engine = engines.built[name]
  if (!engine) throw new Fault('SKILL_ENGINE_UNSUPPORTED', { engine: name, reason: 'This version cannot run it.' })
  return engine
}

/** As a script would be started, but for what the engine says, and with the skill where agents look for skills. */
function engineLaunch(stage: Stage, parts: EngineLaunch, program: Mount): Launch {
  const { skill, skillFolder } = stage
  const { argv, env, stdin, network } = parts
  const base = scriptLaunch({ ...stage, argv, resultFile: skill.resultFile })
  return {
    ...base,
    stdin,
    network: skill.limits.network === 'off' ? 'off' : network,
    env: { ...base.env, ...env },
    mounts: [...base.mounts, { from: skillFolder, to: skillPlace(stage), access: 'read' }, program],
  }
}

function variablesOf(stage: Stage): PromptVariables {
  const { run, skill, places } = stage
  const { id, version, name, description } = skill
  return {
    input: run.input,
    parameter: run.parameter,
    skill: { id, version, name, description, dir: skillPlace(stage) },
    run_dir: places.workspace,
  }
}

const skillPlace = ({ places, skill }: Stage): string => `${places.workspace}/.agents/skills/${skill.id}`
