import { fchmodSync, lstatSync, mkdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Launch } from '../domain/launch.ts'
import { codeOf } from '../lib/thrown.ts'
import { clear, openOwnFolder } from './deliver-skill.ts'
import { type OpenFolder, openFolder } from './open-folder.ts'
import { openFolderInside } from './safe-path.ts'

/** What has to be there in the working folder for something to be mounted over it. */
interface Place {
  /** Below the working folder. */
  readonly path: string
  readonly kind: 'folder' | 'file'
}

/**
 * Makes the places in the working folder that the rest of a launch is mounted over. An earlier child of the run may have put anything there:
 * no link is followed, and what is in the way of a folder goes.
 */
export async function layOutWork(work: string, { cwd, mounts }: Pick<Launch, 'cwd' | 'mounts'>): Promise<void> {
  using whole = openFolder(work)
  // It is entered before the rights of the child are taken on, whatever the umask of the server and the last child made of it.
  fchmodSync(whole.fd, 0o755)
  for (const { path, kind } of placesIn(cwd, mounts)) {
    using folder = await openParent(work, path)
    const place = folder.place(basename(path))
    const there = lstatSync(place, { throwIfNoEntry: false })
    if (kind === 'folder' ? there?.isDirectory() : there?.isFile()) continue
    if (there) await clear(place)
    if (kind === 'folder') mkdirSync(place, { mode: 0o755 })
    else writeFileSync(place, '', { flag: 'wx', mode: 0o644 })
  }
}

/** Takes them away again where nothing of the child is in them, so that what is left is what it made. */
export function clearWork(work: string, { cwd, mounts }: Pick<Launch, 'cwd' | 'mounts'>): void {
  for (const { path, kind } of placesIn(cwd, mounts).toReversed()) {
    removeEmpty(work, path, kind)
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) removeEmpty(work, parent, 'folder')
  }
}

/** Of mounts one over the other only the lowest needs a place: the others have theirs in it. */
function placesIn(cwd: string, mounts: Launch['mounts']): Place[] {
  const below = mounts.filter(({ to }) => to.startsWith(`${cwd}/`))
  const isOverOther = (to: string) => below.some((other) => to.startsWith(`${other.to}/`))
  return below
    .filter(({ to }) => !isOverOther(to))
    .map(({ from, to }) => ({ path: to.slice(cwd.length + 1), kind: lstatSync(from).isDirectory() ? 'folder' : 'file' }))
}

const openParent = async (work: string, path: string): Promise<OpenFolder> =>
  dirname(path) === '.' ? openFolder(work) : openOwnFolder(work, dirname(path))

function removeEmpty(work: string, path: string, kind: Place['kind']): void {
  using folder = dirname(path) === '.' ? openFolder(work) : openFolderInside(work, dirname(path))
  if (!folder) return
  const place = folder.place(basename(path))
  try {
    if (kind === 'folder') rmdirSync(place)
    else if (lstatSync(place).size === 0) unlinkSync(place)
  } catch (error) {
    // Something is in it, or the child has put something else in its place.
    if (!['ENOTEMPTY', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EEXIST'].includes(codeOf(error))) throw error
  }
}
