/** Every data folder has a database of its own in Postgres, instead of a file: SKILL_RUNNER_TEST_DATABASE=postgres. */
export const overPostgres = process.env['SKILL_RUNNER_TEST_DATABASE'] === 'postgres'

/** For tests of SQLite itself. */
export const ofSqlite = { skip: overPostgres ? 'about SQLite itself' : false } as const

/** What a server needs to know of the database of this data folder. */
export async function databaseEnv(data: string): Promise<Record<string, string>> {
  if (!overPostgres) return {}
  const { databaseOf } = await import('./postgres.ts')
  return { SKILL_RUNNER_DATABASE_URL: await databaseOf(data) }
}
