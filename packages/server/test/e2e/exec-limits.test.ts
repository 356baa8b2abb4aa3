import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { verifies } from '../../../../test/verifies.ts'
import { findCgroups, groupName } from '../../src/process/cgroups.ts'
import { startApp } from '../support/app.ts'
import { ended, endOf, exec, run, start, type Task, taskOf, tool } from '../support/exec.ts'
import { jobEnded, startJob } from '../support/exec-jobs.ts'
import { temporaryFolder } from '../support/folder.ts'
import { ownUsers } from '../support/own-users.ts'
import { startServer } from '../support/server.ts'
import { noSmallDisk, openSmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const hasCgroups = findCgroups().reason === null
const mebibyte = 1024 ** 2

/** Starts 150 processes, if it takes 10,000 tries; with so many it has succeeded. */
const bomb = `perl -e 'my ($started, $tries) = (0, 0); while ($started < 150 && $tries++ < 10000) { my $pid = fork;
if (!defined $pid) { select undef, undef, undef, 0.001 } elsif ($pid) { $started++ } else { sleep 60; exit } } sleep 1; exit($started < 150)'`
const hog = `perl -e 'my @held; for (1..12) { push @held, "x" x (32 << 20); select undef, undef, undef, 0.1 }'`
/** Three seconds of CPU time, however long that takes. */
const burner = `perl -e '1 while (times)[0] < 3'`
const large = 'exec head -c 3000000 /dev/zero > large'

const attacks = { bomb, hog, burner, large }
const small = {
  SKILL_RUNNER_MAX_PROCESSES: '64',
  SKILL_RUNNER_MAX_MEMORY_BYTES: '128MiB',
  SKILL_RUNNER_MAX_CPU_SECONDS: '1',
  SKILL_RUNNER_MAX_FILE_BYTES: '2MiB',
}
const none = {
  SKILL_RUNNER_MAX_PROCESSES: '0',
  SKILL_RUNNER_MAX_MEMORY_BYTES: '0',
  SKILL_RUNNER_MAX_CPU_SECONDS: '0',
  SKILL_RUNNER_MAX_FILE_BYTES: '0',
}

type App = Awaited<ReturnType<typeof startApp>>

/** How what outlives a request is started, and seen to its end. */
const waysIn = {
  task: async (app: App, command: string, session_id: string) => ended(app, await start(app, command, { session_id })),
  async service(app: App, command: string, session_id: string) {
    const { body } = await app.post<Task>(`${exec}/services`, { skill_name: 'tool', command, session_id })
    return ended(app, body.task_id)
  },
  async step(app: App, command: string, session_id: string) {
    const { steps } = await jobEnded(app, await startJob(app, [command], { session_id }))
    return ended(app, steps[0]?.task_id ?? assert.fail('it has no step'))
  },
}
type Way = keyof typeof waysIn

/** How a task ends for each attack. */
async function endsOf(env: Record<string, string>, way: Way = 'task'): Promise<Record<string, unknown[]>> {
  await using app = await startApp({ skills: [tool], env: { ...ownUsers, ...env } })
  const ends: [string, unknown[]][] = []
  // One after the other: on a busy machine what one uses slows down the others.
  for (const [name, command] of Object.entries(attacks)) ends.push([name, endOf(await waysIn[way](app, command, name))])
  const { cgroups, store } = app.app.runner
  const left = () =>
    Object.values(cgroups.places).flatMap((place) =>
      place ? readdirSync(place.folder).filter((one) => one.startsWith(groupName(`exec_${store.nodeId}:`))) : [],
    )
  await until('the groups of the tasks are gone', () => left().length === 0)
  return Object.fromEntries(ends)
}

for (const cgroup of hasCgroups ? (['auto', 'off'] as const) : (['off'] as const)) {
  verifies(
    'exec.limits',
    `a task that uses too much of the machine ends with the limit, and without limits it does not (SKILL_RUNNER_CGROUP=${cgroup})`,
    async () => {
      assert.deepEqual(await endsOf({ ...small, SKILL_RUNNER_CGROUP: cgroup }), {
        bomb: ['failed', 'RESOURCE_LIMIT', 'processes', 64],
        hog: ['failed', 'RESOURCE_LIMIT', 'memory_bytes', 128 * mebibyte],
        burner: ['failed', 'RESOURCE_LIMIT', 'cpu_seconds', 1],
        large: ['failed', 'RESOURCE_LIMIT', 'file_bytes', 2 * mebibyte],
      })
      const free = ['succeeded', undefined, undefined, undefined]
      assert.deepEqual(await endsOf({ ...none, SKILL_RUNNER_CGROUP: cgroup }), {
        bomb: free,
        hog: free,
        burner: free,
        large: free,
      })
    },
  )
}

verifies(
  'exec.limits',
  'what the kernel ended while no server ran is told by the next one, with the limit that the task was started with',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool], env: small })
    const id = await start(first, `echo up; while [ ! -e ../go ]; do sleep 0.02; done; ${hog}`)
    await until('it is up', async () => (await taskOf(first, id)).stdout.text === 'up\n')
    const go = await start(first, 'sleep 1; touch ../go', { workdir: 'beside' })
    await until('it runs', async () => (await taskOf(first, go)).status === 'running')
    await first.kill()
    await using second = await startServer({ folder, env: none })
    assert.deepEqual(endOf(await ended(second, id)), ['failed', 'RESOURCE_LIMIT', 'memory_bytes', 128 * mebibyte])
  },
  { skip: hasCgroups ? false : 'no cgroups can be made here' },
)

const writes = 'for i in $(seq 40); do : > $i; done; head -c 3000000 /dev/zero > large; while [ ! -e go ]; do sleep 0.02; done'
for (const way of ['service', 'step'] as const)
  verifies('exec.limits', `a ${way} that uses too much of the machine ends with the limit, as a task does`, async () => {
    assert.deepEqual(await endsOf(small, way), {
      bomb: ['failed', 'RESOURCE_LIMIT', 'processes', 64],
      hog: ['failed', 'RESOURCE_LIMIT', 'memory_bytes', 128 * mebibyte],
      burner: ['failed', 'RESOURCE_LIMIT', 'cpu_seconds', 1],
      large: ['failed', 'RESOURCE_LIMIT', 'file_bytes', 2 * mebibyte],
    })
  })

const wait = 'while [ ! -e ../go ]; do sleep 0.02; done'

verifies(
  'exec.limits',
  'a session that takes more of the disk than it may has its commands and tasks ended, and without the limit it has not',
  async () => {
    for (const env of [{ SKILL_RUNNER_EXEC_MAX_SESSION_BYTES: '2MiB' }, { SKILL_RUNNER_EXEC_MAX_SESSION_FILES: '40' }]) {
      await using app = await startApp({ skills: [tool], env, limits: { diskLookMs: 20 } })
      const limit = 'SKILL_RUNNER_EXEC_MAX_SESSION_BYTES' in env ? ['session_bytes', 2 * mebibyte] : ['session_files', 40]
      const beside = await start(app, 'sleep 1000', { session_id: 'other' })
      assert.deepEqual(endOf(await run(app, writes, { session_id: 'a' })), ['failed', 'RESOURCE_LIMIT', ...limit])
      assert.deepEqual(endOf(await ended(app, await start(app, writes, { session_id: 'b' }))), [
        ...['failed', 'RESOURCE_LIMIT'],
        ...limit,
      ])
      // A full session can be tidied up, and then used again.
      assert.equal((await run(app, 'rm -rf large [0-9]*', { session_id: 'a' })).status, 'succeeded')
      assert.equal((await run(app, 'echo fine', { session_id: 'a' })).stdout.text, 'fine\n')
      assert.equal((await taskOf(app, beside)).status, 'running')
      await app.post(`/v1/projects/default/exec/tasks/${beside}:cancel`)
    }
    const env = { SKILL_RUNNER_EXEC_MAX_SESSION_BYTES: '0', SKILL_RUNNER_EXEC_MAX_SESSION_FILES: '0' }
    await using app = await startApp({ skills: [tool], env, limits: { diskLookMs: 20 } })
    const id = await start(app, `echo up; ${writes}; ${wait}`, { session_id: 'c' })
    await until('all is written', async () =>
      (await run(app, 'ls ../skill', { session_id: 'c', workdir: 'x' })).stdout.text.includes('large'),
    )
    await run(app, 'touch ../skill/go ../go', { session_id: 'c', workdir: 'x' })
    assert.equal((await ended(app, id)).status, 'succeeded')
  },
)

verifies(
  'exec.limits',
  'a task that ends on a full disk is settled with the reserve, and its folder is free again',
  async () => {
    await using disk = await openSmallDisk('96m')
    const env = { SKILL_RUNNER_DISK_LOW_BYTES: '8MiB' }
    await using server = await startServer({ folder: disk.folder, within: disk.within, skills: [tool], env })
    await until('it has a reserve', () => existsSync(disk.path('reserve')))
    const id = await start(server, `echo up; ${wait}; exit 3`)
    await until('it is up', async () => (await taskOf(server, id)).stdout.text === 'up\n')
    disk.fill()
    const [session = ''] = readdirSync(disk.path('exec/sessions'))
    // An empty file takes no room.
    writeFileSync(disk.path('exec/sessions', session, 'work/go'), '')
    const { status, exit_code, error } = await ended(server, id)
    assert.deepEqual([status, exit_code, error?.code], ['failed', 3, 'NONZERO_EXIT'])
    assert.ok(!existsSync(disk.path('reserve')))
    disk.free()
    await until('there is room again', () => existsSync(disk.path('reserve')))
    assert.equal((await run(server, 'echo free')).stdout.text, 'free\n')
  },
  { skip: noSmallDisk ?? false },
)
