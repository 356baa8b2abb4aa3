import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endLeftovers } from '../process/tree.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { newPrefix } from '../workspace/replace-file.ts'
import { type InstalledLayout, partialPrefix } from './layout.ts'
import { cutOff, readStatusFile, writeStatus } from './status.ts'

/** After a crash: ends the npm it left, removes what was not done, and says so. Only for who holds the lock: then all of it is left over. */
export async function tidy(layout: InstalledLayout, markPrefix: string): Promise<void> {
  await endLeftovers(markPrefix, [])
  for (const engine of await foldersIn(layout.prefix)) {
    const files = layout.engine(engine)
    const status = readStatusFile(files)
    if (status.state === 'running') await writeStatus(files, cutOff(status))
    const left = (await readdir(files.root)).filter((name) => unfinished.some((prefix) => name.startsWith(prefix)))
    for (const name of left) await removeTree(join(files.root, name))
  }
}

/** Versions, and files that were about to take the place of others: only who holds the lock makes either. */
const unfinished = [partialPrefix, newPrefix]

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
