import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { faultKinds, planOfFaults } from '../../../torture/faults/plan.ts'
import { noSmallDisk } from './support/small-disk.ts'

const main = join(import.meta.dirname, '../../../torture/main.ts')

/** By hand: npm run torture -- --faults --seed N --rounds M. */
const seed = 5
const rounds = faultKinds.length

verifies(
  'torture.faults-lose-nothing',
  'files, rows, disk, descriptors, clock, readers and receivers that fail lose no job and leave nothing',
  (context) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [main, '--faults', '--seed', `${seed}`, '--rounds', `${rounds}`],
      { encoding: 'utf8', timeout: 600_000, maxBuffer: 2 ** 26 },
    )
    assert.equal(status, 0, stdout + stderr)
    context.diagnostic(stdout)
    // Each fault was played, and hit something.
    const played = noSmallDisk === null ? faultKinds : faultKinds.filter((kind) => kind !== 'disk-full')
    const struck = played.filter((kind) => new RegExp(`^  ${kind}: times +[1-9]`, 'm').test(stdout))
    assert.deepEqual(struck, played)
  },
)

verifies(
  'torture.faults-lose-nothing',
  'a seed says what a round does, and every write of a job comes to be the first that fails',
  () => {
    assert.deepEqual(planOfFaults(seed, 7), planOfFaults(seed, 7))
    assert.notDeepEqual(planOfFaults(seed, 12), planOfFaults(seed + 1, 12))
    const nths = Array.from({ length: 12 * rounds }, (_, round) => planOfFaults(seed, round).fault).flatMap((fault) =>
      fault.kind === 'nth-write' ? fault.nths : [],
    )
    assert.deepEqual(
      nths.toSorted((a, b) => a - b),
      Array.from({ length: 96 }, (_, index) => index + 1),
    )
  },
)
