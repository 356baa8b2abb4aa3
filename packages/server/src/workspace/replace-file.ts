import { randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { writeWhole } from '../lib/write-all.ts'
import { removeTree } from './remove-tree.ts'

/** What files are called until they are whole. */
export const newPrefix = '.new-'

/**
 * Writes a file whole: beside, in a folder that is ours, and moved in. Readers never see half of it, and whatever a child left
 * in its place, a link, a pipe or a folder, is replaced and not written to. After a power cut it is the old one or the new one.
 */
export async function replaceFile(ourFolder: string, path: string, text: string): Promise<void> {
  await writeBeside(ourFolder, path, (beside) => writeFile(beside, text, { flag: 'wx', flush: true }))
}

/** The same for a file that a run puts on the disk with all that it leaves, before it ends, or that nobody looks for after a power cut. */
export async function placeFile(ourFolder: string, path: string, text: string): Promise<void> {
  await writeBeside(ourFolder, path, (beside) => writeWhole(beside, text, { flag: 'wx' }))
}

async function writeBeside(ourFolder: string, path: string, write: (beside: string) => Promise<void>): Promise<void> {
  const beside = join(ourFolder, `${newPrefix}${randomBytes(8).toString('hex')}`)
  try {
    await write(beside)
    await moveOver(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** A file cannot take the place of a folder. */
async function moveOver(beside: string, path: string): Promise<void> {
  try {
    renameSync(beside, path)
  } catch (error) {
    if (codeOf(error) !== 'EISDIR') throw error
    await removeTree(path)
    renameSync(beside, path)
  }
}
