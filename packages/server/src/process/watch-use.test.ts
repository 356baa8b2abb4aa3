import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUse } from '../domain/resource-limit.ts'
import type { Resources } from './resources.ts'
import { watchUse } from './watch-use.ts'

const nothing: Resources = {
  limits: { memory_bytes: 0, processes: 0, cpu_seconds: 0, open_files: 0, file_bytes: 0 },
  confinement: { joins: [], birthplace: null, oomScore: null, rlimits: [] },
  looks: { firstMs: 25, everyMs: 1000 },
  before: () => noUse,
  use: async () => noUse,
  stopStarts() {},
  [Symbol.dispose]() {},
}

test('a child is looked at soon after it began, and then less and less often', async (context) => {
  const delays: number[] = []
  const { promise: isEnough, resolve } = Promise.withResolvers<void>()
  context.mock.method(globalThis, 'setTimeout', (look: () => void, ms: number) => {
    if (delays.push(ms) === 8) resolve()
    else queueMicrotask(look)
  })
  using _watch = watchUse({ mark: { pid: 1, startTime: '1' }, namespace: null }, nothing, noUse, () => {})
  await isEnough
  assert.equal(delays[0], 25)
  // On a busy machine a look takes long, and the next one is later for it.
  const least = [25, 50, 100, 200, 400, 800, 1000, 1000]
  assert.deepEqual(
    delays.map((ms, index) => ms >= (least[index] ?? 0) && ms <= 1000),
    least.map(() => true),
  )
})
