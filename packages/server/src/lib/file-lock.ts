import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/** Holds a file for this process; null: it is held already, here or elsewhere. The lock is the operating system's: kill -9 frees it. */
export function tryLock(file: string): FileLock | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (isHeld(error)) return null
    throw error
  }
  return { release: () => database.close() }
}

/** Whether somebody holds it. Looking changes nothing, but a lock that is asked for in that very moment is refused. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { timeout: 0, readOnly: true })
  try {
    database.prepare('select count(*) from sqlite_master').get()
    return false
  } catch (error) {
    if (isHeld(error)) return true
    throw error
  } finally {
    database.close()
  }
}

const isHeld = (error: unknown): boolean => error instanceof Error && /locked/.test(error.message)
