import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderLocked extends Error {
  constructor(folder: string) {
    super(`Another server is using the data folder ${folder}. Stop it, or give this one its own: SKILL_RUNNER_DATA_DIR=…`)
    this.name = 'FolderLocked'
  }
}

/** Holds the data folder for this process. The lock is the operating system's: kill -9 frees it. */
export function lockFolder(folder: string): { release(): void } {
  const database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 })
  try {
    database.exec('begin exclusive')
  } catch (cause) {
    database.close()
    if (cause instanceof Error && /locked/.test(cause.message)) throw new FolderLocked(folder)
    throw cause
  }
  return { release: () => database.close() }
}
