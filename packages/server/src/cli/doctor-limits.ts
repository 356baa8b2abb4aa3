import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { type Cgroups, findCgroups, noCgroups } from '../process/cgroups.ts'
import { enforcement } from '../process/enforcement.ts'
import { type Check, fine } from './doctor-check.ts'

/** What holds the limits of runs, as far as this shell can tell: a service may be allowed more. Counting does it too, but less well. */
export function checkLimits({ cgroup, childLimits }: Config): Check {
  const cgroups = cgroup === 'off' ? noCgroups('Cgroups are disabled by SKILL_RUNNER_CGROUP.') : findCgroups()
  return { ...fine('limits', enforcement(cgroups, childLimits)), fix: cgroup === 'off' ? null : fixFor(cgroups), needed: false }
}

/** A cgroup of one's own, where systemd gives them away. */
function fixFor({ reason }: Cgroups): string | null {
  if (reason === null || !existsSync('/run/systemd/system')) return null
  return process.getuid?.() === 0
    ? 'systemd-run --scope -p Delegate=yes npm start'
    : 'systemd-run --user --scope -p Delegate=yes npm start'
}
