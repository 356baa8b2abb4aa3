import type { Exceeded, WriteLimits } from './resource-limit.ts'

/** What a run, or whatever runs in a session, has written and still takes room. */
export interface DiskUse {
  readonly bytes: number
  readonly files: number
  /** Not all of it could be seen. */
  readonly isMore: boolean
}

/** The limit of a run that it has exceeded; null: none. */
export function exceededBy({ bytes, files }: DiskUse, { run_bytes, run_files }: WriteLimits): Exceeded | null {
  if (run_bytes > 0 && bytes > run_bytes) return { limit: 'run_bytes', allowed: run_bytes, used: bytes }
  if (run_files > 0 && files > run_files) return { limit: 'run_files', allowed: run_files, used: files }
  return null
}

/** With less free space than this, those who write are ended: a quarter of what new jobs need, and never less than what the server needs itself. */
export const keptFree = (diskLowBytes: number, reserveBytes: number): number => Math.max(diskLowBytes / 4, reserveBytes)

/** To end one that has written less than this part of it would not help. */
const leastPart = 1 / 8

/** The one that has to end when less than `kept` bytes are free; null: none, since somebody else fills the disk. */
export function mostWriting<T extends DiskUse>(uses: readonly T[], kept: number): T | null {
  const [most] = uses.toSorted((a, b) => Number(b.isMore) - Number(a.isMore) || b.bytes - a.bytes)
  return most && (most.isMore || most.bytes >= kept * leastPart) ? most : null
}
