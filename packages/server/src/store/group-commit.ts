import type { DiskSync, Needs, Outlives, Writer } from './database.ts'
import type { Sql } from './sql.ts'

type Work<T> = (trx: Sql) => Promise<T>

interface Waiting {
  readonly needs: Needs
  run(trx: Sql): Promise<void>
  settle(failure?: unknown): void
}

/**
 * Writes that arrive together share one transaction, and those that wait together one flush to the disk. Each has its own savepoint, so that
 * one that fails takes no other with it; nobody is answered before the commit is on the disk, unless all of them say that
 * it is enough when the system has it.
 * Work awaits nothing but the database, and may be done more than once: only the last time counts.
 */
export class GroupCommit {
  readonly #db: Pick<Writer, 'transaction' | 'refusal'>
  readonly #disk: DiskSync
  #waiting: Waiting[] = []
  #committing: Promise<void> | null = null

  constructor(db: Pick<Writer, 'transaction' | 'refusal'>, disk: DiskSync) {
    this.#db = db
    this.#disk = disk
  }

  /** Work that says in each statement on what it depends. */
  write<T>(work: Work<T>, outlives: Outlives = 'power'): Promise<T> {
    return this.#add(work, { outlives, decides: false })
  }

  /** Work that writes by what it has read before: what it has read holds until it is committed. */
  decide<T>(work: Work<T>, outlives: Outlives = 'power'): Promise<T> {
    return this.#add(work, { outlives, decides: true })
  }

  /** Resolves when everything asked for so far is on the disk. */
  async idle(): Promise<void> {
    while (this.#committing) await this.#committing
    await this.#disk.pending()?.catch(() => {})
  }

  #add<T>(work: Work<T>, needs: Needs): Promise<T> {
    const refusal = this.#db.refusal()
    if (refusal) return Promise.reject(refusal)
    return new Promise((resolve, reject) => {
      let answer: () => void = () => reject(new Error('The write was never run'))
      this.#waiting.push({
        needs,
        run: async (trx) => {
          const outcome = await inSavepoint(trx, work)
          answer = outcome.ok ? () => resolve(outcome.value) : () => reject(outcome.error)
        },
        settle: (failure) => (failure === undefined ? answer() : reject(failure)),
      })
      this.#committing ??= this.#commit()
    })
  }

  async #commit(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    const batch = this.#waiting.splice(0)
    try {
      await this.#db.transaction(needsOf(batch), async (trx) => {
        for (const waiting of batch) await waiting.run(trx)
      })
      const lasting = batch.filter(({ needs }) => needs.outlives === 'power')
      settle(batch.filter(({ needs }) => needs.outlives === 'process'))
      // The next ones are committed meanwhile.
      if (lasting.length > 0)
        void this.#disk.sync().then(
          () => settle(lasting),
          (failure) => settle(lasting, failure),
        )
    } catch (failure) {
      settle(batch, failure)
    }
    this.#committing = this.#waiting.length > 0 ? this.#commit() : null
  }
}

const needsOf = (batch: readonly Waiting[]): Needs => ({
  outlives: batch.some(({ needs }) => needs.outlives === 'power') ? 'power' : 'process',
  decides: batch.some(({ needs }) => needs.decides),
})

function settle(batch: readonly Waiting[], failure?: unknown): void {
  for (const waiting of batch) waiting.settle(failure)
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
