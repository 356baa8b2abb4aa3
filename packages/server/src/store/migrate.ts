import type { Migrations } from './migrations/index.ts'
import { migrationNames } from './migrations/names.ts'
import type { Sql } from './sql.ts'
import type { Connection } from './sqlite.ts'

/** Brings the tables up to date. Where they are, what does so is not even loaded. */
export async function migrate(db: Connection): Promise<void> {
  const applied = await appliedTo(db)
  if (applied.some((name) => !migrationNames.some((known) => known === name)))
    throw new Error('This data folder was used by a newer version of the server. Start that version, or use another data folder.')
  if (applied.length === migrationNames.length) return
  const { migrations } = await import('./migrations/index.ts')
  await apply(db, migrations)
}

/** Those that are missing, all of them or none: a start that is killed here leaves the tables of the version before. */
export async function apply(db: Connection, migrations: Migrations): Promise<void> {
  await db.run(db.begin)
  try {
    await db.run(recordOfMigrations)
    const applied = await appliedTo(db)
    for (const [name, statements] of Object.entries(migrations)) {
      if (applied.includes(name)) continue
      for (const statement of statements) await db.run(statement)
      await db.run('insert into kysely_migration (name, timestamp) values (?, ?)', [name, new Date().toISOString()])
    }
    await db.run('commit')
  } catch (error) {
    await db.run('rollback')
    throw error
  }
}

/** Named after the library that wrote it in the first versions. */
const recordOfMigrations =
  'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)'

async function appliedTo(db: Sql): Promise<string[]> {
  // A new database has no such table yet.
  const rows = await db.all<{ name: string }>('select name from kysely_migration').catch(() => [])
  return rows.map(({ name }) => name)
}
