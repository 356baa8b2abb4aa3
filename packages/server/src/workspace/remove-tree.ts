import { randomBytes } from 'node:crypto'
import { lstatSync, unlinkSync } from 'node:fs'
import { chmod, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { type TreeEntry, walkTree } from './walk-tree.ts'

/** More folders than this nobody makes by accident, and to remove them would take hours. */
const mostFolders = 1_000_000

/** An ordinary tree: one past this is flattened first. */
const ordinary = { entries: Number.POSITIVE_INFINITY, depth: 64 }

/**
 * Removes a folder whatever a child did to it: folders that nobody may enter, and folders so deep that their path is longer than the
 * system takes. What is in the way is opened and brought up to the top, one level at a time.
 */
export async function removeTree(root: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await removeOnce(root)
    } catch (error) {
      // Somebody else removes the same, or a part of it: what is gone before we get there is what we want, and what was moved is found again.
      if (!['ENOENT', 'ENOTEMPTY'].includes(codeOf(error)) || tries === mostTries) throw error
    }
  }
}

const mostTries = 100

async function removeOnce(root: string): Promise<void> {
  const entry = lstatSync(root, { throwIfNoEntry: false })
  if (!entry) return
  try {
    if (!entry.isDirectory()) unlinkSync(root)
    else await removeAll(root)
  } catch {
    await flatten(root)
    await rm(root, { recursive: true, force: true })
  }
}

/** A folder gives its block back at once, which may be a write to the disk: that is left to a thread, and everybody else is served meanwhile. */
async function removeAll(root: string): Promise<void> {
  const visit = ({ kind, path, place }: TreeEntry) => {
    if (kind === 'folder') return path
    return lstatSync(place).blocks > mostBlocks ? unlink(place).then(() => null) : gone(place)
  }
  await walkTree(root, { limits: ordinary }, { visit, left: (place) => rmdir(place) })
  await rmdir(root)
}

/** What takes more room, in halves of a KiB, takes long to be freed, and that is left to a thread. */
const mostBlocks = 32 * 1024

function gone(place: string): null {
  unlinkSync(place)
  return null
}

async function flatten(root: string): Promise<void> {
  await chmod(root, 0o700)
  // A child that could guess it would have taken the names.
  const prefix = `.up-${randomBytes(8).toString('hex')}-`
  let moved = 0
  for (let folders = await foldersIn(root); folders.length > 0; folders = await foldersIn(root)) {
    for (const folder of folders) moved = await emptyOut(root, folder, prefix, moved)
    if (moved > mostFolders) throw new Error('There are too many folders to remove')
  }
}

async function foldersIn(root: string): Promise<Buffer[]> {
  return (await entriesIn(root)).filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Byte for byte: a child may give names that are no text. */
const entriesIn = (folder: string | Buffer) => readdir(folder, { withFileTypes: true, encoding: 'buffer' })

const within = (folder: string | Buffer, name: Buffer): Buffer => Buffer.concat([Buffer.from(folder), Buffer.from('/'), name])

/** Its files go, its folders move up beside it, and it goes too. */
async function emptyOut(root: string, name: Buffer, prefix: string, count: number): Promise<number> {
  const folder = within(root, name)
  let moved = count
  await chmod(folder, 0o700)
  for (const entry of await entriesIn(folder)) {
    const path = within(folder, entry.name)
    if (!entry.isDirectory()) await unlink(path)
    else {
      // Moving a folder writes its own "..".
      await chmod(path, 0o700)
      moved += 1
      await rename(path, join(root, `${prefix}${moved}`))
    }
  }
  await rmdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
  return moved
}
