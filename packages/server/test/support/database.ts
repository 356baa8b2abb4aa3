import type { Sql } from '../../src/store/sql.ts'
import { overPostgres } from './over.ts'
import { openSqliteFile } from './sqlite-file.ts'

/** The database of a data folder, past the store and whether or not a server uses it. */
export interface Database extends Sql, AsyncDisposable {}

/** The one place that says which database that is. Who only looks changes nothing in it, not even by opening and closing it. */
export async function openDatabase(data: string, options: { readonly readOnly?: boolean } = {}): Promise<Database> {
  if (overPostgres) return openPostgresDatabase(data)
  const database = openSqliteFile(data, options)
  return {
    all: async <Row>(text: string, values: Parameters<Sql['all']>[1] = []) =>
      database
        .prepare(text)
        .all(...values)
        .map((row) => ({ ...row }) as Row),
    first: async <Row>(text: string, values: Parameters<Sql['first']>[1] = []) => {
      const row = database.prepare(text).get(...values)
      return row ? ({ ...row } as Row) : null
    },
    run: async (text, values = []) => Number(database.prepare(text).run(...values).changes),
    [Symbol.asyncDispose]: async () => database.close(),
  }
}

async function openPostgresDatabase(data: string): Promise<Database> {
  const { databaseOf, openSql } = await import('./postgres.ts')
  return openSql(await databaseOf(data))
}

/** One change, as if somebody else or an earlier time had made it. */
export async function changeRows(data: string, ...change: Parameters<Sql['run']>): Promise<void> {
  await using database = await openDatabase(data)
  await database.run(...change)
}
