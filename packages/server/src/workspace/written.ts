import { lstatSync, mkdirSync } from 'node:fs'
import { isRefusal } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { removeTree } from './remove-tree.ts'
import { walkTree } from './walk-tree.ts'

/** What the children of a run have written, as it lies on the disk. */
export interface Written {
  readonly bytes: number
  /** Folders and links count too. */
  readonly files: number
  /** Something could not be looked at: it may be more. */
  readonly isMore: boolean
}

/** Where children write. */
const foldersOf = ({ artifacts, result, tmp, work, home }: RunLayout): readonly string[] => [artifacts, result, tmp, work, home]

/** Deeper than any tool makes folders. */
const mostDeep = 256

/** Counts until it is clear that there are more than so many files. The children may be at work meanwhile. */
export const writtenBy = (layout: RunLayout, mostFiles: number): Promise<Written> => writtenInAll(foldersOf(layout), mostFiles)

export async function writtenInAll(folders: readonly string[], mostFiles: number): Promise<Written> {
  let written: Written = { bytes: 0, files: 0, isMore: false }
  for (const folder of folders) {
    const { bytes, files, isMore } = await writtenIn(folder, mostFiles - written.files)
    written = { bytes: written.bytes + bytes, files: written.files + files, isMore: written.isMore || isMore }
    if (written.files > mostFiles) return written
  }
  return written
}

async function writtenIn(folder: string, mostFiles: number): Promise<Written> {
  let [bytes, files, isMore] = [0, 0, false]
  const more = () => {
    isMore = true
  }
  await walkTree(
    folder,
    { limits: { entries: mostFiles + 1, depth: mostDeep } },
    {
      visit({ path, place, kind }) {
        files += 1
        bytes += blocksOf(place) * 512
        return kind === 'folder' ? path : null
      },
      refused: more,
      beyond: more,
    },
  ).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
  return { bytes, files, isMore }
}

/** Of nothing, if it is gone by now. */
const blocksOf = (place: string): number => lstatSync(place, { throwIfNoEntry: false })?.blocks ?? 0

/** Deletes it: nobody has a use for half of a file, and others need the room. The empty folders are ours then; the home goes with its attempt. */
export async function dropWritten({ artifacts, result, tmp, work }: RunLayout): Promise<void> {
  for (const folder of [artifacts, result, tmp, work]) {
    await removeTree(folder)
    mkdirSync(folder, { mode: 0o755 })
  }
}
