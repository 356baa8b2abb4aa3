import { closeSync, fdatasync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../lib/sync-folder.ts'
import type { DiskSync } from './database.ts'
import type { Sql } from './sql.ts'

/** SQLite would do it within the commit, and nobody would be served meanwhile. */
export interface WalSync extends DiskSync {
  /** Rejects after a flush that failed: from then on nothing is written. */
  requireWorking(): Promise<void>
  close(): void
}

/** The server has to be started again: SQLite then keeps what is whole of its log. */
export class FlushFailed extends Error {
  override readonly name = 'FlushFailed'

  constructor(cause: unknown) {
    super('The database could not be brought to the disk. Check the disk, then restart the server.', { cause })
  }
}

/** Brings the content of an open file to the disk. */
export type SyncFile = (fd: number) => Promise<void>

const syncAside: SyncFile = promisify(fdatasync)

/** Of the write-ahead log beside this database. Whoever asks while one is at work shares the next one. */
export function openWalSync(database: string, sync: SyncFile = syncAside): WalSync {
  let fd: number | null = null
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let last: Promise<void> | null = null
  let failure: unknown = null

  const bring = async () => {
    next = null
    if (fd === null) {
      fd = openSync(`${database}-wal`, 'r')
      await syncFolder(dirname(database))
    }
    await sync(fd)
  }
  const noting = (error: unknown) => {
    failure = error
    throw error
  }
  return {
    sync() {
      next ??= running = running.then(bring).catch(noting)
      const asked = next
      const forget = () => {
        if (last === asked) last = null
      }
      if (last !== asked) asked.then(forget, forget)
      last = asked
      return asked
    },
    pending: () => last,
    async requireWorking() {
      if (failure !== null) throw new FlushFailed(failure)
    },
    close() {
      if (fd !== null) closeSync(fd)
      fd = null
    },
  }
}

/** Answers when what was read is on the disk: nobody is told what a power cut could take back. */
export function readingSynced(db: Sql, wal: DiskSync): Sql {
  const synced = async <T>(answer: T): Promise<T> => {
    await wal.pending()?.catch(() => {})
    return answer
  }
  return {
    all: async (text, values) => synced(await db.all(text, values)),
    first: async (text, values) => synced(await db.first(text, values)),
    run: (text, values) => db.run(text, values),
  }
}
