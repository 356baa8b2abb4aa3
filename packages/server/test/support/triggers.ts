import type { Database } from './database.ts'
import { overPostgres } from './over.ts'

/** What the database does by itself before it changes a row; null: it refuses. `when` is SQL over `old` and `new`. */
interface Trigger {
  readonly before: `${'insert' | 'update' | 'delete'} on ${string}`
  readonly when?: string
  readonly does: string | null
}

/** Until whoever asked for it calls the answer. */
export async function addTrigger(database: Database, { before, when, does }: Trigger): Promise<() => Promise<void>> {
  const name = `test_${before.replaceAll(' ', '_')}`
  if (overPostgres) return addPostgresTrigger(database, name, { before, does, ...(when ? { when } : {}) })
  const body = does ?? "select raise(abort, 'not now')"
  await database.run(`create trigger ${name} before ${before} ${when ? `when ${when}` : ''} begin ${body}; end`)
  return async () => void (await database.run(`drop trigger ${name}`))
}

async function addPostgresTrigger(
  database: Database,
  name: string,
  { before, when, does }: Trigger,
): Promise<() => Promise<void>> {
  const body = does ?? "raise exception 'not now'"
  const row = before.startsWith('delete') ? 'old' : 'new'
  await database.run(`create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return ${row}; end $$`)
  await database.run(
    `create trigger ${name} before ${before} for each row ${when ? `when (${when})` : ''} execute function ${name}()`,
  )
  return async () => void (await database.run(`drop function ${name} cascade`))
}
