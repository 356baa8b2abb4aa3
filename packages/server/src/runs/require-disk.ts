import { Fault } from '../lib/fault.ts'
import type { RunsDeps } from './deps.ts'

/** Rejects new work while the disk is nearly full, because running attempts need the rest, and while the reserve file is missing. */
export async function requireDisk({
  freeBytes,
  limits,
  reserve,
}: Pick<RunsDeps, 'freeBytes' | 'limits' | 'reserve'>): Promise<void> {
  const free = await freeBytes()
  if (reserve.isSpent()) await reserve.take(free)
  const needed = Math.max(limits.diskLowBytes, reserve.isSpent() ? 2 * reserve.bytes() : 0)
  if (free < needed || reserve.isSpent()) throw new Fault('DISK_LOW', { free_bytes: free, needed_bytes: needed })
}
