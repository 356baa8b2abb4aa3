import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceededNow, limitBehind } from './limit-rules.ts'
import { cappedOf, limitsWithin, noUse, type RunLimits } from './resource-limit.ts'

const limits: RunLimits = {
  ...{ memory_bytes: 1000, processes: 10, cpu_seconds: 5, open_files: 100, file_bytes: 2000 },
  ...{ run_bytes: 9000, run_files: 90 },
}
const none: RunLimits = {
  ...{ memory_bytes: 0, processes: 0, cpu_seconds: 0, open_files: 0, file_bytes: 0 },
  ...{ run_bytes: 0, run_files: 0 },
}
const failed = { kind: 'exited', code: 1 } as const

test('a skill gets what it wishes within what the operator allows', () => {
  const wishes = { memory_bytes: 500, processes: 20, cpu_seconds: 0, run_files: 50 }
  assert.deepEqual(limitsWithin(wishes, limits), { ...limits, memory_bytes: 500, run_files: 50 })
  assert.deepEqual(limitsWithin(wishes, none), { ...none, memory_bytes: 500, processes: 20, run_files: 50 })
  assert.deepEqual([cappedOf(wishes, limits), cappedOf(wishes, none)], [['processes'], []])
})

test('a child is ended for what it uses now, and not for what the kernel keeps within its limit', () => {
  const now = (use: Partial<typeof noUse>) => exceededNow(limits, { ...noUse, ...use }, noUse)
  assert.deepEqual(now({ memoryBytes: 1000, processes: 10, cpuSeconds: 5 }), null)
  assert.deepEqual(now({ memoryBytes: 1001 }), { limit: 'memory_bytes', allowed: 1000, used: 1001 })
  assert.deepEqual(now({ memoryBytes: 1001, isMemoryKept: true }), null)
  assert.deepEqual(now({ memoryBytes: 999, isMemoryKept: true, memoryKills: 20 }), {
    ...{ limit: 'memory_bytes', allowed: 1000, used: 999 },
  })
  assert.deepEqual(now({ processes: 11 }), { limit: 'processes', allowed: 10, used: 11 })
  assert.deepEqual([now({ refusedStarts: 99 }), now({ refusedStarts: 100 })?.limit], [null, 'processes'])
  assert.deepEqual(now({ cpuSeconds: 5.5 }), { limit: 'cpu_seconds', allowed: 5, used: 5.5 })
  assert.equal(exceededNow(none, { ...noUse, memoryBytes: 1e9, processes: 1e6, cpuSeconds: 1e6 }, noUse), null)
})

test('a child that failed at a limit has that limit as its reason, and one that succeeded has none', () => {
  const behind = (exit: Parameters<typeof limitBehind>[0], use: Partial<typeof noUse> = {}) =>
    limitBehind(exit, limits, { ...noUse, ...use }, noUse)?.limit ?? null
  const killed = { memoryKills: 1, memoryBytes: 1000 }
  assert.deepEqual([behind(failed, killed), behind({ kind: 'exited', code: 0 }, killed)], ['memory_bytes', null])
  assert.equal(behind({ kind: 'signaled', signal: 'SIGKILL' }, killed), 'memory_bytes')
  assert.equal(behind(failed, { refusedStarts: 1 }), 'processes')
  assert.equal(limitBehind(failed, none, { ...noUse, ...killed, refusedStarts: 1 }, noUse), null)
  assert.equal(limitBehind(failed, limits, { ...noUse, ...killed }, { ...noUse, ...killed }), null)
  assert.deepEqual(
    [behind({ kind: 'signaled', signal: 'SIGXFSZ' }), behind({ kind: 'exited', code: 153 })],
    [...['file_bytes', 'file_bytes']],
  )
  assert.deepEqual(
    [behind({ kind: 'exited', code: 152 }), behind(failed), behind({ kind: 'timed_out' }, killed)],
    [...['cpu_seconds', null, null]],
  )
})
