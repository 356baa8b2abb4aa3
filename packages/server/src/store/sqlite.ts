import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Sql, Value } from './sql.ts'

/** One connection. Only one place writes, and it begins and ends its transactions itself. */
export interface Connection extends Sql {
  /** What begins a transaction that writes. */
  readonly begin: string
  close(): void
}

/**
 * node:sqlite. A commit is in the write-ahead log, which is brought to the disk by whoever needs it there.
 * Two connections: readers never wait for a transaction of the writer.
 */
export function openSqlite(file: string): { read: Connection; write: Connection } {
  const write = connect(file)
  return { write, read: connect(file) }
}

function connect(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma cache_size = -4096')
  const prepare = preparing(database)
  return {
    // At once, so that what is read in it holds until it is committed.
    begin: 'begin immediate',
    close: () => database.close(),
    // The store is the only writer of its rows, so their shape is known.
    async all<Row>(text: string, values: readonly Value[] = []) {
      const { statement, names } = prepare(text)
      return arraysOf(statement.all(...values)).map((row) => objectOf(names, row) as Row)
    },
    async first<Row>(text: string, values: readonly Value[] = []) {
      const { statement, names } = prepare(text)
      const [row] = arraysOf([statement.get(...values)])
      return row ? (objectOf(names, row) as Row) : null
    },
    run: async (text: string, values: readonly Value[] = []) => Number(prepare(text).statement.run(...values).changes),
  }
}

/** A statement that answers with arrays: half of what its objects cost, which would name every column anew in every row. */
interface Prepared {
  readonly statement: StatementSync
  readonly names: readonly string[]
}

/** As it was asked to; its type does not know that. */
const arraysOf = (rows: readonly unknown[]) => rows as readonly (readonly Value[] | undefined)[]

function objectOf(names: readonly string[], values: readonly Value[] = []): Record<string, Value> {
  const row: Record<string, Value> = {}
  for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i] as Value
  return row
}

/** Far more than there are texts in this room; but lists of every length make texts of their own. */
const mostPrepared = 200

/** Statements are prepared once, while they are in use. */
function preparing(database: DatabaseSync): (text: string) => Prepared {
  const prepared = new Map<string, Prepared>()
  return (text) => {
    const known = prepared.get(text) ?? prepareIn(database, text)
    prepared.delete(text)
    prepared.set(text, known)
    const [oldest] = prepared.keys()
    if (prepared.size > mostPrepared && oldest !== undefined) prepared.delete(oldest)
    return known
  }
}

function prepareIn(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text)
  statement.setReturnArrays(true)
  return { statement, names: statement.columns().map(({ name }) => name) }
}
