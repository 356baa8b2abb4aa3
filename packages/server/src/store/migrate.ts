import { codeOf, messageOf } from '../lib/thrown.ts'
import type { Writer } from './database.ts'
import type { Migrations } from './migrations/index.ts'
import { migrationNames } from './migrations/names.ts'
import type { Sql } from './sql.ts'

/** Brings the tables up to date. Where they are, what does so is not even loaded. */
export async function migrate(db: Writer): Promise<void> {
  const applied = await appliedTo(db)
  if (applied.some((name) => !migrationNames.some((known) => known === name)))
    throw new Error('This database was used by a newer version of the server. Start that version, or use another data folder.')
  if (applied.length === migrationNames.length) return
  const { migrations } = await import('./migrations/index.ts')
  await apply(db, migrations)
}

/** Those that are missing, all of them or none: a start that is killed here leaves the tables of the version before. */
export async function apply(db: Writer, migrations: Migrations): Promise<void> {
  await db.transaction({ outlives: 'power', decides: true, takesLong: true }, async (trx) => {
    await trx.run(recordOfMigrations)
    const applied = await appliedTo(trx)
    for (const [name, statements] of Object.entries(migrations)) {
      if (applied.includes(name)) continue
      for (const statement of statements) await trx.run(statement)
      await trx.run('insert into kysely_migration (name, timestamp) values (?, ?)', [name, new Date().toISOString()])
    }
  })
}

/** Named after the library that wrote it in the first versions. */
const recordOfMigrations =
  'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)'

async function appliedTo(db: Sql): Promise<string[]> {
  const rows = await db.all<{ name: string }>('select name from kysely_migration').catch((error) => {
    if (isNew(error)) return []
    throw error
  })
  return rows.map(({ name }) => name)
}

/** There is no such table yet, in the words of either database. */
const isNew = (error: unknown): boolean => codeOf(error) === '42P01' || messageOf(error).includes('no such table')
