import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { openRegular, type WhyNot } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { isRefusal } from '../lib/thrown.ts'

/** The only way to join a path that a client or a skill gave. It must be written plainly: whatever would need cleaning up is refused. */
export function resolveInside(root: string, relative: string): string {
  const problem = pathProblem(relative)
  if (problem) throw new Fault('PATH_INVALID', { path: relative.slice(0, 200), problem })
  return join(root, relative)
}

/**
 * Opens a regular file below root. Null: there is none. A link anywhere on the way, a pipe, a socket or a device is refused,
 * also when it takes the place of something harmless while we look.
 */
export async function openInside(root: string, relative: string): Promise<FileHandle | null> {
  const path = resolveInside(root, relative)
  const way = await whyNoWay(root, relative)
  if (way) return refuse(relative, way)
  const opened = await openRegular(path)
  if (!opened.ok) return refuse(relative, opened.why)
  let keep = false
  try {
    const place = await placeOf(root, relative)
    keep = place !== null && (await isStillThere(opened.file, place))
    return keep ? opened.file : refuse(relative, place === null ? 'missing' : 'link')
  } finally {
    if (!keep) await opened.file.close()
  }
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** Opens a folder below root in the same way; null: there is none that could be trusted. The caller closes it. */
export async function openFolderInside(root: string, relative: string): Promise<FileHandle | null> {
  const path = resolveInside(root, relative)
  const place = await placeOf(root, relative)
  const folder = place === null ? null : await open(path, folderFlags).catch(missing)
  if (!folder || !place) return null
  if (await isStillThere(folder, place)) return folder
  await folder.close()
  return null
}

/** A name in an opened folder, for calls that take paths: on Linux nobody can swap the folder under it. */
export const nameIn = (folder: FileHandle, path: string, name: string): string =>
  process.platform === 'linux' ? `/proc/self/fd/${folder.fd}/${name}` : join(path, name)

function refuse(relative: string, why: WhyNot): null {
  if (why === 'link') throw new Fault('PATH_INVALID', { path: relative.slice(0, 200), problem: 'it leads through a link' })
  if (why === 'special') throw new Fault('PATH_INVALID', { path: relative.slice(0, 200), problem: 'it is not a regular file' })
  return null
}

/** Whether every folder on the way is a folder, and no link to one. */
async function whyNoWay(root: string, relative: string): Promise<WhyNot | null> {
  const folders = relative.split('/').slice(0, -1)
  let at = root
  for (const folder of folders) {
    at = join(at, folder)
    const kind = await lstat(at).catch(missing)
    if (kind?.isSymbolicLink()) return 'link'
    if (!kind?.isDirectory()) return 'missing'
  }
  return null
}

/** Where the file has to lie. The root itself is not followed: it may be a folder that the child can replace. Null: the run is gone. */
async function placeOf(root: string, relative: string): Promise<string | null> {
  const parent = await realpath(dirname(root)).catch(missing)
  return parent === null ? null : join(parent, basename(root), relative)
}

/**
 * A folder on the way may have been a link for just the moment of the open. Looking at the path again could be deceived in the
 * same way (it was, in the test), so on Linux the kernel is asked where what was opened lies.
 */
async function isStillThere(file: FileHandle, place: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${file.fd}`).catch(missing)) === place
  if ((await realpath(place).catch(missing)) !== place) return false
  const [opened, lying] = await Promise.all([file.stat({ bigint: true }), lstat(place, { bigint: true }).catch(missing)])
  return lying !== null && opened.dev === lying.dev && opened.ino === lying.ino
}

function missing(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}
