import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'

/** Makes the folders of a path below one that is there. Whoever the child is may enter them, whatever the umask of the server. */
export function makeFolder(root: string, path: string): void {
  const parts = path === '.' ? [] : path.split('/')
  for (let length = 1; length <= parts.length; length++) {
    const folder = join(root, ...parts.slice(0, length))
    if (isMade(folder)) chmodSync(folder, 0o755)
  }
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}
