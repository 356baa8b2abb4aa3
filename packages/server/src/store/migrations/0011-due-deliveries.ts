import type { Kysely } from 'kysely'

/** The messages of one host may be very many: those that must wait for it are passed over without a look at their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['state', 'next_try_at', 'no', 'host', 'id', 'job_id'])
    .execute()
  await db.schema.dropIndex('deliveries_by_time').execute()
}
