import { constants } from 'node:fs'
import { access, lstat, readlink, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { SystemFolder } from './bwrap.ts'

/** The first executable of that name on the path. */
export async function findProgram(name: string, searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(':').filter(isAbsolute)) {
    const path = join(folder, name)
    if (await isProgram(path)) return path
  }
  return null
}

/** /bin, /lib and the like as this host has them: links into /usr on most, folders on some. */
export async function systemFolders(): Promise<SystemFolder[]> {
  const found: SystemFolder[] = []
  for (const path of ['/bin', '/sbin', '/lib', '/lib64', '/lib32', '/libx32']) {
    const entry = await lstat(path).catch(() => null)
    if (entry?.isSymbolicLink()) found.push({ path, linkTo: await readlink(path) })
    else if (entry?.isDirectory()) found.push({ path, linkTo: null })
  }
  return found
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
