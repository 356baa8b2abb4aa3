import type { Logger } from 'pino'
import type { Job } from '../domain/job.ts'
import type { Identity } from '../domain/launch.ts'
import { type OutputRepair, permittedRepair } from '../domain/output-repair.ts'
import type { RunIn } from '../domain/run.ts'
import type { Places } from '../domain/sandbox.ts'
import type { Resources } from '../process/resources.ts'
import { requireSandbox } from '../runs/require-sandbox.ts'
import { takeReplies } from '../runs/take-replies.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { EngineTry } from '../workspace/audit.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { prepare } from '../workspace/prepare.ts'
import { inputWithFiles, takeUploads } from '../workspace/uploads.ts'
import { type Allowance, openAllowance } from './allowance.ts'
import { type Audit, openAudit } from './audit.ts'
import type { AttemptDeps } from './deps.ts'
import { type MessageIds, messageIds } from './hear.ts'
import { type Meter, openMeter } from './meter.ts'
import { openRefusals, type Refusals } from './refusals.ts'
import { resourcesFor } from './resources.ts'
import { type ScriptEnv, scriptEnvOf } from './script-env.ts'
import { resumedTurn, type Turn } from './session.ts'

/** A claimed run, with the job that it answers. */
export interface Claimed {
  readonly run: RunIn<'running'>
  readonly job: Job | null
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** One attempt that is ready to start: what its children are started from, and the records that are open while it lasts. */
export interface Attempt {
  readonly run: RunIn<'running'>
  readonly job: string | null
  readonly skill: SkillPackage
  /** The pinned copy of the skill. */
  readonly skillFolder: string
  readonly layout: RunLayout
  /** The folders as the child sees them. */
  readonly places: Places
  /** In the environment of every process of the attempt. */
  readonly mark: string
  readonly identity: Identity | null
  /** What the script of the skill sees of the server's environment. */
  readonly scriptEnv: ScriptEnv
  readonly signal: AbortSignal
  /** How far the server may go to make the output fit. */
  readonly repair: OutputRepair
  /** The session and the reply to resume with; null: this is the first attempt. */
  readonly turn: Turn | null
  /** What people answered so far, oldest first. */
  readonly replies: readonly unknown[]
  readonly startedAt: Date
  readonly refusals: Refusals
  readonly allowance: Allowance
  /** What it uses of the budgets of the run. */
  readonly meter: Meter
  /** Engines that this attempt has started and that gave way to the next one. */
  readonly tries: readonly EngineTry[]
  /** The resource limits of its children. */
  readonly resources: Resources
  readonly nextMessageId: MessageIds
  readonly audit: Audit
}

/** Pins the skill, takes the uploads, resumes the session, and lays out the folder of the run. */
export async function prepareAttempt(deps: AttemptDeps, claimed: Claimed, identity: Identity | null): Promise<Attempt> {
  const { job, signal, logger } = claimed
  const layout = deps.layout.run(claimed.run.id)
  const { skill, folder } = await skillOf(deps, claimed.run)
  requireSandbox(deps, skill)
  const places = deps.sandbox.places({ workspace: layout.root, skill: folder, home: layout.home, node: process.execPath })
  const answered = claimed.run.attempt === 1 ? [] : await deps.store.interactions.answered(claimed.run.id)
  const turn = await resumedTurn(deps, claimed.run, answered, places.workspace)
  const run = await withFiles(deps, claimed, skill, places)
  await prepare(run, layout, identity)
  return {
    run,
    job: job?.id ?? null,
    skill,
    skillFolder: folder,
    layout,
    places,
    mark: markOf(deps, run),
    identity,
    scriptEnv: scriptEnvOf(deps, skill),
    signal,
    repair: permittedRepair(job?.runtimeOptions.output_repair, deps.limits.outputRepair),
    turn,
    replies: answered.map(({ answer }) => answer?.response ?? null),
    startedAt: deps.clock.now(),
    refusals: openRefusals(logger),
    allowance: openAllowance(deps.limits, run.timeoutSec),
    meter: openMeter(deps, { run, job, signal }),
    tries: [],
    nextMessageId: messageIds(run.attempt),
    audit: openAudit(deps, { run, layout, skill }),
    resources: resourcesFor(deps, skill, markOf(deps, run), identity, logger),
  }
}

async function skillOf(deps: AttemptDeps, run: RunIn<'running'>): Promise<{ skill: SkillPackage; folder: string }> {
  const { skill, folder } = await deps.snapshots.pinned(deps.layout.pins(run), run.skillDigest, run.skillId)
  return { folder, skill: { ...skill, builtIn: deps.registry.isBuiltIn(skill) } }
}

/** The run takes the files that were uploaded for it, and those of replies. Its child is given each as a path that it can open. */
async function withFiles(deps: AttemptDeps, { run, job }: Claimed, skill: SkillPackage, places: Places) {
  const layout = deps.layout.run(run.id)
  if (job !== null) await takeUploads(deps.layout, job.id, run.upload, layout)
  await takeReplies(deps, run)
  return { ...run, input: await inputWithFiles(skill, run.input, layout.uploads, `${places.workspace}/uploads`) }
}

/** In the environment of every process of the attempt, so that a restart can find them. */
const markOf = (deps: AttemptDeps, run: RunIn<'running'>): string => `${deps.store.nodeId}:${run.id}:${run.attempt}`
