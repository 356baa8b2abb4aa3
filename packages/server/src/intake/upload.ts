import type { Job } from '../domain/job.ts'
import { awaitsUpload, type Decided, type JobId, type Run, type RunState } from '../domain/run.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { settingsOfRun } from '../runs/engine-settings.ts'
import { requireDisk } from '../runs/require-disk.ts'
import { topics } from '../runs/topics.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { type Part, type Received, receive } from '../workspace/receive.ts'
import type { InputFile } from '../workspace/upload-file.ts'
import { dropUploads, keepUploads, keptUploads } from '../workspace/uploads.ts'
import { findWhole, sharedKeyOf } from './cached.ts'
import { checkFiles } from './check-files.ts'
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
export async function uploadFiles(deps: IntakeDeps, { job, run }: JobAndRun, parts: AsyncIterable<Part>): Promise<Uploaded> {
  requireAwaiting(run)
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

export function requireAwaiting(run: Run | null): asserts run is Run {
  if (!run || !awaitsUpload(run)) throw new Fault('ALREADY_STARTED', { status: run?.state ?? null })
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
  if (!admitted) throw new Fault('ALREADY_STARTED', { status: (await deps.store.runs.get(run.id))?.state ?? null })
  deps.logger.info({ request_id: job.id, run_id: run.id, files: files.length }, 'files received')
  deps.wakes.wake(topics.run(run.id))
  deps.wakes.wake(topics.queue)
  return { cacheHit: false, status: admitted.state, files }
}
