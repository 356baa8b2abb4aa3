import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { capture } from '../src/process/capture.ts'
import { type Cgroups, findCgroups, groupName, openCgroups } from '../src/process/cgroups.ts'
import { openResources } from '../src/process/resources.ts'
import { command, run } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

const limits = { memory_bytes: 0, processes: 0, cpu_seconds: 0, open_files: 0, file_bytes: 0 }
const skip = findCgroups().places.weight?.version === 1 ? false : 'the CPU is not shared out by cgroups of version 1 here'
const hasIdle = existsSync('/sys/fs/cgroup/cpu/cpu.idle')

/** The same machine where nobody shares out the CPU. */
const unshared = ({ places, ...rest }: Cgroups): Cgroups => ({ ...rest, places: { ...places, weight: null } })

verifies(
  'limits.others-go-on',
  'a child is in a group of all runs, which together weigh as much as one process; without it the child is beside the server',
  async () => {
    const cgroups = await openCgroups()
    const place = cgroups.places.weight
    const mark = `inst_weight:${process.pid}`
    const groupOf = (status: string) => /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m.exec(status)?.[1] ?? ''
    const ofServer = groupOf(readFileSync('/proc/self/cgroup', 'utf8'))
    const ofChild = async (given: Cgroups) => {
      using resources = openResources({ cgroups: given, limits, mark, hasOwnUser: false })
      const { confinement } = resources
      const shares = (...path: string[]) => readFileSync(join(place?.folder ?? '', ...path, 'cpu.shares'), 'utf8')
      const { stdout } = await capture(['/bin/cat', '/proc/self/cgroup'], { timeoutMs: 60_000, confinement })
      return [groupOf(stdout), given === cgroups && [shares(groupName(mark)), shares()]]
    }
    assert.deepEqual(await ofChild(cgroups), [join(ofServer, 'skill-runner.runs', groupName(mark)), ['48\n', '1024\n']])
    assert.deepEqual(await ofChild(unshared(cgroups)), [ofServer, false])
  },
  { skip },
)

/** Never stops. */
const burner = '$| = 1; print "burning\\n"; 1 while 1'

/** Uses 40 ms of CPU time, and prints what the burner got meanwhile as a percentage of that. */
const quick = `sub used { open my $file, '<', $_[0] or die "$!"; return <$file> }
my ($own, $other) = map { used($_) } @ARGV;
while (used($ARGV[0]) < $own + 40_000_000) { 1 for 1..10000 }
print int(100 * (used($ARGV[1]) - $other) / (used($ARGV[0]) - $own))`

/** Of one processor, which both have to share. */
async function shareOfBurner(context: TestContext, cgroups: Cgroups): Promise<{ percent: number; givesWay: boolean[] }> {
  const [mark, other] = [`inst_weight${process.pid}:burner:1`, `inst_weight${process.pid}:quick:1`]
  using resources = openResources({ cgroups, limits, mark, hasOwnUser: false })
  using ofQuick = openResources({ cgroups, limits, mark: other, hasOwnUser: false })
  const { cpu, weight } = cgroups.places
  const usageOf = (one: string) => join(cpu?.folder ?? '', groupName(one), 'cpuacct.usage')
  const givesWay = (one: string) =>
    weight !== null && readFileSync(join(weight.folder, groupName(one), 'cpu.idle'), 'utf8') === '1\n'
  const pinned = ['/usr/bin/taskset', '-c', firstProcessor(), '/usr/bin/perl', '-e'] as const
  const over = new AbortController()
  const burning = run(await temporaryFolder(context), command([...pinned, burner]), {
    ...{ resources, marker: mark, signal: over.signal },
  })
  try {
    const isBusy = () => Number(readFileSync(usageOf(mark), 'utf8')) > 2e8
    await until('it is known to be busy', () => isBusy() && (weight === null || givesWay(mark)))
    const measured = command([...pinned, quick, usageOf(other), usageOf(mark)])
    const { stdout } = await run(await temporaryFolder(context), measured, { resources: ofQuick, marker: other })
    return { percent: Number(stdout), givesWay: [mark, other].map(givesWay) }
  } finally {
    over.abort()
    await burning
  }
}

const firstProcessor = (): string => /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'

verifies(
  'limits.others-go-on',
  'a run that burns CPU time gives way to one that does not, and takes half of its processor where it need not',
  async (context) => {
    const cgroups = await openCgroups()
    const shared = await shareOfBurner(context, cgroups)
    assert.deepEqual(shared.givesWay, [true, false])
    assert.ok(shared.percent < 50, `${shared.percent} %`)
    const { percent } = await shareOfBurner(context, unshared(cgroups))
    assert.ok(percent > 50, `${percent} %`)
  },
  { skip: skip || (hasIdle ? false : 'this kernel knows no groups that give way') },
)
