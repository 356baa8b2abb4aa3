import { openPostgres } from '../packages/server/src/store/postgres.ts'
import type { Sql } from '../packages/server/src/store/sql.ts'
import { databaseNamed, openCluster } from '../packages/server/test/support/postgres.ts'
import { until } from '../packages/server/test/support/until.ts'

/** A Postgres of its own, because it is restarted under load. */
export interface Postgres extends AsyncDisposable {
  /** Variables of the server. */
  readonly env: Readonly<Record<string, string>>
  /** For whoever looks at rows: it waits where Postgres is just away. */
  readonly rows: Sql
  /** As an accident: whatever was not committed is gone, and everybody loses the connection. */
  restart(): Promise<void>
  /** A commit that a dead server sent may still be under way; its lock is free after that. */
  untilServerIsGone(): Promise<unknown>
}

const patienceMs = 120_000

export async function openTorturePostgres(): Promise<Postgres> {
  await using opened = new AsyncDisposableStack()
  const cluster = opened.use(await openCluster())
  const url = await databaseNamed(cluster, 'torture')
  const { read } = opened.adopt(await openPostgres({ url, isShared: true, patienceMs }), (it) => it.close())
  const all = opened.move()
  return {
    env: { SKILL_RUNNER_DATABASE_URL: url },
    rows: read,
    restart: () => cluster.restart('immediate'),
    untilServerIsGone: () => until('no server has the database', async () => (await read.first(heldLock)) === null),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Readers take no advisory lock for a session; writers hold that of the server. */
const heldLock = "select 1 as held from pg_locks where locktype = 'advisory' and granted"
