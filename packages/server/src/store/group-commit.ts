import type { Sql } from './sql.ts'
import type { Connection } from './sqlite.ts'
import type { WalSync } from './wal-sync.ts'

type Work<T> = (trx: Sql) => Promise<T>

/** What a write has to outlive: a loss of power, or only the end of this process. The second costs no flush to the disk. */
export type Outlives = 'power' | 'process'

interface Waiting {
  readonly outlives: Outlives
  run(trx: Sql): Promise<void>
  settle(failure?: unknown): void
}

/**
 * Writes that arrive together share one transaction, and those that wait together one flush to the disk. Each has its own savepoint, so that
 * one that fails takes no other with it; nobody is answered before the commit is on the disk, unless all of them say that
 * it is enough when the system has it.
 * Work awaits nothing but the database.
 */
export class GroupCommit {
  readonly #db: Connection
  readonly #wal: WalSync
  #waiting: Waiting[] = []
  #committing: Promise<void> | null = null

  constructor(db: Connection, wal: WalSync) {
    this.#db = db
    this.#wal = wal
  }

  write<T>(work: Work<T>, outlives: Outlives = 'power'): Promise<T> {
    return new Promise((resolve, reject) => {
      let answer: () => void = () => reject(new Error('The write was never run'))
      this.#waiting.push({
        outlives,
        run: async (trx) => {
          const outcome = await inSavepoint(trx, work)
          answer = outcome.ok ? () => resolve(outcome.value) : () => reject(outcome.error)
        },
        settle: (failure) => (failure === undefined ? answer() : reject(failure)),
      })
      this.#committing ??= this.#commit()
    })
  }

  /** Resolves when everything asked for so far is on the disk. */
  async idle(): Promise<void> {
    while (this.#committing) await this.#committing
    await this.#wal.pending()?.catch(() => {})
  }

  async #commit(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    const batch = this.#waiting.splice(0)
    try {
      await inTransaction(this.#db, batch)
      const lasting = batch.filter(({ outlives }) => outlives === 'power')
      settle(batch.filter(({ outlives }) => outlives === 'process'))
      // The next ones are committed meanwhile.
      if (lasting.length > 0)
        void this.#wal.sync().then(
          () => settle(lasting),
          (failure) => settle(lasting, failure),
        )
    } catch (failure) {
      settle(batch, failure)
    }
    this.#committing = this.#waiting.length > 0 ? this.#commit() : null
  }
}

function settle(batch: readonly Waiting[], failure?: unknown): void {
  for (const waiting of batch) waiting.settle(failure)
}

/** SQLite ends a transaction by itself when the disk is full; then there is nothing to roll back, and the first error is the one that counts. */
async function inTransaction(db: Connection, batch: readonly Waiting[]): Promise<void> {
  await db.run(db.begin)
  try {
    for (const waiting of batch) await waiting.run(db)
    await db.run('commit')
  } catch (error) {
    await db.run('rollback').catch(() => {})
    throw error
  }
}

async function inSavepoint<T>(trx: Sql, work: Work<T>): Promise<{ ok: true; value: T } | { ok: false; error: unknown }> {
  await trx.run('savepoint work')
  try {
    const value = await work(trx)
    await trx.run('release work')
    return { ok: true, value }
  } catch (error) {
    await trx.run('rollback to work')
    await trx.run('release work')
    return { ok: false, error }
  }
}
