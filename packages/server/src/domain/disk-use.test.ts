import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { exceededBy, keptFree, mostWriting } from './disk-use.ts'

const use = (run: string, bytes: number, files = 1, isMore = false) => ({ run, bytes, files, isMore })

verifies('limits.named', 'a run may write as many bytes and files as its limits say, and none is no limit', () => {
  const limits = { run_bytes: 100, run_files: 10 }
  assert.equal(exceededBy(use('a', 100, 10), limits), null)
  assert.deepEqual(exceededBy(use('a', 101, 10), limits), { limit: 'run_bytes', allowed: 100, used: 101 })
  assert.deepEqual(exceededBy(use('a', 100, 11), limits), { limit: 'run_files', allowed: 10, used: 11 })
  assert.equal(exceededBy(use('a', 1e12, 1e9), { run_bytes: 0, run_files: 0 }), null)
})

verifies(
  'limits.full-disk-ends-writers',
  'of several runs the one that wrote most has to end, unless all wrote next to nothing',
  () => {
    assert.equal(mostWriting([], 800), null)
    assert.equal(mostWriting([use('a', 99), use('b', 5)], 800), null)
    assert.equal(mostWriting([use('a', 5), use('b', 101), use('c', 100)], 800)?.run, 'b')
    // Whoever hides what it wrote is the first.
    assert.equal(mostWriting([use('a', 500), use('b', 0, 1, true)], 800)?.run, 'b')
  },
)

verifies(
  'limits.full-disk-ends-writers',
  'runs are ended later than new jobs are rejected, and before the server has no room itself',
  () => {
    assert.deepEqual([keptFree(400, 16), keptFree(0, 16)], [100, 16])
  },
)
