import { linkSync, lstatSync, mkdirSync, type Stats } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Identity } from '../domain/launch.ts'
import type { WarmUp } from '../engines/engine.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { codeOf } from '../lib/thrown.ts'
import { type TreeEntry, walkTree } from '../workspace/walk-tree.ts'

const treeLimits = { entries: 100_000, depth: 64 }

/**
 * Puts the files of a template into a fresh home. Those that a CLI only reads are second names of the same files, where the child cannot
 * write to them: nothing is copied then. All others are copied.
 */
export async function fillFromTemplate(
  template: string,
  home: string,
  { isOnlyRead, nameFor = (name) => name }: Pick<WarmUp, 'isOnlyRead' | 'nameFor'>,
  identity: Identity | null,
  isOutOfReach = cannotBeWrittenBy,
): Promise<void> {
  const uid = identity?.uid ?? process.getuid?.() ?? 0
  const copies: { readonly from: string; readonly to: string }[] = []
  const visit = ({ path, place, kind }: TreeEntry): string | null => {
    if (kind === 'folder') return path
    const to = join(home, nameFor(path, uid))
    mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
    const isShared = isOnlyRead?.test(path) && isOutOfReach(lstatSync(place), identity) && isLinked(place, to)
    if (!isShared) copies.push({ from: join(template, path), to })
    return null
  }
  await walkTree(template, { limits: treeLimits }, { visit })
  await inParallel(copies, ({ from, to }) => copyFile(from, to))
}

/** It belongs to the server, and the child is somebody else: it can neither write to it nor change its mode, whatever it does to its own name of it. */
function cannotBeWrittenBy({ uid, gid, mode }: Stats, identity: Identity | null): boolean {
  return identity !== null && uid === 0 && identity.uid !== 0 && identity.gid !== gid && (mode & 0o022) === 0
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    // Another file system, or more names than a file can have.
    if (['EXDEV', 'EMLINK', 'EPERM'].includes(codeOf(error))) return false
    throw error
  }
}
