import type { JobCreate } from '@agent-skill-runner/contract/job.ts'
import type { Job, Principal, Wish } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import type { RunId, UploadId } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { requireDisk } from '../runs/require-disk.ts'
import { topics } from '../runs/topics.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { Told } from '../store/idempotency.ts'
import type { Received } from '../workspace/receive.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { requireDayLeft, spenderOf } from './budgets.ts'
import { answerFromCache, sharedKeyOf } from './cached.ts'
import { checkFiles, mustAwait } from './check-files.ts'
import type { IntakeDeps } from './deps.ts'
import { newJob, newRun } from './new-job.ts'
import { onAccount } from './on-account.ts'
import { planRun } from './plan-run.ts'
import { webhookOf } from './webhook.ts'
import { isUploadOf, withUpload } from './with-upload.ts'

/** Creates a job and a queued run, or throws a fault and stores nothing. A repeat of an idempotency key returns the first job. */
export async function createJob(deps: IntakeDeps, principal: Principal, request: JobCreate, manner: Manner): Promise<Told> {
  const first = manner.once && (await deps.store.idempotency.first(manner.once, deps.clock.now()))
  if (first) return { answer: first, repeated: true }
  await requireDisk(deps)
  const skill = await requireSkill(deps, request.skill_id)
  return createFrom(deps, principal, { skill, temporary: false }, request, manner)
}

/** How a job is created, beside its request. */
interface Manner {
  /** Null: there is no idempotency key, or it covers files that are still to be received. */
  readonly once: Once | null
  readonly bringing: Bringing | null
  /** The caller waits for the result, or this is a rerun: then the job does not wait for optional files. */
  readonly callerWaits: boolean
}

/** The skill of a new job; a temporary one is not installed, and the run gets a copy of its own. */
interface Source {
  readonly skill: SkillPackage
  readonly temporary: boolean
}

export async function createFrom(
  given: IntakeDeps,
  principal: Principal,
  { skill, temporary }: Source,
  request: JobCreate,
  { once: asked, bringing, callerWaits }: Manner,
): Promise<Told> {
  const deps = onAccount(given, principal.caller, skill)
  const { decided, settings } = await planRun(deps, skill, spenderOf(principal), request)
  const webhook = webhookOf(deps, request)
  const id = newId('run')
  const upload = bringing && newId('upl')
  const pins = deps.layout.pins({ id, temporary, upload })
  // A copy for this run alone is deleted if the run is not created.
  await using unwanted = new AsyncDisposableStack()
  if (temporary) unwanted.defer(() => dropSkillUnlessStored(deps, id))
  await using received = await bring(deps, pins, bringing, skill)
  const once = bringing && received ? bringing.once() : asked
  const files = received?.files ?? []
  const awaitingUpload = !received && mustAwait(skill, request.await_upload, callerWaits)
  if (!awaitingUpload) await checkFiles(deps.bounded, skill, request.input ?? {}, files)
  const run = newRun(deps, principal, request, { ...decided, id, temporary, upload, awaitingUpload })
  const job = newJob(principal, run, request)
  const cacheKey = awaitingUpload || temporary ? null : sharedKeyOf(job, run, files, settings)
  const cached = cacheKey && (await answerFromCache(deps, job, cacheKey, once, webhook))
  if (cached) return cached
  // A script uses nothing of it.
  if (skill.entrypoint.kind !== 'script') await requireDayLeft(deps, principal)
  await deps.snapshots.pin(skill, pins)
  const admission = { cacheKey, once, webhook, tempRequest: temporary ? wishOf(request) : null }
  const limit = awaitingUpload ? deps.limits.maxAwaitingUpload : deps.limits.maxQueue
  const admit = () => deps.store.queue.admit(job, run, limit, admission)
  const told = await (received && upload ? keeping(deps, job, upload, received, admit) : admit())
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
  /** The idempotency key covers the files, so it is known only after they were received. */
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

/** The files are in place before the job is stored, and deleted if it is not. */
const keeping = (deps: IntakeDeps, job: Job, upload: UploadId, received: Received, admit: () => Promise<Told>): Promise<Told> =>
  withUpload(deps, { job: job.id, upload, received, isNamed: isUploadOf(deps, job.runId, upload) }, admit)

/** Asked, because a failure may have happened after the commit. Where nobody knows, the sweep looks again. */
async function dropSkillUnlessStored({ store, layout }: IntakeDeps, id: RunId): Promise<void> {
  const run = await store.runs.get(id).catch(() => undefined)
  if (run === null) await removeTree(layout.tempSkill(id))
}

/** The current skill, even if it was changed a moment ago. */
async function requireSkill(deps: IntakeDeps, id: string): Promise<SkillPackage> {
  await deps.registry.caughtUp(id)
  const entry = deps.registry.get(id)
  if (!entry) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  if (entry.health === 'degraded') throw new Fault('SKILL_DEGRADED', { skill_id: id, problems: entry.problems })
  return entry.skill
}
