import { setTimeout as wait } from 'node:timers/promises'
import { Fenced } from '../events/log-deps.ts'
import { despiteFullDisk } from '../runs/despite-full-disk.ts'
import type { AttemptDeps } from './deps.ts'

/**
 * Retries a write that must not be lost, such as the end of a run, while the disk is full or the database away: the reserve file makes room, or somebody does.
 * A stopping server does not wait for that; its next start recovers the run.
 */
export async function persistently<T>(
  deps: Pick<AttemptDeps, 'reserve' | 'logger'>,
  write: () => Promise<T>,
  noMoreTime: AbortSignal,
  failure = 'cannot record the end of a run or task; retrying',
): Promise<T> {
  const { logger } = deps
  for (let attempt = 1; ; attempt++) {
    const isLast = noMoreTime.aborted
    try {
      return await despiteFullDisk(deps, write)
    } catch (error) {
      if (error instanceof Fenced || isLast || attempt === mostTries) throw error
      logger.error({ err: error, attempt }, failure)
      await wait(Math.min(attempt * 200, 5000), undefined, { signal: noMoreTime }).catch(() => {})
    }
  }
}

/** About three hours. After that a restart recovers the run. */
const mostTries = 2000

/** Of a run that is claimed: nobody else would end it. */
export const cannotRead = 'cannot read a run that is to start; retrying'
