import type { Kysely } from 'kysely'

/** Whom to tell about which job, and what is told. A delivery has all that it needs: it outlives its job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('job_id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('secret_ref', 'text')
    .execute()
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('no', 'integer', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('run_id', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('secret_ref', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_try_at', 'text')
    .addColumn('next_try_at', 'text')
    .addColumn('delivered_at', 'text')
    .execute()
  await db.schema.createIndex('deliveries_of_job').on('deliveries').columns(['job_id', 'no']).execute()
  await db.schema.createIndex('deliveries_by_time').on('deliveries').columns(['state', 'next_try_at']).execute()
  await db.schema.createIndex('deliveries_by_no').on('deliveries').columns(['no']).execute()
}
