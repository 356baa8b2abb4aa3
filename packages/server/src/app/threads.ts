import { judgeLimits, openBounded } from '../bounded/pool.ts'
import type { Threads } from './options.ts'

export function openThreads(opened: AsyncDisposableStack): Threads {
  const open = (limits?: Parameters<typeof openBounded>[0]) => opened.adopt(openBounded(limits), (it) => it.close())
  // Schemas are judged when a skill is read, which is seldom: its thread goes at once, and takes its memory along.
  return { bounded: open(), judge: open({ ...judgeLimits, idleMs: 500 }) }
}
