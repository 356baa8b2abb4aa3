import { lchownSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Identity } from '../domain/launch.ts'
import { type TreeEntry, walkTree } from './walk-tree.ts'

export interface HomeFile {
  /** Below the home, with slashes. */
  readonly name: string
  readonly text: string
}

/** Files for a child, in a home that nothing has run in yet: there is nothing in it that could lead elsewhere. */
export async function putFiles(home: string, files: readonly HomeFile[]): Promise<void> {
  for (const { name, text } of files) {
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
    writeFileSync(path, text, { mode: 0o600 })
  }
}

const treeLimits = { entries: 200_000, depth: 256 }

/**
 * The whole tree becomes the child's own. Links are changed themselves, not what they point to; and a file that has another name somewhere
 * stays whose it is, because that name may be anywhere.
 */
export async function handOver(folder: string, identity: Identity | null): Promise<void> {
  if (identity === null) return
  const { uid, gid } = identity
  lchownSync(folder, uid, gid)
  const visit = ({ path, place }: TreeEntry): string | null => {
    const stat = lstatSync(place)
    if (!stat.isFile() || stat.nlink === 1) lchownSync(place, uid, gid)
    return stat.isDirectory() ? path : null
  }
  await walkTree(folder, { limits: treeLimits }, { visit })
}
