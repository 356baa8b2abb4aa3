import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Command, Exit, Launch } from '../src/domain/launch.ts'
import type { ChildLimits } from '../src/domain/resource-limit.ts'
import { capture } from '../src/process/capture.ts'
import { type Cgroups, findCgroups, groupName, noCgroups, openCgroups, removeLeftGroups } from '../src/process/cgroups.ts'
import type { StartChild } from '../src/process/child.ts'
import { spawnChild } from '../src/process/child.ts'
import { openResources } from '../src/process/resources.ts'
import { openStarter } from '../src/process/starter.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { asOrdinaryUser } from './support/ordinary-user.ts'

const isRoot = process.getuid?.() === 0
/** One for each attack: the kernel counts the dead of an earlier one until somebody has removed them. */
const runAs = { from: 240920, to: 240999 }
let uid = runAs.from
const nextIdentity = () => (isRoot ? { uid: ++uid, gid: uid } : null)
const { EMFILE } = constants.errno
const starter = openStarter(`inst_test${process.pid}:limits`)
after(() => starter.close())

const unlimited: ChildLimits = { memory_bytes: 0, processes: 0, cpu_seconds: 0, open_files: 0, file_bytes: 0 }
const counted = noCgroups('Switched off by this test.')

interface Way {
  readonly cgroups: Cgroups
  readonly start: StartChild
}

const noGroup = 'the server may not make a cgroup here'
const inGroup: Way | null = findCgroups().reason === null ? { cgroups: await openCgroups(), start: starter.start } : null

/** As the kernel enforces it where we may ask it to, by the helper process and by a fork of our own; and as we count. */
const ways: Readonly<Record<string, Way>> = {
  ...(inGroup ? { 'in a cgroup': inGroup, 'in a cgroup, by a fork': { ...inGroup, start: spawnChild } } : {}),
  'where nobody but we count': { cgroups: counted, start: starter.start },
}

async function commandOf(context: TestContext, program: string, sandbox: 'required' | 'off'): Promise<Command> {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const place = join(folder, 'place')
  await mkdir(place)
  const identity = nextIdentity()
  if (identity) await chown(place, identity.uid, identity.gid)
  const box = await openSandbox({
    ...({ mode: sandbox, isRoot, runAs, searchPath: '/usr/bin:/bin' } as const),
    ...{ node: process.execPath, folder: join(folder, 'sandbox'), reach: [], capture },
  })
  const launch: Launch = {
    ...{ argv: ['/usr/bin/perl', '-e', program], env: { PLACE: sandbox === 'off' ? place : '/place' }, cwd: '/', stdin: null },
    ...{ mounts: [{ from: place, to: '/place', access: 'write' }], network: 'off', identity },
  }
  return box.wrap(launch)
}

let count = 0

async function attack(
  context: TestContext,
  { cgroups, start }: Way,
  program: string,
  limits: Partial<ChildLimits>,
  sandbox: 'required' | 'off' = 'required',
) {
  const mark = `inst_test${process.pid}:run_limits:${++count}`
  const command = await commandOf(context, program, sandbox)
  using resources = openResources({ cgroups, limits: { ...unlimited, ...limits }, mark, hasOwnUser: isRoot })
  const { exit, stdout } = await run(
    await temporaryFolder(context),
    { ...command, env: { ...command.env, SKILL_RUNNER_MARK: mark } },
    { start, resources, marker: mark },
  )
  return { exit, stdout }
}

const limitOf = (exit: Exit) => (exit.kind === 'limit_exceeded' ? [exit.limit, exit.allowed] : exit)

/** 300 processes, if it takes 20,000 tries. */
const bomb = `$| = 1; my ($started, $tries) = (0, 0);
while ($started < 300 && $tries++ < 20000) {
  my $pid = fork;
  if (!defined $pid) { select undef, undef, undef, 0.001 } elsif ($pid) { $started++ } else { sleep 60; exit }
}
select undef, undef, undef, 2; print "started $started\\n"`

/** A gibibyte, in a second or two. */
const hog = `my @held; for (1..16) { push @held, 'x' x (64 << 20); select undef, undef, undef, 0.1 } print "held ", scalar(@held) * 64, " MiB\\n"`

/** Two processes that each use four seconds. */
const burner = `my $pid = fork; my $used = 0; while ($used < 4) { 1 for 1..200000; my @now = times; $used = $now[0] + $now[1] } if ($pid) { waitpid $pid, 0; print "burnt\\n" }`

/** What it is, what holds for it, and whether it gets over it. */
const modest = `open my $score, '<', '/proc/self/oom_score_adj'; print 'score ', <$score>;
for my $limit ('open files', 'file size') { open my $all, '<', '/proc/self/limits'; print grep { /^Max \\Q$limit/ } <$all> }
my @open; while (@open < 500) { open my $file, '<', '/dev/null' or last; push @open, $file }
print @open < 500 ? "refused: $!{EMFILE}\\n" : "opened\\n"`

const writer = `open my $file, '>', "$ENV{PLACE}/large" or die "$!";
print $file 'x' x (1 << 20) for 1..3; close $file or die "$!"; print "written\\n"`

const allocation = 128 * 1024 ** 2

for (const [name, way] of Object.entries(ways)) {
  verifies('limits.enforced', `a fork bomb ends by itself ${name}`, async (context) => {
    const { exit, stdout } = await attack(context, way, bomb, { processes: 64 })
    assert.deepEqual([limitOf(exit), stdout], [['processes', 64], ''])
  })

  verifies('limits.enforced', `a memory hog ends by itself ${name}`, async (context) => {
    const { exit, stdout } = await attack(context, way, hog, { memory_bytes: allocation })
    assert.deepEqual([limitOf(exit), stdout], [['memory_bytes', allocation], ''])
    assert.ok('used' in exit && exit.used !== null && exit.used > allocation / 2, JSON.stringify(exit))
  })

  verifies('limits.enforced', `processes that burn more CPU time than they have together are ended ${name}`, async (context) => {
    const { exit, stdout } = await attack(context, way, burner, { cpu_seconds: 2 })
    assert.deepEqual([limitOf(exit), stdout], [['cpu_seconds', 2], ''])
  })
}

const plainly = { cgroups: counted, start: starter.start }

for (const [name, way] of Object.entries({ ...ways, 'by a fork of the server': { ...plainly, start: spawnChild } })) {
  verifies('limits.enforced', `a process gets no more files than it may have open ${name}`, async (context) => {
    const { exit, stdout } = await attack(context, way, modest, { open_files: 100, file_bytes: 2 ** 21 })
    const told = ['score 500', 'Max open files 100 100 files ', 'Max file size 2097152 2097152 bytes ', `refused: ${EMFILE}`, '']
    assert.deepEqual([exit, stdout.replaceAll(/ +/g, ' ').split('\n')], [{ kind: 'exited', code: 0 }, told])
  })

  verifies('limits.enforced', `a process that writes a larger file than it may is ended ${name}`, async (context) => {
    const { exit, stdout } = await attack(context, way, writer, { file_bytes: 2 ** 21 })
    assert.deepEqual([exit, stdout], [{ kind: 'limit_exceeded', limit: 'file_bytes', allowed: 2 ** 21, used: null }, ''])
  })

  verifies('limits.enforced', `without a sandbox a fork bomb ends by itself as well ${name}`, async (context) => {
    const { exit } = await attack(context, way, bomb, { processes: 64 }, 'off')
    assert.deepEqual(limitOf(exit), ['processes', 64])
  })
}

verifies('limits.enforced', 'without limits each of these attacks succeeds', async (context) => {
  const expected = { [bomb]: 'started 300', [hog]: 'held 1024 MiB', [burner]: 'burnt', [writer]: 'written' }
  for (const [program, stdout] of Object.entries(expected))
    assert.deepEqual(await attack(context, plainly, program, {}), { exit: { kind: 'exited', code: 0 }, stdout: `${stdout}\n` })
  assert.match((await attack(context, plainly, modest, {})).stdout, /opened\n$/)
})

test('a child in a cgroup that was filled by an earlier one is not blamed for it', {
  skip: inGroup ? false : noGroup,
}, async (context) => {
  const wasteful = `my $pid = fork; if (!$pid) { my $mebibytes = 200; my $all = 'x' x ($mebibytes << 20); exit } waitpid $pid, 0; print "lost $?\\n"`
  const way = inGroup ?? plainly
  const limits = { memory_bytes: allocation }
  // One that loses a process to the limit and goes on has succeeded.
  assert.deepEqual(await attack(context, way, wasteful, limits), { exit: { kind: 'exited', code: 0 }, stdout: 'lost 9\n' })
  const mark = `inst_test${process.pid}:run_blame:1`
  using resources = openResources({ cgroups: way.cgroups, limits: { ...unlimited, ...limits }, mark, hasOwnUser: isRoot })
  const both = [wasteful, 'exit 3'].map(async (program) => {
    const command = await commandOf(context, program, 'required')
    return () => run(folder, command, { start: way.start, resources, marker: mark })
  })
  const folder = await temporaryFolder(context)
  const [first, second] = await Promise.all(both)
  assert.deepEqual((await first?.())?.exit, { kind: 'exited', code: 0 })
  assert.deepEqual((await second?.())?.exit, { kind: 'exited', code: 3 })
})

test('the groups of a dead server are removed, and no others', { skip: inGroup ? false : noGroup }, () => {
  const cgroups = inGroup?.cgroups ?? counted
  const [ours, others] = [`inst_test${process.pid}dead:run_1:1`, `inst_test${process.pid}live:run_1:1`]
  openResources({ cgroups, limits: unlimited, mark: ours, hasOwnUser: isRoot })
  using live = openResources({ cgroups, limits: unlimited, mark: others, hasOwnUser: isRoot })
  const folders = new Set(Object.values(cgroups.places).map((place) => place?.folder))
  assert.equal(removeLeftGroups(cgroups, groupName(`inst_test${process.pid}dead:`)), folders.size)
  assert.equal(removeLeftGroups(cgroups, groupName(`inst_test${process.pid}dead:`)), 0)
  assert.deepEqual(
    live.confinement.joins.map((file) => existsSync(file)),
    live.confinement.joins.map(() => true),
  )
})

asOrdinaryUser(import.meta.url, 3)
