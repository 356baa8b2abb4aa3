import { Fault } from '../lib/fault.ts'
import type { RunsDeps } from './deps.ts'

interface DiskDeps extends Pick<RunsDeps, 'limits'> {
  readonly freeBytes: () => Promise<number>
}

/** New work is rejected while the disk is nearly full: what runs already needs the rest. */
export async function requireDisk({ freeBytes, limits }: DiskDeps): Promise<void> {
  const free = await freeBytes()
  if (free < limits.diskLowBytes) throw new Fault('DISK_LOW', { free_bytes: free, needed_bytes: limits.diskLowBytes })
}
