import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { codeOf } from './thrown.ts'

export type WhyNot = 'missing' | 'directory' | 'link' | 'special' | 'unreadable'
export type Opened = { readonly ok: true; readonly file: FileHandle } | { readonly ok: false; readonly why: WhyNot }

// NONBLOCK, so that a pipe that took the place of the file after the first look does not hold us.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Opens a regular file for reading and nothing else: no link is followed, no pipe waited for, no device touched. The caller closes it. */
export async function openRegular(path: string): Promise<Opened> {
  try {
    const why = whyNot(await lstat(path))
    if (why) return { ok: false, why }
    return await checked(await open(path, flags))
  } catch (error) {
    return { ok: false, why: refusalOf(error) }
  }
}

/** The same at once, for small files: its descriptor, which the caller closes, or why there is none. */
export function openRegularSync(path: string): number | WhyNot {
  try {
    const why = whyNot(lstatSync(path))
    return why ?? checkedSync(openSync(path, flags))
  } catch (error) {
    return refusalOf(error)
  }
}

function checkedSync(fd: number): number | WhyNot {
  const why = whyNot(fstatSync(fd))
  if (why) closeSync(fd)
  return why ?? fd
}

async function checked(file: FileHandle): Promise<Opened> {
  const why = whyNot(await file.stat())
  if (!why) return { ok: true, file }
  await file.close()
  return { ok: false, why }
}

interface Kind {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

export function whyNot(kind: Kind): WhyNot | null {
  if (kind.isFile()) return null
  if (kind.isDirectory()) return 'directory'
  return kind.isSymbolicLink() ? 'link' : 'special'
}

/** Why the system did not open it. What is no matter of that file is thrown. */
export function refusalOf(error: unknown): WhyNot {
  const why = refusals[codeOf(error)]
  if (!why) throw error
  return why
}

const refusals: Partial<Record<string, WhyNot>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENAMETOOLONG: 'missing',
  ELOOP: 'link',
  ENXIO: 'special',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
}
