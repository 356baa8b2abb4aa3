import { existsSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Launch, Mount } from '../domain/launch.ts'
import { warningOf } from '../domain/warning.ts'
import type { Engine, EngineLaunch, LaunchRequest } from '../engines/engine.ts'
import type { Settings } from '../engines/settings.ts'
import type { GatePlan } from '../gate/plan.ts'
import type { Given, TakenBack } from '../installed/agent-home.ts'
import { type ProgramOnDisk, programIn, programPlace } from '../installed/ask.ts'
import { engineEnv, keysIn } from '../installed/environment.ts'
import type { Installation } from '../installed/installations.ts'
import { Fault } from '../lib/fault.ts'
import type { RunnerDeps } from '../runs/deps.ts'
import { requireTaken, settingsOfRun } from '../runs/engine-settings.ts'
import type { PromptEntry } from '../skills/entrypoint.ts'
import { makePrompt, renderScript } from '../skills/prompt.ts'
import { copyFiles } from '../workspace/copy-files.ts'
import { handOver, putFiles } from '../workspace/home.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { showFiles } from '../workspace/show-files.ts'
import { deliverPatched, variablesOf } from './deliver.ts'
import { scriptLaunch } from './launch-script.ts'
import { type NativeSchema, nativeSchemaFor } from './native-schema.ts'
import { enginePlan } from './network.ts'
import type { Stage } from './perform.ts'
import { rendererIn } from './render.ts'

/** An engine that is ready to be started. */
export interface EngineStart {
  readonly engine: Engine
  /** Of its CLI; null: it is our own program. */
  readonly version: string | null
  readonly settings: Settings
  readonly native: NativeSchema
  /** Its ways out; null: there is no gate before its network. */
  readonly plan: GatePlan | null
  /** What it tells of its usage goes on from an earlier attempt. */
  readonly countsOn: boolean
  /** Its CLI says that it can go on with a session; recorded, and nothing depends on it. */
  readonly canResume: boolean
  /** The session that it has to go on with; null: it begins one. */
  readonly resumes: string | null
  /** Puts files where the engine looks for them, and tells what to start. */
  begin(): Promise<EngineBegun>
}

export interface EngineBegun {
  readonly launch: Launch
  /** Beyond those that the server knows of itself. */
  readonly secrets: readonly string[]
  /** After its end, whatever that was: what it refreshed goes back. */
  end(): Promise<readonly Warning[]>
  /** After its end: what another start needs to go on with the session. The folder is ours, and new. */
  keepSession(folder: string): Promise<'kept' | 'nothing to keep'>
}

/** A session to go on with: the engine's own id, and the folder that its files were kept in. */
export interface Resumed {
  readonly handle: string
  readonly files: string
}

/** One more turn of a conversation: the session, and what its engine is told next. */
export interface Turn {
  readonly resumed: Resumed
  readonly prompt: string
  /** It belongs to the attempt under way, so its prompt is added to what was said before. */
  readonly isAddition: boolean
}

/** Whatever can be wrong with engine, model or prompt comes out here, before anything has run. */
export async function prepareEngine(
  deps: RunnerDeps,
  stage: Stage,
  entry: PromptEntry,
  turn: Turn | null = stage.turn,
): Promise<EngineStart> {
  const { run, skill, skillFolder, layout, places } = stage
  const engine = requireEngine(deps, run.engine)
  const installation = installationFor(deps, engine, run.engineVersion)
  const program = installation ?? ownProgram(engine)
  const layers = await settingsOfRun(deps, run, skill, skillFolder)
  await requireTaken(deps, engine, installation, layers)
  const { operator, merged: settings } = layers
  const known = { skillFiles: skill.files, version: installation?.version ?? null, settings: operator }
  const model = run.model ?? engine.models(known).models[0]?.id ?? ''
  const { prompt, script } = await textsFor(deps, stage, entry, engine, model, turn)
  await keepPrompt(layout, run.attempt, prompt, turn)
  const native = nativeSchemaFor(engine, installation?.capabilities ?? null, skill, entry, run)
  const env = engineEnv(engine, settings, deps.passEnv, deps.env)
  const plan = enginePlan(deps, skill, engine, { settings, env, model })
  const request: LaunchRequest = {
    prompt,
    model,
    script,
    program: programIn(deps.sandbox, program),
    places,
    settings,
    env,
    signedInTo: await deps.agentHome.signedInTo(engine),
    resume: turn?.resumed.handle ?? null,
    outputSchema: native.schema,
    ...(plan ? { gate: plan } : {}),
    needsOwnSandbox: deps.sandbox.status !== 'bubblewrap',
    isInteractive: run.executionMode === 'interactive',
  }
  const parts: EngineLaunch = { ...engine.launch(request), ...(plan ? { network: 'gated' } : {}) }
  return {
    engine,
    version: installation?.version ?? null,
    settings,
    native,
    plan,
    canResume: installation?.capabilities.resume ?? engine.can.resume,
    resumes: turn?.resumed.handle ?? null,
    countsOn: turn !== null && engine.usageIs === 'per_session',
    begin: () =>
      begin(deps, stage, entry, {
        engine,
        installation,
        program,
        parts,
        native,
        resumed: turn?.resumed ?? null,
        keys: keysIn(engine, operator, env),
      }),
  }
}

interface Prepared {
  readonly engine: Engine
  readonly installation: Installation | null
  readonly program: ProgramOnDisk
  readonly parts: EngineLaunch
  readonly native: NativeSchema
  readonly resumed: Resumed | null
  /** What it signs in with. */
  readonly keys: readonly string[]
}

async function begin(deps: RunnerDeps, stage: Stage, entry: PromptEntry, prepared: Prepared): Promise<EngineBegun> {
  const { engine, installation, program, parts, native, resumed, keys } = prepared
  const { layout, places, identity } = stage
  const shown = await showFiles(layout.root, places.workspace, parts.shown)
  const skillMounts = await deliverPatched(deps, stage, entry, engine, native.schema !== null)
  await deps.warmHomes.fill(engine, installation, layout.home, identity)
  if (resumed && engine.sessionFiles) await copyFiles(resumed.files, layout.home, engine.sessionFiles)
  const given = await deps.agentHome.give(engine, layout.home)
  await putFiles(layout.home, parts.files)
  await handOver(layout.home, identity)
  const mounts: Mount[] = [...skillMounts, ...shown, programMount(program, installation)]
  return {
    launch: engineLaunch(stage, parts, mounts),
    secrets: [...given.secrets, ...keys],
    end: () => takeBack(deps, engine, given, layout.home),
    keepSession: async (folder) => {
      if (engine.sessionFiles === null) return 'kept'
      const count = await copyFiles(layout.home, folder, engine.sessionFiles, { isLasting: true })
      return count > 0 ? 'kept' : 'nothing to keep'
    },
  }
}

function requireEngine({ engines }: RunnerDeps, name: string): Engine {
  const engine = engines.built[name]
  if (!engine) throw new Fault('SKILL_ENGINE_UNSUPPORTED', { engine: name, reason: 'This version cannot run it.' })
  return engine
}

/** The version that the job was created with, where it is still there; else the one that new jobs get. */
function installationFor({ installations }: RunnerDeps, { id, cli }: Engine, wanted: string | null): Installation | null {
  if (typeof cli === 'string') return null
  const found = (wanted === null ? null : installations.version(id, wanted)) ?? installations.current(id)
  if (!found) throw new Fault('ENGINE_NOT_READY', { engine: id, reasons: { [id]: installations.problem(id) } })
  return found
}

/** Of our own programs the file alone: what lies beside it is nobody's business. */
const programMount = ({ folder, path }: ProgramOnDisk, installation: Installation | null): Mount =>
  installation
    ? { from: folder, to: programPlace, access: 'read' }
    : { from: join(folder, path), to: `${programPlace}/${path}`, access: 'read' }

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

async function textsFor(deps: RunnerDeps, stage: Stage, entry: PromptEntry, engine: Engine, model: string, turn: Turn | null) {
  const { skill } = stage
  const variables = variablesOf(stage, engine)

  const renderer = rendererIn(deps.sandbox, stage)
  const path = engine.scriptOf(model, skill.files)
  const [prompt, script] = await Promise.all([
    turn?.prompt ?? makePrompt(renderer, skill, entry, engine.id, variables),
    path === null ? null : renderScript(renderer, skill, path, variables),
  ])
  return { prompt, script }
}

/** As a script would be started, but for what the engine says, and with what it has to see. */
function engineLaunch(stage: Stage, parts: EngineLaunch, mounts: readonly Mount[]): Launch {
  const { skill, layout, places } = stage
  const { argv, env, stdin, network } = parts
  const base = scriptLaunch({ ...stage, argv, resultFile: skill.resultFile })
  const replies: Mount[] = existsSync(layout.replies)
    ? [{ from: layout.replies, to: `${places.workspace}/replies`, access: 'read' }]
    : []
  return { ...base, stdin, network, env: { ...base.env, ...env }, mounts: [...base.mounts, ...replies, ...mounts] }
}

/** A sign-in that cannot be kept is no reason to fail a run, but somebody has to know. */
async function takeBack({ agentHome, logger }: RunnerDeps, { id }: Engine, given: Given, home: string): Promise<Warning[]> {
  const taken = await agentHome.takeBack(given, home)
  for (const { name, outcome } of taken) if (outcome === 'refreshed') logger.info({ engine: id, file: name }, 'sign-in refreshed')
  return taken.flatMap((one) => (one.outcome === 'refused' ? [refusal(one)] : []))
}

const refusal = ({ name, reason }: TakenBack): Warning =>
  warningOf(
    'CREDENTIALS_NOT_TAKEN_BACK',
    `The run changed ${name} in a way that is no refresh, so the change was not kept: ${reason ?? ''}`,
  )
