import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildLimits, Use } from '../domain/resource-limit.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Place, Places } from './cgroup-places.ts'

/** One group for the processes of an attempt, in each of the trees that are needed for it. */
export interface Cgroup {
  /**
   * Files of version 1 that a process with one thread writes 0 to, to be in the group. `tasks`, and not `cgroup.procs`: for a whole process
   * the kernel waits until nobody on the machine forks, 10 ms and more.
   */
  readonly joins: readonly string[]
  /** A folder of version 2 that a process is made in; null: there is none. */
  readonly birthplace: string | null
  use(): Use
  /** Whether those in it may start anything. */
  allowStarts(isAllowed: boolean): void
  /** False: somebody is still in it. */
  remove(): boolean
}

/** Makes the group with its limits, or nothing of it. */
export function makeCgroup(places: Places, name: string, limits: ChildLimits): Cgroup {
  const { memory, pids, weight, folders } = foldersOf(places, name)
  const group = cgroupIn(places, name, limits)
  try {
    for (const folder of folders) makeFolder(folder)
    if (memory && limits.memory_bytes > 0) limitMemory(memory, limits.memory_bytes)
    if (pids && limits.processes > 0) write(pids, 'pids.max', limits.processes)
    if (weight) weighLess(weight)
  } catch (error) {
    group.remove()
    throw error
  }
  return group
}

/** In place of one that was made for nobody, by a server that was killed. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    removeFolder(folder)
    mkdirSync(folder)
  }
}

/** Those of the places where there is a group of this name. */
export function placesOfGroup({ memory, pids, cpu, weight }: Places, name: string): Places {
  const ifThere = (place: Place | null) => (place && existsSync(join(place.folder, name)) ? place : null)
  return { memory: ifThere(memory), pids: ifThere(pids), cpu: ifThere(cpu), weight: ifThere(weight) }
}

function foldersOf(places: Places, name: string) {
  const at = (place: Place | null) => place && { version: place.version, folder: join(place.folder, name) }
  const [memory, pids, cpu, weight] = [at(places.memory), at(places.pids), at(places.cpu), at(places.weight)]
  const all = [memory, pids, cpu, weight].filter((place) => place !== null)
  return { memory, pids, cpu, weight, all, folders: [...new Set(all.map(({ folder }) => folder))] }
}

/** The group of this name, which somebody has made or is about to make. */
export function cgroupIn(places: Places, name: string, limits: ChildLimits): Cgroup {
  const { memory, pids, cpu, all, folders } = foldersOf(places, name)
  const remove = () => folders.map(removeFolder).every(Boolean)
  return {
    joins: [...new Set(all.filter(({ version }) => version === 1).map(({ folder }) => join(folder, 'tasks')))],
    birthplace: all.find(({ version }) => version === 2)?.folder ?? null,
    use: () => ({
      ...memoryUse(memory),
      // Nobody gets more, so there is nothing to be compared.
      processes: null,
      refusedStarts: pids ? (numberIn(pids, 'pids.events', 'max') ?? 0) : 0,
      cpuSeconds: cpu && cpuUse(cpu),
    }),
    allowStarts: (isAllowed) => void (pids && tryWrite(pids, 'pids.max', isAllowed ? limits.processes || 'max' : 0)),
    remove,
  }
}

/** A quarter of what the server has: whoever waits for it does not wait for a run, however many processes that has. */
function weighLess(place: Place): void {
  const [file, weight] = place.version === 2 ? ['cpu.weight', 25] : ['cpu.shares', 256]
  if (has(place, file)) tryWrite(place, file, weight)
}

/** Memory and what is swapped out together: else a hog goes on in the swap. */
function limitMemory(place: Place, bytes: number): void {
  if (place.version === 2) {
    write(place, 'memory.max', bytes)
    if (has(place, 'memory.swap.max')) write(place, 'memory.swap.max', 0)
    return
  }
  write(place, 'memory.limit_in_bytes', bytes)
  if (has(place, 'memory.memsw.limit_in_bytes')) write(place, 'memory.memsw.limit_in_bytes', bytes)
}

function memoryUse(place: Place | null): Pick<Use, 'memoryBytes' | 'isMemoryKept' | 'memoryKills'> {
  if (!place) return { memoryBytes: null, isMemoryKept: false, memoryKills: 0 }
  const [most, events] =
    place.version === 2 ? ['memory.peak', 'memory.events'] : ['memory.max_usage_in_bytes', 'memory.oom_control']
  return { memoryBytes: numberIn(place, most), isMemoryKept: true, memoryKills: numberIn(place, events, 'oom_kill') ?? 0 }
}

function cpuUse(place: Place): number | null {
  if (place.version === 1) return scaled(numberIn(place, 'cpuacct.usage'), 1e9)
  return scaled(numberIn(place, 'cpu.stat', 'usage_usec'), 1e6)
}

const scaled = (value: number | null, unit: number): number | null => value && value / unit

const write = ({ folder }: Place, file: string, value: number | 'max'): void => writeFileSync(join(folder, file), String(value))

/** Nothing is lost without it: those who must end are ended all the same. */
function tryWrite(place: Place, file: string, value: number | 'max'): void {
  try {
    write(place, file, value)
  } catch {
    // The group is gone, and so is everybody in it.
  }
}

const has = ({ folder }: Place, file: string): boolean => existsSync(join(folder, file))

/** The number in a file, or behind a word in it; null: it is not there. */
function numberIn({ folder }: Place, file: string, word?: string): number | null {
  try {
    const text = readFileSync(join(folder, file), 'latin1')
    const found = word === undefined ? text : text.split('\n').find((line) => line.startsWith(`${word} `))
    return found === undefined ? null : Number(found.slice(word?.length ?? 0))
  } catch {
    return null
  }
}

/** Somebody may be on its way out still. What stays all the same is removed at the next start. */
export function removeSoon(remove: () => boolean, tries = 10): void {
  if (!remove() && tries > 0) setTimeout(() => removeSoon(remove, tries - 1), 100)
}

/** True: it is not there any more. */
export function removeFolder(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}
