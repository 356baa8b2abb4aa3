import { type BigIntStats, lstatSync } from 'node:fs'
import { hashFile } from '../lib/hash-file.ts'
import { openFileInside } from './safe-path.ts'
import { beyondLimit, clip, nameProblem, reasonOf, type Skipped } from './walk-files.ts'
import { kindOf, type TreeEntry, type TreeLimits, walkTree } from './walk-tree.ts'

/** What lay in the folder of a run at one moment, by path. Links are what they are: nobody looks where they lead. */
export interface Snapshot {
  readonly entries: ReadonlyMap<string, Entry>
  /** Folders that were not read, or not to their end: of what is in them nothing can be said. */
  readonly unread: ReadonlyMap<string, string>
  readonly skipped: readonly Skipped[]
}

export interface Entry {
  readonly kind: TreeEntry['kind']
  readonly size: number
  /** Another one means that somebody wrote to it, or put something else in its place. A child can set times back, but not all of them. */
  readonly stamp: string
  /** Of what may have to be compared by content later; null: it was not read. */
  readonly sha256: string | null
}

export interface SnapshotRequest {
  readonly root: string
  /** Whether to look at a path at all. */
  readonly isWanted: (path: string) => boolean
  /** Whether to read the file as well, if it is small. */
  readonly isRead?: (path: string) => boolean
  readonly limits?: TreeLimits
}

export const usualSnapshot: TreeLimits = { entries: 10_000, depth: 32 }

/** In bytes. Longer ones would make a list of them that nobody wants to keep. */
const longestPath = 1024

export async function takeSnapshot(request: SnapshotRequest): Promise<Snapshot> {
  const { root, isWanted, isRead = () => false, limits = usualSnapshot } = request
  const entries = new Map<string, Entry>()
  const unread = new Map<string, string>()
  const skipped: Skipped[] = []
  const visit = ({ path, place }: TreeEntry): string | null => {
    const found = problemOf(path) ?? statOrReason(place)
    if (typeof found === 'string') skipped.push({ path: clip(path), why: found })
    else entries.set(path, entryOf(found))
    return typeof found !== 'string' && found.isDirectory() ? path : null
  }
  await walkTree(
    root,
    { limits },
    {
      isPassedOver: (path) => !isWanted(path),
      visit,
      refused: (path, error) => void unread.set(path, reasonOf(error)),
      beyond: (path, limit) => void unread.set(path, beyondLimit(limits, limit)),
    },
  )
  for (const [path, entry] of entries)
    if (entry.kind === 'file' && isRead(path)) entries.set(path, { ...entry, sha256: await digestOf(root, path) })
  return { entries, unread, skipped }
}

const problemOf = (path: string): string | null =>
  Buffer.byteLength(path) > longestPath ? `its path is longer than ${longestPath} bytes` : nameProblem(path)

function statOrReason(place: string): BigIntStats | string {
  try {
    return lstatSync(place, { bigint: true })
  } catch (error) {
    return reasonOf(error)
  }
}

function entryOf(stat: BigIntStats): Entry {
  const kind = kindOf(stat)
  // What happens in a folder is told by what is in it.
  if (kind === 'folder') return { kind, size: 0, stamp: '', sha256: null }
  return { kind, size: Number(stat.size), stamp: `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`, sha256: null }
}

const mostHashed = 1024 * 1024

/** Of a small file as it is now; null: it is large, or cannot be read. */
export async function digestOf(root: string, path: string): Promise<string | null> {
  try {
    using file = openFileInside(root, path)
    const hashed = file && (await hashFile(file.fd, mostHashed))
    return hashed?.sha256 ?? null
  } catch {
    return null
  }
}
