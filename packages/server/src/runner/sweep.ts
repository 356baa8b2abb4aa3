import { rm } from 'node:fs/promises'
import { removeUnused } from '../skills/snapshot.ts'
import type { RunnerDeps } from './deps.ts'

const pageSize = 100
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** What has to be done now and then: old runs and skills that nobody needs any more go. */
export async function sweep(deps: RunnerDeps): Promise<number> {
  const removed = await removeExpired(deps)
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
    for (const run of expired) {
      if (!(await deps.store.runs.remove(run))) continue
      await rm(deps.layout.run(run).root, { recursive: true, force: true })
      removed++
    }
    if (expired.length < pageSize) return removed
  }
}
