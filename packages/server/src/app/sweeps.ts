import type { Installations } from '../installed/installations.ts'
import { systemClock } from '../lib/clock.ts'
import type { ProjectSkills } from '../projects/open.ts'
import type { UpkeepDeps } from '../upkeep/deps.ts'
import { sweep } from '../upkeep/sweep.ts'
import { openSweeps, type Sweeps } from '../upkeep/sweep-status.ts'

export const sweepsOf = (deps: UpkeepDeps & { readonly projectSkills: ProjectSkills }): Sweeps =>
  openSweeps(systemClock, deps.limits.sweepEveryMs, async () => {
    await deps.projectSkills.sweep()
    return sweep(deps)
  })

/** Sweeps now and then. Returns how to stop it, which waits for a sweep that is under way. */
export function startSweeps(
  { logger, installations }: UpkeepDeps & { readonly installations: Installations },
  sweeps: Sweeps,
): () => Promise<void> {
  let sweeping: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(() => Promise.all([sweeps.run(), installations.refresh()]))
      .catch((error) => logger.error({ err: error }, 'the sweep failed'))
  }, sweeps.everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await sweeping
  }
}
