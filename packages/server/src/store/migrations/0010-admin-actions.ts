import type { Kysely } from 'kysely'

/** Who changed what on this server, or was not allowed to. Written before it happens, completed with the answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('admin_actions')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('principal', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('target', 'text')
    .addColumn('status', 'integer')
    .addColumn('error_code', 'text')
    .addColumn('x_request_id', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('admin_actions_by_age').on('admin_actions').columns(['at']).execute()
}
