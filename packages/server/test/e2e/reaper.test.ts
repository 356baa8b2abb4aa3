import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { findCgroups, groupName } from '../../src/process/cgroups.ts'
import { livingProcesses } from '../../src/process/proc.ts'
import { startApp } from '../support/app.ts'
import { changeRows, openDatabase } from '../support/database.ts'
import { ended, exec, run, start, taskOf, tool } from '../support/exec.ts'
import { ofSqlite } from '../support/over.ts'
import { planOf } from '../support/sqlite-file.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

interface Counts {
  readonly [kind: string]: number
}

const nothing = {
  ...{ overdue_ended: 0, taken_up: 0, sessions_removed: 0, tasks_removed: 0, folders_removed: 0 },
  ...{ groups_removed: 0, sandboxes_removed: 0 },
}

const reap = async (app: App): Promise<Counts> => (await app.post<{ reaped: Counts }>('/v1/management/reaper/run')).body.reaped

const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

/** The nursery of a data folder, which this test has made, by its folder on its command line. */
async function nurseryOf(data: string): Promise<number> {
  for (const { pid } of await livingProcesses()) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (words.endsWith(`nursery.pl\0${join(data, 'exec/nursery')}\0`)) return pid
  }
  throw new Error('There is no nursery')
}

verifies(
  'exec.reaper',
  'a task that nobody ended when its time was over is ended by the reaper, with all that it started',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const id = await start(app, 'echo up; (setsid sleep 1000 &); sleep 1000')
    await until('it is up', async () => (await taskOf(app, id)).stdout.text === 'up\n')
    const nursery = await nurseryOf(app.data)
    process.kill(nursery, 'SIGSTOP')
    try {
      // Within its time and the patience of the reaper it is left alone.
      assert.deepEqual(await reap(app), nothing)
      await changeRows(app.data, 'update exec_tasks set started_at = ?', [ago(1).toISOString()])
      assert.equal((await taskOf(app, id)).status, 'running')
      assert.deepEqual(await reap(app), { ...nothing, overdue_ended: 1 })
      const { status, exit_code, error } = await taskOf(app, id)
      assert.deepEqual([status, exit_code, error?.code], ['failed', null, 'ORPHANED_REAPED'])
    } finally {
      process.kill(nursery, 'SIGCONT')
    }
    assert.equal((await run(app, 'echo free')).stdout.text, 'free\n')
  },
)

verifies(
  'exec.reaper',
  'a row whose process is gone is settled, and one whose number is somebody else by now ends nobody',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const id = await start(app, 'true')
    await ended(app, id)
    await using database = await openDatabase(app.data)
    const changes = `id = 'task_gone', workdir = 'gone', state = 'running', exit_code = null, finished_at = null, process_pid = ?,
      process_start_time = '1', created_at = ?, started_at = ?`
    await database.run(`create temp table copies as select * from exec_tasks where id = '${id}'`)
    // The number of this very process, which has another start time and no mark.
    await database.run(`update copies set ${changes}`, [process.pid, ago(1).toISOString(), ago(0.001).toISOString()])
    await database.run('insert into exec_tasks select * from copies')
    assert.deepEqual(await reap(app), { ...nothing, taken_up: 1 })
    const { status, error } = await ended(app, 'task_gone')
    assert.deepEqual([status, error?.code], ['failed', 'RUNNER_LOST'])
  },
)

verifies('exec.reaper', 'sessions that nobody used for long are deleted, unless something runs there', async () => {
  await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_SESSION_DAYS: '3' } })
  for (const session_id of ['old', 'young', 'busy']) await run(app, 'echo kept > note', { session_id })
  const id = await start(app, 'sleep 1000', { session_id: 'busy' })
  await changeRows(app.data, "update exec_sessions set last_used_at = ? where alias != 'young'", [ago(4).toISOString()])
  assert.deepEqual(await reap(app), { ...nothing, sessions_removed: 1 })
  const { body } = await app.get<{ sessions: { session_id: string }[] }>(`${exec}/sessions`)
  assert.deepEqual(
    body.sessions.map(({ session_id }) => session_id),
    ['young', 'busy'],
  )
  assert.equal(readdirSync(join(app.data, 'exec/sessions')).length, 2)
  await app.post(`${exec}/tasks/${id}:cancel`)
  await ended(app, id)
})

verifies('exec.reaper', 'folders and cgroups that belong to nobody are removed, and those of others are not', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, 'sleep 1000')
  await until('it runs', async () => (await taskOf(app, id)).status === 'running')
  const at = ago(0.1)
  const folders = ['sessions/ses_left', 'tasks/cmd_left', `tasks/${id}`].map((name) => join(app.data, 'exec', name))
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    utimesSync(folder, at, at)
  }
  const { places, reason } = findCgroups()
  const { nodeId } = app.app.runner.store
  const group = (name: string) => join(places.pids?.folder ?? '', groupName(`exec_${nodeId}:${name}`))
  if (reason === null) mkdirSync(group('task_left'))
  assert.deepEqual(await reap(app), { ...nothing, folders_removed: 2, groups_removed: reason === null ? 1 : 0 })
  assert.deepEqual(folders.map(existsSync), [false, false, true])
  if (reason === null) assert.deepEqual([existsSync(group('task_left')), existsSync(group(id))], [false, true])
  await app.post(`${exec}/tasks/${id}:cancel`)
  await ended(app, id)
})

verifies('exec.reaper', 'admins see what the reaper looks for, when it ran and what it did; others do not', async () => {
  using tokens = writeTokens([
    { name: 'admin', scopes: ['admin'] },
    { name: 'runs', scopes: ['run'] },
  ])
  const env = {
    ...{ SKILL_RUNNER_EXEC_SESSION_DAYS: '3', SKILL_RUNNER_RETENTION_DAYS: '5', SKILL_RUNNER_REAPER_INTERVAL_SEC: '900' },
    ...tokens.env,
  }
  await using app = await startApp({ skills: [tool], env })
  const as = (name: string) => ({ authorization: `Bearer ${tokens.tokenOf(name)}` })
  assert.equal((await app.get('/v1/management/reaper', as('runs'))).status, 403)
  assert.equal((await app.post('/v1/management/reaper/run', {}, as('runs'))).status, 403)
  await app.post('/v1/management/reaper/run', {}, as('admin'))
  const { body } = await app.get<Record<string, unknown>>('/v1/management/reaper', as('admin'))
  const { last_started_at, last_finished_at, ...rest } = body
  assert.deepEqual(rest, {
    every_sec: 900,
    limits: { overdue_sec: 60, session_days: 3, retention_days: 5 },
    ...{ running: false, last_error: null, last: nothing, total: nothing },
  })
  assert.ok(String(last_started_at) <= String(last_finished_at))
})

verifies(
  'exec.reaper',
  'what is looked for at the start and by the reaper is found by an index, however many tasks there were',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const plan = (sql: string) => planOf(app.data, sql).filter((detail) => /^(SCAN|SEARCH)/.test(detail))
    const alive = "select * from exec_tasks where state in ('queued', 'starting', 'running') order by created_at, id"
    const old = "select id from exec_tasks where finished_at < '2026' order by finished_at limit 10"
    const unused = "select * from exec_sessions where last_used_at < '2026' order by last_used_at limit 10"
    assert.deepEqual(plan(alive), ['SEARCH exec_tasks USING INDEX exec_tasks_alive (state=?)'])
    assert.deepEqual(plan(old), ['SEARCH exec_tasks USING INDEX exec_tasks_by_end (finished_at<?)'])
    assert.deepEqual(plan(unused), ['SEARCH exec_sessions USING INDEX exec_sessions_by_use (last_used_at<?)'])
  },
  ofSqlite,
)
