import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Cgroups, noCgroups, openCgroups } from '../process/cgroups.ts'

export async function openedCgroups({ cgroup }: Config, logger: Logger): Promise<Cgroups> {
  if (cgroup === 'off') return noCgroups('Cgroups are disabled by SKILL_RUNNER_CGROUP.')
  const cgroups = await openCgroups()
  if (cgroups.reason !== null)
    logger.info({ reason: cgroups.reason }, 'no cgroup for all limits; the server measures the use of runs itself')
  return cgroups
}
