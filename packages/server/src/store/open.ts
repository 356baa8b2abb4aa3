import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../lib/make-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import { adminActionStore } from './admin-actions.ts'
import { cacheStore } from './cache.ts'
import type { Database } from './database.ts'
import { dayUseStore } from './day-use.ts'
import { evalStore } from './evals.ts'
import { execActivationStore } from './exec-activations.ts'
import { execArtifactStore } from './exec-artifacts.ts'
import { execJobStore } from './exec-jobs.ts'
import { execSessionStore } from './exec-sessions.ts'
import { execTaskStore } from './exec-tasks.ts'
import { lockFolder } from './folder-lock.ts'
import { GroupCommit } from './group-commit.ts'
import { historyStore } from './history.ts'
import { idempotencyStore } from './idempotency.ts'
import { requireNoOtherDatabase, requirePair } from './instance.ts'
import { interactionStore } from './interactions.ts'
import { jobStore } from './jobs.ts'
import { migrate } from './migrate.ts'
import { adopt, nodeOf } from './node.ts'
import { packageInstallStore } from './package-installs.ts'
import type { PostgresOptions } from './postgres.ts'
import { profileStore } from './profiles.ts'
import { projectLimitStore } from './project-limits.ts'
import { projectSkillStore } from './project-skills.ts'
import { queueStore } from './queue.ts'
import { receiptStore } from './receipts.ts'
import { runStore } from './runs.ts'
import { skillCatalog } from './skill-catalog.ts'
import { openSqliteDatabase } from './sqlite.ts'
import type { SyncFile } from './wal-sync.ts'
import { webhookStore } from './webhooks.ts'

export type Store = Awaited<ReturnType<typeof openStore>>

export interface StoreOptions {
  /** In Postgres; absent: in a file of the data folder. */
  readonly postgres?: PostgresOptions | undefined
  /** For tests: how the write-ahead log of SQLite comes to the disk. */
  readonly sync?: SyncFile
  /** For tests: the data folder whose database it is; absent: this one. */
  readonly sharing?: string
}

/** The one database of a data folder: locked, migrated and ready. */
export async function openStore(folder: string, { postgres, sync, sharing }: StoreOptions = {}) {
  makePrivate(folder, postgres || sharing ? ['lock.db'] : ['lock.db', 'runs.db'])
  const lock = lockFolder(folder)
  await using opened = new AsyncDisposableStack()
  opened.defer(() => lock.release())
  const named = postgres || sharing ? await nodeOf(folder, null) : null
  const elsewhere = postgres && { server: named ?? '', ...postgres }
  const database = opened.adopt(await openDatabase(sharing ?? folder, elsewhere, sync), (it) => it.close())
  const { read, write, disk } = database
  const commits = opened.adopt(new GroupCommit(write, disk), (it) => it.idle())
  await migrate(write)
  if (postgres) await requirePair(write, folder, postgres.isShared === true)
  const nodeId = named ?? (await nodeOf(folder, write))
  if (postgres && !postgres.isShared) await adopt(write, nodeId)
  await disk.sync()
  const all = opened.move()
  return {
    nodeId,
    bytes: () => database.bytes(),
    requireWritable: () => database.requireWritable(),
    stopping: () => database.stopping(),
    jobs: jobStore(read),
    runs: runStore(read, commits, nodeId),
    queue: queueStore(read, commits, nodeId),
    cache: cacheStore(read, commits),
    receipts: receiptStore(read),
    history: historyStore(commits),
    idempotency: idempotencyStore(read, commits),
    interactions: interactionStore(read),
    packageInstalls: packageInstallStore(read, commits, nodeId),
    projectSkills: projectSkillStore(read, commits),
    skillCatalog: skillCatalog(read),
    projectLimits: projectLimitStore(read, commits),
    dayUse: dayUseStore(read, commits),
    webhooks: webhookStore(read, commits),
    adminActions: adminActionStore(read, commits),
    execSessions: execSessionStore(read, commits, nodeId),
    execTasks: execTaskStore(read, commits, nodeId),
    profiles: profileStore(read, commits),
    execJobs: execJobStore(read, commits, nodeId),
    execArtifacts: execArtifactStore(read, commits),
    execActivations: execActivationStore(read, commits),
    evals: evalStore(read, commits, nodeId),
    close: () => all.disposeAsync(),
  }
}

/** Postgres, and what speaks to it, is not even loaded where it is not used. */
async function openDatabase(folder: string, postgres: PostgresOptions | undefined, sync?: SyncFile): Promise<Database> {
  if (postgres) return (await import('./postgres.ts')).openPostgres(postgres)
  requireNoOtherDatabase(folder)
  return openSqliteDatabase(join(folder, 'runs.db'), sync)
}

/** Nobody else reads what people ask for: not the folder, and not the databases where the folder was there before us. */
function makePrivate(folder: string, names: readonly string[]): void {
  try {
    makeFolder(folder, 0o700)
    for (const name of names) closeSync(openSync(join(folder, name), 'a', 0o600))
  } catch (cause) {
    throw new Error(
      `The data folder ${folder} is not writable (${codeOf(cause)}). Fix its permissions, or use another folder: SKILL_RUNNER_DATA_DIR=…`,
      { cause },
    )
  }
}
