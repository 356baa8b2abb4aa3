import { apply } from '../../src/store/migrate.ts'
import type { Migrations } from '../../src/store/migrations/index.ts'
import { openStore as open, type Store, type StoreOptions } from '../../src/store/open.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { overPostgres } from './over.ts'
import { sqliteFileOf } from './sqlite-file.ts'

export type { Store } from '../../src/store/open.ts'

/** The store of a data folder, in the database that the tests run over. */
export const openStore = async (data: string, options: StoreOptions = {}): Promise<Store> =>
  open(data, { ...(await storeOptions(data)), ...options })

/** For programs that open it themselves. */
export async function storeOptions(data: string, options: { readonly isEmpty?: boolean } = {}): Promise<StoreOptions> {
  if (!overPostgres) return {}
  const { databaseOf } = await import('./postgres.ts')
  return { postgres: { url: await databaseOf(data, options) } }
}

/** Makes the tables of an older version. */
export async function makeTables(data: string, migrations: Migrations): Promise<void> {
  const { postgres } = await storeOptions(data, { isEmpty: true })
  if (postgres) {
    const { openPostgres } = await import('../../src/store/postgres.ts')
    const database = await openPostgres(postgres)
    await apply(database.write, migrations)
    return database.close()
  }
  const { read, write } = openSqlite(sqliteFileOf(data))
  await apply(write, migrations)
  read.close()
  write.close()
}
