import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Fenced } from '../events/log-deps.ts'

/**
 * The end of a run has to be written down, and a full disk may have room again in a while: until then it is under way. A server that
 * has to stop cannot wait for that; its next start finds the run as it was left.
 */
export async function persistently<T>(write: () => Promise<T>, noMoreTime: AbortSignal, logger: Logger): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const isLast = noMoreTime.aborted
    try {
      return await write()
    } catch (error) {
      if (error instanceof Fenced || isLast || attempt === mostTries) throw error
      logger.error({ err: error, attempt }, 'the end of the run could not be written down; trying again')
      await wait(Math.min(attempt * 200, 5000), undefined, { signal: noMoreTime }).catch(() => {})
    }
  }
}

/** Some three hours. After that only a restart helps. */
const mostTries = 2000
