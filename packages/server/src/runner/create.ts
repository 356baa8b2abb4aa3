import type { JobCreate } from '@agent-skill-runner/contract/job.ts'
import type { Job, Principal } from '../domain/job.ts'
import { nothingCommitted, type RunIn } from '../domain/run.ts'
import { mayRunScript } from '../domain/sandbox.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import type { SkillPackage } from '../skills/package.ts'
import { snapshot } from '../skills/snapshot.ts'
import { checkInputs } from './check-inputs.ts'
import { type RunnerDeps, topics } from './deps.ts'

/** A request becomes a job and a queued run, or a fault and nothing at all. */
export async function createJob(
  deps: RunnerDeps,
  principal: Principal,
  request: JobCreate,
): Promise<{ job: Job; run: RunIn<'queued'> }> {
  const skill = requireSkill(deps, request.skill_id)
  requireEngine(skill, request.engine)
  requireMode(skill, request.runtime_options?.execution_mode ?? 'auto')
  requireSandbox(deps, skill)
  await checkInputs(deps.bounded, skill, request.input ?? {}, request.parameter ?? {})
  await snapshot(skill, deps.layout.skills)
  const run = newRun(deps, principal, skill, request)
  const job = newJob(principal, run, request)
  await deps.store.queue.admit(job, run, deps.limits.maxQueue)
  deps.logger.info({ request_id: job.id, run_id: run.id, skill_id: skill.id, skill_version: skill.version }, 'job created')
  deps.wakes.wake(topics.queue)
  return { job, run }
}

function requireSkill(deps: RunnerDeps, id: string): SkillPackage {
  const entry = deps.registry.get(id)
  if (!entry) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  if (entry.health === 'degraded') throw new Fault('SKILL_DEGRADED', { skill_id: id, problems: entry.problems })
  return entry.skill
}

/** A script needs no engine; one that is named must still be one the skill allows. Nothing else can run yet. */
function requireEngine(skill: SkillPackage, engine: string | undefined): void {
  const known = engine === undefined || skill.engines.includes(engine)
  if (skill.entrypoint.kind === 'script' && known) return
  throw new Fault('SKILL_ENGINE_UNSUPPORTED', {
    engine: engine ?? null,
    effective_engines: skill.engines,
    ...(known ? { reason: 'This version runs script skills only; no engine is installed.' } : {}),
  })
}

function requireMode(skill: SkillPackage, mode: 'auto' | 'interactive'): void {
  if (!skill.modes.includes(mode)) {
    throw new Fault('SKILL_EXECUTION_MODE_UNSUPPORTED', { execution_mode: mode, execution_modes: skill.modes })
  }
}

function requireSandbox(deps: RunnerDeps, skill: SkillPackage): void {
  const { status, reason } = deps.sandbox
  if (!mayRunScript({ mode: deps.limits.sandboxMode, status, builtIn: skill.builtIn })) {
    throw new Fault('SANDBOX_UNAVAILABLE', { sandbox_status: status, reason })
  }
}

function newRun(deps: RunnerDeps, principal: Principal, skill: SkillPackage, request: JobCreate): RunIn<'queued'> {
  const now = instant(deps.clock)
  const asked = request.runtime_options?.timeout_sec ?? Math.ceil(skill.limits.timeoutMs / 1000)
  return {
    id: newId('run'),
    state: 'queued',
    projectId: principal.projectId,
    skillId: skill.id,
    skillVersion: skill.version,
    skillDigest: skill.digest,
    engine: 'script',
    model: null,
    executionMode: request.runtime_options?.execution_mode ?? 'auto',
    input: request.input ?? {},
    parameter: request.parameter ?? {},
    timeoutSec: Math.min(asked, deps.limits.timeoutSec),
    attempt: 0,
    committed: nothingCommitted,
    warnings: [],
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
