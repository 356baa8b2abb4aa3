import { closeSync, fsync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const syncAside = promisify(fsync)

/** A new or renamed file is durable only when its folder says so. */
export async function syncFolder(path: string): Promise<void> {
  const fd = openSync(path, 'r')
  try {
    await syncAside(fd)
  } finally {
    closeSync(fd)
  }
}
