import { type Move, nothingCommitted, type Run } from '../domain/run.ts'
import { CorruptLog } from '../events/corrupt-log.ts'
import { instant } from '../lib/clock.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import type { RunsDeps } from './deps.ts'
import { topics } from './topics.ts'

/** The files of one run are gone or corrupt: no trouble of the disk as a whole, which would pass or be fixed. */
export const isRunCorrupt = (error: unknown): boolean =>
  error instanceof CorruptLog || (error instanceof Error && 'syscall' in error && diskTroubleOf(error) === null)

/**
 * A state change without its events, for a run whose files are gone: the record has to be right all the same. There is nothing left that
 * could be read of its log, so nothing of it counts any more.
 */
export async function moveWithoutLog(
  deps: RunsDeps,
  run: Run,
  move: Pick<Move, 'trigger' | 'error' | 'recovery'>,
): Promise<Run | null> {
  const moved = await deps.store.runs.move({ run: run.id, committed: nothingCommitted, at: instant(deps.clock), ...move })
  deps.wakes.wake(topics.run(run.id))
  deps.wakes.wake(topics.deliveries)
  deps.log.letGo(run.id)
  return moved
}
