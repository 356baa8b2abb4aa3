import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runError } from '../domain/failure.ts'
import { awaitsUpload, isTerminal, type JobId, type Run, type RunId, type UploadId } from '../domain/run.ts'
import { stateChanged, terminal } from '../events/rasp.ts'
import { codeOf } from '../lib/thrown.ts'
import { takeReplies } from '../runs/take-replies.ts'
import { isRunCorrupt, moveWithoutLog } from '../runs/without-log.ts'
import { receiving } from '../workspace/receive.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropRequest, dropUntaken, dropUpload, untakenUploads } from '../workspace/uploads.ts'
import type { UpkeepDeps } from './deps.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Jobs whose files did not come within a day are ended, and files that no run will take are removed. */
export async function sweepUploads(deps: UpkeepDeps): Promise<void> {
  const dayAgo = new Date(deps.clock.now().getTime() - dayMs)
  for (const run of await deps.store.queue.awaitingSince(dayAgo.toISOString())) await expireUnlessBrought(deps, run.id)
  const names = await readdir(deps.layout.requests)
  const [unfinished, kept] = [
    names.filter((name) => name.startsWith(receiving)),
    names.filter((name) => !name.startsWith(receiving)),
  ]
  for (const name of unfinished) await removeOld(join(deps.layout.requests, name), dayAgo)
  const known = await deps.store.jobs.known(kept)
  for (const job of kept)
    await (known.has(job) ? removeUntaken(deps, job) : removeUnknown(deps, job)).catch((error) =>
      deps.logger.warn({ err: error, request_id: job }, 'cannot delete what came for a job'),
    )
}

/** An upload that arrives at the last moment counts: under the lock of uploads here, and by the row where it came to another server. */
async function expireUnlessBrought(deps: UpkeepDeps, id: RunId): Promise<void> {
  const [job] = await deps.store.jobs.ofRun(id)
  if (!job) return
  await deps.inTurn.uploads.take(job.id, async () => {
    const run = await deps.store.runs.get(id)
    if (run && awaitsUpload(run)) await expire(deps, run, job.id)
  })
}

/** The job stays, so that its caller can read the outcome. */
async function expire(deps: UpkeepDeps, run: Run, job: JobId): Promise<void> {
  const error = runError('UPLOAD_EXPIRED')
  const moved = await deps.log
    .move({
      run: run.id,
      job,
      trigger: 'run.canceled',
      seen: run,
      error,
      drafts: (from, to) => [stateChanged(from, to, 'run.canceled'), terminal('canceled', error)],
    })
    .catch((cause) => {
      // A run whose files are missing must not stop the sweep.
      if (!isRunCorrupt(cause)) throw cause
      return moveWithoutLog(deps, run, { trigger: 'run.canceled', error })
    })
  if (moved) deps.logger.info({ request_id: job, run_id: run.id }, 'upload expired; job canceled')
}

/** For most jobs the run took the files long ago, and no query is needed. */
async function removeUntaken(deps: UpkeepDeps, job: JobId): Promise<void> {
  const untaken = await untakenUploads(deps.layout, job)
  const found = untaken.length === 0 ? null : await deps.store.jobs.get(job)
  if (!found) return
  const hasEnded = isTerminal(found.run.state)
  const answers = await deps.store.interactions.answered(found.run.id)
  for (const upload of untaken) {
    const isAnswer = upload !== null && answers.some(({ answer }) => answer?.upload === upload)
    if (upload === found.run.upload) {
      if (hasEnded) await dropUntaken(deps.layout, job, upload)
    } else if (await isYoung(deps, job, upload)) continue
    else if (!isAnswer) await dropUpload(deps.layout, job, upload)
    else if (hasEnded) await takeReplies(deps, found.run)
  }
}

/** Files are in place a moment before a row names them, and those of an answer until somebody takes them. */
async function isYoung({ clock, layout }: UpkeepDeps, job: JobId, upload: UploadId | null): Promise<boolean> {
  return !(await isOlder(layout.upload(job, upload).root, new Date(clock.now().getTime() - hourMs)))
}

/** Files that are uploaded together with their job are in place a moment before the job is stored. */
async function removeUnknown(deps: UpkeepDeps, job: string): Promise<void> {
  const hourAgo = new Date(deps.clock.now().getTime() - hourMs)
  if (await isOlder(deps.layout.request(job), hourAgo)) await dropRequest(deps.layout, job)
}

async function removeOld(folder: string, than: Date): Promise<void> {
  if (await isOlder(folder, than)) await removeTree(folder)
}

export async function isOlder(folder: string, than: Date): Promise<boolean> {
  const entry = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return entry !== null && entry.mtime < than
}
