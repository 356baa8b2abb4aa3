import { lstat, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { whyNot } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { codeOf, isRefusal } from '../lib/thrown.ts'

export interface Skipped {
  readonly path: string
  readonly why: string
}

export interface WalkLimits {
  readonly entries: number
  readonly depth: number
}

export interface Walked {
  /** Regular files, relative to the run folder, sorted. */
  readonly paths: readonly string[]
  readonly skipped: readonly Skipped[]
}

/** The longest path that the system takes, in bytes. */
const longestPath = 4095

/**
 * The files below one folder of a run, as far as they can be shown. The child chose the names and may still be at work: nothing
 * is followed, nothing is trusted to stay as it was, whatever the system refuses is left out with its reason, and there is an end
 * to it. Whoever wants less says what to leave out unmentioned.
 */
export async function walkFiles(
  runFolder: string,
  folder: string,
  limits: WalkLimits,
  leaveOut: (path: string) => boolean = () => false,
): Promise<Walked> {
  const walk: Walk = { runFolder, limits, leaveOut, paths: [], folders: [folder], skipped: [], seen: 0 }
  // `folders` grows while we go through it.
  for (const at of walk.folders) await visit(walk, at).catch((error) => skip(walk, at, reasonOf(error)))
  return { paths: walk.paths.toSorted((a, b) => (a < b ? -1 : 1)), skipped: walk.skipped }
}

interface Walk {
  readonly runFolder: string
  readonly limits: WalkLimits
  readonly leaveOut: (path: string) => boolean
  readonly paths: string[]
  readonly folders: string[]
  readonly skipped: Skipped[]
  seen: number
}

async function visit(walk: Walk, at: string): Promise<void> {
  if (walk.seen >= walk.limits.entries || !(await isPlainFolder(walk, at))) return
  for await (const entry of await opendir(join(walk.runFolder, at))) {
    walk.seen += 1
    if (walk.seen > walk.limits.entries) {
      skip(walk, at, `there are more than ${walk.limits.entries} files and folders; the rest is left out`)
      return
    }
    const path = at === '' ? entry.name : `${at}/${entry.name}`
    if (!walk.leaveOut(path)) add(walk, path, whyNot(entry))
  }
}

/** A folder that was swapped for a link since it was seen would show the names of another. */
async function isPlainFolder(walk: Walk, at: string): Promise<boolean> {
  const path = join(walk.runFolder, at)
  const plain = (await lstat(path)).isDirectory() && (await realpath(path)) === join(await realpath(walk.runFolder), at)
  if (!plain) skip(walk, at, 'it is not a folder')
  return plain
}

function add(walk: Walk, path: string, kind: ReturnType<typeof whyNot>): void {
  if (Buffer.byteLength(join(walk.runFolder, path)) > longestPath) skip(walk, path, tooLong)
  // A name that is not UTF-8 comes with this character in place of what it really holds.
  else if (pathProblem(path) || path.includes('\ufffd')) skip(walk, path, 'nobody could ask for a file of that name')
  else if (kind === null) walk.paths.push(path)
  else if (kind !== 'directory') skip(walk, path, kind === 'link' ? 'it is a link' : 'it is not a regular file')
  else if (path.split('/').length > walk.limits.depth) skip(walk, path, `it lies deeper than ${walk.limits.depth} folders`)
  else walk.folders.push(path)
}

const skip = (walk: Walk, path: string, why: string): void => void walk.skipped.push({ path: clip(path), why })

// It goes into warnings, and a path that is too long is of no use there.
const clip = (path: string): string => (path.length > 256 ? `${path.slice(0, 255)}…` : path)

const tooLong = 'its path is longer than the system takes'

/** Why something is left out. What is no matter of that file or folder is thrown. */
export function reasonOf(error: unknown): string {
  if (!isRefusal(error)) throw error
  const code = codeOf(error)
  return reasons[code] ?? `the system refuses it (${code})`
}

const reasons: Partial<Record<string, string>> = {
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENOENT: 'it is gone',
  ENOTDIR: 'it is not a folder',
  ENAMETOOLONG: tooLong,
}
