import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openRegular } from '../lib/open-regular.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { type TreeEntry, walkTree } from './walk-tree.ts'

/** More than this nobody needs to go on from, and a child could fill the disk with it. */
const most = { files: 2000, bytes: 256 * 1024 * 1024 }

/** Of the tree that they are looked for in. */
const treeLimits = { entries: 100_000, depth: 64 }

export interface CopyOptions {
  readonly newName?: (name: string) => string
  /** They have to be there after a power cut too. */
  readonly isLasting?: boolean
}

/**
 * Copies the regular files whose names fit, from a folder that a child could write to, and tells how many they were. No link is followed:
 * what a child linked may lead anywhere. The folder that they go to is ours, or new.
 */
export async function copyFiles(from: string, to: string, wanted: RegExp, options: CopyOptions = {}): Promise<number> {
  const { newName = (name: string) => name, isLasting = false } = options
  const left = { ...most }
  const folders = new Set([to])
  const copy = async ({ path, place }: TreeEntry): Promise<null> => {
    const opened = await openRegular(place)
    if (!opened.ok) return null
    await using file = opened.file
    spend(left, (await file.stat()).size)
    const target = join(to, newName(path))
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
    for (let folder = dirname(target); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
    await writeFile(target, await file.readFile(), { flush: isLasting })
    return null
  }
  const visit = (entry: TreeEntry) => {
    if (entry.kind === 'folder') return entry.path
    return entry.kind === 'file' && wanted.test(entry.path) ? copy(entry) : null
  }
  await walkTree(from, { limits: treeLimits }, { visit })
  if (isLasting) await Promise.all([...folders].map(syncFolder))
  return most.files - left.files
}

function spend(left: { files: number; bytes: number }, size: number): void {
  left.files -= 1
  left.bytes -= size
  if (left.files < 0 || left.bytes < 0)
    throw new Error(`There is more to keep of a session than ${most.files} files or ${most.bytes} bytes`)
}
