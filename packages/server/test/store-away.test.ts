import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, type TestContext, test } from 'node:test'
import { setImmediate as sent } from 'node:timers/promises'
import pg from 'pg'
import { verifies } from '../../../test/verifies.ts'
import { nothingCommitted } from '../src/domain/run.ts'
import { Fault } from '../src/lib/fault.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { openPostgres, type PostgresOptions } from '../src/store/postgres.ts'
import { type Cut, openCuttable } from './support/cuttable.ts'
import { temporaryFolder } from './support/folder.ts'
import { type Cluster, databaseNamed, openCluster, openSql, withoutPostgres } from './support/postgres.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'
import { until } from './support/until.ts'

const skip = withoutPostgres
const at = '2026-01-02T03:04:05.678Z'
const fence = { attempt: 1, owner: 'boot_a' }

/** Of this file alone: it is stopped and started. */
let cluster: Cluster
before(async () => {
  if (!skip) cluster = await openCluster({ deadlock_timeout: '20ms', wal_writer_delay: '10s' })
})
after(async () => {
  await cluster?.[Symbol.asyncDispose]()
})

const emptyDatabase = () => databaseNamed(cluster, `t${randomUUID().replaceAll('-', '')}`)

const nameOf = (url: string): string => new URL(url.replace('@/', '@socket/')).pathname.slice(1)

async function open(context: TestContext, url: string, options: Partial<PostgresOptions> = {}): Promise<Store> {
  const store = await openStore(await temporaryFolder(context), { postgres: { url, ...options } })
  context.after(() => store.close())
  return store
}

const admit = (store: Store, id: string) => store.queue.admit(jobOf(queuedRun(id)), queuedRun(id), 100_000)

const listed = async (store: Store): Promise<string[]> => (await store.runs.active()).map(({ id }) => id)

verifies(
  'postgres.outlives-a-restart',
  'a restart of Postgres under load loses nothing that was told, refuses nobody, and is told of',
  async (context) => {
    const seen: string[] = []
    const witness = { lost: () => void seen.push('lost'), back: () => void seen.push('back') }
    const store = await open(context, await emptyDatabase(), { witness, patienceMs: 60_000 })
    const admitted: string[] = []
    let isOver = false
    const client = async (name: string) => {
      for (let count = 1; !isOver; count++) {
        const id = `run_${name}_${count}`
        await admit(store, id)
        admitted.push(id)
        assert.equal((await store.runs.get(id))?.id, id)
      }
    }
    const clients = ['a', 'b', 'c', 'd'].map(client)
    for (const how of ['fast', 'immediate', 'immediate'] as const) {
      const before = admitted.length
      await until('some were admitted', () => admitted.length > before + 8)
      await cluster.restart(how)
    }
    const last = admitted.length
    await until('more are admitted', () => admitted.length > last + 8)
    isOver = true
    await Promise.all(clients)
    assert.deepEqual((await listed(store)).sort(), admitted.sort())
    assert.deepEqual([seen.length % 2, new Set(seen.filter((_, index) => index % 2 === 0)).size, seen[0]], [0, 1, 'lost'])
  },
  { skip },
)

verifies(
  'postgres.outlives-a-restart',
  'a database that stays away is said to be unavailable, at once after a while, and is used again when it is back',
  async (context) => {
    const store = await open(context, await emptyDatabase(), { patienceMs: 300 })
    await admit(store, 'run_1')
    await cluster.stop('immediate')
    const refused = (error: unknown) => error instanceof Fault && error.code === 'DATABASE_UNAVAILABLE'
    try {
      await assert.rejects(store.runs.get('run_1'), refused)
      await assert.rejects(admit(store, 'run_2'), refused)
      const began = performance.now()
      await Promise.all(Array.from({ length: 20 }, () => assert.rejects(store.runs.counts(), refused)))
      assert.ok(performance.now() - began < 5000, 'nobody waits any longer')
    } finally {
      await cluster.start()
    }
    await admit(store, 'run_3')
    assert.deepEqual(await listed(store), ['run_1', 'run_3'])
  },
  { skip },
)

for (const how of ['before it arrives', 'when it is answered'] as const satisfies readonly Cut[]) {
  verifies(
    'postgres.no-commit-in-doubt',
    `a commit that is cut ${how} is done once, and answered`,
    async (context) => {
      await using way = await openCuttable(cluster.socket)
      const store = await open(context, way.url(nameOf(await emptyDatabase())))
      for (let round = 1; round <= 5; round++) {
        way.cutNextCommit(how)
        // Done twice, it would meet itself: the id is there already.
        const told = await admit(store, `run_${round}`)
        assert.ok(way.hasCut(), 'the commit was cut')
        assert.deepEqual([told.answer.jobId, told.repeated], [`job_${round}`, false])
      }
      assert.deepEqual(await listed(store), ['run_1', 'run_2', 'run_3', 'run_4', 'run_5'])
      const begun = await moveNow(store, 'run_1', { trigger: 'turn.started', committed: nothingCommitted, at, begins: fence })
      assert.ok(begun)
      way.cutNextCommit(how)
      // Compare-and-set: done twice, the second would be refused.
      const moved = await store.runs.move({ seen: begun, trigger: 'turn.succeeded', committed: nothingCommitted, at, fence })
      assert.equal(moved?.state, 'succeeded')
    },
    { skip },
  )
}

for (const others of [0, 50]) {
  verifies(
    'postgres.no-commit-in-doubt',
    `a commit that Postgres forgets in a crash is done again, also where ${others} others commit before it is asked for`,
    async (context) => {
      await using way = await openCuttable(cluster.socket)
      const name = nameOf(await emptyDatabase())
      const store = await open(context, way.url(name))
      await admit(store, 'run_1')
      way.cutNextCommit('before it arrives', async () => {
        await cluster.restart('immediate')
        await using sql = await openSql(cluster.url(name))
        // They get the ids that were given to transactions nobody remembers.
        for (let count = 1; count <= others; count++) await sql.run(`create table other_${count} (id integer)`)
      })
      assert.deepEqual([(await admit(store, 'run_2')).repeated, way.hasCut()], [false, true])
      assert.deepEqual(await listed(store), ['run_1', 'run_2'])
    },
    { skip },
  )
}

test('whether the first write of a server was committed is not told while it is being committed', { skip }, async (context) => {
  const url = await emptyDatabase()
  await using way = await openCuttable(cluster.socket)
  const store = await open(context, way.url(nameOf(url)), { isShared: true })
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  // In the place of the first write, whose commit Postgres is still at.
  const { rows } = await other.query('select pg_backend_pid() as pid')
  way.cutNextCommit('before it arrives', async () => {
    await other.query(`begin; insert into last_writes (server, token) values ('${store.nodeId}', 'of another')`)
  })
  const told = admit(store, 'run_1')
  await using sql = await openSql(cluster.url('postgres'))
  const blocked = 'select 1 from pg_stat_activity where cast(? as integer) = any(pg_blocking_pids(pid))'
  await until('it is waited for', async () => (await sql.first(blocked, [rows[0].pid])) !== null)
  await other.query('commit')
  await other.end()
  assert.equal((await told).repeated, false)
  assert.deepEqual(await listed(store), ['run_1'])
})

verifies(
  'postgres.outlives-a-restart',
  'a server whose writing another one has taken over is told of it once, however much it reads, and writes again when it may',
  async (context) => {
    const seen: string[] = []
    const witness = { lost: (reason: string) => void seen.push(reason), back: () => void seen.push('back') }
    const url = await emptyDatabase()
    const store = await open(context, url, { witness, patienceMs: 300 })
    await admit(store, 'run_1')
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    // Those of the lock that a server holds for as long as it lives.
    const { rows } = await other.query("select pid, classid, objid from pg_locks where locktype = 'advisory'")
    const [{ pid, classid, objid }] = rows
    await other.query('select pg_terminate_backend($1)', [pid])
    await other.query('select pg_advisory_lock($1, $2)', [classid, objid])
    const taken = { code: 'DATABASE_UNAVAILABLE', details: { reason: 'TAKEN' } }
    let isOver = false
    const reader = (async () => {
      while (!isOver) assert.deepEqual(await listed(store), ['run_1'])
    })()
    await assert.rejects(admit(store, 'run_2'), taken)
    await assert.rejects(store.requireWritable(), taken)
    isOver = true
    await reader
    assert.deepEqual([seen.length, seen.includes('back')], [1, false])
    await other.end()
    // Nobody else writes where it says that it is not ready.
    await until('it may write', () =>
      store
        .requireWritable()
        .then(() => true)
        .catch(() => false),
    )
    await admit(store, 'run_3')
    assert.deepEqual([await listed(store), seen.slice(1)], [['run_1', 'run_3'], ['back']])
  },
  { skip },
)

test('a connection asks for nothing that a pooler refuses, and limits what it asks once it is open', {
  skip,
}, async (context) => {
  await using way = await openCuttable(cluster.socket)
  const { read, write, close } = await openPostgres({ url: way.url(nameOf(await emptyDatabase())) })
  context.after(close)
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const limits = `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`
  const expected = { statement_timeout: '10s', lock_timeout: '8s', idle_in_transaction_session_timeout: '20s' }
  assert.deepEqual([await read.first(limits), await write.first(limits)], [expected, expected])
  assert.deepEqual(way.asked(), ['application_name', 'client_encoding', 'database', 'user'])
})

test('a connection that Postgres ends in the middle of a transaction is opened again', { skip }, async (context) => {
  const url = await emptyDatabase()
  const store = await open(context, url)
  const killer = new pg.Client({ connectionString: cluster.url('postgres') })
  await killer.connect()
  for (let round = 1; round <= 10; round++) {
    const told = ['a', 'b', 'c'].map((word) => admit(store, `run_${word}_${round}`))
    await killer.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [nameOf(url)])
    assert.equal((await Promise.all(told)).length, 3)
  }
  await killer.end()
  assert.equal((await listed(store)).length, 30)
})

test('two transactions that wait for each other are both done', { skip }, async (context) => {
  const url = await emptyDatabase()
  const one = await open(context, url, { isShared: true })
  const other = await open(context, url, { isShared: true })
  for (const id of ['run_1', 'run_2']) {
    await admit(one, id)
    await moveNow(one, id, { trigger: 'turn.started', committed: nothingCommitted, at, begins: fence })
  }
  const advance = (store: Store, id: string, seq: number): Promise<boolean> =>
    store.runs.advance(id, fence, { ...nothingCommitted, raspSeq: seq })
  for (let seq = 1; seq <= 20; seq++) {
    // In opposite order, in one transaction each.
    const all = [
      advance(one, 'run_1', seq),
      advance(one, 'run_2', seq),
      advance(other, 'run_2', seq),
      advance(other, 'run_1', seq),
    ]
    assert.deepEqual(await Promise.all(all), [true, true, true, true])
  }
  assert.equal((await one.runs.get('run_1'))?.committed.raspSeq, 20)
})

test('a server that stops does not wait for a database that is away to say what became of a commit', {
  skip,
}, async (context) => {
  await using way = await openCuttable(cluster.socket)
  const store = await open(context, way.url(nameOf(await emptyDatabase())), { patienceMs: 300 })
  try {
    way.cutNextCommit('before it arrives', () => cluster.stop('immediate'))
    const told = assert.rejects(admit(store, 'run_1'), { code: 'DATABASE_UNAVAILABLE', details: { reason: 'COMMIT_UNKNOWN' } })
    await until('the commit is cut', way.hasCut)
    store.stopping()
    await told
  } finally {
    await cluster.start()
  }
  assert.deepEqual(await listed(store), [])
})

test('a store is closed, with all its connections, although nobody answers any more', { skip }, async (context) => {
  await using way = await openCuttable(cluster.socket)
  const store = await open(context, way.url(nameOf(await emptyDatabase())))
  await admit(store, 'run_1')
  await listed(store)
  assert.equal(way.connections(), 2)
  const speak = way.silence()
  const asked = assert.rejects(listed(store), { code: 'DATABASE_UNAVAILABLE' })
  await sent()
  await store.close()
  await asked
  speak()
  await until('its connections are gone', () => way.connections() === 0)
})

test('a store that is closed opens no connection again, whoever still writes', { skip }, async (context) => {
  const url = await emptyDatabase()
  const store = await open(context, url)
  await admit(store, 'run_1')
  await Promise.all([store.close(), store.close()])
  await assert.rejects(admit(store, 'run_2'), { code: 'DATABASE_UNAVAILABLE' })
  await assert.rejects(store.runs.get('run_1'), { code: 'DATABASE_UNAVAILABLE' })
  await using sql = await openSql(cluster.url('postgres'))
  const connections = 'select count(*) as "count" from pg_stat_activity where datname = ?'
  await until(
    'its connections are gone',
    async () => (await sql.first<{ count: number }>(connections, [nameOf(url)]))?.count === 0,
  )
})
