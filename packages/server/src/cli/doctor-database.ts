import type { Config } from '../config.ts'
import { messageOf } from '../lib/thrown.ts'
import { type Check, fine } from './doctor-check.ts'

/** Whether a server could use the database, also one that another server is using. SQLite is made at the first start. */
export async function checkDatabase({ databaseUrl: url }: Config): Promise<Check[]> {
  if (url === null) return []
  const { openPostgres } = await import('../store/postgres.ts')
  try {
    const database = await openPostgres({ url, isShared: true })
    await database.close()
    return [fine('postgres', 'It answers.')]
  } catch (error) {
    return [{ name: 'postgres', ok: false, message: messageOf(error), fix: null, needed: true }]
  }
}
