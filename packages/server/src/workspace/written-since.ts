import { lstatSync, readdirSync, rmdirSync, rmSync, type Stats } from 'node:fs'
import { rm } from 'node:fs/promises'
import { isRefusal } from '../lib/thrown.ts'
import { removeTree } from './remove-tree.ts'
import { walkTree } from './walk-tree.ts'
import type { Written } from './written.ts'

/** Deeper than any tool makes folders. */
const way = { limits: { entries: Number.POSITIVE_INFINITY, depth: 256 } }

/** By the time of its last change, which no program can set. */
const isChanged = (stats: Stats | undefined, sinceMs: number): stats is Stats => stats !== undefined && stats.ctimeMs >= sinceMs

/** What was written or changed in a folder since then, as it lies on the disk. Whoever writes there may be at work. */
export async function writtenSince(folder: string, sinceMs: number): Promise<Written> {
  let [bytes, files, isMore] = [0, 0, false]
  const more = () => {
    isMore = true
  }
  await unlessGone(
    walkTree(folder, way, {
      visit({ path, place, kind }) {
        const stats = lstatSync(place, { throwIfNoEntry: false })
        if (isChanged(stats, sinceMs)) {
          files += 1
          bytes += stats.blocks * 512
        }
        return kind === 'folder' ? path : null
      },
      refused: more,
      beyond: more,
    }),
  )
  return { bytes, files, isMore }
}

/**
 * Deletes it, and leaves what is older. What cannot be looked through hides something, and goes as a whole where `isQuiet`: nobody
 * may be at work in the folder then.
 */
export async function dropWrittenSince(folder: string, sinceMs: number, isQuiet: boolean): Promise<void> {
  const changed = new Set<string>()
  let isHidden = false
  const hidden = () => {
    isHidden = true
  }
  await unlessGone(
    walkTree(folder, way, {
      visit({ path, place, kind }) {
        const stats = lstatSync(place, { throwIfNoEntry: false })
        const isMeant = isChanged(stats, sinceMs)
        if (kind === 'folder') {
          if (isMeant) changed.add(place)
          return path
        }
        if (!isMeant) return null
        // What takes much room takes long to be freed, and that is left to a thread.
        if (stats.blocks > 32 * 1024) return rm(place, { force: true }).then(() => null)
        rmSync(place, { force: true })
        return null
      },
      async left(place) {
        if (changed.delete(place)) removeIfEmpty(place)
      },
      refused: hidden,
      beyond: hidden,
    }),
  )
  if (isHidden && isQuiet) await removeTree(folder)
}

function removeIfEmpty(place: string): void {
  try {
    if (readdirSync(place).length === 0) rmdirSync(place)
  } catch (error) {
    // Somebody has taken it away, or put something in.
    if (!isRefusal(error)) throw error
  }
}

async function unlessGone(walk: Promise<void>): Promise<void> {
  await walk.catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}
