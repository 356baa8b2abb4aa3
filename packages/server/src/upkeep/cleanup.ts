import type { RunId } from '../domain/run.ts'
import type { HistoryFilter } from '../store/history.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropRequest } from '../workspace/uploads.ts'
import type { UpkeepDeps } from './deps.ts'

const pageSize = 100

export interface Removed {
  readonly jobs: number
  readonly runs: number
  readonly cacheEntries: number
}

/** Removes jobs that ended, and the runs that only they referred to. Rows go first: a folder without a row is rubbish, a row without a folder a lie. */
export async function cleanup(deps: UpkeepDeps, filter: HistoryFilter): Promise<Removed> {
  let removed: Removed = { jobs: 0, runs: 0, cacheEntries: 0 }
  for (;;) {
    const { jobs, runs, cacheEntries } = await deps.store.history.forget(filter, pageSize)
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

/** With the skill that was its own, if that was kept. One that cannot be removed keeps no other from going; what is left of it is found again as a folder without a row. */
export async function removeFolder(deps: UpkeepDeps, run: RunId): Promise<void> {
  const folders = [deps.layout.run(run).root, deps.layout.pins({ id: run, temporary: true })]
  for (const folder of folders) await removeTree(folder).catch((error) => tell(deps, error, { run_id: run }))
}

const tell = (deps: UpkeepDeps, error: unknown, whose: object): void =>
  deps.logger.warn({ err: error, ...whose }, 'cannot delete a folder')
