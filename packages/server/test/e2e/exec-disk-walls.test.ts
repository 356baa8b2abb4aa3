import assert from 'node:assert/strict'
import { existsSync, readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp, untilTold } from '../support/app.ts'
import { ended, exec, type Ran, run, start, type Task, taskOf, tool } from '../support/exec.ts'
import { jobEnded, printed, startJob } from '../support/exec-jobs.ts'
import { startServer } from '../support/server.ts'
import { noSmallDisk, openSmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const env = { SKILL_RUNNER_DISK_LOW_BYTES: '8MiB' }
const skip = noSmallDisk ?? false
const MiB = 2 ** 20

/** Writes until the disk is full, again and again whenever there is room, and ignores requests to end. */
const fills = 'trap "" TERM; while :; do cat /dev/zero >> hoard 2> /dev/null; sleep 0.01; done'
/** The same, into a file that has no name. */
const hides =
  'trap "" TERM; exec 3> hidden; rm hidden; while :; do head -c 100000000 /dev/zero >&3 2> /dev/null; sleep 0.01; done'
const prints = 'trap "" TERM; while :; do cat /dev/zero 2> /dev/null; sleep 0.01; done'

async function onDisk(disk: Awaited<ReturnType<typeof openSmallDisk>>) {
  const server = await startServer({
    folder: disk.folder,
    within: disk.within,
    skills: [tool, { id: 'quick' }, untilTold],
    env,
  })
  await until('it has a reserve', () => existsSync(disk.path('reserve')))
  return server
}

type Server = Awaited<ReturnType<typeof onDisk>>

const isReady = async (server: Server): Promise<boolean> => (await server.get<{ ready: boolean }>('/readyz')).body.ready

/** How it ended for want of room: the disk has 96 MiB, of which a 32nd is kept free. */
function assertEndedForRoom({ status, error }: Ran, name: string): void {
  const { used, ...details } = error?.details ?? {}
  assert.deepEqual(
    [status, error?.code, details],
    ['failed', 'RESOURCE_LIMIT', { limit: 'disk_free_bytes', allowed: 3 * MiB }],
    `${name}: ${JSON.stringify(error)}`,
  )
  assert.ok(Number(used) > 64 * MiB && Number(used) <= 96 * MiB, `${name}: ${used}`)
}

async function serve(server: Server, command: string): Promise<string> {
  const { status, body } = await server.post<Task>(`${exec}/services`, { skill_name: 'tool', command, session_id: 'service' })
  assert.equal(status, 202, JSON.stringify(body))
  return body.task_id
}

verifies(
  'limits.full-disk-ends-writers',
  'a command, task or service that fills the disk is ended, what it wrote goes, and nobody else is taken along',
  async () => {
    await using disk = await openSmallDisk('96m')
    await using server = await onDisk(disk)
    const job = await server.until(await server.create('until-told'), 'running')
    const beside = await start(server, 'echo kept > kept; sleep 1000', { session_id: 'beside' })
    assert.equal((await run(server, 'echo before > before')).status, 'succeeded')
    const attacks: Record<string, () => Promise<Ran>> = {
      'a command that fills': () => run(server, fills),
      'a command that hides': () => run(server, hides),
      'a task that fills': async () => ended(server, await start(server, fills)),
      'a task that hides': async () => ended(server, await start(server, hides)),
      'a task that prints': async () => ended(server, await start(server, prints)),
      'a service that fills': async () => ended(server, await serve(server, fills)),
    }
    for (const [name, attack] of Object.entries(attacks)) {
      assertEndedForRoom(await attack(), name)
      await until('there is room again', () => isReady(server))
      assert.equal((await server.run('quick')).status, 'succeeded')
      // What it found there, and the skill, are as they were.
      const { stdout } = await run(server, 'cat before data/hello.txt; ls')
      assert.equal(stdout.text, 'before\nhello\nSKILL.md\nassets\nbefore\ndata\nscripts\n', name)
    }
    assert.equal((await taskOf(server, beside)).status, 'running')
    assert.equal((await server.job(job.request_id)).status, 'running')
    assert.equal((await server.post(`${exec}/tasks/${beside}:cancel`)).status, 200)
    assert.equal((await server.post(`/v1/jobs/${job.request_id}/cancel`)).status, 200)
  },
  { skip },
)

verifies(
  'limits.full-disk-ends-writers',
  'an upload that would fill the disk is rejected while it arrives, and what runs is not ended for it',
  async () => {
    await using disk = await openSmallDisk('96m')
    await using server = await onDisk(disk)
    const task = await start(server, 'head -c 5000000 /dev/zero > mine; echo up; sleep 1000')
    await until('it is up', async () => (await taskOf(server, task)).stdout.text === 'up\n')
    const { bavail, bsize } = statfsSync(disk.path())
    writeFileSync(disk.path('filler'), Buffer.alloc(bavail * bsize - 20 * MiB))
    const uploading = beginUpload(`${server.url}/v1/projects/default/artifacts`, 19 * MiB)
    const answer = uploading.answer.then(({ statusCode }) => statusCode)
    const over = ended(server, task).then(({ error }) => error)
    assert.equal(await Promise.race([answer, over]), 503)
    assert.deepEqual(readdirSync(disk.path('exec/artifacts')), [])
    assert.equal((await taskOf(server, task)).status, 'running')
    uploading.end()
    assert.equal((await server.post(`${exec}/tasks/${task}:cancel`)).status, 200)
    await over
  },
  { skip },
)

/** An upload of which so much is sent, and no end. */
function beginUpload(url: string, bytes: number) {
  const boundary = 'between-parts'
  const sent = request(url, { method: 'POST', headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))
  // Once it is answered nobody reads the rest.
  sent.on('error', () => {})
  sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="hoard"\r\n\r\n`)
  sent.write(Buffer.alloc(bytes))
  return { answer, end: () => void sent.destroy() }
}

/** Begins to fill what there is when it is told so. */
const fillsLater = `echo up; while [ ! -e ../go ]; do sleep 0.02; done; ${fills}`

verifies(
  'limits.full-disk-ends-writers',
  'on a disk that others have filled, a task and a job that would fill the reserve too are canceled, and a session is deleted',
  async () => {
    await using disk = await openSmallDisk('96m')
    await using server = await onDisk(disk)
    assert.equal((await run(server, 'echo here', { session_id: 'idle' })).status, 'succeeded')
    const task = await start(server, fillsLater)
    await until('it is up', async () => (await taskOf(server, task)).stdout.text === 'up\n')
    const cancel = async (path: string) => (await server.post(`${exec}/${path}:cancel`)).status
    fillWithAll(disk)
    assert.equal(await cancel(`tasks/${task}`), 200)
    assert.equal((await ended(server, task)).status, 'canceled')
    assert.equal((await remove(server, `${exec}/sessions/idle`)).status, 200)
    assert.equal((await server.post('/v1/jobs/cleanup', {})).status, 200)
    disk.free()
    await until('there is room again', () => existsSync(disk.path('reserve')))

    const job = await startJob(server, [fillsLater, 'echo never'], { session_id: 'b' })
    await printed(server, job, 0, 'up\n')
    fillWithAll(disk)
    assert.equal(await cancel(`jobs/${job}`), 200)
    const { status, error } = await jobEnded(server, job)
    assert.deepEqual([status, error?.code], ['canceled', 'CANCELED_BY_USER'])
    disk.free()
    await until('there is room again', () => existsSync(disk.path('reserve')))
    assert.equal((await run(server, 'echo fine')).stdout.text, 'fine\n')
  },
  { skip },
)

/** Tells those inside, who then fill what somebody else leaves. An empty file takes no room. */
function fillWithAll(disk: Awaited<ReturnType<typeof openSmallDisk>>): void {
  disk.fill()
  for (const session of readdirSync(disk.path('exec/sessions'))) writeFileSync(disk.path('exec/sessions', session, 'work/go'), '')
}

const remove = (server: Server, path: string): Promise<Response> => fetch(server.url + path, { method: 'DELETE' })

verifies(
  'limits.full-disk-ends-writers',
  'a server that was killed on a full disk frees what a command wrote that was cut off, and leaves what was there before',
  async () => {
    await using disk = await openSmallDisk('96m')
    const killed = await onDisk(disk)
    assert.equal((await run(killed, 'echo before > before')).status, 'succeeded')
    const cutOff = run(killed, 'head -c 20000000 /dev/zero > hoard; touch ../up; sleep 1000').catch(() => null)
    const [session = ''] = readdirSync(disk.path('exec/sessions'))
    await until('it has written', () => existsSync(disk.path('exec/sessions', session, 'work/up')))
    disk.fill()
    await killed.kill()
    await cutOff

    await using server = await startServer({ folder: disk.folder, within: disk.within, env })
    assert.deepEqual(readdirSync(disk.path('exec/tasks')), [])
    await until('there is room again', () => isReady(server))
    assert.equal((await run(server, 'ls')).stdout.text, 'SKILL.md\nassets\nbefore\ndata\nscripts\n')
  },
  { skip },
)

verifies('limits.full-disk-ends-writers', 'without the watch over the disk nobody ends the task that fills it', async () => {
  for (const [diskLookMs, expected] of [
    [20, ['failed', 'RESOURCE_LIMIT']],
    [2 ** 30, ['succeeded', undefined]],
  ] as const) {
    let free = 2 ** 40
    await using app = await startApp({ skills: [tool], env, limits: { diskLookMs }, freeBytes: async () => free })
    const command = 'head -c 3000000 /dev/zero > hoard; echo up; while [ ! -e ../go ]; do sleep 0.02; done'
    const id = await start(app, command)
    await until('all is written', async () => (await taskOf(app, id)).stdout.text === 'up\n')
    free = 4 * MiB
    if (expected[0] === 'succeeded') {
      const [session = ''] = readdirSync(join(app.data, 'exec/sessions'))
      writeFileSync(join(app.data, 'exec/sessions', session, 'work/go'), '')
    }
    const { status, error } = await ended(app, id)
    assert.deepEqual([status, error?.code], expected)
  }
})
