import { Fault } from '../lib/fault.ts'
import type { RunnerDeps } from './deps.ts'

/** New work is refused before the disk is full, so that what is under way can still end and be recorded. */
export async function requireDisk({ freeBytes, limits }: RunnerDeps): Promise<void> {
  const free = await freeBytes()
  if (free < limits.diskLowBytes) throw new Fault('DISK_LOW', { free_bytes: free, needed_bytes: limits.diskLowBytes })
}
