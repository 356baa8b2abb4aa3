import type { Job } from '../domain/job.ts'
import { awaitsUpload, type JobId, type Run, type RunState, type UploadId } from '../domain/run.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { settingsOfRun } from '../runs/engine-settings.ts'
import { requireDisk } from '../runs/require-disk.ts'
import { topics } from '../runs/topics.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { JobAndRun } from '../store/jobs.ts'
import type { Uploaded as Admitted } from '../store/queue.ts'
import { type Part, type Received, receive } from '../workspace/receive.ts'
import type { InputFile } from '../workspace/upload-file.ts'
import { dropUpload, keptUploads } from '../workspace/uploads.ts'
import { findWhole, sharedKeyOf } from './cached.ts'
import { checkFiles, fileInputs } from './check-files.ts'
import type { IntakeDeps } from './deps.ts'
import { onAccount } from './on-account.ts'
import { isUploadOf, withUpload } from './with-upload.ts'

export interface Uploaded {
  readonly cacheHit: boolean
  readonly status: RunState
  readonly files: readonly InputFile[]
}

/**
 * Receives the files of a job that waits for them, and starts it. If they are invalid, the job stays as it was and they may be sent again.
 * Only if the queue is full are they kept: then an upload without any parts is enough.
 */
export async function uploadFiles(deps: IntakeDeps, found: JobAndRun, parts: AsyncIterable<Part>): Promise<Uploaded> {
  const { job, run } = found
  if (!awaitsUpload(run)) return uploadNothing(deps, found, parts)
  await requireDisk(deps)
  const { skill, folder } = await deps.snapshots.pinned(deps.layout.pins(run), run.skillDigest, run.skillId)
  await using received = await receive(deps.layout.requests, skill, parts, deps.limits.uploads)
  return await deps.inTurn.uploads.take(job.id, async () => {
    const brought = { skill, folder, received }
    const uploaded = (await startWith(deps, found, brought)) ?? (await startWith(deps, found, brought))
    if (!uploaded) throw new Error(`The files that are kept for job ${job.id} change again and again`)
    return uploaded
  })
}

interface Brought {
  readonly skill: SkillPackage
  /** The pinned copy of the skill. */
  readonly folder: string
  readonly received: Received
}

/** Null: the files that were kept for it were replaced meanwhile; look again. */
async function startWith(
  deps: IntakeDeps,
  { job, run }: JobAndRun,
  { skill, folder, received }: Brought,
): Promise<Uploaded | null> {
  const now = await deps.store.runs.get(run.id)
  requireAwaiting(now)
  const files = received.nothing ? await filesKept(deps, job.id, now) : received.files
  if (!files) return null
  await checkFiles(onAccount(deps, run.caller, skill).bounded, skill, run.input, files)
  const { merged } = await settingsOfRun(deps, now, skill, folder)
  const cacheKey = sharedKeyOf(job, now, files, merged)
  const cached = await answerByOldRun(deps, job, now, files, cacheKey)
  if (cached) return cached
  if (received.nothing) return start(deps, job, now, files, { cacheKey, upload: now.upload, isKept: true })
  return keeping(deps, job, now, received, (upload) => start(deps, job, now, files, { cacheKey, upload, isKept: false }))
}

/** Null: they were replaced a moment ago. */
async function filesKept({ layout }: IntakeDeps, job: JobId, { upload }: Run): Promise<readonly InputFile[] | null> {
  return (await keptUploads(layout, job, upload)) ?? (upload === null ? [] : null)
}

/** The files replace those that were kept before, also where the queue is full. */
async function keeping<T>(
  deps: IntakeDeps,
  job: Job,
  run: Run,
  received: Received,
  admit: (upload: UploadId) => Promise<T>,
): Promise<T> {
  const upload = newId('upl')
  const isNamed = isUploadOf(deps, run.id, upload)
  try {
    return await withUpload(deps, { job: job.id, upload, received, isNamed }, () =>
      admit(upload).catch(async (error: unknown) => {
        if (error instanceof Fault && error.code === 'QUEUE_FULL') await deps.store.queue.keepUpload(run.id, upload)
        throw error
      }),
    )
  } finally {
    if (await isNamed()) await dropUpload(deps.layout, job.id, run.upload)
  }
}

/** A job of a skill without file inputs has already started. An upload without files is accepted for it. */
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

/** An empty archive is far smaller than this, so a larger one has files and need not be unpacked. */
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

export async function answerByOldRun(
  deps: IntakeDeps,
  job: Job,
  run: Run,
  files: readonly InputFile[],
  key: string | null,
): Promise<Uploaded | null> {
  const old = key && (await findWhole(deps, job.projectId, key))
  if (!old || !(await deps.store.cache.rebind(job, old.id, key, instant(deps.clock)))) return null
  await dropUpload(deps.layout, job.id, run.upload)
  deps.logger.info({ request_id: job.id, run_id: old.id, skill_id: job.skillId }, 'job answered from the cache')
  deps.wakes.wake(topics.run(run.id))
  deps.wakes.wake(topics.deliveries)
  deps.log.letGo(run.id)
  return { cacheHit: true, status: 'succeeded', files }
}

/** Null: the run waits, and the files are not those that are kept for it. */
export async function start(
  deps: IntakeDeps,
  job: Job,
  run: Run,
  files: readonly InputFile[],
  known: Omit<Admitted, 'at'>,
): Promise<Uploaded | null> {
  const admitted = await deps.store.queue.admitUploaded(run.id, deps.limits.maxQueue, { at: instant(deps.clock), ...known })
  if (!admitted) {
    requireAwaiting(await deps.store.runs.get(run.id))
    return null
  }
  deps.logger.info({ request_id: job.id, run_id: run.id, files: files.length }, 'files received')
  deps.wakes.wake(topics.run(run.id))
  deps.wakes.wake(topics.queue)
  return { cacheHit: false, status: admitted.state, files }
}
