import type { Sql } from './sql.ts'
import type { Connection } from './sqlite.ts'

type Work<T> = (trx: Sql) => Promise<T>

/** What a write has to outlive: a loss of power, or only the end of this process. The second costs no flush to the disk. */
export type Outlives = 'power' | 'process'

interface Waiting {
  readonly outlives: Outlives
  run(trx: Sql): Promise<void>
  settle(failure?: unknown): void
}

/**
 * Writes that arrive together share one transaction and one flush to the disk. Each has its own savepoint, so that
 * one that fails takes no other with it; nobody is answered before the commit is on the disk, unless all of them say that
 * it is enough when the system has it.
 * Work awaits nothing but the database.
 */
export class GroupCommit {
  readonly #db: Connection
  #waiting: Waiting[] = []
  #flushing: Promise<void> | null = null

  constructor(db: Connection) {
    this.#db = db
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
      this.#flushing ??= this.#flush()
    })
  }

  /** Resolves when everything asked for so far is on the disk. */
  async idle(): Promise<void> {
    while (this.#flushing) await this.#flushing
  }

  async #flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    const batch = this.#waiting.splice(0)
    try {
      this.#db.flushing(batch.some(({ outlives }) => outlives === 'power'))
      await inTransaction(this.#db, batch)
      for (const waiting of batch) waiting.settle()
    } catch (failure) {
      for (const waiting of batch) waiting.settle(failure)
    }
    this.#flushing = this.#waiting.length > 0 ? this.#flush() : null
  }
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
