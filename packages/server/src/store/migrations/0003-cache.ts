import type { Kysely } from 'kysely'

/** Which run answers a request that was seen before. A run knows its key from the start, and is entered when it succeeds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('cache_key', 'text').execute()
  await db.schema
    .createTable('cache')
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('run_id', 'text', (c) => c.notNull().references('runs.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('cache_key', ['project_id', 'key'])
    .execute()
  await db.schema.createIndex('cache_by_run').on('cache').columns(['run_id']).execute()
}
