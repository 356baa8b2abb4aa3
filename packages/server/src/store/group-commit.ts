import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Work<T> = (trx: Kysely<Tables>) => Promise<T>
interface Waiting {
  run(trx: Kysely<Tables>): Promise<void>
  settle(failure?: unknown): void
}

/**
 * Writes that arrive together share one transaction and one flush to the disk. Each has its own savepoint, so that
 * one that fails takes no other with it; nobody is answered before the commit is on the disk.
 * Work awaits nothing but the database.
 */
export class GroupCommit {
  readonly #db: Kysely<Tables>
  #waiting: Waiting[] = []
  #flushing: Promise<void> | null = null

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  write<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let answer: () => void = () => reject(new Error('The write was never run'))
      this.#waiting.push({
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
      await this.#db.connection().execute((db) => inTransaction(db, batch))
      for (const waiting of batch) waiting.settle()
    } catch (failure) {
      for (const waiting of batch) waiting.settle(failure)
    }
    this.#flushing = this.#waiting.length > 0 ? this.#flush() : null
  }
}

/** SQLite ends a transaction by itself when the disk is full; then there is nothing to roll back, and the first error is the one that counts. */
async function inTransaction(db: Kysely<Tables>, batch: readonly Waiting[]): Promise<void> {
  await sql`begin immediate`.execute(db)
  try {
    for (const waiting of batch) await waiting.run(db)
    await sql`commit`.execute(db)
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => {})
    throw error
  }
}

async function inSavepoint<T>(
  trx: Kysely<Tables>,
  work: Work<T>,
): Promise<{ ok: true; value: T } | { ok: false; error: unknown }> {
  await sql`savepoint work`.execute(trx)
  try {
    const value = await work(trx)
    await sql`release work`.execute(trx)
    return { ok: true, value }
  } catch (error) {
    await sql`rollback to work`.execute(trx)
    await sql`release work`.execute(trx)
    return { ok: false, error }
  }
}
