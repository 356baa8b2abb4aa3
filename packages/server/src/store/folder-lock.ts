import { join } from 'node:path'
import { type FileLock, tryLock } from '../lib/file-lock.ts'

export class FolderLocked extends Error {
  constructor(folder: string) {
    super(`Another server is using the data folder ${folder}. Stop it, or give this one its own: SKILL_RUNNER_DATA_DIR=…`)
    this.name = 'FolderLocked'
  }
}

/** Holds the data folder for this process. */
export function lockFolder(folder: string): FileLock {
  const lock = tryLock(join(folder, 'lock.db'))
  if (lock === null) throw new FolderLocked(folder)
  return lock
}
