import type { RunId } from '../domain/run.ts'
import { despiteFullDisk } from '../runs/despite-full-disk.ts'
import type { HistoryFilter } from '../store/history.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropRequest } from '../workspace/uploads.ts'
import type { UpkeepDeps } from './deps.ts'

const pageSize = 100

interface Removed {
  readonly jobs: number
  readonly runs: number
  readonly cacheEntries: number
}

/** Deletes jobs that have ended, and runs that no other job refers to. Rows first: a folder without a row is swept, a row without a folder would be wrong. */
export async function cleanup(deps: UpkeepDeps, filter: HistoryFilter): Promise<Removed> {
  let removed: Removed = { jobs: 0, runs: 0, cacheEntries: 0 }
  for (;;) {
    const { jobs, runs, cacheEntries } = await despiteFullDisk(deps, () => deps.store.history.forget(filter, pageSize))
    for (const run of runs) await removeFolder(deps, run)
    for (const job of jobs) await dropRequest(deps.layout, job).catch((error) => tell(deps, error, { request_id: job }))
    removed = {
      jobs: removed.jobs + jobs.length,
      runs: removed.runs + runs.length,
      cacheEntries: removed.cacheEntries + cacheEntries,
    }
    if (jobs.length < pageSize) return removed
  }
}

/** Together with its temporary skill. A folder that cannot be deleted does not stop the cleanup; the sweep finds it again as a folder without a row. */
export async function removeFolder(deps: UpkeepDeps, run: RunId): Promise<void> {
  const folders = [deps.layout.run(run).root, deps.layout.tempSkill(run)]
  for (const folder of folders) await removeTree(folder).catch((error) => tell(deps, error, { run_id: run }))
}

const tell = (deps: UpkeepDeps, error: unknown, whose: object): void =>
  deps.logger.warn({ err: error, ...whose }, 'cannot delete a folder')
