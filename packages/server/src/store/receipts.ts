import type { RunId } from '../domain/run.ts'
import { receipts } from './columns.ts'
import type { Sql } from './sql.ts'

/** What a server signed about a run, as text, and the key that it did it with. */
export interface SignedReceipt {
  readonly keyId: string
  readonly envelope: string
}

export function receiptStore(db: Sql) {
  return {
    /** Null: the run has not ended, or ended before there were any. */
    async get(run: RunId): Promise<SignedReceipt | null> {
      const row = await db.first<SignedReceipt>(
        'select key_id as "keyId", envelope as "envelope" from receipts where run_id = ?',
        [run],
      )
      return row && { ...row }
    },
  }
}

/** With the state that it tells of; a run ends once. */
export async function keepReceipt(trx: Sql, runId: RunId, { keyId, envelope }: SignedReceipt): Promise<void> {
  await receipts.insert(trx, { runId, keyId, envelope })
}
