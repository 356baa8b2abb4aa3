import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { isRefusal } from '../lib/thrown.ts'
import { openFolderInside, openInside } from './safe-path.ts'

/**
 * Puts files of a run on the disk, and the folders that name them. The state of a run outlives a power cut, and what it gave has to outlive
 * it too. It takes 1 to 2 ms for a few files, and a third of a millisecond for each where there are thousands.
 */
export async function makeLasting(runFolder: string, files: readonly string[]): Promise<void> {
  await inParallel(files, (path) => sync(openInside(runFolder, path)))
  await inParallel([...new Set(files.flatMap(foldersOf))], (path) => sync(openFolderInside(runFolder, path)))
  for (const folder of [runFolder, dirname(runFolder)]) await syncFolder(folder)
}

/** What is gone or has become something else by now is nothing that anybody was promised. */
async function sync(opening: Promise<FileHandle | null>): Promise<void> {
  try {
    await using opened = await opening
    await opened?.sync()
  } catch (error) {
    if (!(error instanceof Fault) && !isRefusal(error)) throw error
  }
}

function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
