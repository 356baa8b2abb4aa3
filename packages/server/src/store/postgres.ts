import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, messageOf } from '../lib/thrown.ts'
import type { Database } from './database.ts'
import { Reach, shared, usualPatienceMs, type Witness } from './postgres-away.ts'
import { beginSession, Prepared, Sockets, settingsOf, sqlOver } from './postgres-connection.ts'
import { DatabaseTaken, PostgresWriter } from './postgres-writer.ts'

export interface PostgresOptions {
  readonly url: string
  /** Names this server among those that share the database. */
  readonly server?: string
  readonly witness?: Witness
  readonly patienceMs?: number
  /** Another server may write to the same database. */
  readonly isShared?: boolean
  /** For tests: decisions are made without the lock. */
  readonly withoutLock?: boolean
}

const mostReaders = 10

/** A database of Postgres. Readers never wait for the writer, and a commit is on the disk when it is answered. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, server = '', witness = silent, patienceMs = usualPatienceMs, isShared = false, withoutLock = false } = options
  const both = shared(witness)
  // Each for itself: whoever reads may be answered where nobody can write.
  const reads = new Reach(patienceMs, both)
  const writes = new Reach(patienceMs, both)
  const sockets = new Sockets()
  const write = new PostgresWriter({
    url,
    server,
    sockets,
    patienceMs,
    reach: writes,
    prepared: new Prepared(),
    isShared,
    withoutLock,
  })
  await firstContact(write, url)
  const pool = new pg.Pool({ ...settingsOf(url), max: mostReaders, onConnect: beginSession, stream: sockets.make })
  // A connection that breaks while nobody asks anything must not end the process: whoever asks next finds out.
  pool.on('error', () => {})
  const read = sqlOver((query) => reads.ask(() => pool.query(query)), new Prepared())
  return {
    read,
    write,
    disk: { sync: async () => {}, pending: () => null },
    requireWritable: () => write.requireWritable(),
    stopping: () => write.stopping(),
    async bytes() {
      const row = await read.first<{ bytes: number }>('select pg_database_size(current_database()) as "bytes"')
      return row?.bytes ?? 0
    },
    async close() {
      reads.close()
      writes.close()
      // A farewell that does not come through must not keep this process.
      await Promise.race([Promise.all([write.close(), pool.end()]), wait(farewellMs, undefined, { ref: false })])
      sockets.destroy()
    },
  }
}

const farewellMs = 2000

const silent: Witness = { lost() {}, back() {} }

/** Of a Postgres that is starting, and of a server whose machine lost its power a moment ago and whose connection is not gone yet. */
const startPatienceMs = 20_000

/** Says what to do where the database cannot be used. */
async function firstContact(write: PostgresWriter, url: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    try {
      return await requireFit(await write.connected())
    } catch (error) {
      const mayPass = error instanceof DatabaseTaken || codeOf(error) === startingUp
      if (mayPass && performance.now() - began < startPatienceMs) {
        await wait(100)
        continue
      }
      await write.close()
      throw new Error(problemOf(error, url), { cause: error })
    }
  }
}

class Unfit extends Error {}

async function requireFit(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as "version", current_setting('server_encoding') as "encoding"`,
  )
  const { version, encoding } = rows[0]
  if (version < leastVersion) throw new Unfit('is older than Postgres 13. Use a newer one; 15 is tested.')
  if (encoding !== 'UTF8') throw new Unfit(`has the encoding ${encoding}. Create it with UTF8: createdb -E UTF8 -T template0 …`)
}

const leastVersion = 130_000
const startingUp = '57P03'

function problemOf(error: unknown, url: string): string {
  const { host, port, database = '', user } = new pg.Client({ connectionString: url })
  const where = host.startsWith('/') ? host : `${host}:${port}`
  const what = `The database ${database} (Postgres at ${where})`
  if (error instanceof Unfit) return `${what} ${error.message}`
  if (error instanceof DatabaseTaken)
    return `${what} is in use by another server. Stop that one, or give this one its own: SKILL_RUNNER_DATABASE_URL=…`
  const code = codeOf(error)
  if (code === '3D000') return `${what} does not exist. Create it: createdb ${database}, or correct SKILL_RUNNER_DATABASE_URL.`
  if (code.startsWith('28'))
    return `${what} rejects the user ${user} or its password (${code}). Correct SKILL_RUNNER_DATABASE_URL.`
  return `${what} does not answer (${code || messageOf(error)}). Start Postgres, or correct SKILL_RUNNER_DATABASE_URL.`
}
