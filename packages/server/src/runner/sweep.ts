import { readdir } from 'node:fs/promises'
import { removeUnused } from '../skills/snapshot.ts'
import { cleanup, removeFolder } from './cleanup.ts'
import type { RunnerDeps } from './deps.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { sweepUploads } from './sweep-uploads.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** What has to be done now and then: old runs, keys and skills that nobody needs any more go. */
export async function sweep(deps: RunnerDeps): Promise<number> {
  const removed = await removeExpired(deps)
  await removeOrphans(deps)
  await sweepUploads(deps)
  await sweepSessions(deps)
  await deps.store.idempotency.sweep(deps.clock.now())
  const hourAgo = new Date(deps.clock.now().getTime() - hourMs)
  await removeUnused(deps.layout.skills, await deps.store.runs.digestsInUse(), hourAgo)
  return removed
}

/** Removes what is older than the retention time; a run that answered a younger job is as young as that. */
async function removeExpired(deps: RunnerDeps): Promise<number> {
  if (deps.limits.retentionDays === 0) return 0
  const horizon = new Date(deps.clock.now().getTime() - deps.limits.retentionDays * dayMs).toISOString()
  return (await cleanup(deps, { before: horizon })).runs
}

async function removeOrphans(deps: RunnerDeps): Promise<void> {
  const names = await readdir(deps.layout.runs)
  const known = await deps.store.runs.known(names)
  for (const name of names) if (!known.has(name)) await removeFolder(deps, name)
}
