import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'

/** For tests of SQLite itself: its file, damage in it, its log and its indexes. All others read and change rows with `openDatabase`. */
export const sqliteFileOf = (data: string): string => join(data, 'runs.db')

/** The same connection as any program would make. */
export const openSqliteFile = (data: string, options: { readonly readOnly?: boolean } = {}): DatabaseSync =>
  new DatabaseSync(sqliteFileOf(data), { timeout: 5000, ...options })

/** How SQLite would look for what a query asks for. */
export function planOf(data: string, sql: string): string[] {
  using database = openSqliteFile(data, { readOnly: true })
  return database
    .prepare(`explain query plan ${sql}`)
    .all()
    .map(({ detail }) => String(detail))
}

/** The texts that SQLite has to prepare from now on, and a way to count anew. */
export function watchPrepared(context: TestContext) {
  const prepare = context.mock.method(DatabaseSync.prototype, 'prepare')
  return {
    texts: () => prepare.mock.calls.map(({ arguments: [sql] }) => sql),
    reset: () => prepare.mock.resetCalls(),
  }
}
