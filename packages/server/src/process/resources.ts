import type { Confinement, Rlimit } from '../domain/launch.ts'
import { type ChildLimits, noUse, type Use } from '../domain/resource-limit.ts'
import { type Cgroup, cgroupIn, makeCgroup, placesOfGroup, removeSoon } from './cgroup.ts'
import type { Places } from './cgroup-places.ts'
import { type Cgroups, groupName } from './cgroups.ts'
import { type Counted, type CountedChild, countUse } from './count-use.ts'
import { type Hard, ownRlimits } from './own-rlimits.ts'

/** What the children of one attempt may use, and what they have used. */
export interface Resources extends Disposable {
  readonly limits: ChildLimits
  readonly confinement: Confinement
  /** When it is worth to look for the first time, and how often after some looks. */
  readonly looks: { readonly firstMs: number; readonly everyMs: number }
  /** Before another child begins. */
  before(): Use
  /** While a child runs, or right after it. */
  use(child: CountedChild): Promise<Use>
  /** So that they are not started faster than they are ended. */
  stopStarts(): void
}

export interface ResourceOptions {
  readonly cgroups: Cgroups
  readonly limits: ChildLimits
  /** In the environment of all of its processes. */
  readonly mark: string
  /** All processes of its user are its own. */
  readonly hasOwnUser: boolean
}

/** The first to go when memory runs out; the server has 0. */
const oomScore = 500
/** Until the kernel is asked, a hog goes on where nobody else counts. To count takes long; a script of the usual kind ends before any look. */
const [counting, asking] = [
  { firstMs: 250, everyMs: 250 },
  { firstMs: 25, everyMs: 1000 },
]
/** Between a soft and a hard limit, for those who end themselves. */
const moreCpuSeconds = 5
/** So that our own count is the first to tell. */
const moreProcesses = 16

/** By groups of the kernel where they can be made, and else by limits of single processes and by counting. */
export function openResources(options: ResourceOptions): Resources {
  const { cgroups, limits, mark } = options
  const group = hasAny(cgroups.places) ? makeCgroup(cgroups.places, groupName(mark), limits) : null
  return resourcesBy(group, cgroups.places, options)
}

/** The same of a child that an earlier server has started: by its groups where they are, and else by counting. */
export function reopenResources(options: ResourceOptions): Resources {
  const { cgroups, limits, mark } = options
  const places = placesOfGroup(cgroups.places, groupName(mark))
  return resourcesBy(hasAny(places) ? cgroupIn(places, groupName(mark), limits) : null, places, options)
}

const hasAny = (places: Places): boolean => Object.values(places).some((place) => place !== null)

function resourcesBy(group: Cgroup | null, places: Places, { limits, mark, hasOwnUser }: ResourceOptions): Resources {
  const counts = process.platform === 'linux' && !isWhole(places)
  // The kernel counts for all children of a group; ours are counted one after the other.
  const cpu = { ofEarlier: 0, ofThis: 0 }
  let hasBegun = false
  let isStopped = false
  const use = (counted: Counted | null): Use => {
    const known = group?.use() ?? noUse
    if (counted) cpu.ofThis = Math.max(cpu.ofThis, counted.cpuSeconds)
    return {
      ...known,
      memoryBytes: places.memory ? known.memoryBytes : (counted?.memoryBytes ?? null),
      processes: places.pids ? null : (counted?.processes ?? null),
      cpuSeconds: places.cpu ? known.cpuSeconds : cpu.ofEarlier + cpu.ofThis,
    }
  }
  return {
    limits,
    looks: counts ? counting : asking,
    confinement: {
      joins: group?.joins ?? [],
      birthplace: group?.birthplace ?? null,
      oomScore: process.platform === 'linux' ? oomScore : null,
      rlimits: rlimitsOf(limits, hasOwnUser && places.pids === null),
    },
    before() {
      // Nobody was in a new group.
      if (!hasBegun) {
        hasBegun = true
        return noUse
      }
      if (isStopped) group?.allowStarts(true)
      isStopped = false
      cpu.ofEarlier += cpu.ofThis
      cpu.ofThis = 0
      return use(null)
    },
    use: async (child) => use(counts ? await countUse(child, mark, limits.processes) : null),
    stopStarts() {
      isStopped = true
      group?.allowStarts(false)
    },
    [Symbol.dispose]: () => void (group && removeSoon(group.remove)),
  }
}

function rlimitsOf(limits: ChildLimits, countsByUser: boolean): Rlimit[] {
  const { cpu_seconds: cpu, file_bytes: file, open_files: files, processes } = limits
  const own = ownRlimits()
  return [
    ...rlimit(own, 'cpu', cpu, cpu + moreCpuSeconds),
    ...rlimit(own, 'fsize', file, file),
    ...rlimit(own, 'nofile', files, files),
    ...(countsByUser && processes > 0 ? rlimit(own, 'nproc', processes + moreProcesses, processes + moreProcesses) : []),
  ]
}

/** Never more than this server may itself: a higher one is not ours to give. */
function rlimit(own: Hard, name: Rlimit['name'], soft: number, hard: number): Rlimit[] {
  if (soft === 0) return []
  const most = own[name]
  return [{ name, soft: Math.min(soft, most), hard: Math.min(hard, most) }]
}

const isWhole = ({ memory, pids, cpu }: Places): boolean => memory !== null && pids !== null && cpu !== null
