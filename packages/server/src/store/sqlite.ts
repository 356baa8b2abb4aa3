import { stat } from 'node:fs/promises'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { namingFile } from './corrupt-database.ts'
import type { Database, Writer } from './database.ts'
import type { Sql, Value } from './sql.ts'
import { openWalSync, readingSynced, type SyncFile } from './wal-sync.ts'

/** The one file of a data folder. A commit is in the write-ahead log, which is brought to the disk by whoever needs it there. */
export function openSqliteDatabase(file: string, sync?: SyncFile): Database {
  const { read, write } = openSqlite(file)
  const wal = openWalSync(file, sync)
  return {
    read: readingSynced(read, wal),
    write,
    disk: wal,
    requireWritable: () => wal.requireWorking(),
    stopping() {},
    bytes: async () => (await sizeOf(file)) + (await sizeOf(`${file}-wal`)),
    async close() {
      wal.close()
      read.close()
      write.close()
    },
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

interface Connection extends Writer {
  close(): void
}

/** Two connections: readers never wait for a transaction of the writer. */
export function openSqlite(file: string): { read: Connection; write: Connection } {
  const write = connect(file)
  return { write, read: connect(file) }
}

const pragmas = 'pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma cache_size = -4096'

function connect(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: 5000 })
  const named = <T>(work: () => T): T => namingFile(file, work)
  named(() => database.exec(pragmas))
  const prepare = preparing(database)
  const connection: Sql = {
    // The store is the only writer of its rows, so their shape is known.
    async all<Row>(text: string, values: readonly Value[] = []) {
      const { statement, names } = named(() => prepare(text))
      return arraysOf(named(() => statement.all(...values))).map((row) => objectOf(names, row) as Row)
    },
    async first<Row>(text: string, values: readonly Value[] = []) {
      const { statement, names } = named(() => prepare(text))
      const [row] = arraysOf([named(() => statement.get(...values))])
      return row ? (objectOf(names, row) as Row) : null
    },
    run: async (text: string, values: readonly Value[] = []) =>
      Number(named(() => prepare(text).statement.run(...values)).changes),
  }
  return {
    ...connection,
    transaction: (_needs, work) => inTransaction(connection, work),
    refusal: () => null,
    close: () => database.close(),
  }
}

/** SQLite ends a transaction by itself when the disk is full; then there is nothing to roll back, and the first error is the one that counts. */
async function inTransaction(db: Sql, work: (trx: Sql) => Promise<void>): Promise<void> {
  // At once, so that what is read in it holds until it is committed: nobody else writes meanwhile.
  await db.run('begin immediate')
  try {
    await work(db)
    await db.run('commit')
  } catch (error) {
    await db.run('rollback').catch(() => {})
    throw error
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
