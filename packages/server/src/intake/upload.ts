import type { Job } from '../domain/job.ts'
import { awaitsUpload, type Decided, type JobId, type Run, type RunState } from '../domain/run.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { settingsOfRun } from '../runs/engine-settings.ts'
import { requireDisk } from '../runs/require-disk.ts'
import { topics } from '../runs/topics.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { type Part, type Received, receive } from '../workspace/receive.ts'
import type { InputFile } from '../workspace/upload-file.ts'
import { dropUploads, keepUploads, keptUploads } from '../workspace/uploads.ts'
import { findWhole, sharedKeyOf } from './cached.ts'
import { checkFiles, fileInputs } from './check-files.ts'
import type { IntakeDeps } from './deps.ts'

export interface Uploaded {
  readonly cacheHit: boolean
  readonly status: RunState
  readonly files: readonly InputFile[]
}

/**
 * Brings the files of a job that waits for them, and with them it may start. Whatever is wrong with them, the job is as it was and they
 * may be sent again. Only a full queue keeps them: then a form without any parts is enough.
 */
export async function uploadFiles(deps: IntakeDeps, found: JobAndRun, parts: AsyncIterable<Part>): Promise<Uploaded> {
  const { job, run } = found
  if (!awaitsUpload(run)) return uploadNothing(deps, found, parts)
  await requireDisk(deps)
  const { skill, folder } = await deps.snapshots.pinned(deps.layout.pins(run), run.skillDigest, run.skillId)
  await using received = await receive(deps.layout.requests, skill, parts, deps.limits.uploads)
  return await deps.inTurn.uploads.take(job.id, async () => {
    const now = await deps.store.runs.get(run.id)
    requireAwaiting(now)
    const files = await filesOf(deps, job.id, received)
    await checkFiles(deps.bounded, skill, run.input, files)
    if (!received.nothing) await keepUploads(deps.layout, job.id, received)
    const { merged } = await settingsOfRun(deps, now, skill, folder)
    const cacheKey = sharedKeyOf(job, now, files, merged)
    const cached = await answerByOldRun(deps, job, now, files, cacheKey)
    return cached ?? start(deps, job, now, files, { cacheKey })
  })
}

/** A job of a skill that declares no files has started without any. Its client may upload all the same, as long as that holds none. */
async function uploadNothing(deps: IntakeDeps, { job, run }: JobAndRun, parts: AsyncIterable<Part>): Promise<Uploaded> {
  const skill = await skillOf(deps, run)
  if (!skill || fileInputs(skill).length > 0) throw alreadyStarted(run)
  const limits = { ...deps.limits.uploads, totalBytes: mostForNothing }
  await using received = await receive(deps.layout.requests, skill, parts, limits).catch((error: unknown) => {
    throw error instanceof Fault && error.code === 'UPLOAD_TOO_LARGE' ? alreadyStarted(run) : error
  })
  if (received.files.length > 0) throw alreadyStarted(run)
  return { cacheHit: job.cacheHit, status: run.state, files: [] }
}

/** An empty archive is far smaller; more than this holds files, and need not be kept to see that. */
const mostForNothing = 4096

/** As it is installed, or as it was pinned. Null: that copy was swept after the end of the run. */
async function skillOf({ registry, snapshots, layout }: IntakeDeps, run: Run): Promise<SkillPackage | null> {
  const entry = registry.get(run.skillId)
  if (entry?.health === 'healthy' && entry.skill.digest === run.skillDigest) return entry.skill
  try {
    return (await snapshots.pinned(layout.pins(run), run.skillDigest, run.skillId)).skill
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

const alreadyStarted = (run: Run | null): Fault => new Fault('ALREADY_STARTED', { status: run?.state ?? null })

export function requireAwaiting(run: Run | null): asserts run is Run {
  if (!run || !awaitsUpload(run)) throw alreadyStarted(run)
}

const filesOf = async (deps: IntakeDeps, job: JobId, { files, nothing }: Received): Promise<readonly InputFile[]> =>
  nothing ? ((await keptUploads(deps.layout, job)) ?? []) : files

export async function answerByOldRun(
  deps: IntakeDeps,
  job: Job,
  run: Run,
  files: readonly InputFile[],
  key: string | null,
): Promise<Uploaded | null> {
  const old = key && (await findWhole(deps, job.projectId, key))
  if (!old || !(await deps.store.cache.rebind(job, old.id, key, instant(deps.clock)))) return null
  await dropUploads(deps.layout, job.id)
  deps.logger.info({ request_id: job.id, run_id: old.id, skill_id: job.skillId }, 'job answered from the cache')
  deps.wakes.wake(topics.run(run.id))
  deps.wakes.wake(topics.deliveries)
  deps.log.letGo(run.id)
  return { cacheHit: true, status: 'succeeded', files }
}

export async function start(
  deps: IntakeDeps,
  job: Job,
  run: Run,
  files: readonly InputFile[],
  known: { readonly cacheKey: string | null; readonly decided?: Decided },
): Promise<Uploaded> {
  const admitted = await deps.store.queue.admitUploaded(run.id, deps.limits.maxQueue, { at: instant(deps.clock), ...known })
  if (!admitted) throw alreadyStarted(await deps.store.runs.get(run.id))
  deps.logger.info({ request_id: job.id, run_id: run.id, files: files.length }, 'files received')
  deps.wakes.wake(topics.run(run.id))
  deps.wakes.wake(topics.queue)
  return { cacheHit: false, status: admitted.state, files }
}
