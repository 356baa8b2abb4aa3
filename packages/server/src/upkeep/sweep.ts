import { readdir } from 'node:fs/promises'
import { dayOf } from '../domain/budget.ts'
import { removeUnused } from '../skills/snapshot.ts'
import { cleanup, removeFolder } from './cleanup.ts'
import type { UpkeepDeps } from './deps.ts'
import { sweepHomes } from './sweep-homes.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { sweepTempSkills } from './sweep-temp-skills.ts'
import { sweepUploads } from './sweep-uploads.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** How long the admin log is kept. */
const auditedDays = 90

/** How long it is known what tokens and projects used in a day. */
const countedDays = 35

/** The periodic cleanup: deletes old runs, idempotency keys and skills that are no longer needed. */
export async function sweep(deps: UpkeepDeps): Promise<number> {
  const hourAgo = new Date(deps.clock.now().getTime() - hourMs)
  const removed = await removeExpired(deps)
  await removeOrphans(deps)
  await sweepUploads(deps)
  await sweepSessions(deps)
  await sweepHomes(deps, hourAgo)
  await sweepTempSkills(deps)
  await deps.store.idempotency.sweep(deps.clock.now())
  await deps.store.packageInstalls.sweep(daysAgo(deps, deps.limits.retentionDays || 30))
  if (deps.limits.retentionDays > 0) await deps.store.evals.sweep(daysAgo(deps, deps.limits.retentionDays))
  await deps.store.webhooks.sweep()
  await deps.store.adminActions.sweep(new Date(deps.clock.now().getTime() - auditedDays * dayMs).toISOString())
  await deps.store.dayUse.forget(dayOf(daysAgo(deps, countedDays)))
  await removeUnused(deps.layout.skills, await deps.store.runs.digestsInUse(), hourAgo)
  return removed
}

/** Removes what is older than the retention time; a run that answered a younger job is as young as that. */
async function removeExpired(deps: UpkeepDeps): Promise<number> {
  if (deps.limits.retentionDays === 0) return 0
  return (await cleanup(deps, { before: daysAgo(deps, deps.limits.retentionDays) })).runs
}

const daysAgo = ({ clock }: UpkeepDeps, days: number): string => new Date(clock.now().getTime() - days * dayMs).toISOString()

async function removeOrphans(deps: UpkeepDeps): Promise<void> {
  const names = await readdir(deps.layout.runs)
  const known = await deps.store.runs.known(names)
  for (const name of names) if (!known.has(name)) await removeFolder(deps, name)
}
