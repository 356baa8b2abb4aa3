import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runError } from '../domain/failure.ts'
import { awaitsUpload, isTerminal, type JobId, type Run, type RunId } from '../domain/run.ts'
import { stateChanged, terminal } from '../events/rasp.ts'
import { codeOf } from '../lib/thrown.ts'
import { isRunCorrupt, moveWithoutLog } from '../runs/without-log.ts'
import { receiving } from '../workspace/receive.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropRequest, dropUploads } from '../workspace/uploads.ts'
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
  for (const job of kept) await (known.has(job) ? removeUntaken(deps, job) : removeUnknown(deps, job))
}

/** In its turn: what arrives in the last moment has arrived. */
async function expireUnlessBrought(deps: UpkeepDeps, id: RunId): Promise<void> {
  const [job] = await deps.store.jobs.ofRun(id)
  if (!job) return
  await deps.inTurn.uploads.take(job.id, async () => {
    const run = await deps.store.runs.get(id)
    if (run && awaitsUpload(run)) await expire(deps, run, job.id)
  })
}

/** The job stays, so that whoever asks for it learns what became of it. */
async function expire(deps: UpkeepDeps, run: Run, job: JobId): Promise<void> {
  const error = runError('UPLOAD_EXPIRED')
  await deps.log
    .move({
      run: run.id,
      job,
      trigger: 'run.canceled',
      from: 'queued',
      error,
      drafts: (from, to) => [stateChanged(from, to, 'run.canceled'), terminal('canceled', error)],
    })
    .catch((cause) => {
      // One run whose files are gone must not keep the sweep from the others.
      if (!isRunCorrupt(cause)) throw cause
      return moveWithoutLog(deps, run, { trigger: 'run.canceled', error })
    })
  deps.logger.info({ request_id: job, run_id: run.id }, 'upload expired; job canceled')
}

/** Of most jobs the run took them long ago: then the job is not even looked up. */
async function removeUntaken(deps: UpkeepDeps, job: string): Promise<void> {
  if (!existsSync(deps.layout.request(job).uploads)) return
  const found = await deps.store.jobs.get(job)
  if (found && isTerminal(found.run.state)) await dropUploads(deps.layout, job)
}

/** The files of a job that comes with them are there a moment before the job is. */
async function removeUnknown(deps: UpkeepDeps, job: string): Promise<void> {
  const hourAgo = new Date(deps.clock.now().getTime() - hourMs)
  if (await isOlder(deps.layout.request(job).root, hourAgo)) await dropRequest(deps.layout, job)
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
