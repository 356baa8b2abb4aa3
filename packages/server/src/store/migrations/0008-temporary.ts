import type { Kysely } from 'kysely'

/** Jobs that bring their skill along: what they ask of it before it is there, and runs whose skill goes with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('temp_request', 'text').execute()
  await db.schema
    .alterTable('runs')
    .addColumn('temporary', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
