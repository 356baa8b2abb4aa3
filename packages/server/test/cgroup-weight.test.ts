import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { capture } from '../src/process/capture.ts'
import { findCgroups, groupName, openCgroups } from '../src/process/cgroups.ts'
import { openResources } from '../src/process/resources.ts'

const limits = { memory_bytes: 0, processes: 0, cpu_seconds: 0, open_files: 0, file_bytes: 0 }
const skip = findCgroups().places.weight?.version === 1 ? false : 'the CPU is not shared out by cgroups of version 1 here'

verifies(
  'limits.others-go-on',
  'a child is in a group that weighs a quarter of what the server does',
  async () => {
    const cgroups = await openCgroups()
    const place = cgroups.places.weight
    const mark = `inst_weight:${process.pid}`
    using resources = openResources({ cgroups, limits, mark, hasOwnUser: false })
    const { stdout } = await capture(['/bin/cat', '/proc/self/cgroup'], {
      timeoutMs: 60_000,
      confinement: resources.confinement,
    })
    const own = /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m
    assert.ok(own.exec(stdout)?.[1]?.endsWith(`/${groupName(mark)}`), stdout)
    assert.ok(!own.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]?.includes(groupName(mark)))
    const shares = (...path: string[]) => readFileSync(join(place?.folder ?? '', ...path, 'cpu.shares'), 'utf8')
    assert.equal(shares(groupName(mark)), '256\n')
    assert.equal(shares(), '1024\n')
  },
  { skip },
)
