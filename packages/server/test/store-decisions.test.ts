import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { verifies } from '../../../test/verifies.ts'
import type { Once } from '../src/domain/once.ts'
import { nothingCommitted } from '../src/domain/run.ts'
import { newId } from '../src/lib/ids.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { temporaryFolder } from './support/folder.ts'
import { databaseOf, withoutPostgres } from './support/postgres.ts'
import { jobOf, queuedRun } from './support/runs.ts'

const at = '2026-01-02T03:04:05.678Z'
const skip = withoutPostgres
const both = 2

interface Pair {
  readonly stores: readonly Store[]
  readonly sql: pg.Client
}

/** Two servers that share a database, each with a folder of its own. */
async function openPair(context: TestContext, withoutLock: boolean): Promise<Pair> {
  const folders = [await temporaryFolder(context), await temporaryFolder(context)]
  const url = await databaseOf(folders[0] ?? '', { isEmpty: true })
  // Both at once: the tables are made by one of them.
  const stores = await Promise.all(folders.map((folder) => openStore(folder, { postgres: { url, isShared: true, withoutLock } })))
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  context.after(() => Promise.all([...stores.map((store) => store.close()), sql.end()]))
  return { stores, sql }
}

const fresh = (extra: Parameters<typeof queuedRun>[1] = {}) => queuedRun(newId('run'), extra)

const onceOf = (key: string): Once => ({ projectId: 'default', principal: 'local', key, fingerprint: 'f' })

const rows = async <Row>({ sql }: Pair, text: string): Promise<Row[]> => (await sql.query(text)).rows as Row[]

/** Every one of the stores does it with each of so many, all at once. */
const everywhere = <T>({ stores }: Pair, count: number, act: (store: Store, index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => stores.map((store) => act(store, index))).flat())

const fulfilled = (settled: readonly PromiseSettledResult<unknown>[]): number =>
  settled.filter(({ status }) => status === 'fulfilled').length

/** How many keys made more than one job. */
async function keysBroken(pair: Pair): Promise<number> {
  await pair.sql.query('delete from jobs; delete from runs; delete from idempotency')
  const word = randomUUID()
  await everywhere(pair, 40, (store, index) => {
    const run = fresh({ skillId: `key-${index}` })
    return store.queue.admit(jobOf(run), run, 1000, { once: onceOf(`${word}-${index}`) })
  })
  const made = await rows<{ count: string }>(pair, 'select count(*) as "count" from jobs group by skill_id')
  assert.equal(made.length, 40)
  return made.filter(({ count }) => Number(count) > 1).length
}

/** How many came in beyond a limit of 100, and how many places were given more than once. */
async function queueBroken(pair: Pair): Promise<{ tooMany: number; twice: number }> {
  await pair.sql.query('delete from jobs; delete from runs; delete from idempotency')
  const settled = await everywhere(pair, 80, (store) => {
    const run = fresh()
    return store.queue.admit(jobOf(run), run, 100)
  })
  const places = await rows<{ place: string }>(pair, 'select queue_no as "place" from runs')
  assert.equal(places.length, fulfilled(settled))
  return { tooMany: places.length - 100, twice: places.length - new Set(places.map(({ place }) => place)).size }
}

/** How many more than 10 wait for their files. */
async function uploadsBroken(pair: Pair): Promise<number> {
  await pair.sql.query('delete from jobs; delete from runs; delete from idempotency')
  await everywhere(pair, 10, (store) => {
    const run = fresh({ awaitingUpload: true })
    return store.queue.admit(jobOf(run), run, 10)
  })
  const [waiting] = await rows<{ count: string }>(pair, 'select count(*) as "count" from runs')
  return Number(waiting?.count) - 10
}

/** How many installations under one key were begun twice, or met the other one as an error. */
async function installsBroken(pair: Pair): Promise<number> {
  const word = randomUUID()
  const settled = await everywhere(pair, 20, (store, index) =>
    store.packageInstalls.begin(
      {
        ...{ id: newId('pkg'), projectId: 'default', principal: 'local', status: 'running', skillId: null, version: null },
        ...{ digest: null, action: null, error: null, createdAt: at, finishedAt: null },
      },
      { key: `${word}-${index}`, fingerprint: 'f' },
    ),
  )
  const begun = settled.filter((one) => one.status === 'fulfilled' && !one.value.repeated).length
  return settled.length - fulfilled(settled) + Math.abs(begun - 20)
}

/** How many keys made more than one task. */
async function taskKeysBroken(pair: Pair): Promise<number> {
  await pair.sql.query('delete from exec_tasks; delete from idempotency')
  const word = randomUUID()
  await everywhere(pair, 20, (store, index) => {
    const command = { skill: 'demo', versionHash: 'v', command: `key-${index}`, workdir: '', env: {}, timeoutSec: 60 }
    const session = { projectId: 'default', sessionId: 'ses_1', sessionAlias: 'default', owner: 'local' }
    const nothing = { service: null, jobId: null, stepIndex: null, exitCode: null, error: null, process: null }
    const never = { cancelRequestedAt: null, cancelReason: null, startedAt: null, finishedAt: null }
    const none = { endpoints: [], network: [], inputs: [], outputs: [], createdArtifacts: [], outputErrors: [] }
    const task = { ...command, ...session, ...nothing, ...never, ...none, id: newId('task'), createdAt: at }
    return store.execTasks.add({ ...task, kind: 'task', state: 'queued' }, onceOf(`${word}-${index}`))
  })
  const made = await rows<{ count: string }>(pair, 'select count(*) as "count" from exec_tasks group by command')
  assert.equal(made.length, 20)
  return made.filter(({ count }) => Number(count) > 1).length
}

/** How many messages of webhooks have a number that another one has too. */
async function messagesBroken(pair: Pair): Promise<number> {
  await pair.sql.query('delete from jobs; delete from runs; delete from deliveries; delete from webhooks')
  const runs = Array.from({ length: 40 }, () => fresh())
  const webhook = { url: 'http://127.0.0.1:1/', events: ['job.started'] as const, secretRef: null }
  const [first] = pair.stores
  for (const run of runs) await first?.queue.admit(jobOf(run), run, 1000, { webhook })
  await Promise.all(
    runs.map((seen, index) =>
      pair.stores[index % both]?.runs.move({
        ...{ seen, trigger: 'turn.started', committed: nothingCommitted, at },
        begins: { attempt: 1, owner: 'boot_a' },
      }),
    ),
  )
  const numbers = await rows<{ no: string }>(pair, 'select no as "no" from deliveries')
  assert.equal(numbers.length, 40)
  return numbers.length - new Set(numbers.map(({ no }) => no)).size
}

const checks = {
  'a key makes one job': keysBroken,
  'a limit of 100 lets 100 in': async (pair: Pair) => (await queueBroken(pair)).tooMany,
  'a place is given once': async (pair: Pair) => (await queueBroken(pair)).twice,
  'a limit of 10 lets 10 wait for files': uploadsBroken,
  'a key begins one installation': installsBroken,
  'a key makes one task': taskKeysBroken,
  'a message has a number of its own': messagesBroken,
}

verifies(
  'postgres.decisions-are-locked',
  'two servers on one database: every key makes one job, every limit holds, every place is given once',
  async (context) => {
    const pair = await openPair(context, false)
    for (let round = 1; round <= 3; round++)
      for (const [what, broken] of Object.entries(checks)) assert.equal(await broken(pair), 0, `${what}, round ${round}`)
  },
  { skip },
)

for (const [what, broken] of Object.entries(checks)) {
  const breaks = async (context: TestContext) => {
    const pair = await openPair(context, true)
    for (let round = 1; round <= 50; round++) if ((await broken(pair)) > 0) return
    assert.fail('It held in 50 rounds without the lock')
  }
  verifies('postgres.decisions-are-locked', `without the lock this does not hold: ${what}`, breaks, { skip })
}

test('two servers that start together make the tables once', { skip }, async (context) => {
  const pair = await openPair(context, false)
  const applied = await rows<{ name: string }>(pair, 'select name from kysely_migration order by name')
  assert.equal(new Set(applied.map(({ name }) => name)).size, applied.length)
  const ids = new Set(pair.stores.map(({ nodeId }) => nodeId))
  assert.equal(ids.size, both)
})

verifies(
  'postgres.start-says-what-is-wrong',
  'new folders join the others of a shared database; a folder of another one, or with runs of nobody knows whom, does not',
  async (context) => {
    const [first, second, used] = [await temporaryFolder(context), await temporaryFolder(context), await temporaryFolder(context)]
    const open = async (folder: string, url: string): Promise<void> => {
      const store = await openStore(folder, { postgres: { url, isShared: true } })
      await store.close()
    }
    const nameIn = (folder: string): string => readFileSync(join(folder, 'instance'), 'utf8')
    const url = await databaseOf(first, { isEmpty: true })
    await Promise.all([open(first, url), open(second, url)])
    assert.match(nameIn(first), /^inst_[0-9a-z]{26}\n$/)
    assert.equal(nameIn(second), nameIn(first))
    await open(second, url)

    await mkdir(join(used, 'runs', 'run_1'), { recursive: true })
    await assert.rejects(open(used, url), /has no file named instance, and the database belongs to inst_\w+: they do not belong/)
    const other = await databaseOf(used, { isEmpty: true })
    await assert.rejects(open(second, other), /belongs to inst_\w+, and the database is empty: they do not belong/)
  },
  { skip },
)
