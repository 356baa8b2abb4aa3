import type { Kysely } from 'kysely'

/** What was answered under an idempotency key. It outlives the job: within its time a key never makes a second one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency')
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('principal', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('cache_hit', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('has_result', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['project_id', 'principal', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_by_age').on('idempotency').columns(['created_at']).execute()
}
