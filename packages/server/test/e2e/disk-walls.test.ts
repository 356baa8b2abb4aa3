import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { checkRecords, processesWith } from '../support/records.ts'
import { startServer } from '../support/server.ts'
import type { TestSkill } from '../support/skills.ts'
import { noSmallDisk, openSmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const skip = noSmallDisk ?? false
const MiB = 2 ** 20

const quick: TestSkill = { id: 'quick' }
const prints: TestSkill = { id: 'prints', sh: 'while :; do echo a line; sleep 0.01; done' }
/** Writes until the disk is full, again and again whenever there is room, and ignores requests to end. */
const fills: TestSkill = {
  id: 'fills',
  sh: 'trap "" TERM; for i in $(seq 100000); do cat /dev/zero >> "$SKILL_ARTIFACTS_DIR/hoard" 2> /dev/null; sleep 0.01; done',
}
/** The same, into a file that has no name. */
const hides: TestSkill = {
  id: 'hides',
  sh: 'exec 3> "$TMPDIR/hidden"; rm "$TMPDIR/hidden"; cat /dev/zero >&3 2> /dev/null; while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do sleep 0.02; done',
}

async function onDisk(disk: Awaited<ReturnType<typeof openSmallDisk>>, env: Record<string, string> = {}) {
  const server = await startServer({
    folder: disk.folder,
    within: disk.within,
    skills: [quick, untilTold, prints, fills, hides],
    env: { SKILL_RUNNER_DISK_LOW_BYTES: '8MiB', ...env },
  })
  await until('it has a reserve', () => existsSync(disk.path('reserve')))
  return { ...server, data: disk.path(), runFolder: (runId: string) => disk.path('runs', runId) }
}

type Server = Awaited<ReturnType<typeof onDisk>>

const endOf = (server: Pick<Server, 'until'>, id: string): Promise<Job> => server.until(id, 'succeeded', 'failed', 'canceled')

const cleanUp = (server: Server) => server.post<{ runs_deleted: number }>('/v1/jobs/cleanup', {})

const isReady = async (server: Server): Promise<boolean> => (await server.get<{ ready: boolean }>('/readyz')).body.ready

async function hasPrinted(server: Server, id: string): Promise<boolean> {
  return (await server.get<{ stdout: string }>(`/v1/jobs/${id}/logs`)).body.stdout !== ''
}

const checkAll = (server: Server) => checkRecords(server, (all) => all.flatMap(({ run_id }) => processesWith(`:${run_id}:`)))

/** How it ended for want of room: the disk has 96 MiB, of which a 32nd is kept free. */
function assertEndedForRoom({ status, error }: Job): void {
  const { used, ...details } = (error?.details ?? {}) as { used?: number }
  assert.deepEqual([status, error?.code, details], ['failed', 'RESOURCE_LIMIT', { limit: 'disk_free_bytes', allowed: 3 * MiB }])
  assert.ok(used && used > 64 * MiB && used <= 96 * MiB, String(used))
}

verifies(
  'limits.full-disk-ends-writers',
  'a script that fills the disk is ended, gives its room back and takes nobody with it',
  async () => {
    await using disk = await openSmallDisk('96m')
    await using server = await onDisk(disk)
    const other = await server.until(await server.create('until-told'), 'running')
    for (const skill of ['fills', 'hides']) {
      const ended = await endOf(server, await server.create(skill))
      assertEndedForRoom(ended)
      assert.deepEqual(readdirSync(disk.path('runs', ended.run_id, 'artifacts')), [])
      await until('there is room again', () => isReady(server))
      assert.equal((await server.run('quick')).status, 'succeeded')
    }
    const { body } = await server.post<{ status: string }>(`/v1/jobs/${other.request_id}/cancel`)
    assert.equal(body.status, 'canceled')
    await checkAll(server)
  },
  { skip },
)

verifies(
  'limits.full-disk-ends-writers',
  'on a disk that somebody else fills, runs end, jobs can be canceled, read and cleaned up; new ones are rejected until there is room',
  async () => {
    await using disk = await openSmallDisk('96m')
    await using server = await onDisk(disk, { SKILL_RUNNER_MAX_RUNNING_JOBS: '2' })
    const done = await server.run('quick')
    const [running, printing] = [await server.create('until-told'), await server.create('prints')]
    for (const id of [running, printing]) await until('its script prints', () => hasPrinted(server, id))
    const inLine = await server.create('until-told')
    disk.fill()

    const ended = await endOf(server, printing)
    assert.deepEqual([ended.error?.code, ended.error?.details], ['WORKSPACE_FAILED', { reason: 'DISK_LOW' }])
    assert.ok(!existsSync(disk.path('reserve')))
    const cancel = async (id: string) => (await server.post<{ status: string }>(`/v1/jobs/${id}/cancel`)).body.status
    assert.equal(await cancel(running), 'canceled')
    // It may have had its turn meanwhile, and not have found room for its folders.
    assert.ok(['canceled', 'failed'].includes(await cancel(inLine)))
    for (const part of ['', '/result', '/logs', '/artifacts', '/events/history', '/bundle'])
      assert.equal((await server.get(`/v1/jobs/${done.request_id}${part}`)).status, 200, part)
    const rejected = await server.post('/v1/jobs', { skill_id: 'quick', runtime_options: { no_cache: true } })
    assert.deepEqual([rejected.status, errorOf(rejected.body).code], [503, 'DISK_LOW'])
    const cleaned = await cleanUp(server)
    assert.deepEqual([cleaned.status, cleaned.body.runs_deleted], [200, 4])
    assert.deepEqual((await server.get<JobList>('/v1/jobs')).body.jobs, [])

    disk.free()
    await until('it has a reserve again', () => existsSync(disk.path('reserve')))
    assert.equal((await server.run('quick')).status, 'succeeded')
  },
  { skip },
)

verifies(
  'limits.full-disk-ends-writers',
  'a server that was killed on a full disk starts on it, frees what can be freed, and can be cleaned up',
  async () => {
    await using disk = await openSmallDisk('96m')
    const killed = await onDisk(disk)
    const done = await killed.run('quick')
    const { request_id, run_id } = await killed.until(await killed.create('until-told'), 'running')
    disk.fill()
    await killed.kill()

    await using server = await startServer({ folder: disk.folder, within: disk.within })
    const { status, error } = await server.job(request_id)
    assert.deepEqual([status, error?.code], ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED'])
    assert.deepEqual(readdirSync(disk.path('runs', run_id, 'artifacts')), [])
    assert.equal(await isReady(server), false)
    assert.equal((await server.get(`/v1/jobs/${done.request_id}/result`)).status, 200)
    assert.deepEqual((await cleanUp(server)).body.runs_deleted, 2)
  },
  { skip },
)

const writes: TestSkill = {
  id: 'writes',
  sh: 'head -c 3000000 /dev/zero > "$SKILL_ARTIFACTS_DIR/large"; for i in $(seq 40); do : > "$TMPDIR/$i"; done; for i in $(seq 40); do mkdir "/workspace/$i"; done; echo waiting; while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do sleep 0.02; done; echo "{}" > "$SKILL_RESULT_FILE"',
}

/** The error of the skill above under these settings; it is told to end well once others would have ended it. */
async function writtenUnder(env: Record<string, string>, isExpectedToEnd: boolean, runner: object = {}): Promise<unknown[]> {
  await using app = await startApp({ skills: [{ ...writes, runner }], limits: { diskLookMs: 20 }, env })
  const id = await app.create('writes')
  if (!isExpectedToEnd) {
    const { run_id } = await app.until(id, 'running')
    await until('all is written', () => existsSync(join(app.runFolder(run_id), 'work', '40')))
    await app.tell(id)
  }
  const { status, error } = await endOf(app, id)
  return [status, error?.code, error?.details]
}

verifies(
  'limits.run-writes',
  'a run that writes more bytes or files than it may is ended, and without limits it is not',
  async () => {
    const [status, code, details] = await writtenUnder({ SKILL_RUNNER_MAX_RUN_BYTES: '2MiB' }, true)
    const { used, ...rest } = details as { used: number }
    assert.deepEqual([status, code, rest], ['failed', 'RESOURCE_LIMIT', { limit: 'run_bytes', allowed: 2 * MiB }])
    assert.ok(used > 2 * MiB && used < 4 * MiB, String(used))
    assert.deepEqual(await writtenUnder({ SKILL_RUNNER_MAX_RUN_FILES: '60' }, true), [
      ...['failed', 'RESOURCE_LIMIT'],
      { limit: 'run_files', allowed: 60, used: 61 },
    ])
    const wish = { automation: { limits: { run_files: 64 } } }
    assert.deepEqual(await writtenUnder({}, true, wish), [
      'failed',
      'RESOURCE_LIMIT',
      { limit: 'run_files', allowed: 64, used: 65 },
    ])
    const unlimited = { SKILL_RUNNER_MAX_RUN_BYTES: '0', SKILL_RUNNER_MAX_RUN_FILES: '0' }
    assert.deepEqual(await writtenUnder(unlimited, false), ['succeeded', undefined, undefined])
  },
)

verifies('limits.full-disk-ends-writers', 'without the watch over the disk nobody ends the run that fills it', async () => {
  for (const [diskLookMs, expected] of [
    [20, ['failed', 'RESOURCE_LIMIT']],
    [2 ** 30, ['succeeded', undefined]],
  ] as const) {
    let free = 2 ** 40
    const env = { SKILL_RUNNER_DISK_LOW_BYTES: '8MiB' }
    await using app = await startApp({ skills: [writes], env, limits: { diskLookMs }, freeBytes: async () => free })
    const id = await app.create('writes')
    const { run_id } = await app.until(id, 'running')
    await until('all is written', () => existsSync(join(app.runFolder(run_id), 'work', '40')))
    free = 4 * MiB
    if (expected[0] === 'succeeded') await app.tell(id)
    const { status, error } = await endOf(app, id)
    assert.deepEqual([status, error?.code], expected)
  }
})
