import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeCgroup } from '../src/process/cgroup.ts'
import { divide } from '../src/process/cgroup-divide.ts'
import { type Place, placesIn } from '../src/process/cgroup-places.ts'
import { openResources } from '../src/process/resources.ts'
import { openStarter } from '../src/process/starter.ts'
import { command, run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'

const limits = { memory_bytes: 1000, processes: 10, cpu_seconds: 2, open_files: 0, file_bytes: 0 }

// No kernel of this suite has the controllers of version 2: these two look at files in a folder that has their names.
test('a group of version 2 is limited by its files, and read by them', async (context) => {
  const folder = await temporaryFolder(context)
  const place: Place = { version: 2, folder }
  const group = makeCgroup({ memory: place, pids: place, cpu: place, weight: place }, 'one', limits)
  const own = join(folder, 'one')
  assert.deepEqual([group.joins, group.birthplace], [[], own])
  assert.deepEqual(filesIn(own), { 'memory.max': '1000', 'pids.max': '10' })
  group.allowStarts(false)
  assert.equal(filesIn(own)['pids.max'], '0')
  group.allowStarts(true)
  assert.equal(filesIn(own)['pids.max'], '10')
  const told = {
    'memory.peak': '900\n',
    'memory.events': 'low 0\nhigh 0\nmax 7\noom 3\noom_kill 2\noom_group_kill 0\n',
    'pids.events': 'max 5\n',
    'cpu.stat': 'usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n',
  }
  for (const [name, text] of Object.entries(told)) writeFileSync(join(own, name), text)
  const use = { memoryBytes: 900, isMemoryKept: true, memoryKills: 2, processes: null, refusedStarts: 5, cpuSeconds: 2.5 }
  assert.deepEqual(group.use(), use)
  // Kernels before 5.19 do not tell the most there was.
  rmSync(join(own, 'memory.peak'))
  assert.deepEqual(group.use(), { ...use, memoryBytes: null })
})

test('the group of a server is told to count for those below it, once', async (context) => {
  const folder = await temporaryFolder(context)
  writeFileSync(join(folder, 'cgroup.controllers'), 'cpuset cpu io memory pids\n')
  writeFileSync(join(folder, 'cgroup.subtree_control'), 'cpu\n')
  assert.equal(divide(folder), null)
  assert.equal(filesIn(folder)['cgroup.subtree_control'], '+memory +pids')
  writeFileSync(join(folder, 'cgroup.subtree_control'), 'cpu memory pids\n')
  assert.equal(divide(folder), null)
  assert.equal(filesIn(folder)['cgroup.subtree_control'], 'cpu memory pids\n')
  writeFileSync(join(folder, 'cgroup.subtree_control'), 'memory pids\n')
  assert.equal(divide(folder), null)
  assert.equal(filesIn(folder)['cgroup.subtree_control'], '+cpu')
})

const unified = placesIn(
  readFileSync('/proc/self/cgroup', 'utf8').replaceAll(/^[1-9].*$/gm, ''),
  readFileSync('/proc/self/mountinfo', 'utf8'),
).cpu
const skip = process.getuid?.() === 0 && unified ? false : 'there is no tree of version 2 that this user may change'

// Of a real one: who is in a group, from its first moment on, and its CPU time.
test('a child of the starter begins in its group of version 2, and its CPU time is counted there', { skip }, async (context) => {
  const starter = openStarter(`inst_test${process.pid}:born`)
  context.after(() => starter.close())
  const root = join(unified?.folder ?? '', `skill-runner.test.${process.pid}`)
  mkdirSync(root)
  context.after(() => rmdirSync(root))
  const place: Place = { version: 2, folder: root }
  const cgroups = { places: { memory: null, pids: null, cpu: place, weight: null }, reason: null }
  const mark = `inst_test${process.pid}:run_born:1`
  using resources = openResources({ cgroups, limits: { ...limits, memory_bytes: 0, processes: 0 }, mark, hasOwnUser: false })
  const where = command(['/usr/bin/perl', '-e', 'open my $own, "<", "/proc/self/cgroup"; print grep { /^0::/ } <$own>'])
  const by = { start: starter.start, resources, marker: mark }
  const { stdout } = await run(await temporaryFolder(context), where, by)
  assert.ok(stdout.endsWith(`/skill-runner.test.${process.pid}/skill-runner.${mark.replaceAll(':', '.')}\n`), stdout)
  const burner =
    'my $pid = fork; my $used = 0; while ($used < 1.5) { 1 for 1..100000; my @now = times; $used = $now[0] + $now[1] } wait'
  const { exit } = await run(await temporaryFolder(context), command(['/usr/bin/perl', '-e', burner]), by)
  assert.deepEqual({ ...exit, used: null }, { kind: 'limit_exceeded', limit: 'cpu_seconds', allowed: 2, used: null })
  resources[Symbol.dispose]()
  assert.equal(existsSync(resources.confinement.birthplace ?? ''), false)
})

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
