import type { Kysely } from 'kysely'

/** Which version of a CLI a run is for, what the request set for it, and what the model cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('engine_version', 'text').execute()
  await db.schema
    .alterTable('runs')
    .addColumn('engine_config', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await db.schema.alterTable('runs').addColumn('usage', 'text').execute()
}
