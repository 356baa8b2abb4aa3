import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from '../lib/hash-file.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { nameIn, openInside } from './safe-path.ts'
import { reasonOf, type Skipped, type WalkLimits } from './walk-files.ts'

/** What lay in the folder of a run at one moment, by path. Links are what they are: nobody looks where they lead. */
export interface Snapshot {
  readonly entries: ReadonlyMap<string, Entry>
  /** Folders that were not read, or not to their end: of what is in them nothing can be said. */
  readonly unread: ReadonlyMap<string, string>
  readonly skipped: readonly Skipped[]
}

export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
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
  readonly limits?: SnapshotLimits
}

export interface SnapshotLimits extends WalkLimits {
  /** A folder that takes no more room than this cannot hold much, and is read in one go: in a quarter of the time. */
  readonly smallFolder: number
}

export const usualSnapshot: SnapshotLimits = { entries: 10_000, depth: 32, smallFolder: 64 * 1024 }

/** In bytes. Longer ones would make a list of them that nobody wants to keep. */
const longestPath = 1024

export async function takeSnapshot({
  root,
  isWanted,
  isRead = () => false,
  limits = usualSnapshot,
}: SnapshotRequest): Promise<Snapshot> {
  const walk: Walk = { root, isWanted, limits, entries: new Map(), unread: new Map(), skipped: [], seen: 0 }
  await using folder = await open(root, folderFlags)
  await visit(walk, folder, '', (await folder.stat({ bigint: true })).size)
  for (const [path, entry] of walk.entries)
    if (entry.kind === 'file' && isRead(path)) walk.entries.set(path, { ...entry, sha256: await digestOf(root, path) })
  return walk
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

interface Walk {
  readonly root: string
  readonly isWanted: (path: string) => boolean
  readonly limits: SnapshotLimits
  readonly entries: Map<string, Entry>
  readonly unread: Map<string, string>
  readonly skipped: Skipped[]
  seen: number
}

/** Each folder is entered from the opened one above it, so a link in its place leads nowhere. */
async function visit(walk: Walk, folder: FileHandle, at: string, size: bigint): Promise<void> {
  const place = (name: string) => nameIn(folder, join(walk.root, at), name)
  for await (const name of namesIn(place('.'), size <= walk.limits.smallFolder)) {
    const path = at === '' ? name : `${at}/${name}`
    if (!walk.isWanted(path)) continue
    walk.seen += 1
    if (walk.seen > walk.limits.entries) return leaveRest(walk, at)
    const problem = problemOf(path)
    const stat = problem === null ? await orReason(lstat(place(name), { bigint: true })) : problem
    if (typeof stat === 'string') walk.skipped.push({ path: clip(path), why: stat })
    else {
      walk.entries.set(path, entryOf(stat))
      if (stat.isDirectory()) await enter(walk, place(name), path, stat.size)
    }
  }
}

async function enter(walk: Walk, place: string, path: string, size: bigint): Promise<void> {
  if (path.split('/').length > walk.limits.depth) {
    walk.unread.set(path, `it lies deeper than ${walk.limits.depth} folders`)
    return
  }
  const opened = await orReason(open(place, folderFlags))
  if (typeof opened === 'string') {
    walk.unread.set(path, opened)
    return
  }
  await using folder = opened
  const problem = await orReason(visit(walk, folder, path, size))
  if (typeof problem === 'string') walk.unread.set(path, problem)
}

const leaveRest = ({ unread, limits }: Walk, at: string): void =>
  void unread.set(at, `there are more than ${limits.entries} files and folders; the rest is left out`)

async function* namesIn(place: string, isSmall: boolean): AsyncGenerator<string> {
  if (isSmall) yield* await readdir(place)
  else for await (const { name } of await opendir(place)) yield name
}

function problemOf(path: string): string | null {
  if (Buffer.byteLength(path) > longestPath) return `its path is longer than ${longestPath} bytes`
  // A name that is not UTF-8 comes with this character in place of what it really holds.
  return pathProblem(path) || path.includes('\ufffd') ? 'nobody could ask for a file of that name' : null
}

function entryOf(stat: BigIntStats): Entry {
  const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other'
  // What happens in a folder is told by what is in it.
  if (kind === 'folder') return { kind, size: 0, stamp: '', sha256: null }
  return { kind, size: Number(stat.size), stamp: `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs}`, sha256: null }
}

const mostHashed = 1024 * 1024

/** Of a small file as it is now; null: it is large, or cannot be read. */
export async function digestOf(root: string, path: string): Promise<string | null> {
  await using file = await openInside(root, path).catch(() => null)
  const hashed = file && (await hashFile(file, mostHashed))
  return hashed?.sha256 ?? null
}

const orReason = <T>(work: Promise<T>): Promise<T | string> => work.catch(reasonOf)

const clip = (path: string): string => (path.length > 256 ? `${path.slice(0, 255)}…` : path)
