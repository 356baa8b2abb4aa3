import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { maskedTexts } from '../lib/masked-texts.ts'
import { whyNot } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { isRefusal } from '../lib/thrown.ts'
import { isPrivate } from './bundle.ts'
import { nameIn, openFolderInside } from './safe-path.ts'

export interface FileTree {
  /** Sorted, every folder before what lies in it. */
  readonly entries: readonly FileEntry[]
  /** There is more. */
  readonly truncated: boolean
}

export interface FileEntry {
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size: number | null
  readonly modifiedAt: Date | null
}

export interface TreeLimits {
  readonly entries: number
  readonly depth: number
}

const usual: TreeLimits = { entries: 2000, depth: 16 }

/**
 * What lies in the folder of a run, less what no bundle would hold. Level by level, so that a folder full of files leaves the names of its
 * neighbours; each is entered by what was opened, so that a link that takes its place leads nowhere. What goes meanwhile is left out.
 */
export async function fileTree(runFolder: string, secrets: readonly string[], limits = usual): Promise<FileTree> {
  const walk: Walk = { runFolder, limits, entries: [], folders: [''], seen: 0, truncated: false }
  // `folders` grows while we go through it.
  for (const at of walk.folders) await enter(walk, at).catch(refused)
  return { entries: withoutSecrets(walk.entries, secrets).toSorted(byPath), truncated: walk.truncated }
}

interface Walk {
  readonly runFolder: string
  readonly limits: TreeLimits
  readonly entries: FileEntry[]
  readonly folders: string[]
  /** Names, also those that are not told: a folder full of them must not take for ever either. */
  seen: number
  truncated: boolean
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

async function enter(walk: Walk, at: string): Promise<void> {
  const { runFolder } = walk
  const folder = await (at === '' ? open(runFolder, folderFlags) : openFolderInside(runFolder, at))
  if (!folder) return
  await using here = folder
  for await (const { name } of await opendir(nameIn(here, join(runFolder, at), '.'))) {
    const path = at === '' ? name : `${at}/${name}`
    if (walk.seen >= walk.limits.entries) {
      walk.truncated = true
      return
    }
    walk.seen += 1
    if (isPrivate(path)) continue
    const entry = await entryOf(here, walk, at, name)
    if (entry) add(walk, entry)
  }
}

async function entryOf(folder: FileHandle, { runFolder }: Walk, at: string, name: string): Promise<FileEntry | null> {
  const path = at === '' ? name : `${at}/${name}`
  // Nobody could ask for it: of a name that is not UTF-8, this character is all that came through.
  if (pathProblem(path) || path.includes('\ufffd')) return { path, kind: 'other', size: null, modifiedAt: null }
  const stat = await lstat(nameIn(folder, join(runFolder, at), name)).catch(refused)
  return stat && { path, kind: kindOf(stat), size: stat.isFile() ? stat.size : null, modifiedAt: dateOf(stat) }
}

/** Whoever may write a file may date it to where no calendar goes. */
const dateOf = ({ mtime }: Stats): Date | null => (Number.isNaN(mtime.getTime()) ? null : mtime)

function kindOf(stat: Stats): FileEntry['kind'] {
  const why = whyNot(stat)
  if (why === null) return 'file'
  return why === 'directory' ? 'folder' : why === 'link' ? 'link' : 'other'
}

function add(walk: Walk, entry: FileEntry): void {
  walk.entries.push(entry)
  if (entry.kind !== 'folder') return
  if (entry.path.split('/').length < walk.limits.depth) walk.folders.push(entry.path)
  else walk.truncated = true
}

/** Names are put right when the run ends; until then those that tell a secret are not told, nor is what lies below them. */
function withoutSecrets(entries: readonly FileEntry[], secrets: readonly string[]): readonly FileEntry[] {
  const masked = maskedTexts(
    secrets,
    entries.map(({ path }) => path),
  )
  return entries.filter(({ path }, index) => masked[index] === path)
}

/** By the names on the way, so that a-b does not come between a and what lies in it. */
function byPath({ path: a }: FileEntry, { path: b }: FileEntry): number {
  const [left, right] = [a.split('/'), b.split('/')]
  const at = left.findIndex((name, index) => name !== right[index])
  if (at === -1) return left.length - right.length
  const [one = '', other = ''] = [left[at], right[at]]
  return one < other ? -1 : 1
}

function refused(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}
