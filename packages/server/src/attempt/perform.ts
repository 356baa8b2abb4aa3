import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Exit, Identity, Launch, Line } from '../domain/launch.ts'
import type { OutputRepair } from '../domain/output-repair.ts'
import type { RunIn } from '../domain/run.ts'
import type { Places } from '../domain/sandbox.ts'
import { blockBytes, type RaspDraft, rawBlocks } from '../events/rasp.ts'
import type { GatePlan } from '../gate/plan.ts'
import { type ExecuteOptions, execute } from '../process/start.ts'
import type { RunnerDeps } from '../runs/deps.ts'
import type { PromptEntry } from '../skills/entrypoint.ts'
import type { SkillPackage } from '../skills/package.ts'
import { withoutMarkerLines } from '../talk/marker.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { maskFiles } from '../workspace/mask-files.ts'
import { reclaim, renewHome } from '../workspace/prepare.ts'
import { type Allowance, openAllowance } from './allowance.ts'
import type { Audit } from './audit.ts'
import { type Heard, type MessageIds, messageIds, openEar } from './hear.ts'
import { type EngineStart, prepareEngine, type Turn } from './launch-engine.ts'
import { scriptArgv, scriptLaunch } from './launch-script.ts'
import { scriptPlan } from './network.ts'
import type { Refusals } from './refusals.ts'
import { keepSession } from './session.ts'
import { type OnListener, throughGate } from './through-gate.ts'

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
  readonly refusals: Refusals
  /** How far the server may go to make the output fit. */
  readonly repair: OutputRepair
  /** What it goes on with; null: it is the first attempt. */
  readonly turn: Turn | null
  /** What people answered so far, oldest first. */
  readonly replies: readonly unknown[]
}

/** Where an answer may be, besides the result file. */
export interface Left {
  /** What the engine said last, and meant as the answer. */
  readonly message: string | null
  /** The same without its done marker, and in the words of the output schema where the engine had to use others. */
  readonly answer: string | null
  /** From which byte on stdout may be the answer; null: nowhere, it is the talk of an engine. */
  readonly stdoutFrom: number | null
}

export interface Performed {
  /** How the last child ended. */
  readonly exit: Exit
  readonly argv: readonly string[]
  /** Values that it knew and nobody may be shown. */
  readonly secrets: readonly string[]
  readonly left: Left
  /** What the engine added to that; null: it was a script. */
  readonly by: EngineEnded | null
}

export interface EngineEnded {
  readonly start: EngineStart
  readonly heard: Heard
  readonly warnings: readonly Warning[]
  /** It took up another session than the one it had to go on with. */
  readonly lostSession: boolean
  /** Why another start could not go on with its session; null: it can. */
  readonly obstacle: string | null
  /** One more turn in its session, within the same attempt. Told first: what it is for. */
  again(prompt: string, told: readonly RaspDraft[]): Promise<Performed>
}

/** What the entry point asks for: the script, the engine, or one after the other with one allowance of time and output. */
export async function perform(deps: RunnerDeps, job: string | null, stage: Stage, audit: Audit): Promise<Performed> {
  const { entrypoint } = stage.skill
  const scene: Scene = {
    deps,
    job,
    stage,
    audit,
    allowance: openAllowance(deps.limits, stage.run.timeoutSec),
    nextMessageId: messageIds(stage.run.attempt),
  }
  if (entrypoint.kind === 'script') return runScript(scene)
  // Before anything runs: a template that cannot be rendered must not cost a run of the script.
  const engine = await prepareEngine(deps, stage, entrypoint)
  // The script has prepared the files of a conversation once for all its turns.
  if (entrypoint.kind === 'prompt' || stage.turn) return runEngine(scene, entrypoint, engine)
  const script = await runScript(scene)
  const isFine = script.exit.kind === 'exited' && script.exit.code === 0
  if (!isFine) return script
  // Files for the engine are put into its home by the server: what the script left there could lead them anywhere.
  await renewHome(stage.layout, stage.identity)
  return runEngine(scene, entrypoint, engine)
}

interface Scene {
  readonly deps: RunnerDeps
  readonly job: string | null
  readonly stage: Stage
  readonly audit: Audit
  readonly allowance: Allowance
  readonly nextMessageId: MessageIds
}

async function runScript(scene: Scene): Promise<Performed> {
  const { deps, stage } = scene
  const { skill, places } = stage
  const argv = scriptArgv(skill, places.skill)
  const plan = scriptPlan(deps, skill)
  const launch: Launch = { ...scriptLaunch({ ...stage, argv, resultFile: skill.resultFile }), network: plan ? 'gated' : 'off' }
  const exit = await runChild(scene, launch, plan, deps.secrets, rawBlocks)
  return { exit, argv, secrets: deps.secrets, by: null, left: { message: null, answer: null, stdoutFrom: 0 } }
}

async function runEngine(scene: Scene, entry: PromptEntry, start: EngineStart): Promise<Performed> {
  const { deps, stage, allowance } = scene
  const ear = openEar(start.engine.parser(), scene.nextMessageId, start.engine.usageIs)
  const stdoutFrom = allowance.stdoutBytes()
  const begun = await start.begin()
  const secrets = longestFirst([...deps.secrets, ...begun.secrets])
  const wrongSession = new AbortController()
  const isElsewhere = () => start.resumes !== null && ![null, start.resumes].includes(ear.heard().session)
  const understand = (lines: readonly Line[]) => {
    const drafts = ear.lines(lines)
    // In a session of its own the engine knows nothing of the conversation: whatever it does there is wrong.
    if (isElsewhere()) wrongSession.abort()
    return drafts
  }
  const noUse = ear.until(wrongSession.signal)
  const ended = await runChild(scene, begun.launch, start.plan, secrets, understand, noUse).then(
    (exit) => ({ exit: ear.endOf(exit, stage.signal) }),
    (error: unknown) => ({ error }),
  )
  // In any case: what it refreshed would be lost with its home, and the next run could not sign in.
  const refusals = await begun.end()
  // And what it left may be shown from now on, however it ended.
  await reclaim(stage.layout)
  const warnings = [...refusals, ...(await maskFiles(stage.layout, secrets))]
  if ('error' in ended) throw ended.error
  const { exit } = ended
  await keep(scene, ear.end(exit))
  const heard = ear.heard()
  const { message, understood } = heard
  const answer = message === null ? null : start.native.read(withoutMarkerLines(message))
  const left = { message, answer, stdoutFrom: understood ? null : stdoutFrom }
  const obstacle = await keepSession(deps, stage, begun, heard)
  const again = (prompt: string, told: readonly RaspDraft[]) => oneMoreTurn(scene, entry, heard.session ?? '', prompt, told)
  const by = { start, heard, warnings, lostSession: isElsewhere(), obstacle, again }
  return { exit, argv: begun.launch.argv, secrets, left, by }
}

async function oneMoreTurn(
  scene: Scene,
  entry: PromptEntry,
  handle: string,
  prompt: string,
  told: readonly RaspDraft[],
): Promise<Performed> {
  const { deps, stage } = scene
  const { layout, identity, run } = stage
  await keep(scene, told)
  await renewHome(layout, identity)
  const turn: Turn = { resumed: { handle, files: layout.session(run.attempt) }, prompt, isAddition: true }
  return runEngine(scene, entry, await prepareEngine(deps, stage, entry, turn))
}

async function runChild(
  scene: Scene,
  launch: Launch,
  plan: GatePlan | null,
  secrets: readonly string[],
  understand: (lines: readonly Line[]) => RaspDraft[],
  noUse?: AbortSignal,
): Promise<Exit> {
  const { deps, stage, audit, allowance } = scene
  const { run, layout, mark, refusals } = stage
  const signal = noUse ? AbortSignal.any([stage.signal, noUse]) : stage.signal
  await audit.begin()
  const options: Omit<ExecuteOptions, 'onListener'> = {
    timeoutMs: allowance.timeLeftMs(),
    silenceMs: deps.limits.silenceSec * 1000,
    maxOutputBytes: allowance.outputLeft(),
    signal,
    marker: mark,
    secrets,
    logs: { stdout: layout.stream(run.attempt, 'stdout'), stderr: layout.stream(run.attempt, 'stderr') },
    onKept: audit.kept,
    inBlocks: understand === rawBlocks ? { maxBytes: blockBytes } : null,
    onStarted: (process) => deps.store.runs.started(run.id, { attempt: run.attempt, owner: run.owner }, process),
    onLines: (lines) => {
      allowance.spend(lines)
      return keep(scene, understand(lines))
    },
  }
  const start = (onListener: OnListener) => execute(deps.sandbox.wrap(launch), { ...options, onListener })
  return throughGate(deps, { plan, refusals, secrets }, start)
}

async function keep({ deps, job, stage, audit }: Scene, drafts: readonly RaspDraft[]): Promise<void> {
  await audit.heard(drafts)
  await deps.log.append(stage.run, job, drafts)
}

/** So that none hides inside another. */
const longestFirst = (values: readonly string[]): string[] => [...new Set(values)].sort((a, b) => b.length - a.length)
