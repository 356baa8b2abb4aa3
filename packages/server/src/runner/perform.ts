import type { Exit, Identity, Launch, Line } from '../domain/launch.ts'
import type { RunIn } from '../domain/run.ts'
import type { Places } from '../domain/sandbox.ts'
import { type RaspDraft, rawBlocks } from '../events/rasp.ts'
import { execute } from '../process/start.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { type Allowance, openAllowance } from './allowance.ts'
import type { RunnerDeps } from './deps.ts'
import { openEar } from './hear.ts'
import { type EngineStart, prepareEngine } from './launch-engine.ts'
import { scriptArgv, scriptLaunch } from './launch-script.ts'

/** One attempt, as far as it is ready: everything that a child is started from. */
export interface Stage {
  readonly run: RunIn<'running'>
  readonly skill: SkillPackage
  /** The pinned copy of the skill. */
  readonly skillFolder: string
  readonly layout: RunLayout
  /** The folders as the child sees them. */
  readonly places: Places
  /** In the environment of every process of the attempt. */
  readonly mark: string
  readonly identity: Identity | null
  readonly signal: AbortSignal
}

/** Where an answer may be, besides the result file. */
export interface Left {
  /** What the engine said last, and meant as the answer. */
  readonly message: string | null
  /** From which byte on stdout may be the answer; null: nowhere, it is the talk of an engine. */
  readonly stdoutFrom: number | null
}

export interface Performed {
  /** How the last child ended, and who it was. */
  readonly exit: Exit
  readonly by: 'script' | 'engine'
  readonly argv: readonly string[]
  /** Why the engine says that it failed; null: it does not. */
  readonly turnFailure: string | null
  readonly left: Left
}

/** What the entry point asks for: the script, the engine, or one after the other with one allowance of time and output. */
export async function perform(deps: RunnerDeps, job: string | null, stage: Stage): Promise<Performed> {
  const { entrypoint } = stage.skill
  const scene: Scene = { deps, job, stage, allowance: openAllowance(deps.limits, stage.run.timeoutSec) }
  if (entrypoint.kind === 'script') return runScript(scene)
  // Before anything runs: a template that cannot be rendered must not cost a run of the script.
  const engine = await prepareEngine(deps, stage, entrypoint)
  if (entrypoint.kind === 'prompt') return runEngine(scene, engine)
  const script = await runScript(scene)
  const isFine = script.exit.kind === 'exited' && script.exit.code === 0
  return isFine ? runEngine(scene, engine) : script
}

interface Scene {
  readonly deps: RunnerDeps
  readonly job: string | null
  readonly stage: Stage
  readonly allowance: Allowance
}

async function runScript(scene: Scene): Promise<Performed> {
  const { skill, places } = scene.stage
  const argv = scriptArgv(skill, places.skill)
  const launch = scriptLaunch({ ...scene.stage, argv, resultFile: skill.resultFile })
  const exit = await runChild(scene, launch, rawBlocks)
  return { exit, argv, by: 'script', turnFailure: null, left: { message: null, stdoutFrom: 0 } }
}

async function runEngine(scene: Scene, start: EngineStart): Promise<Performed> {
  const { deps, job, stage, allowance } = scene
  const ear = openEar(start.engine.parser(), stage.run.attempt)
  const stdoutFrom = allowance.stdoutBytes()
  const launch = await start.launch()
  const exit = await runChild(scene, launch, ear.lines)
  await deps.log.append(stage.run, job, ear.end(exit))
  const { message, failure, understood } = ear.heard()
  const left = { message, stdoutFrom: understood ? null : stdoutFrom }
  return { exit, argv: launch.argv, by: 'engine', turnFailure: failure, left }
}

function runChild(
  { deps, job, stage, allowance }: Scene,
  launch: Launch,
  understand: (lines: readonly Line[]) => RaspDraft[],
): Promise<Exit> {
  const { run, layout, mark, signal } = stage
  return execute(deps.sandbox.wrap(launch), {
    timeoutMs: allowance.timeLeftMs(),
    silenceMs: deps.limits.silenceSec * 1000,
    maxOutputBytes: allowance.outputLeft(),
    signal,
    marker: mark,
    secrets: deps.secrets,
    logs: { stdout: layout.stream(run.attempt, 'stdout'), stderr: layout.stream(run.attempt, 'stderr') },
    onStarted: (process) => deps.store.runs.started(run.id, { attempt: run.attempt, owner: run.owner }, process),
    onLines: (lines) => {
      allowance.spend(lines)
      return deps.log.append(run, job, understand(lines))
    },
  })
}
