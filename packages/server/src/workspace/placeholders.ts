import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, type Stats, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'

export type PlaceholderKind = 'folder' | 'file'

/** More runs than these end at the same time on no machine. */
const mostKept = 64

const modes = { folder: 0o755, file: 0o644 } as const

/**
 * Empty folders and files that something is mounted over. No child ever reaches one, so they go from run to run: a rename costs less than
 * to make one and to delete it, and a disk that is busy holds up nobody (a folder that is deleted gives its block back at once).
 */
export class Placeholders {
  readonly #folder: string | null
  readonly #kept: Readonly<Record<PlaceholderKind, string[]>> = { folder: [], file: [] }
  #count = 0

  /** Where they lie in between, on the file system of the runs; null: each is made and deleted. */
  constructor(folder: string | null) {
    this.#folder = folder
  }

  /** In a place where nothing is. */
  put(place: string, kind: PlaceholderKind): void {
    const kept = this.#kept[kind].pop()
    if (kept !== undefined && isRenamed(kept, place)) return
    if (kind === 'folder') mkdirSync(place, { mode: modes.folder })
    else writeFileSync(place, '', { flag: 'wx', mode: modes.file })
  }

  /** Takes away one that no child could reach, and that nothing is in. */
  takeBack(place: string, kind: PlaceholderKind): void {
    if (!this.#keeps(place, kind)) removeEmpty(place, kind)
  }

  /** No run fails because there was no room or no descriptor for it. */
  #keeps(place: string, kind: PlaceholderKind): boolean {
    try {
      return this.#isKept(place, kind)
    } catch {
      return false
    }
  }

  #isKept(place: string, kind: PlaceholderKind): boolean {
    const kept = this.#kept[kind]
    if (this.#folder === null || kept.length >= mostKept || !isAsMade(place, kind)) return false
    if (this.#count === 0) mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `${kind}-${++this.#count}`)
    if (!isRenamed(place, path)) return false
    kept.push(path)
    return true
  }
}

function isAsMade(place: string, kind: PlaceholderKind): boolean {
  const stat = lstatSync(place, { throwIfNoEntry: false })
  if (!stat || stat.uid !== process.getuid?.() || (stat.mode & 0o7777) !== modes[kind]) return false
  return kind === 'folder' ? stat.isDirectory() && readdirSync(place).length === 0 : isEmptyFile(stat) && stat.nlink === 1
}

const isEmptyFile = (stat: Stats): boolean => stat.isFile() && stat.size === 0

/** Unless something is in it, or has taken its place. */
export function removeEmpty(place: string, kind: PlaceholderKind): void {
  try {
    if (kind === 'folder') rmdirSync(place)
    else if (lstatSync(place).size === 0) unlinkSync(place)
  } catch (error) {
    if (!['ENOTEMPTY', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EEXIST'].includes(codeOf(error))) throw error
  }
}

/** False: that is not possible here, or somebody has deleted it. */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}
