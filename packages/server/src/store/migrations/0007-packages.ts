import type { Kysely } from 'kysely'

/** What became of every installation of a skill package. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('package_installs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('principal', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('skill_id', 'text')
    .addColumn('version', 'text')
    .addColumn('digest', 'text')
    .addColumn('action', 'text')
    .addColumn('error', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('fingerprint', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  // Of two that come at once under one key, one is the first.
  await db.schema
    .createIndex('package_install_by_key')
    .unique()
    .on('package_installs')
    .columns(['project_id', 'principal', 'idempotency_key'])
    .execute()
  await db.schema.createIndex('package_installs_by_age').on('package_installs').columns(['created_at']).execute()
}
