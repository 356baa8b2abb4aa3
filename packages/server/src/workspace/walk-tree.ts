import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { nameIn } from './safe-path.ts'

export interface TreeEntry {
  /** Below the root, with slashes. */
  readonly name: string
  /** For calls that take paths, as long as the visit goes on. */
  readonly place: string
  readonly stat: Stats
}

export interface TreeLimits {
  readonly entries: number
  readonly depth: number
}

/** So many are visited at once: others wait for the same threads. */
const atOnce = 32

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * Visits all that lies below a folder which a child could write to. Each folder is entered from the opened one above it, so a link that
 * takes its place leads nowhere; links are visited and never followed. A tree past the limits is an error: half of it would be no answer.
 */
export async function walkTree(root: string, limits: TreeLimits, visit: (entry: TreeEntry) => Promise<void>): Promise<void> {
  await using folder = await open(root, folderFlags)
  await enter({ root, limits, visit, left: limits.entries }, folder, '', limits.depth)
}

interface Walk {
  readonly root: string
  readonly limits: TreeLimits
  readonly visit: (entry: TreeEntry) => Promise<void>
  left: number
}

async function enter(walk: Walk, folder: FileHandle, at: string, depth: number): Promise<void> {
  if (depth < 0) throw tooLarge(`is nested deeper than ${walk.limits.depth} folders`)
  const place = (name: string) => nameIn(folder, join(walk.root, at), name)
  const below: string[] = []
  let group: string[] = []
  const visitGroup = async () => {
    const names = group
    group = []
    const folders = await Promise.all(names.map((name) => visitOne(walk, place(name), at === '' ? name : `${at}/${name}`)))
    below.push(...names.filter((_, index) => folders[index]))
  }
  for await (const { name } of await opendir(place('.'))) {
    if (--walk.left < 0) throw tooLarge(`holds more than ${walk.limits.entries} files and folders`)
    if (group.push(name) === atOnce) await visitGroup()
  }
  await visitGroup()
  for (const name of below) {
    await using next = await open(place(name), folderFlags)
    await enter(walk, next, at === '' ? name : `${at}/${name}`, depth - 1)
  }
}

/** Whether it is a folder to be entered. */
async function visitOne({ visit }: Walk, place: string, name: string): Promise<boolean> {
  const stat = await lstat(place)
  await visit({ name, place, stat })
  return stat.isDirectory()
}

const tooLarge = (problem: string): Fault => new Fault('WORKSPACE_FAILED', { reason: `A folder of the run ${problem}.` })
