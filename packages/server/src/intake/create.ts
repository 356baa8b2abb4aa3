import type { JobCreate } from '@agent-skill-runner/contract/job.ts'
import type { Job, Principal, Wish } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { requireDisk } from '../runs/require-disk.ts'
import { topics } from '../runs/topics.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { Told } from '../store/idempotency.ts'
import type { Received } from '../workspace/receive.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropRequest, keepUploads } from '../workspace/uploads.ts'
import { answerFromCache, sharedKeyOf } from './cached.ts'
import { checkFiles, mustAwait } from './check-files.ts'
import type { IntakeDeps } from './deps.ts'
import { newJob, newRun } from './new-job.ts'
import { planRun } from './plan-run.ts'
import { webhookOf } from './webhook.ts'

/** A request becomes a job and a queued run, or a fault and nothing at all. One that was made before, under its key, becomes nothing new. */
export async function createJob(deps: IntakeDeps, principal: Principal, request: JobCreate, manner: Manner): Promise<Told> {
  const first = manner.once && (await deps.store.idempotency.first(manner.once, deps.clock.now()))
  if (first) return { answer: first, repeated: true }
  await requireDisk(deps)
  const skill = await requireSkill(deps, request.skill_id)
  return createFrom(deps, principal, { skill, temporary: false }, request, manner)
}

/** How a job is asked for, beside what it is to be. */
export interface Manner {
  /** Null: the caller gave no key, or its key covers files that are still to be taken. */
  readonly once: Once | null
  readonly bringing: Bringing | null
  /** The caller waits for the end, or wants what ran before: files that are optional are not waited for. */
  readonly callerWaits: boolean
}

/** The skill of a new job; a temporary one is not installed, and the run gets a copy of its own. */
export interface Source {
  readonly skill: SkillPackage
  readonly temporary: boolean
}

export async function createFrom(
  deps: IntakeDeps,
  principal: Principal,
  { skill, temporary }: Source,
  request: JobCreate,
  { once: asked, bringing, callerWaits }: Manner,
): Promise<Told> {
  const { decided, settings } = await planRun(deps, skill, request)
  const webhook = webhookOf(deps, request)
  const id = newId('run')
  const pins = deps.layout.pins({ id, temporary })
  // A copy for this run alone goes when the run does not come to be.
  await using unwanted = new AsyncDisposableStack()
  if (temporary) unwanted.defer(() => removeTree(pins))
  await using received = await bring(deps, pins, bringing, skill)
  const once = bringing && received ? bringing.once() : asked
  const files = received?.files ?? []
  const awaitingUpload = !received && mustAwait(skill, request.await_upload, callerWaits)
  if (!awaitingUpload) await checkFiles(deps.bounded, skill, request.input ?? {}, files)
  const run = newRun(deps, principal, request, { ...decided, id, temporary, awaitingUpload })
  const job = newJob(principal, run, request)
  const cacheKey = awaitingUpload || temporary ? null : sharedKeyOf(job, run, files, settings)
  const cached = cacheKey && (await answerFromCache(deps, job, cacheKey, once, webhook))
  if (cached) return cached
  await deps.snapshots.pin(skill, pins)
  const admission = { cacheKey, once, webhook, tempRequest: temporary ? wishOf(request) : null }
  const told = await keeping(deps, job, received, () => deps.store.queue.admit(job, run, deps.limits.maxQueue, admission))
  if (told.repeated) return told
  unwanted.move()
  deps.logger.info({ request_id: job.id, run_id: run.id, skill_id: skill.id, skill_version: skill.version }, 'job created')
  deps.wakes.wake(topics.queue)
  return { ...told, awaitingUpload }
}

const wishOf = ({ skill_id: _skill, await_upload: _await, ...wish }: JobCreate): Wish => wish

/** Files that come with the request itself. */
export interface Bringing {
  take(skill: SkillPackage): Promise<Received>
  /** The key of a request covers its files, so it is known only once they were taken. */
  once(): Once | null
}

/** The skill is pinned first: it may change while the files arrive. */
async function bring(
  { snapshots }: IntakeDeps,
  pins: string,
  bringing: Bringing | null,
  skill: SkillPackage,
): Promise<Received | null> {
  if (!bringing) return null
  await snapshots.pin(skill, pins)
  return bringing.take(skill)
}

/** The files lie ready before the job is there, and go with it when it does not come to be. */
async function keeping(deps: IntakeDeps, job: Job, received: Received | null, admit: () => Promise<Told>): Promise<Told> {
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

/** As it is by now, also where it was changed a moment ago. */
async function requireSkill(deps: IntakeDeps, id: string): Promise<SkillPackage> {
  await deps.registry.caughtUp(id)
  const entry = deps.registry.get(id)
  if (!entry) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  if (entry.health === 'degraded') throw new Fault('SKILL_DEGRADED', { skill_id: id, problems: entry.problems })
  return entry.skill
}
