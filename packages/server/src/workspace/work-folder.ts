import { fchmodSync, lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Launch } from '../domain/launch.ts'
import { clear, openOwnFolder } from './deliver-skill.ts'
import { type OpenFolder, openFolder } from './open-folder.ts'
import { type PlaceholderKind, Placeholders, removeEmpty } from './placeholders.ts'
import { openFolderInside } from './safe-path.ts'

type Shown = Pick<Launch, 'cwd' | 'mounts'>

const noneKept = new Placeholders(null)

/** What has to be there in the working folder for something to be mounted over it. */
interface Place {
  /** Below the working folder. */
  readonly path: string
  readonly kind: PlaceholderKind
}

/**
 * Makes the places in the working folder that the rest of a launch is mounted over. An earlier child of the run may have put anything there:
 * no link is followed, and what is in the way of a folder goes.
 */
export async function layOutWork(work: string, { cwd, mounts }: Shown, placeholders = noneKept): Promise<void> {
  using whole = openFolder(work)
  // It is entered before the rights of the child are taken on, whatever the umask of the server and the last child made of it.
  fchmodSync(whole.fd, 0o755)
  for (const place of placesIn(cwd, mounts)) {
    const parent = dirname(place.path)
    if (parent === '.') await put(whole, place, placeholders)
    else {
      using folder = await openOwnFolder(work, parent)
      await put(folder, place, noneKept)
    }
  }
}

async function put(folder: OpenFolder, { path, kind }: Place, placeholders: Placeholders): Promise<void> {
  const place = folder.place(basename(path))
  const there = lstatSync(place, { throwIfNoEntry: false })
  if (kind === 'folder' ? there?.isDirectory() : there?.isFile()) return
  if (there) await clear(place)
  placeholders.put(place, kind)
}

/** Takes them away again where nothing of the child is in them, so that what is left is what it made. */
export function clearWork(work: string, { cwd, mounts }: Shown, placeholders = noneKept): void {
  using whole = openFolder(work)
  for (const { path, kind } of placesIn(cwd, mounts).toReversed()) {
    if (dirname(path) === '.') placeholders.takeBack(whole.place(path), kind)
    else removeBelow(work, path, kind)
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) removeBelow(work, parent, 'folder')
  }
}

/** The child could reach the folders on the way, and so put its own in this place: these are never used again. */
function removeBelow(work: string, path: string, kind: PlaceholderKind): void {
  using folder = dirname(path) === '.' ? openFolder(work) : openFolderInside(work, dirname(path))
  if (folder) removeEmpty(folder.place(basename(path)), kind)
}

/** Of mounts one over the other only the lowest needs a place: the others have theirs in it. */
function placesIn(cwd: string, mounts: Launch['mounts']): Place[] {
  const below = mounts.filter(({ to }) => to.startsWith(`${cwd}/`))
  const isOverOther = (to: string) => below.some((other) => to.startsWith(`${other.to}/`))
  return below
    .filter(({ to }) => !isOverOther(to))
    .map(({ from, to }) => ({ path: to.slice(cwd.length + 1), kind: lstatSync(from).isDirectory() ? 'folder' : 'file' }))
}
