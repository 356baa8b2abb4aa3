import { readdir } from 'node:fs/promises'
import type { RunId } from '../domain/run.ts'
import { removeUnused } from '../skills/snapshot.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { RunnerDeps } from './deps.ts'

const pageSize = 100
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** What has to be done now and then: old runs and skills that nobody needs any more go. */
export async function sweep(deps: RunnerDeps): Promise<number> {
  const removed = await removeExpired(deps)
  await removeOrphans(deps)
  const hourAgo = new Date(deps.clock.now().getTime() - hourMs)
  await removeUnused(deps.layout.skills, await deps.store.runs.digestsInUse(), hourAgo)
  return removed
}

/** Removes what is older than the retention time. The row goes first: a folder without a row is rubbish, a row without a folder a lie. */
async function removeExpired(deps: RunnerDeps): Promise<number> {
  if (deps.limits.retentionDays === 0) return 0
  const horizon = new Date(deps.clock.now().getTime() - deps.limits.retentionDays * dayMs).toISOString()
  let removed = 0
  for (;;) {
    const expired = await deps.store.runs.endedBefore(horizon, pageSize)
    for (const run of expired) if (await removeRun(deps, run)) removed++
    if (expired.length < pageSize) return removed
  }
}

/** One run that cannot be removed keeps no other from going; what is left of it is found again as a folder without a row. */
async function removeRun(deps: RunnerDeps, run: RunId): Promise<boolean> {
  if (!(await deps.store.runs.remove(run))) return false
  await removeFolder(deps, run)
  return true
}

async function removeOrphans(deps: RunnerDeps): Promise<void> {
  for (const name of await readdir(deps.layout.runs)) {
    if (!(await deps.store.runs.get(name))) await removeFolder(deps, name)
  }
}

async function removeFolder(deps: RunnerDeps, run: RunId): Promise<void> {
  await removeTree(deps.layout.run(run).root).catch((error) =>
    deps.logger.warn({ err: error, run_id: run }, 'the folder of a run could not be removed'),
  )
}
