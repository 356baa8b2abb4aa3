import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './thrown.ts'

/**
 * Makes a folder and those above it, if they are missing. `mkdir` of Node with `recursive` never returns where no folder can be made and
 * the kernel says that there is none, as below /proc: it makes the one above, which is there, and tries again for ever.
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isFolder(path)) return
    const above = dirname(path)
    if (codeOf(error) !== 'ENOENT' || above === path || isFolder(above)) throw error
    makeFolder(above, mode)
    makeFolder(path, mode)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
