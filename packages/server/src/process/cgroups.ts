import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { capture } from './capture.ts'
import { makeCgroup, removeFolder, removeSoon } from './cgroup.ts'
import { divide, serverName, wordsIn } from './cgroup-divide.ts'
import { type Controller, type Place, type Places, placesIn } from './cgroup-places.ts'

const ourName = 'skill-runner.'

/** Where groups can be made; a reason for what cannot. */
export interface Cgroups {
  readonly places: Places
  readonly reason: string | null
}

export const noCgroups = (reason: string): Cgroups => ({ places: { memory: null, pids: null, cpu: null, weight: null }, reason })

/** By a look at this machine, which changes nothing but for a group that is made and removed. */
export function findCgroups(): Cgroups {
  if (process.platform !== 'linux') return noCgroups('There are no cgroups on this system.')
  try {
    return usable(placesIn(readFileSync('/proc/self/cgroup', 'utf8'), readFileSync('/proc/self/mountinfo', 'utf8')))
  } catch (error) {
    return noCgroups(`The cgroup of the server is not known: ${messageOf(error)}.`)
  }
}

/** The same, version 2 is told to count for each group, and a process has been in one. */
export async function openCgroups(): Promise<Cgroups> {
  const divided = divideFound(findCgroups())
  const problem = await problemInPractice(divided)
  return problem === null ? divided : noCgroups(problem)
}

/** A small group as runs have it, and a small process in it. */
async function problemInPractice({ places }: Cgroups): Promise<string | null> {
  if (Object.values(places).every((place) => place === null)) return null
  const limits = { memory_bytes: 64 * 1024 ** 2, processes: 32, cpu_seconds: 0, open_files: 0, file_bytes: 0 }
  try {
    const group = makeCgroup(places, `${ourName}try.${process.pid}`, limits)
    const confinement = { ...group, oomScore: null, rlimits: [] }
    const { code, stderr } = await capture(['/bin/true'], { timeoutMs: 20_000, confinement })
    group.remove()
    return code === 0 ? null : `A process cannot be put into a cgroup: ${stderr.trim().slice(0, 200)}`
  } catch (error) {
    return `A cgroup cannot be limited: ${messageOf(error)}`
  }
}

function divideFound(found: Cgroups): Cgroups {
  const two = Object.values(found.places).find((place) => place?.version === 2)
  const problem = two ? divide(two.folder) : null
  if (problem === null) return found
  const { memory, pids, cpu, weight } = found.places
  const places = { memory: onlyOne(memory), pids: onlyOne(pids), cpu: onlyOne(cpu), weight: onlyOne(weight) }
  return { places, reason: problem }
}

const onlyOne = (place: Place | null): Place | null => (place?.version === 1 ? place : null)

/** Those that are writable, and whose tree can do what they are wanted for. */
function usable(places: Places): Cgroups {
  const problems = new Set<string>()
  const check = (controller: Controller): Place | null => {
    const place = places[controller]
    const home = place && (place.version === 2 ? { ...place, folder: parentOf(place.folder) } : place)
    const problem = home ? problemOf(home, controller) : `The kernel has no cgroup controller ${controller}.`
    if (problem === null) return home
    // No limit hangs on it.
    if (controller !== 'weight') problems.add(problem)
    return null
  }
  const found = { memory: check('memory'), pids: check('pids'), cpu: check('cpu'), weight: check('weight') }
  return { places: found, reason: [...problems].join(' ') || null }
}

/** A server, or whoever started it, may be in the group already that an earlier one made for itself. */
const parentOf = (folder: string): string => (basename(folder) === serverName ? dirname(folder) : folder)

function problemOf({ version, folder }: Place, controller: Controller): string | null {
  // Version 2 counts the CPU time of every group, and whether it shares it out is seen when there is one.
  if (
    version === 2 &&
    controller !== 'cpu' &&
    controller !== 'weight' &&
    !wordsIn(folder, 'cgroup.controllers').includes(controller)
  )
    return `The cgroup of the server does not have the controller ${controller}.`
  const refusal = version === 2 ? refusalToWrite(folder) : refusalToMake(folder)
  return refusal === null ? null : `The server may not make a cgroup (${refusal}).`
}

/** Tried, since a folder may look writable on a file system that is not. */
function refusalToMake(folder: string): string | null {
  const group = join(folder, `${ourName}try.${process.pid}`)
  try {
    mkdirSync(group)
    rmdirSync(group)
    return null
  } catch (error) {
    return codeOf(error)
  }
}

function refusalToWrite(folder: string): string | null {
  try {
    for (const name of ['', 'cgroup.procs', 'cgroup.subtree_control']) accessSync(join(folder, name), constants.W_OK)
    return refusalToMake(folder)
  } catch (error) {
    return codeOf(error)
  }
}

/** What a dead server left of its groups, by its name in theirs, is removed as soon as nobody is in it. Answers how many there were. */
export function removeLeftGroups({ places }: Cgroups, prefix: string, isLeft = (_name: string) => true): number {
  const folders = new Set(Object.values(places).flatMap((place) => (place ? [place.folder] : [])))
  const left = [...folders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && isLeft(name))
      .map((name) => join(folder, name)),
  )
  for (const folder of left) removeSoon(() => removeFolder(folder))
  return left.length
}

/** The name of a group by the mark of those who are in it. */
export const groupName = (mark: string): string => `${ourName}${mark.replaceAll(':', '.')}`
