import { closeSync, constants, fstatSync, lstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { refusalOf, type WhyNot, whyNot } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { isStillThere, type OpenFolder, openBelow, openedIn, openFolder, orNull } from './open-folder.ts'

/** The only way to join a path that a client or a skill gave. It must be written plainly: whatever would need cleaning up is refused. */
export function resolveInside(root: string, relative: string): string {
  const problem = pathProblem(relative)
  if (problem) throw new Fault('PATH_INVALID', { path: relative.slice(0, 200), problem })
  return join(root, relative)
}

/** A regular file that is open for reading. The caller closes it. */
export interface OpenFile extends Disposable {
  readonly fd: number
}

/**
 * Opens a regular file below root. Null: there is none. A link anywhere on the way, a pipe, a socket or a device is refused,
 * also when it takes the place of something harmless while we look. A few calls of microseconds each, so they are not handed to a thread.
 */
export function openFileInside(root: string, relative: string): OpenFile | null {
  resolveInside(root, relative)
  using folder = orNull(() => openFolder(root))
  if (!folder) return refuse(relative, isLink(root) ? 'link' : 'missing')
  const why = whyNoWay(folder, relative)
  if (why) return refuse(relative, why)
  const fd = openedOrWhy(folder, relative)
  if (typeof fd === 'string') return refuse(relative, fd)
  const kind = whyNot(fstatSync(fd))
  if (kind === null) return { fd, [Symbol.dispose]: () => closeSync(fd) }
  closeSync(fd)
  return refuse(relative, kind)
}

function openedOrWhy(folder: OpenFolder, relative: string): number | WhyNot {
  try {
    return openedIn(folder, relative, fileFlags) ?? 'link'
  } catch (error) {
    return refusalOf(error)
  }
}

// NONBLOCK, so that a pipe that took the place of the file after the first look does not hold us.
const fileFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The same for whoever reads it for long. */
export async function openInside(root: string, relative: string): Promise<FileHandle | null> {
  const file = await openOrWhy(root, relative)
  return typeof file === 'string' ? refuse(relative, file) : file
}

/** The same for whoever tells why there is none. */
export async function openOrWhy(root: string, relative: string): Promise<FileHandle | WhyNot> {
  const path = resolveInside(root, relative)
  const place = placeOrWhy(root, relative)
  if ('why' in place) return place.why
  const file = await open(path, fileFlags).catch(refusalOf)
  if (typeof file === 'string') return file
  const why = isStillThere(file.fd, place.path) ? whyNot(fstatSync(file.fd)) : 'link'
  if (why === null) return file
  await file.close()
  return why
}

function placeOrWhy(root: string, relative: string): { readonly path: string } | { readonly why: WhyNot } {
  using folder = orNull(() => openFolder(root))
  if (!folder) return { why: isLink(root) ? 'link' : 'missing' }
  const why = whyNoWay(folder, relative)
  return why ? { why } : { path: join(folder.realPath(), relative) }
}

/** Opens a folder below root in the same way; null: there is none that could be trusted. The caller closes it. */
export function openFolderInside(root: string, relative: string): OpenFolder | null {
  resolveInside(root, relative)
  return orNull(() => {
    using folder = openFolder(root)
    return openBelow(folder, relative)
  })
}

function refuse(relative: string, why: WhyNot): null {
  if (why === 'link') throw new Fault('PATH_INVALID', { path: relative.slice(0, 200), problem: 'it leads through a link' })
  if (why === 'special') throw new Fault('PATH_INVALID', { path: relative.slice(0, 200), problem: 'it is not a regular file' })
  return null
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Whether every folder on the way is a folder, and the last name a regular file: no device is even opened. */
function whyNoWay(root: OpenFolder, relative: string): WhyNot | null {
  const names = relative.split('/')
  for (let length = 1; length < names.length; length++) {
    const kind = orNull(() => lstatSync(root.place(names.slice(0, length).join('/')), { throwIfNoEntry: false }))
    if (kind?.isSymbolicLink()) return 'link'
    if (!kind?.isDirectory()) return 'missing'
  }
  const kind = orNull(() => lstatSync(root.place(relative), { throwIfNoEntry: false }))
  return kind ? whyNot(kind) : 'missing'
}
