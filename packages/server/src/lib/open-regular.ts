import { constants } from 'node:fs'
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
    const why = refusals[codeOf(error)]
    if (!why) throw error
    return { ok: false, why }
  }
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

const refusals: Partial<Record<string, WhyNot>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENAMETOOLONG: 'missing',
  ELOOP: 'link',
  ENXIO: 'special',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
}
