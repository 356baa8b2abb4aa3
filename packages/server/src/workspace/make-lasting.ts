import { fsync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '../lib/fault.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { isRefusal } from '../lib/thrown.ts'
import { openFolder } from './open-folder.ts'
import { openFileInside, openFolderInside } from './safe-path.ts'

/** What we wrote ourselves, without a sync of its own. */
const ours = ['manifest.json', 'result/validation.json']

/**
 * Puts files of a run on the disk, and the folders that name them. The state of a run outlives a power cut, and what it gave has to outlive
 * it too. Each is synced once and several at a time, so that the file system brings many of them to the disk in one go: 1 ms for a few
 * files, and a third of a millisecond for each where there are thousands.
 */
export async function makeLasting(runFolder: string, files: readonly string[], sync = promisify(fsync)): Promise<void> {
  const named = [...files, ...ours]
  const folders = new Set(['.audit', ...named.flatMap(foldersOf)])
  await inParallel(
    [
      ...named.map((path) => () => openFileInside(runFolder, path)),
      ...[...folders].map((path) => () => openFolderInside(runFolder, path)),
      () => openFolder(runFolder),
      () => openFolder(dirname(runFolder)),
    ],
    (open) => syncOne(open, sync),
  )
}

type Open = () => ({ readonly fd: number } & Disposable) | null

/** What is gone or has become something else by now is nothing that anybody was promised. */
async function syncOne(open: Open, sync: (fd: number) => Promise<void>): Promise<void> {
  try {
    using opened = open()
    if (opened) await sync(opened.fd)
  } catch (error) {
    if (!(error instanceof Fault) && !isRefusal(error)) throw error
  }
}

function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
