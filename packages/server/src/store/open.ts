import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../lib/ids.ts'
import { codeOf } from '../lib/thrown.ts'
import { adminActionStore } from './admin-actions.ts'
import { cacheStore } from './cache.ts'
import { lockFolder } from './folder-lock.ts'
import { GroupCommit } from './group-commit.ts'
import { historyStore } from './history.ts'
import { idempotencyStore } from './idempotency.ts'
import { interactionStore } from './interactions.ts'
import { jobStore } from './jobs.ts'
import { migrate } from './migrate.ts'
import { packageInstallStore } from './package-installs.ts'
import { queueStore } from './queue.ts'
import { runStore } from './runs.ts'
import type { Sql } from './sql.ts'
import { openSqlite } from './sqlite.ts'
import { openWalSync, readingSynced, type SyncFile } from './wal-sync.ts'
import { webhookStore } from './webhooks.ts'

export type Store = Awaited<ReturnType<typeof openStore>>

/** The one database of a data folder: locked, migrated and ready. */
export async function openStore(folder: string, sync?: SyncFile) {
  makePrivate(folder)
  const lock = lockFolder(folder)
  const file = join(folder, 'runs.db')
  const { write, ...connections } = openSqlite(file)
  const wal = openWalSync(file, sync)
  const commits = new GroupCommit(write, wal)
  const read = readingSynced(connections.read, wal)
  const close = async () => {
    await commits.idle()
    wal.close()
    connections.read.close()
    write.close()
    lock.release()
  }
  try {
    await migrate(write)
    const instanceId = await instanceOf(write)
    await wal.sync()
    return {
      instanceId,
      jobs: jobStore(read),
      runs: runStore(read, commits),
      queue: queueStore(read, commits),
      cache: cacheStore(read, commits),
      history: historyStore(commits),
      idempotency: idempotencyStore(read, commits),
      interactions: interactionStore(read),
      packageInstalls: packageInstallStore(read, commits),
      webhooks: webhookStore(read, commits),
      adminActions: adminActionStore(read, commits),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Nobody else reads what people ask for: not the folder, and not the databases where the folder was there before us. */
function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of ['lock.db', 'runs.db']) closeSync(openSync(join(folder, name), 'a', 0o600))
  } catch (cause) {
    throw new Error(
      `The data folder ${folder} is not writable (${codeOf(cause)}). Fix its permissions, or use another folder: SKILL_RUNNER_DATA_DIR=…`,
      { cause },
    )
  }
}

/** Names this data folder for good: processes carry it, so that a restart knows its own. */
async function instanceOf(db: Sql): Promise<string> {
  const row = await db.first<{ value: string }>("select value from settings where name = 'instance_id'")
  if (row) return row.value
  const id = newId('inst')
  await db.run("insert into settings (name, value) values ('instance_id', ?)", [id])
  return id
}
