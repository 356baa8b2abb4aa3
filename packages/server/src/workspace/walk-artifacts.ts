import { lstat, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { whyNot } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { codeOf } from '../lib/thrown.ts'

export interface Skipped {
  readonly path: string
  readonly why: string
}

export interface WalkLimits {
  readonly entries: number
  readonly depth: number
}

export interface Walked {
  /** Regular files, relative to the folder, sorted. */
  readonly paths: readonly string[]
  readonly skipped: readonly Skipped[]
}

/**
 * The files that a run left, as far as they can be shown. The child chose the names and may still be at work: nothing is
 * followed, nothing is trusted to stay as it was, and there is an end to it.
 */
export async function walkArtifacts(folder: string, limits: WalkLimits): Promise<Walked> {
  const walk: Walk = { folder, limits, paths: [], folders: [''], skipped: [], seen: 0 }
  // `folders` grows while we go through it.
  for (const at of walk.folders) await visit(walk, at).catch((error) => skip(walk, at, reasonOf(error)))
  return { paths: walk.paths.toSorted((a, b) => (a < b ? -1 : 1)), skipped: walk.skipped }
}

interface Walk {
  readonly folder: string
  readonly limits: WalkLimits
  readonly paths: string[]
  readonly folders: string[]
  readonly skipped: Skipped[]
  seen: number
}

async function visit(walk: Walk, at: string): Promise<void> {
  if (walk.seen >= walk.limits.entries || !(await isPlainFolder(walk, at))) return
  for await (const entry of await opendir(join(walk.folder, at))) {
    walk.seen += 1
    if (walk.seen > walk.limits.entries) {
      skip(walk, at, `there are more than ${walk.limits.entries} files and folders; the rest is left out`)
      return
    }
    add(walk, at ? `${at}/${entry.name}` : entry.name, whyNot(entry))
  }
}

/** A folder that was swapped for a link since it was seen would show the names of another. */
async function isPlainFolder(walk: Walk, at: string): Promise<boolean> {
  const path = join(walk.folder, at)
  const plain = (await lstat(path)).isDirectory() && (await realpath(path)) === join(await realpath(walk.folder), at)
  if (!plain) skip(walk, at, 'it is not a folder')
  return plain
}

function add(walk: Walk, path: string, kind: ReturnType<typeof whyNot>): void {
  // A name that is not UTF-8 comes with this character in place of what it really holds.
  if (pathProblem(path) || path.includes('\ufffd')) skip(walk, path, 'nobody could ask for a file of that name')
  else if (kind === null) walk.paths.push(path)
  else if (kind !== 'directory') skip(walk, path, kind === 'link' ? 'it is a link' : 'it is not a regular file')
  else if (path.split('/').length >= walk.limits.depth) skip(walk, path, `it lies deeper than ${walk.limits.depth} folders`)
  else walk.folders.push(path)
}

const skip = (walk: Walk, path: string, why: string): void => void walk.skipped.push({ path: `artifacts/${path}`, why })

function reasonOf(error: unknown): string {
  if (codeOf(error) === 'EACCES') return 'it may not be read'
  if (codeOf(error) === 'ENOENT') return 'it is gone'
  throw error
}
