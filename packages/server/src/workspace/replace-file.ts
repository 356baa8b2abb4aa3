import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { removeTree } from './remove-tree.ts'

/** What files are called until they are whole. */
export const newPrefix = '.new-'

/**
 * Writes a file whole: beside, in a folder that is ours, and moved in. Readers never see half of it, and whatever a child left
 * in its place, a link, a pipe or a folder, is replaced and not written to.
 */
export async function replaceFile(ourFolder: string, path: string, text: string): Promise<void> {
  const beside = join(ourFolder, `${newPrefix}${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true })
    await rename(beside, path).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EISDIR') throw error
      await removeTree(path)
      await rename(beside, path)
    })
  } finally {
    await rm(beside, { force: true })
  }
}
