import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

/** Every path of the folder that engines are installed into. */
export function installedLayout(prefix: string) {
  return {
    prefix,
    /** Held by the one process that installs. */
    lock: join(prefix, 'lock.db'),
    /** What the probe of a configured program found. */
    configured: (engine: string) => join(prefix, `configured-${engine}.json`),
    configuredCard: (engine: string) => join(prefix, `configured-${engine}-${cardName}`),
    engine: (engine: string) => engineLayout(join(prefix, engine)),
  }
}

export type InstalledLayout = ReturnType<typeof installedLayout>
export type EngineLayout = ReturnType<typeof engineLayout>

function engineLayout(root: string) {
  return {
    root,
    /** Holds the version that new runs use, and nothing else. */
    current: join(root, 'current'),
    /** The one that they used before. */
    previous: join(root, 'previous'),
    status: join(root, 'status.json'),
    npmLog: join(root, 'npm.log'),
    version: (version: string) => join(root, version),
    record: (version: string) => join(root, version, recordName),
    card: (version: string) => join(root, version, cardName),
    /** A new name for what is not done yet, or no longer wanted. */
    partial: () => join(root, `${partialPrefix}${randomBytes(6).toString('hex')}`),
  }
}

export const recordName = 'installation.json'
const cardName = 'capabilities.json'
export const partialPrefix = '.partial-'
