import type { ChildLimit, ChildLimits } from '../domain/resource-limit.ts'
import type { Place } from './cgroup-places.ts'
import type { Cgroups } from './cgroups.ts'

const names: Readonly<Record<ChildLimit, string>> = {
  memory_bytes: 'memory',
  processes: 'processes',
  cpu_seconds: 'CPU time',
  open_files: 'open files',
  file_bytes: 'file size',
}

/** What holds the limits of runs here, in a sentence for people. */
export function enforcement({ places, reason }: Cgroups, limits: ChildLimits): string {
  const by = (limit: ChildLimit): string => {
    if (limits[limit] === 0) return 'Not limited'
    if (limit === 'open_files' || limit === 'file_bytes') return 'By rlimit'
    return byPlace({ memory_bytes: places.memory, processes: places.pids, cpu_seconds: places.cpu }[limit])
  }
  const groups = Map.groupBy(Object.keys(names) as ChildLimit[], by)
  const parts = [...groups].map(([means, all]) => `${means}: ${all.map((limit) => names[limit]).join(', ')}.`)
  return groups.has(counted) && reason !== null ? `${parts.join(' ')} ${reason}` : parts.join(' ')
}

const counted = 'Counted'

function byPlace(place: Place | null): string {
  if (place) return `By cgroup v${place.version}`
  return process.platform === 'linux' ? counted : 'Not limited on this system'
}
