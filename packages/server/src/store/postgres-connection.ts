import { Socket } from 'node:net'
import pg from 'pg'
import { isOfTables, postgresText, postgresValue } from './postgres-text.ts'
import type { Sql, Value } from './sql.ts'

/** One that is open, of the pool or of its own. */
export type Ask = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/** Nothing takes longer than it may, on this side of the network. */
export const settingsOf = (url: string): pg.ClientConfig & pg.PoolConfig => ({
  connectionString: url,
  application_name: 'agent-skill-runner',
  connectionTimeoutMillis: 5000,
  query_timeout: 12_000,
  keepAlive: true,
  types: { getTypeParser },
})

/** All that were opened and are not closed yet. */
export class Sockets {
  readonly #open = new Set<Socket>()

  readonly make = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    return socket.once('close', () => this.#open.delete(socket))
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy()
  }
}

/** And on the other side. Said once the connection is open: poolers accept no such settings before. */
export const beginSession = (client: pg.ClientBase): Promise<unknown> =>
  client.query(
    Object.entries(sessionSettings)
      .map(([name, value]) => `set ${name} = ${value}`)
      .join('; '),
  )

const sessionSettings = {
  statement_timeout: 10_000,
  lock_timeout: 8000,
  // One that was stopped in the middle of a transaction must not hold up the others.
  idle_in_transaction_session_timeout: 20_000,
  // A machine that lost its power says no farewell: what it had locked is free within 15 seconds, and not after two hours.
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 2,
  tcp_user_timeout: 15_000,
}

const longestMs = 86_400_000
const int8 = 20

/** All our numbers are safe: counts, bytes and places. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')
}

/** Queries of this room over a connection of Postgres. */
export function sqlOver(ask: Ask, prepared: Prepared, takesLong = false): Sql {
  const query = (text: string, values: readonly Value[] = []) =>
    ask({ ...prepared.of(text), values: values.map(postgresValue), ...(takesLong ? { query_timeout: longestMs } : {}) })
  return {
    // The store is the only writer of its rows, so their shape is known.
    all: async <Row>(text: string, values?: readonly Value[]) => (await query(text, values)).rows as Row[],
    first: async <Row>(text: string, values?: readonly Value[]) =>
      ((await query(text, values)).rows[0] as Row | undefined) ?? null,
    run: async (text, values) => (await query(text, values)).rowCount ?? 0,
  }
}

/** Far more than there are texts in this room; but lists of every length make texts of their own. */
const mostPrepared = 200

/** Texts in the words of Postgres, with the names under which it keeps their plans. */
export class Prepared {
  readonly #texts = new Map<string, { readonly text: string; readonly name?: string }>()

  of(text: string): { readonly text: string; readonly name?: string } {
    const known = this.#texts.get(text)
    if (known) return known
    const made = postgresText(text)
    if (isOfTables(text) || !/^\s*(select|insert|update|delete) /.test(text) || this.#texts.size >= mostPrepared)
      return { text: made }
    const named = { text: made, name: `asr_${this.#texts.size}` }
    this.#texts.set(text, named)
    return named
  }
}
