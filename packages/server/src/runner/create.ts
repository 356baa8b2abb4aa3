import type { JobCreate } from '@agent-skill-runner/contract/job.ts'
import type { Job, Principal } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import { type OutputRepair, repairProblem } from '../domain/output-repair.ts'
import { nothingCommitted, type RunIn } from '../domain/run.ts'
import { mayRunEngine, mayRunScript } from '../domain/sandbox.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import type { SkillPackage } from '../skills/package.ts'
import { snapshot } from '../skills/snapshot.ts'
import type { Told } from '../store/idempotency.ts'
import type { Received } from '../workspace/receive.ts'
import { dropRequest, keepUploads } from '../workspace/uploads.ts'
import { answerFromCache, sharedKeyOf } from './cached.ts'
import { checkFiles, mustAwait } from './check-files.ts'
import { checkInputs } from './check-inputs.ts'
import { type RunnerDeps, topics } from './deps.ts'
import { type Choice, planEngine } from './plan-engine.ts'
import { requireDisk } from './require-disk.ts'

/** A request becomes a job and a queued run, or a fault and nothing at all. One that was made before, under its key, becomes nothing new. */
export async function createJob(
  deps: RunnerDeps,
  principal: Principal,
  request: JobCreate,
  asked: Once | null = null,
  bringing: Bringing | null = null,
): Promise<Told> {
  const first = asked && (await deps.store.idempotency.first(asked, deps.clock.now()))
  if (first) return { answer: first, repeated: true }
  await requireDisk(deps)
  const skill = requireSkill(deps, request.skill_id)
  requireMode(skill, request.runtime_options?.execution_mode ?? 'auto')
  const { choice, settings } = await planEngine(deps, skill, request)
  requireRepair(deps, request.runtime_options?.output_repair ?? 'off')
  requireSandbox(deps, skill)
  await checkInputs(deps.bounded, skill, request.input ?? {}, request.parameter ?? {})
  await using received = await bring(deps, bringing, skill)
  const once = bringing && received ? bringing.once() : asked
  const files = received?.files ?? []
  const awaitingUpload = !received && mustAwait(skill, request.await_upload)
  if (!awaitingUpload) await checkFiles(deps.bounded, skill, request.input ?? {}, files)
  const run = { ...newRun(deps, principal, skill, choice, request), awaitingUpload }
  const job = newJob(principal, run, request)
  const cacheKey = awaitingUpload ? null : sharedKeyOf(job, run, files, settings)
  const cached = cacheKey && (await answerFromCache(deps, job, cacheKey, once))
  if (cached) return cached
  await snapshot(skill, deps.layout.skills)
  const told = await keeping(deps, job, received, () =>
    deps.store.queue.admit(job, run, deps.limits.maxQueue, { cacheKey, once }),
  )
  if (told.repeated) return told
  deps.logger.info({ request_id: job.id, run_id: run.id, skill_id: skill.id, skill_version: skill.version }, 'job created')
  deps.wakes.wake(topics.queue)
  return told
}

/** Files that come with the request itself. */
export interface Bringing {
  take(skill: SkillPackage): Promise<Received>
  /** The key of a request covers its files, so it is known only once they were taken. */
  once(): Once | null
}

/** The skill is pinned first: it may change while the files arrive. */
async function bring(deps: RunnerDeps, bringing: Bringing | null, skill: SkillPackage): Promise<Received | null> {
  if (!bringing) return null
  await snapshot(skill, deps.layout.skills)
  return bringing.take(skill)
}

/** The files lie ready before the job is there, and go with it when it does not come to be. */
async function keeping(deps: RunnerDeps, job: Job, received: Received | null, admit: () => Promise<Told>): Promise<Told> {
  if (!received) return admit()
  await keepUploads(deps.layout, job.id, received)
  let kept = false
  try {
    const told = await admit()
    kept = !told.repeated
    return told
  } finally {
    if (!kept) await dropRequest(deps.layout, job.id)
  }
}

function requireSkill(deps: RunnerDeps, id: string): SkillPackage {
  const entry = deps.registry.get(id)
  if (!entry) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  if (entry.health === 'degraded') throw new Fault('SKILL_DEGRADED', { skill_id: id, problems: entry.problems })
  return entry.skill
}

function requireMode(skill: SkillPackage, mode: 'auto' | 'interactive'): void {
  if (!skill.modes.includes(mode)) {
    throw new Fault('SKILL_EXECUTION_MODE_UNSUPPORTED', { execution_mode: mode, execution_modes: skill.modes })
  }
}

function requireRepair(deps: RunnerDeps, asked: OutputRepair): void {
  const problem = repairProblem(asked, deps.limits.outputRepair)
  if (problem === null) return
  throw new Fault('INVALID_RUNTIME_OPTION', [{ path: '/runtime_options/output_repair', message: problem, keyword: 'maximum' }])
}

function requireSandbox(deps: RunnerDeps, skill: SkillPackage): void {
  const { status, reason } = deps.sandbox
  const request = { mode: deps.limits.sandboxMode, status, builtIn: skill.builtIn }
  if (!(skill.entrypoint.kind === 'prompt' ? mayRunEngine(request) : mayRunScript(request))) {
    throw new Fault('SANDBOX_UNAVAILABLE', { sandbox_status: status, reason })
  }
}

function newRun(
  deps: RunnerDeps,
  principal: Principal,
  skill: SkillPackage,
  choice: Choice,
  request: JobCreate,
): RunIn<'queued'> {
  const now = instant(deps.clock)
  const asked = request.runtime_options?.timeout_sec ?? Math.ceil(skill.limits.timeoutMs / 1000)
  return {
    id: newId('run'),
    state: 'queued',
    awaitingUpload: false,
    projectId: principal.projectId,
    skillId: skill.id,
    skillVersion: skill.version,
    skillDigest: skill.digest,
    ...choice,
    executionMode: request.runtime_options?.execution_mode ?? 'auto',
    input: request.input ?? {},
    parameter: request.parameter ?? {},
    timeoutSec: Math.min(asked, deps.limits.timeoutSec),
    attempt: 0,
    committed: nothingCommitted,
    warnings: [],
    usage: null,
    interactionCount: 0,
    autoDecisionCount: 0,
    lastAutoDecisionAt: null,
    session: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    recoveryState: 'none',
    recoveredAt: null,
    recoveryReason: null,
  }
}

function newJob(principal: Principal, run: RunIn<'queued'>, request: JobCreate): Job {
  return {
    id: newId('job'),
    projectId: principal.projectId,
    principal: principal.name,
    runId: run.id,
    skillId: run.skillId,
    cacheHit: false,
    runtimeOptions: request.runtime_options ?? {},
    createdAt: run.createdAt,
  }
}
