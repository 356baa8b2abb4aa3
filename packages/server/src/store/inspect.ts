import { existsSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Run } from '../domain/run.ts'
import { messageOf } from '../lib/thrown.ts'
import { runs } from './columns.ts'
import { runOf } from './rows.ts'
import type { RunsTable } from './tables.ts'

/** The database as somebody sees it who only looks, also beside a server that writes. */
export interface Inspection extends Disposable {
  /** All that the database itself finds wrong with its file. */
  problems(): string[]
  /** Each run, or why it cannot be read. The whole list is never in memory. */
  runs(): Generator<Run | { readonly id: string; readonly problem: string }>
  countRuns(): number
  hasRun(id: string): boolean
}

export function inspect(file: string): Inspection {
  const database = openToLook(file)
  const some = (text: string, ...values: string[]) => database.prepare(text).get(...values)
  return {
    problems: () => [...integrityProblems(database), ...foreignKeyProblems(database)],
    *runs() {
      const page = database.prepare(`select ${runs.columns} from runs where id > ? order by id limit 100`)
      // Page by page, so that each sees what a server has changed meanwhile, and keeps nothing from it.
      for (let rows = rowsOf(page, ''); rows.length > 0; rows = rowsOf(page, rows.at(-1)?.id ?? '')) yield* rows.map(readRun)
    },
    countRuns: () => Number(some('select count(*) as "count" from runs')?.['count'] ?? 0),
    hasRun: (id) => some('select 1 from runs where id = ?', id) !== undefined,
    [Symbol.dispose]: () => database.close(),
  }
}

/** Where no server has left a write-ahead log, nothing is made beside the file, not even for the time of looking. */
function openToLook(file: string): DatabaseSync {
  const url = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true, timeout: 5000 })
}

const rowsOf = (page: StatementSync, after: string) => page.all(after) as unknown as readonly RunsTable[]

const mostProblems = 100

function integrityProblems(database: DatabaseSync): string[] {
  return guarded(() =>
    database
      .prepare(`pragma integrity_check(${mostProblems})`)
      .all()
      .map((row) => String(row['integrity_check']))
      .filter((line) => line !== 'ok'),
  )
}

function foreignKeyProblems(database: DatabaseSync): string[] {
  return guarded(() =>
    database
      .prepare('pragma foreign_key_check')
      .all()
      .slice(0, mostProblems)
      .map(({ table, parent, rowid }) => `row ${rowid} of ${table} refers to a row of ${parent} that is not there`),
  )
}

function guarded(check: () => string[]): string[] {
  try {
    return check()
  } catch (error) {
    return [messageOf(error)]
  }
}

function readRun(row: RunsTable): Run | { readonly id: string; readonly problem: string } {
  try {
    return runOf(row)
  } catch (error) {
    return { id: row.id, problem: messageOf(error) }
  }
}
