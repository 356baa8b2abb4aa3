import { appendFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Engine, EngineLaunch, LaunchRequest } from '../engines/engine.ts'
import { mcpBehindGate } from '../engines/mcp-servers.ts'
import type { Settings } from '../engines/settings.ts'
import type { GatePlan } from '../gate/plan.ts'
import { type ProgramOnDisk, programIn } from '../installed/ask.ts'
import { engineEnv, keysIn } from '../installed/environment.ts'
import type { Installation } from '../installed/installations.ts'
import { Fault } from '../lib/fault.ts'
import { settingsOfRun } from '../runs/engine-settings.ts'
import type { PromptEntry } from '../skills/entrypoint.ts'
import { makePrompt, renderScript } from '../skills/prompt.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { variablesOf } from './deliver.ts'
import type { AttemptDeps } from './deps.ts'
import { type NativeSchema, nativeSchemaFor } from './native-schema.ts'
import { reachOfEngine } from './network.ts'
import type { Attempt } from './prepare.ts'
import { rendererIn } from './render.ts'
import { requireTaken } from './require-taken.ts'
import type { Resumed, Turn } from './session.ts'

/** An engine that is ready to be started: everything about the start that does not touch its home. */
export interface EngineStart {
  readonly entry: PromptEntry
  readonly engine: Engine
  /** Of its CLI; null: it is our own program. */
  readonly installation: Installation | null
  readonly program: ProgramOnDisk
  readonly launch: EngineLaunch
  readonly settings: Settings
  readonly native: NativeSchema
  /** Its ways out; null: there is no gate before its network. */
  readonly plan: GatePlan | null
  /** Its reported usage includes that of earlier attempts. */
  readonly countsOn: boolean
  /** Its CLI says that it can go on with a session; recorded, and nothing depends on it. */
  readonly canResume: boolean
  /** The session to resume; null: it begins one. */
  readonly resumes: string | null
  /** Where the files of that session were kept. */
  readonly resumed: Resumed | null
  /** What it signs in with. */
  readonly keys: readonly string[]
}

/** Finds every problem with engine, model or prompt before anything has run. */
export async function prepareEngine(
  deps: AttemptDeps,
  attempt: Attempt,
  entry: PromptEntry,
  turn: Turn | null,
): Promise<EngineStart> {
  const { run, skill, skillFolder, layout, places } = attempt
  const engine = requireEngine(deps, run.engine)
  const installation = installationFor(deps, engine, run.engineVersion)
  const program = installation ?? ownProgram(engine)
  await requireSignedIn(deps, engine)
  const layers = await settingsOfRun(deps, run, skill, skillFolder)
  await requireTaken(deps, engine, installation, layers)
  const { operator, merged: settings } = layers
  const known = { skillFiles: skill.files, version: installation?.version ?? null, settings: operator }
  const model = run.model ?? engine.models(known).models[0]?.id ?? ''
  const { prompt, script } = await textsFor(deps, attempt, entry, engine, model, turn)
  await keepPrompt(layout, run.attempt, prompt, turn)
  const native = nativeSchemaFor(engine, installation?.capabilities ?? null, skill, entry, run)
  const env = engineEnv(engine, settings, deps.passEnv, deps.env)
  const { network, plan } = reachOfEngine(deps, skill, engine, { settings, env, model })
  const costLeft = await attempt.meter.left('cost_usd')
  const request: LaunchRequest = {
    prompt,
    model,
    script,
    program: programIn(deps.sandbox, program),
    places,
    settings: plan ? mcpBehindGate(settings, plan.nameFor) : settings,
    env,
    signedInTo: await deps.agentHome.signedInTo(engine),
    resume: turn?.resumed.handle ?? null,
    outputSchema: native.schema,
    ...(plan ? { gate: plan } : {}),
    needsOwnSandbox: deps.sandbox.status !== 'bubblewrap',
    isInteractive: run.executionMode === 'interactive',
    ...(costLeft === null ? {} : { maxCostUsd: costLeft }),
  }
  return {
    entry,
    engine,
    installation,
    program,
    launch: { ...engine.launch(request), network },
    settings,
    native,
    plan,
    canResume: installation?.capabilities.resume ?? engine.can.resume,
    resumes: turn?.resumed.handle ?? null,
    resumed: turn?.resumed ?? null,
    countsOn: turn !== null && engine.usageIs === 'per_session',
    keys: keysIn(engine, operator, env),
  }
}

function requireEngine({ engines }: AttemptDeps, name: string): Engine {
  const engine = engines.built[name]
  if (!engine) throw new Fault('SKILL_ENGINE_UNSUPPORTED', { engine: name, reason: 'This version cannot run it.' })
  return engine
}

/** The version that the job was created with, where it is still there; else the one that new jobs get. */
function installationFor({ installations }: AttemptDeps, { id, cli }: Engine, wanted: string | null): Installation | null {
  if (typeof cli === 'string') return null
  const found = (wanted === null ? null : installations.version(id, wanted)) ?? installations.current(id)
  if (!found) throw new Fault('ENGINE_NOT_READY', { engine: id, reasons: { [id]: installations.problem(id) } })
  return found
}

/** Fails early, because the CLI takes long to report the same. If the sign-in was not probed yet, the CLI reports it. */
async function requireSignedIn({ auth }: AttemptDeps, engine: Engine): Promise<void> {
  if (!(await auth.isSignedOut(engine))) return
  const reason = 'It was asked before the start, and is not signed in.'
  throw new Fault('AUTH_REQUIRED', { engine: engine.id, reason })
}

function ownProgram({ id, cli }: Engine): ProgramOnDisk {
  if (typeof cli !== 'string') throw new Error(`${id} has no program of our own`)
  return { folder: dirname(cli), path: basename(cli), runBy: 'node' }
}

/** `prompt.txt` holds what the conversation began with; what was said in an attempt is in its own file. */
async function keepPrompt(layout: RunLayout, attempt: number, prompt: string, turn: Turn | null): Promise<void> {
  if (turn?.isAddition) return appendFile(layout.stdin(attempt), `\n${prompt}`)
  if (turn === null) await writeFile(layout.prompt, prompt)
  await writeFile(layout.stdin(attempt), prompt)
}

async function textsFor(
  deps: AttemptDeps,
  attempt: Attempt,
  entry: PromptEntry,
  engine: Engine,
  model: string,
  turn: Turn | null,
) {
  const { skill } = attempt
  const variables = variablesOf(attempt, engine)

  const renderer = rendererIn(deps.sandbox, attempt)
  const path = engine.scriptOf(model, skill.files)
  const [prompt, script] = await Promise.all([
    turn?.prompt ?? makePrompt(renderer, skill, entry, engine.id, variables),
    path === null ? null : renderScript(renderer, skill, path, variables),
  ])
  return { prompt, script }
}
