import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Needs, Writer } from './database.ts'
import { Away, isAway, isGivenUp, type Reach, unavailable } from './postgres-away.ts'
import { beginSession, type Prepared, type Sockets, settingsOf, sqlOver } from './postgres-connection.ts'
import type { Sql, Value } from './sql.ts'

/** Of the two numbers that name an advisory lock, the first is ours. */
const locks = { ours: 0x41535231, server: 1, decisions: 2 } as const

export interface WriterOptions {
  readonly url: string
  readonly server: string
  readonly sockets: Sockets
  readonly patienceMs: number
  readonly reach: Reach
  readonly prepared: Prepared
  /** Another server may write to the same database. */
  readonly isShared: boolean
  /** For tests: decisions are made without the lock. */
  readonly withoutLock: boolean
}

/** Somebody else is the server of this database. */
export class DatabaseTaken extends Away {
  constructor() {
    super('TAKEN')
  }
}

/**
 * The connection that writes. It holds the lock of the server, so whoever has lost the one has lost the other, and writes no more
 * until both are there again.
 */
export class PostgresWriter implements Writer {
  readonly #options: WriterOptions
  #client: pg.Client | null = null
  #connecting: Promise<pg.Client> | null = null
  #closing = false
  /** From then on nobody asks what became of a commit. */
  #stopsAt = Number.POSITIVE_INFINITY
  /** Whether a transaction was committed. */
  #isAsking = false

  constructor(options: WriterOptions) {
    this.#options = options
  }

  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]> {
    return this.#ask((sql) => sql.all<Row>(text, values))
  }

  first<Row>(text: string, values?: readonly Value[]): Promise<Row | null> {
    return this.#ask((sql) => sql.first<Row>(text, values))
  }

  run(text: string, values?: readonly Value[]): Promise<number> {
    return this.#ask((sql) => sql.run(text, values))
  }

  transaction(needs: Needs, work: (trx: Sql) => Promise<void>): Promise<void> {
    return this.#options.reach.ask(async () => {
      for (let tries = 1; ; tries++) {
        const failure = await this.#once(await this.connected(), needs, work)
        if (failure === null) return
        if (!isGivenUp(failure) || tries === mostTries) throw failure
      }
    })
  }

  /** Whoever wants to know tries, once it was lost for so long that others no longer wait for it. */
  async requireWritable(): Promise<void> {
    if (this.#options.reach.refusal() !== null) await this.#ask((sql) => this.#lastTokenOver(sql))
  }

  stopping(): void {
    this.#stopsAt = Math.min(this.#stopsAt, performance.now() + this.#options.patienceMs)
  }

  refusal(): Error | null {
    return this.#isAsking ? this.#options.reach.refusal() : null
  }

  /** The open connection, with the lock of the server. */
  connected(): Promise<pg.Client> {
    if (this.#closing) return Promise.reject(new Away('CLOSED'))
    if (this.#client) return Promise.resolve(this.#client)
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    const client = await connect(this.#options)
    client.on('error', () => this.#drop(client))
    client.on('end', () => this.#drop(client))
    try {
      await beginSession(client)
      if (!this.#options.isShared) await takeServerLock(client)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (this.#closing) {
      await client.end().catch(() => {})
      throw new Away('CLOSED')
    }
    this.#client = client
    return client
  }

  async close(): Promise<void> {
    this.#closing = true
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  #ask<T>(question: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#options.reach.ask(() => this.#over(question))
  }

  async #over<T>(question: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.connected()
    return question(this.#sqlOf(client, false)).catch((error) => {
      if (isAway(error)) this.#drop(client)
      throw error
    })
  }

  /** Null: it is committed. */
  async #once(client: pg.Client, needs: Needs, work: (trx: Sql) => Promise<void>): Promise<unknown> {
    const token = needs.takesLong ? null : randomUUID()
    try {
      await begin(client, needs, token, this.#options)
      await work(untilGivenUp(this.#sqlOf(client, needs.takesLong === true)))
    } catch (error) {
      if (isAway(error)) this.#drop(client)
      else await client.query('rollback').catch(() => this.#drop(client))
      return error
    }
    try {
      const { command } = await client.query('commit')
      return command === 'COMMIT' ? null : new Error(`Postgres answered a commit with ${command}`)
    } catch (error) {
      this.#drop(client)
      return isAway(error) && token !== null && (await this.#wasCommitted(token)) ? null : error
    }
  }

  /** The answer to a commit was lost, and only Postgres knows. Until it tells nothing else is written. */
  async #wasCommitted(token: string): Promise<boolean> {
    this.#isAsking = true
    try {
      const until = performance.now() + longestAskMs
      while (!this.#closing && performance.now() < Math.min(until, this.#stopsAt)) {
        const last = await this.#lastToken()
        if (last !== null) return last === token
        await wait(askAgainMs)
      }
      // Not to be tried again: it may still be committed.
      throw unavailable(new Away('COMMIT_UNKNOWN'))
    } finally {
      this.#isAsking = false
    }
  }

  /** Null: it is not known yet. */
  async #lastToken(): Promise<string | null> {
    try {
      return await this.#over((sql) => this.#lastTokenOver(sql))
    } catch (error) {
      if (!isAway(error)) throw error
      this.#options.reach.lost(error)
      return null
    }
  }

  async #lastTokenOver(sql: Sql): Promise<string> {
    return String((await sql.first<{ token: string }>(lastToken, [this.#options.server]))?.token)
  }

  #sqlOf(client: pg.Client, takesLong: boolean): Sql {
    return sqlOver((query) => client.query(query), this.#options.prepared, takesLong)
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null
    client.end().catch(() => {})
  }
}

/** Writes the row, because that waits for a transaction that is still being committed, also for one that makes the row. */
const lastToken = `insert into last_writes (server, token) values (?, '')
  on conflict (server) do update set token = last_writes.token returning token`

const askAgainMs = 100
/** Longer than the end of a run is waited for. */
const longestAskMs = 300_000
const mostTries = 20

async function connect({ url, sockets }: WriterOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...settingsOf(url), stream: sockets.make })
  // A connection that breaks while nobody asks anything must not end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function takeServerLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${locks.ours}, ${locks.server}) as "isOurs"`)
  if (rows[0]?.isOurs !== true) throw new DatabaseTaken()
}

/**
 * In one message, because each costs the way to the database and back. The token is committed with all the rest or not at all. An id of
 * Postgres would not do: one that a crash forgets is given to the next transaction.
 */
async function begin(client: pg.Client, needs: Needs, token: string | null, options: WriterOptions): Promise<void> {
  const { decides, takesLong } = needs
  const statements = [
    'begin',
    ...(takesLong ? ['set local statement_timeout = 0', 'set local lock_timeout = 0'] : []),
    ...(decides && (takesLong || !options.withoutLock)
      ? [`select pg_advisory_xact_lock(${locks.ours}, ${locks.decisions})`]
      : []),
    ...(token === null ? [] : [writeToken(client.escapeLiteral(options.server), token)]),
  ]
  await client.query(statements.join('; '))
}

const writeToken = (server: string, token: string): string =>
  `insert into last_writes (server, token) values (${server}, '${token}') on conflict (server) do update set token = excluded.token`

/** Once a transaction was given up, nothing in it counts: its work must not go on as if one statement had failed. */
function untilGivenUp(sql: Sql): Sql {
  let givenUp: unknown = null
  const guard = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (givenUp !== null) throw givenUp
    return ask().catch((error) => {
      if (isGivenUp(error) || isAway(error)) givenUp = error
      throw error
    })
  }
  return {
    all: (text, values) => guard(() => sql.all(text, values)),
    first: (text, values) => guard(() => sql.first(text, values)),
    run: (text, values) => guard(() => sql.run(text, values)),
  }
}
