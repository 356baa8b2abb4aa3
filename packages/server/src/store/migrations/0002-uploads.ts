import type { Kysely } from 'kysely'

/** Runs that wait for their files: they are there, and not in the queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('runs')
    .addColumn('awaiting_upload', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('runs_by_state').execute()
  await db.schema.createIndex('runs_by_state').on('runs').columns(['state', 'awaiting_upload', 'queue_no']).execute()
}
