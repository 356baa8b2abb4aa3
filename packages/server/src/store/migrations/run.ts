import { Kysely, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Value } from '../sql.ts'
import type { Connection } from '../sqlite.ts'
import { migrations } from './index.ts'

/** All that are missing, in order, or an error that says why not. */
export async function migrateToLatest(connection: Connection, known: Record<string, Migration> = migrations): Promise<void> {
  const db = kyselyOf(connection)
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest()
  if (error instanceof Error && /previously executed migration/.test(error.message)) {
    throw new Error(
      'This data folder was used by a newer version of the server. Start that version, or use another data folder.',
      { cause: error },
    )
  }
  if (error) throw error
}

/** The connection as Kysely's SQLite dialect knows one. It stays ours: it is not closed with Kysely. */
function kyselyOf({ database }: Connection): Kysely<unknown> {
  const prepare = (text: string) => {
    const statement = database.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...(values as Value[])),
      run: (values: readonly unknown[]) => statement.run(...(values as Value[])),
      iterate: (values: readonly unknown[]) => statement.iterate(...(values as Value[])),
    }
  }
  return new Kysely<unknown>({ dialect: new SqliteDialect({ database: { prepare, close: () => {} } }) })
}
