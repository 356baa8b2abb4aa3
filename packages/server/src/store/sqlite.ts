import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Sql, Value } from './sql.ts'

/** One connection. Only one place writes, and it begins and ends its transactions itself. */
export interface Connection extends Sql {
  /** What begins a transaction that writes. */
  readonly begin: string
  readonly database: DatabaseSync
  close(): void
}

/**
 * node:sqlite. Every commit reaches the disk (WAL, synchronous FULL).
 * Two connections: readers never wait for a transaction of the writer.
 */
export function openSqlite(file: string): { read: Connection; write: Connection } {
  const write = connect(file)
  return { write, read: connect(file) }
}

function connect(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -4096')
  const prepare = preparing(database)
  return {
    // At once, so that what is read in it holds until it is committed.
    begin: 'begin immediate',
    database,
    close: () => database.close(),
    // The store is the only writer of its rows, so their shape is known.
    all: async <Row>(text: string, values: readonly Value[] = []) => prepare(text).all(...values) as Row[],
    first: async <Row>(text: string, values: readonly Value[] = []) => (prepare(text).get(...values) as Row | undefined) ?? null,
    run: async (text: string, values: readonly Value[] = []) => Number(prepare(text).run(...values).changes),
  }
}

/** Far more than there are texts in this room; but lists of every length make texts of their own. */
const mostPrepared = 200

/** Statements are prepared once, while they are in use. */
function preparing(database: DatabaseSync): (text: string) => StatementSync {
  const prepared = new Map<string, StatementSync>()
  return (text) => {
    const known = prepared.get(text) ?? database.prepare(text)
    prepared.delete(text)
    prepared.set(text, known)
    const [oldest] = prepared.keys()
    if (prepared.size > mostPrepared && oldest !== undefined) prepared.delete(oldest)
    return known
  }
}
