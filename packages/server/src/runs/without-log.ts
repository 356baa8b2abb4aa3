import { type Move, nothingCommitted, type Run } from '../domain/run.ts'
import { CorruptLog } from '../events/corrupt-log.ts'
import { instant } from '../lib/clock.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { isShortage } from '../lib/shortage.ts'
import type { RunsDeps } from './deps.ts'
import { topics } from './topics.ts'

/** The files of this run are missing or corrupt. Not true of a full or unwritable disk, which affects all runs and can be fixed. */
export const isRunCorrupt = (error: unknown): boolean =>
  error instanceof CorruptLog ||
  (error instanceof Error && 'syscall' in error && diskTroubleOf(error) === null && !isShortage(error))

/**
 * Changes the state without events, for a run whose files are missing: the row must be right in any case. Its log cannot be read any more,
 * so the commit point is reset. Null: somebody else moved the run first.
 */
export async function moveWithoutLog(
  deps: RunsDeps,
  run: Run,
  move: Pick<Move, 'trigger' | 'error' | 'recovery'>,
): Promise<Run | null> {
  const moved = await deps.ledger.move({ seen: run, committed: nothingCommitted, at: instant(deps.clock), ...move })
  if (!moved) return null
  deps.wakes.wake(topics.run(run.id))
  deps.wakes.wake(topics.deliveries)
  deps.log.letGo(run.id)
  return moved
}
