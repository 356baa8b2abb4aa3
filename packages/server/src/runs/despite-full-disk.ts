import { diskTroubleOf } from '../lib/disk-trouble.ts'
import type { RunsDeps } from './deps.ts'

/** For actions that free disk space, such as cancel and cleanup: if the disk is full, deletes the reserve file and tries again. `act` may run twice. */
export async function despiteFullDisk<T>(
  { reserve, logger }: Pick<RunsDeps, 'reserve' | 'logger'>,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (diskTroubleOf(error) !== 'DISK_LOW') throw error
    if (reserve.giveUp())
      logger.warn({ err: error, freed_bytes: reserve.bytes() }, 'disk full; the reserve file was deleted to make room')
    // Somebody else may have given it up a moment ago, and left some of it.
    else if (!reserve.isSpent()) throw error
    return act()
  }
}
