import type { Kysely } from 'kysely'

/** The end of the line is asked for with every job: it is looked up, and not searched for among all runs there ever were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('runs_by_place').on('runs').column('queue_no').execute()
}
