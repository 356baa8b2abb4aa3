import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Job, JobAccepted, JobList } from '@agent-skill-runner/contract/job.ts'
import { thorough } from '../../../../test/thorough.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { untilTold } from '../support/app.ts'
import { createWith, upload } from '../support/forms.ts'
import { dataOf } from '../support/log.ts'
import { validate } from '../support/packages.ts'
import { checkRecords, processesWith } from '../support/records.ts'
import { startServer } from '../support/server.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'
import { noSmallDisk, openSmallDisk, pageBytes } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

type Disk = Awaited<ReturnType<typeof openSmallDisk>>
type Server = Awaited<ReturnType<typeof onDisk>>

const skip = noSmallDisk ?? false

/** The disk fills up unhindered. */
const noMark = { SKILL_RUNNER_DISK_LOW_BYTES: '0' }

const quick: TestSkill = { id: 'quick' }
const takesPaper: TestSkill = {
  id: 'takes-paper',
  input: { type: 'object', required: ['paper'], properties: { paper: { 'x-input-source': 'file' } } },
}
const prints: TestSkill = {
  id: 'prints',
  sh: 'while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do echo a line; sleep 0.01; done; echo "{}" > "$SKILL_RESULT_FILE"',
}
const makesFiles: TestSkill = {
  id: 'makes-files',
  sh: 'echo hello; echo one > "$SKILL_ARTIFACTS_DIR/one"; echo two > "$SKILL_ARTIFACTS_DIR/two"; echo "{}" > "$SKILL_RESULT_FILE"',
}
/** Writes until the disk is full, and then waits to be told. */
const hoards: TestSkill = {
  id: 'hoards',
  sh: 'cat /dev/zero > "$SKILL_ARTIFACTS_DIR/hoard" 2> /dev/null; while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do sleep 0.01; done; exit 3',
}

/** The server as a process of its own with the small disk as its data folder. It has no reserve: the place of that file is taken. What a reserve is good for is shown by disk-walls.test.ts. */
async function onDisk(disk: Disk, skills: readonly TestSkill[], env: Record<string, string> = noMark) {
  mkdirSync(disk.path('reserve'), { recursive: true })
  const server = await startServer({ folder: disk.folder, within: disk.within, skills, env })
  const runFolder = (runId: string, ...path: string[]) => disk.path('runs', runId, ...path)
  return {
    ...server,
    data: disk.path(),
    outside: disk.outside,
    runFolder,
    /** Lets a run go on to its end. An empty file takes no room. */
    tell: (runId: string) => writeFileSync(runFolder(runId, 'artifacts', 'go'), ''),
    /** Waits until a line of the server's own log says it, of this run. */
    said: (runId: string, words: string) =>
      until(`${words} (${runId})`, () =>
        server
          .output()
          .split('\n')
          .some((line) => line.includes(runId) && line.includes(words)),
      ),
  }
}

/** One disk and one server for all tests that leave both as they were, but for what they did. */
const opened = new AsyncDisposableStack()
let disk: Disk
let server: Server
before(async () => {
  if (skip) return
  disk = opened.use(await openSmallDisk())
  const env = { ...noMark, SKILL_RUNNER_MAX_RUNNING_JOBS: '2' }
  server = opened.use(await onDisk(disk, [quick, takesPaper, untilTold, prints, makesFiles, hoards], env))
})
after(() => opened.disposeAsync())

const notYetWritten = 'cannot record the end of a run or task; retrying'

/** A job under way, up to the moment where its script can be told to end. */
async function begin(server: Server, skill: TestSkill): Promise<Job> {
  const job = await server.until(await server.create(skill.id), 'running')
  await until('its script runs', async () => {
    const { stdout } = (await server.get<{ stdout: string }>(`/v1/jobs/${job.request_id}/logs`)).body
    return existsSync(server.runFolder(job.run_id, 'artifacts')) && stdout !== ''
  })
  return job
}

const endOf = (server: Server, id: string): Promise<Job> => server.until(id, 'succeeded', 'failed', 'canceled')

/** The records are true, the event files hold what was committed and nothing else, the server never ended, and it wrote nowhere else. */
async function checkAll(server: Server): Promise<Job[]> {
  const jobs = await checkRecords(server, (all) => all.flatMap(({ run_id }) => processesWith(`:${run_id}:`)))
  for (const { request_id, run_id } of jobs) {
    for (const [protocol, file] of [
      ['rasp', 'events.1.jsonl'],
      ['fcmp', 'fcmp_events.1.jsonl'],
    ] as const) {
      const lines = readFileSync(server.runFolder(run_id, '.audit', file), 'utf8')
        .trimEnd()
        .split('\n')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        await server.events(request_id, protocol),
      )
    }
  }
  assert.deepEqual([server.child.exitCode, server.child.signalCode], [null, null])
  assert.deepEqual(server.outside(), [['data', 'skills'], []])
  return jobs
}

/** A refusal that says what is wrong with the disk. */
function assertRefused({ status, body }: { status: number; body: unknown }, code = 'DISK_LOW'): void {
  assert.deepEqual([status, errorOf(body).code], [503, code], JSON.stringify(body))
}

const diskWasFull = (job: Job) => [job.status, job.error?.code, job.error?.details]
const failedForDisk = ['failed', 'WORKSPACE_FAILED', { reason: 'DISK_LOW' }]

verifies(
  'hostile.full-disk',
  'on a full disk every request for work is refused with a code and leaves nothing behind, and is taken when there is room',
  async () => {
    const done = await server.run('quick')
    const waiting = await server.create('takes-paper')
    const paper = 'x'.repeat(3 * pageBytes)
    const folders = () => ['requests', 'snapshots'].map((name) => readdirSync(disk.path(name)).toSorted())
    const before = [folders(), (await server.get<JobList>('/v1/jobs')).body]
    disk.fill()

    assertRefused(await server.post('/v1/jobs', { skill_id: 'quick', runtime_options: { no_cache: true } }))
    assertRefused(await server.post('/v1/jobs', { skill_id: 'quick' }, { 'idempotency-key': 'the-same' }))
    assertRefused(await server.post('/v1/jobs', { skill_id: 'until-told' }))
    assertRefused(await server.post(`/v1/jobs/${done.request_id}/rerun`, {}))
    assertRefused(await createWith(server, { skill_id: 'takes-paper' }, { paper }))
    assertRefused(await upload(server, waiting, { paper }))
    assertRefused(await upload(server, waiting, { paper: '' }))
    // With a reserve these two work: disk-walls.test.ts.
    assertRefused(await server.post(`/v1/jobs/${waiting}/cancel`))
    assertRefused(await server.post('/v1/jobs/cleanup', {}))
    for (const part of ['', '/result', '/logs', '/artifacts', '/events/history', '/bundle'])
      assert.equal((await server.get(`/v1/jobs/${done.request_id}${part}`)).status, 200, part)

    disk.free()
    assert.deepEqual([folders(), (await server.get<JobList>('/v1/jobs')).body], before)
    const again = { prefer: 'wait=240', 'idempotency-key': 'the-same' }
    const { body } = await server.post<JobAccepted>('/v1/jobs', { skill_id: 'quick' }, again)
    assert.equal((await endOf(server, body.request_id)).status, 'succeeded')
    assert.equal((await upload(server, waiting, { paper })).status, 200)
    assert.equal((await endOf(server, waiting)).status, 'succeeded')
    assert.equal((await server.run('quick')).status, 'succeeded')
    await checkAll(server)
  },
  { skip },
)

verifies(
  'hostile.full-disk',
  'a disk that is full while a run prints, waits in line or ends leaves runs that end truly once there is room, without a restart',
  async () => {
    const [ending, printing] = [await begin(server, untilTold), await begin(server, prints)]
    const inLine = await server.create('quick')
    const streams = [ending, printing].map(({ request_id }) => server.stream(request_id))
    disk.fill()
    await server.said(printing.run_id, 'the attempt failed')
    server.tell(ending.run_id)
    for (const { run_id } of [ending, printing]) await server.said(run_id, notYetWritten)
    for (const id of [ending.request_id, printing.request_id]) assert.equal((await server.job(id)).status, 'running')
    assert.equal((await server.job(inLine)).status, 'queued')

    disk.free()
    for (const [index, { request_id: id }] of [ending, printing].entries()) {
      assert.deepEqual(diskWasFull(await endOf(server, id)), failedForDisk)
      const seen = dataOf((await streams[index]) ?? '').map((line) => JSON.parse(line))
      assert.deepEqual(seen, await server.events(id))
    }
    assert.equal((await endOf(server, inLine)).status, 'succeeded')
    await checkAll(server)
  },
  { skip },
)

verifies(
  'hostile.full-disk',
  'a run that fills the disk is ended, and takes nobody with it',
  async () => {
    const other = await begin(server, untilTold)
    const hoarder = await endOf(server, await server.create('hoards'))
    assert.deepEqual([hoarder.status, hoarder.error?.code], ['failed', 'RESOURCE_LIMIT'])
    server.tell(other.run_id)
    assert.equal((await endOf(server, other.request_id)).status, 'succeeded')
    assert.equal((await server.run('quick')).status, 'succeeded')
    await checkAll(server)
  },
  { skip },
)

verifies(
  'hostile.full-disk',
  'whichever page of a run is the first that the disk does not take, a job that was accepted ends truly',
  async () => {
    await server.run('makes-files')
    const known = (await server.get<JobList>('/v1/jobs?limit=200')).body.jobs.length
    const endings: string[] = []
    const more = thorough ? [14, 16, 18, 20, 22, 24, 26, 28, 64] : [16, 20, 28, 64]
    for (const pages of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ...more]) {
      disk.fill(pages * pageBytes)
      const answer = await server.post<JobAccepted>('/v1/jobs', {
        skill_id: 'makes-files',
        runtime_options: { no_cache: true },
      })
      if (answer.status === 200) await endOrStuck(server, answer.body.request_id)
      else assertRefused(answer)
      disk.free()
      if (answer.status !== 200) endings.push('refused')
      else endings.push(summary(await endOf(server, answer.body.request_id)))
    }
    assert.deepEqual([...new Set(endings)].toSorted(), ['failed WORKSPACE_FAILED DISK_LOW', 'refused', 'succeeded'])
    assert.deepEqual([endings[0], endings.at(-1)], ['refused', 'succeeded'])
    const jobs = await checkAll(server)
    assert.equal(jobs.length, known + endings.filter((ending) => ending !== 'refused').length)
  },
  { skip },
)

/** It ended in what room there is, or the server says that it cannot go on. */
async function endOrStuck(server: Server, id: string): Promise<void> {
  const { run_id } = await server.job(id)
  const sinceThen = () => server.output().split(run_id).slice(1).join(run_id)
  const isStuck = () => [notYetWritten, 'cannot start runs'].some((words) => sinceThen().includes(words))
  await until('it ended or cannot', async () => isStuck() || (await server.job(id)).finished_at !== null)
}

const summary = ({ status, error }: Job): string =>
  [status, error?.code, (error?.details as { reason?: string } | null | undefined)?.reason].filter(Boolean).join(' ')

verifies(
  'hostile.full-disk',
  'a server that is killed or stopped on a full disk leaves records that the next start makes true; on a full disk it says so and does not start',
  async () => {
    const starts = () => onDisk(disk, [])
    const known = (await server.get<JobList>('/v1/jobs?limit=200')).body.jobs.length
    const [first, done] = [await begin(server, prints), await server.run('quick')]
    disk.fill()
    await server.said(first.run_id, notYetWritten)
    await server.kill()
    await assert.rejects(starts(), isFull)
    disk.free()

    const stopped = await starts()
    const second = await begin(stopped, untilTold)
    disk.fill()
    stopped.tell(second.run_id)
    await stopped.said(second.run_id, notYetWritten)
    assert.equal(await stopped.terminate(), 0)
    disk.free()

    await using last = await starts()
    for (const { request_id } of [first, second]) {
      const { status, error, recovery_state } = await last.job(request_id)
      assert.deepEqual([status, error?.code, recovery_state], ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED', 'failed_reconciled'])
    }
    assert.equal((await last.job(done.request_id)).status, 'succeeded')
    assert.equal((await last.run('quick')).status, 'succeeded')
    assert.equal((await checkAll(last)).length, known + 4)
  },
  { skip },
)

const isFull = /ended with 1:[\s\S]*The disk of the data folder \S+\/data is full\. Free some space/

/** The mark is not reached: what runs can end, while new work is refused and history can be removed. */
async function worksBelowItsMark(disk: Disk, server: Server): Promise<void> {
  const done = await server.run('quick')
  const { request_id: id, run_id } = await begin(server, untilTold)
  disk.fill(2 * 2 ** 20)
  const isReady = async () => (await server.get<{ ready: boolean }>('/readyz')).body.ready
  await until('the server sees it', async () => !(await isReady()))
  assertRefused(await server.post('/v1/jobs', { skill_id: 'quick' }))
  server.tell(run_id)
  assert.equal((await endOf(server, id)).status, 'succeeded')
  const { body } = await server.post<{ deleted: object }>('/v1/jobs/cleanup', { skill_id: 'quick' })
  assert.equal((await server.get(`/v1/jobs/${done.request_id}`)).status, 404, JSON.stringify(body))
  disk.free()
  await until('the server sees it', isReady)
}

verifies(
  ['hostile.read-only-data', 'hostile.full-disk'],
  'a data folder that is full or read-only is told at start; one that gets below its mark keeps room for what runs, and one that becomes read-only is told until it is fixed',
  async () => {
    await using disk = await openSmallDisk()
    const starts = () => onDisk(disk, [quick, untilTold, takesPaper], { SKILL_RUNNER_DISK_LOW_BYTES: '4MiB' })
    mkdirSync(disk.path('reserve'))
    disk.makeReadOnly()
    await assert.rejects(
      starts(),
      /ended with 1:[\s\S]*The data folder \S+\/data is not writable \(EROFS\)\. Fix its permissions, or use/,
    )
    disk.makeWritable()
    assert.deepEqual(readdirSync(disk.path()), ['reserve'])
    disk.fill()
    await assert.rejects(starts(), isFull)
    disk.free()

    await using server = await starts()
    await worksBelowItsMark(disk, server)
    const done = await server.run('quick')
    const waiting = await server.create('takes-paper')
    const running = await begin(server, untilTold)
    const before = (await server.get<JobList>('/v1/jobs')).body
    disk.makeReadOnly()
    for (const skill of ['quick', 'until-told'])
      assertRefused(await server.post('/v1/jobs', { skill_id: skill, runtime_options: { no_cache: true } }), 'DATA_NOT_WRITABLE')
    assertRefused(await createWith(server, { skill_id: 'takes-paper' }, { paper: 'text' }), 'DATA_NOT_WRITABLE')
    assertRefused(await upload(server, waiting, { paper: 'text' }), 'DATA_NOT_WRITABLE')
    // Skills lie elsewhere here, but nothing of a package can be unpacked where it has to be.
    symlinkSync(join(disk.folder, 'data'), join(disk.folder, 'skills', '.staging'))
    assertRefused(await validate(server, packageOf(quick)), 'DATA_NOT_WRITABLE')
    rmSync(join(disk.folder, 'skills', '.staging'))
    const { body } = await server.get<{ ready: boolean; checks: { disk: object } }>('/readyz')
    assert.deepEqual(
      [body.ready, body.checks.disk],
      [false, { ok: false, message: 'The data folder cannot be written to (EROFS).' }],
    )
    for (const part of ['', '/result', '/logs', '/artifacts', '/events/history', '/bundle'])
      assert.equal((await server.get(`/v1/jobs/${done.request_id}${part}`)).status, 200, part)
    assert.deepEqual((await server.get<JobList>('/v1/jobs')).body, before)

    disk.makeWritable()
    server.tell(running.run_id)
    assert.equal((await endOf(server, running.request_id)).status, 'succeeded')
    assert.equal((await upload(server, waiting, { paper: 'text' })).status, 200)
    assert.equal((await endOf(server, waiting)).status, 'succeeded')
    assert.equal((await server.run('quick')).status, 'succeeded')
    assert.equal((await server.get<{ ready: boolean }>('/readyz')).body.ready, true)
    assert.equal((await checkAll(server)).length, 5)
  },
  { skip },
)
