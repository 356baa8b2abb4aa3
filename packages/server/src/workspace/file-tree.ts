import { lstatSync, type Stats } from 'node:fs'
import { maskedTexts } from '../lib/masked-texts.ts'
import { isRefusal } from '../lib/thrown.ts'
import { isPrivate } from './bundle.ts'
import { orNull } from './open-folder.ts'
import { nameProblem } from './walk-files.ts'
import { kindOf, type TreeEntry, type TreeLimits, walkTree } from './walk-tree.ts'

export interface FileTree {
  /** Sorted, every folder before what lies in it. */
  readonly entries: readonly FileEntry[]
  /** There is more. */
  readonly truncated: boolean
}

export interface FileEntry {
  readonly path: string
  readonly kind: TreeEntry['kind']
  readonly size: number | null
  readonly modifiedAt: Date | null
}

const usual: TreeLimits = { entries: 2000, depth: 15 }

/** What lies in the folder of a run, less what no bundle would hold. What goes meanwhile is left out. */
export async function fileTree(runFolder: string, secrets: readonly string[], limits = usual): Promise<FileTree> {
  const entries: FileEntry[] = []
  let truncated = false
  const visit = ({ path, place }: TreeEntry): string | null => {
    // It counts all the same: a folder full of them must not take for ever either.
    const entry = isPrivate(path) ? null : entryOf(path, place)
    if (entry) entries.push(entry)
    return entry?.kind === 'folder' ? path : null
  }
  const beyond = () => {
    truncated = true
  }
  await walkTree(runFolder, { limits, levelsFrom: [''] }, { visit, beyond, refused: unlessRefused }).catch(unlessRefused)
  return { entries: withoutSecrets(entries, secrets).toSorted(byPath), truncated }
}

function entryOf(path: string, place: string): FileEntry | null {
  // Nobody could ask for it: of a name that is not UTF-8, this character is all that came through.
  if (nameProblem(path)) return { path, kind: 'other', size: null, modifiedAt: null }
  const stat = orNull(() => lstatSync(place))
  return stat && { path, kind: kindOf(stat), size: stat.isFile() ? stat.size : null, modifiedAt: dateOf(stat) }
}

/** Whoever may write a file may date it to where no calendar goes. */
const dateOf = ({ mtime }: Stats): Date | null => (Number.isNaN(mtime.getTime()) ? null : mtime)

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

function unlessRefused(_path: unknown, error: unknown = _path): void {
  if (!isRefusal(error)) throw error
}
