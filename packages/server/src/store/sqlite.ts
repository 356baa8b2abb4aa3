import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Kysely over node:sqlite. Every commit reaches the disk (WAL, synchronous FULL).
 * Two connections: readers never wait for a transaction of the writer.
 */
export function openSqlite(file: string): { read: Kysely<Tables>; write: Kysely<Tables> } {
  const write = connect(file)
  return { write, read: connect(file) }
}

function connect(file: string): Kysely<Tables> {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -4096')
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(database) }), plugins: [new CamelCasePlugin()] })
}

/** Far more than there are texts in this room; but lists of every length make texts of their own. */
const mostPrepared = 200

/** node:sqlite in the shape that Kysely's SQLite dialect knows; statements are prepared once, while they are in use. */
function adapt(database: DatabaseSync) {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
      run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
      iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
    }
  }
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const known = prepared.get(sql) ?? prepare(sql)
      prepared.delete(sql)
      prepared.set(sql, known)
      const [oldest] = prepared.keys()
      if (prepared.size > mostPrepared && oldest !== undefined) prepared.delete(oldest)
      return known
    },
  }
}
