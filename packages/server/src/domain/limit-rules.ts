import type { Exit } from './launch.ts'
import type { ChildLimit, ChildLimits, Exceeded, Use } from './resource-limit.ts'

/** A build may try a few times too often; one that goes on is a bomb. */
const mostRefusedStarts = 100
/** An agent may lose a few of its commands and learn from it. */
const mostMemoryKills = 20

/** Whether the children have to be ended now. `before`: what was used when this child began. */
export function exceededNow(limits: ChildLimits, use: Use, before: Use): Exceeded | null {
  if (isOver(use.cpuSeconds, limits.cpu_seconds)) return exceeded(limits, 'cpu_seconds', use.cpuSeconds)
  const { memoryKills, refusedStarts } = since(limits, use, before)
  const isTooLarge = !use.isMemoryKept && isOver(use.memoryBytes, limits.memory_bytes)
  if (isTooLarge || memoryKills >= mostMemoryKills) return exceeded(limits, 'memory_bytes', use.memoryBytes)
  if (isOver(use.processes, limits.processes)) return exceeded(limits, 'processes', use.processes)
  if (refusedStarts >= mostRefusedStarts) return exceeded(limits, 'processes', limits.processes)
  return null
}

/**
 * The limit that made a child fail; null: it did not fail, or nobody can tell. One that goes on without the processes that it lost or did
 * not get, and succeeds, has succeeded.
 */
export function limitBehind(exit: Exit, limits: ChildLimits, use: Use, before: Use): Exceeded | null {
  const signal = signalOf(exit)
  if (exit.kind !== 'signaled' && (exit.kind !== 'exited' || exit.code === 0)) return null
  const { memoryKills, refusedStarts } = since(limits, use, before)
  if (memoryKills > 0) return exceeded(limits, 'memory_bytes', use.memoryBytes)
  if (refusedStarts > 0) return exceeded(limits, 'processes', limits.processes)
  if (signal === 'SIGXCPU' && limits.cpu_seconds > 0) return exceeded(limits, 'cpu_seconds', use.cpuSeconds)
  if (signal === 'SIGXFSZ' && limits.file_bytes > 0) return exceeded(limits, 'file_bytes', null)
  return null
}

/** What this child met with. Where it has no limit of its own, it met with one of the machine. */
const since = (limits: ChildLimits, use: Use, before: Use) => ({
  memoryKills: limits.memory_bytes === 0 ? 0 : use.memoryKills - before.memoryKills,
  refusedStarts: limits.processes === 0 ? 0 : use.refusedStarts - before.refusedStarts,
})

/** As it is, or as a shell or a sandbox tells it: 128 and the number of the signal. */
function signalOf(exit: Exit): string | null {
  if (exit.kind === 'signaled') return exit.signal
  return exit.kind === 'exited' ? (tellingCodes[exit.code] ?? null) : null
}

const tellingCodes: Readonly<Record<number, string>> = { [128 + 24]: 'SIGXCPU', [128 + 25]: 'SIGXFSZ' }

const isOver = (used: number | null, allowed: number): boolean => used !== null && allowed > 0 && used > allowed

const exceeded = (limits: ChildLimits, limit: ChildLimit, used: number | null): Exceeded => ({
  limit,
  allowed: limits[limit],
  used,
})
