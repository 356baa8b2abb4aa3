import { lchown, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Identity } from '../domain/launch.ts'
import { walkTree } from './walk-tree.ts'

export interface HomeFile {
  /** Below the home, with slashes. */
  readonly name: string
  readonly text: string
}

/** Files for a child, in a home that nothing has run in yet: there is nothing in it that could lead elsewhere. */
export async function putFiles(home: string, files: readonly HomeFile[]): Promise<void> {
  for (const { name, text } of files) {
    const path = join(home, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o755 })
    await writeFile(path, text, { mode: 0o600 })
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
  await lchown(folder, uid, gid)
  await walkTree(folder, treeLimits, async ({ place, stat }) => {
    if (!stat.isFile() || stat.nlink === 1) await lchown(place, uid, gid)
  })
}
