import type { Kysely } from 'kysely'

/** What a run asked and was answered, and what it needs to go on with the session of its engine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const runs = () => db.schema.alterTable('runs')
  await runs().addColumn('pending_interaction', 'integer').execute()
  await runs()
    .addColumn('interaction_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await runs()
    .addColumn('auto_decision_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await runs().addColumn('last_auto_decision_at', 'text').execute()
  await runs().addColumn('session_handle', 'text').execute()
  await db.schema
    .createTable('interactions')
    .addColumn('run_id', 'text', (c) => c.notNull().references('runs.id'))
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('resolution', 'text')
    .addColumn('response', 'text')
    .addColumn('files', 'text')
    .addColumn('answer_key', 'text')
    .addColumn('answered_at', 'text')
    .addPrimaryKeyConstraint('interaction_of_run', ['run_id', 'id'])
    .execute()
  // Whoever answers for people looks for what is due next.
  await db.schema.createIndex('interactions_by_expiry').on('interactions').columns(['expires_at', 'answered_at']).execute()
}
