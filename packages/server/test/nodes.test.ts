import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { openFolders } from '../src/app/folders.ts'
import { nodeFileOf } from '../src/store/node.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { recover } from '../src/upkeep/recover.ts'
import { layoutOf } from '../src/workspace/layout.ts'
import { startApp } from './support/app.ts'
import { changeRows } from './support/database.ts'
import { start, taskOf, tool } from './support/exec.ts'
import { temporaryFolder } from './support/folder.ts'
import { databaseOf, openSql, withoutPostgres } from './support/postgres.ts'
import { marked } from './support/records.ts'
import { jobOf, queuedRun } from './support/runs.ts'
import type { TestSkill } from './support/skills.ts'
import { sqliteFileOf } from './support/sqlite-file.ts'
import { until } from './support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

const id = 'nodes.recovery-is-own'
const others = { dropCutOff: async () => {} }

/** Another server at its start: with a folder of its own, on the database of the first. */
async function openSecond(context: TestContext, { app, data }: App) {
  const layout = layoutOf(await temporaryFolder(context))
  await openFolders(layout)
  const store = await openStore(layout.data, { sharing: data })
  context.after(() => store.close())
  return { ...app.runner, layout, store }
}

/** Starts no further process, which could be seen and be gone a moment later. */
const stays: TestSkill = { id: 'stays', sh: 'exec sleep 1000' }

function sleeps(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'sleep\n'
  } catch {
    return false
  }
}

verifies(
  id,
  'a server that starts leaves the run of another alone, and ends it where rows and processes do not say whose they are',
  async (context) => {
    await using app = await startApp({ skills: [stays], env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' } })
    const [running, queued] = [await app.create('stays'), await app.create('stays')]
    await app.until(running, 'running')
    // What led to it is gone then, or stays as long.
    await until('its command runs', () => marked(app.data).some(sleeps))
    const processes = marked(app.data)
    const second = await openSecond(context, app)
    await recover(second, others)
    const stateOf = async (job: string) => (await app.job(job)).status
    const ended = processes.filter((pid) => !marked(app.data).includes(pid))
    assert.deepEqual([await stateOf(running), await stateOf(queued), ended], ['running', 'queued', []])

    // As if both were told apart by nothing, like two servers that carry the id of their database.
    const { nodeId, runs } = app.app.runner.store
    const store: Store = { ...second.store, nodeId, runs: { ...second.store.runs, active: runs.active } }
    await recover({ ...second, store }, others)
    assert.deepEqual([await stateOf(running), await stateOf(queued)], ['failed', 'failed'])
    assert.deepEqual(marked(app.data), [])
  },
)

verifies(id, 'tasks, step jobs, sessions and installations are looked after by the server that has them', async (context) => {
  await using app = await startApp({ skills: [tool] })
  const task = await start(app, 'sleep 1000')
  await until('it runs', async () => (await taskOf(app, task)).status === 'running')
  const exec = '/v1/projects/default/exec'
  const steps = [{ command: 'sleep 1000' }]
  const { body } = await app.post<{ job_id: string }>(`${exec}/jobs`, { skill_name: 'tool', steps, session_id: 'b' })
  const at = new Date().toISOString()
  const installing = {
    projectId: 'default',
    principal: 'local',
    status: 'running',
    error: null,
    createdAt: at,
    finishedAt: null,
  } as const
  const facts = { skillId: null, version: null, digest: null, action: null }
  const first = app.app.runner.store
  await first.packageInstalls.begin({ ...installing, ...facts, id: 'pkg_1' }, null)
  const { store: second } = await openSecond(context, app)
  const later = new Date(Date.now() + 60_000).toISOString()
  const ownOf = async ({ execTasks, execJobs, execSessions, packageInstalls }: Store) => ({
    tasks: (await execTasks.alive()).filter(({ jobId }) => jobId === null).map((one) => one.id),
    jobs: (await execJobs.alive()).map((one) => one.id),
    sessions: (await execSessions.unusedSince(later, 10)).length,
    installs: (await packageInstalls.running()).map((one) => one.id),
  })
  const all = { tasks: [task], jobs: [body.job_id], sessions: 2, installs: ['pkg_1'] }
  assert.deepEqual([await ownOf(first), await ownOf(second)], [all, { tasks: [], jobs: [], sessions: 0, installs: [] }])

  // Those that an older version left are everybody's, who then is the only one.
  for (const table of ['exec_tasks', 'exec_jobs', 'exec_sessions', 'package_installs'])
    await changeRows(app.data, `update ${table} set node_id = null`)
  assert.deepEqual(await ownOf(first), all)
})

verifies(
  id,
  'a data folder that has lost its id goes on with what was under way, where it has a database elsewhere for itself',
  async (context) => {
    const folder = await temporaryFolder(context)
    const postgres = { url: await databaseOf(folder, { isEmpty: true }) }
    const before = await openStore(folder, { postgres })
    await before.queue.admit(jobOf(queuedRun('run_1')), queuedRun('run_1'), 10)
    await before.close()
    await using sql = await openSql(postgres.url)
    await sql.run(
      `insert into exec_sessions (id, project_id, owner, alias, created_at, last_used_at, node_id)
       values ('ses_1', 'default', 'local', 'a', '2026-01-02', '2026-01-02', ?)`,
      [before.nodeId],
    )
    const found = async (options: { readonly isShared: boolean }) => {
      rmSync(nodeFileOf(folder))
      const store = await openStore(folder, { postgres: { ...postgres, ...options } })
      const sessions = await store.execSessions.unusedSince('2026-02-01T00:00:00.000Z', 10)
      const runs = await store.runs.active()
      await store.close()
      return [store.nodeId === before.nodeId, [...runs, ...sessions].map((row) => row.id)]
    }
    assert.deepEqual(await found({ isShared: true }), [false, []], 'they may be those of another')
    assert.deepEqual(await found({ isShared: false }), [false, ['run_1', 'ses_1']])
  },
  { skip: withoutPostgres },
)

verifies('nodes.one-id', 'a data folder keeps its id: in a file, and in the database where that is its own', async (context) => {
  const folder = await temporaryFolder(context)
  const idOf = async (sharing?: string) => {
    const store = await openStore(folder, sharing === undefined ? {} : { sharing })
    await store.close()
    return store.nodeId
  }
  const node = await idOf()
  const file = nodeFileOf(folder)
  assert.match(node, /^node_[0-9a-z]{26}$/)
  assert.deepEqual([readFileSync(file, 'utf8'), statSync(file).mode & 0o777], [`${node}\n`, 0o600])
  assert.equal(await idOf(), node)
  for (const lose of [() => rmSync(file), () => writeFileSync(file, '')]) {
    lose()
    assert.equal(await idOf(), node, 'the database knows it')
  }
  for (const end of ['', '-wal', '-shm']) rmSync(`${sqliteFileOf(folder)}${end}`, { force: true })
  assert.equal(await idOf(), node, 'the file knows it')
  // The rows say what this folder was called before there were files, and so do the processes that are left.
  const earlier = 'inst_01jabcdefghjkmnpqrstvwxyz0'
  await changeRows(folder, "update settings set value = ? where name = 'instance_id'", [earlier])
  assert.deepEqual([await idOf(), readFileSync(file, 'utf8')], [earlier, `${earlier}\n`])

  const shared = await temporaryFolder(context)
  await (await openStore(shared)).close()
  assert.equal(await idOf(shared), earlier)
  writeFileSync(file, '')
  await assert.rejects(idOf(shared), /node\.id does not hold the id of this server\. Restore it from a backup\.$/)
  rmSync(file)
  const made = await idOf(shared)
  assert.deepEqual([made.startsWith('node_'), await idOf(shared)], [true, made])
})
