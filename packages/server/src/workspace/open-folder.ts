import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRefusal } from '../lib/thrown.ts'

/** A folder that is open, by which whatever lies in it is reached: nobody can put another one in its place. */
export interface OpenFolder extends Disposable {
  readonly fd: number
  /** Where it really lies. */
  realPath(): string
  /** A name in it, for calls that take paths. */
  place(name: string): string
}

const isLinux = process.platform === 'linux'

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** The folders above it are ours; it may itself be one that a child can replace, so a link in its place is not followed. */
export function openFolder(path: string): OpenFolder {
  return folderOf(openSync(path, folderFlags), path)
}

/** A folder below an open one, or that one again by an empty path. A link anywhere on the way is an error. */
export function openBelow(folder: OpenFolder, relative: string): OpenFolder {
  const fd = openedIn(folder, relative === '' ? '.' : relative, folderFlags)
  if (fd === null) throw Object.assign(new Error('A link is in the way'), { code: 'ENOTDIR' })
  return folderOf(fd, folder.place(relative))
}

/** One name in an open folder. A link is an error. */
export const openIn = (folder: OpenFolder, name: string): OpenFolder =>
  folderOf(openSync(folder.place(name), folderFlags), folder.place(name))

function folderOf(fd: number, path: string): OpenFolder {
  return {
    fd,
    realPath: () => (isLinux ? readlinkSync(`/proc/self/fd/${fd}`) : join(realpathSync(dirname(path)), basename(path))),
    place: (name) => (isLinux ? `/proc/self/fd/${fd}/${name}` : join(path, name)),
    [Symbol.dispose]: () => closeSync(fd),
  }
}

/** What a path below an open folder leads to, as a descriptor that the caller closes; null: a link led to it. */
export function openedIn(folder: OpenFolder, relative: string, flags: number): number | null {
  const fd = openSync(folder.place(relative), flags)
  if (isStillThere(fd, join(folder.realPath(), relative))) return fd
  closeSync(fd)
  return null
}

/**
 * A folder on the way may have been a link for just the moment of the open. Looking at the path again could be deceived in the
 * same way (it was, in the test), so on Linux the kernel is asked where what was opened lies.
 */
export function isStillThere(fd: number, place: string): boolean {
  if (isLinux) return orNull(() => readlinkSync(`/proc/self/fd/${fd}`)) === place
  if (orNull(() => realpathSync(place)) !== place) return false
  const [opened, lying] = [fstatSync(fd, { bigint: true }), orNull(() => lstatSync(place, { bigint: true }))]
  return lying !== null && opened.dev === lying.dev && opened.ino === lying.ino
}

/** Null: the system refuses it, whatever a child made of it. */
export function orNull<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
