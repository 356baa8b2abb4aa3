import { randomBytes } from 'node:crypto'
import { existsSync, statfsSync, unlinkSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file whose only use is the room that it takes. When the disk is full it is deleted, and what has to be written down to get out of
 * that state (how a run ended, which jobs were deleted) finds room.
 */
export interface Reserve {
  /** How much room it takes. */
  bytes(): number
  /** It was given up, and could not be taken again since. */
  isSpent(): boolean
  /** Takes the room again, where there is plenty of it. */
  take(freeBytes: number): Promise<void>
  /** Gives it up. False: there was nothing to give up. */
  giveUp(): boolean
}

const mostBytes = 16 * 1024 * 1024
/** A small disk is not filled with a reserve. */
const mostOfDisk = 1 / 32
const pieceBytes = 1024 * 1024

export function openReserve(path: string): Reserve {
  let size: number | null = null
  // Not before the folder is there.
  const bytes = () => (size ??= sizeFor(dirname(path)))
  let isSpent = false
  let taking: Promise<void> | null = null

  const take = async () => {
    const unfinished = `${path}.new`
    try {
      await fill(unfinished, bytes())
      await rename(unfinished, path)
      isSpent = false
    } catch {
      // The disk is fuller than it seemed. The next try may have more luck.
      await rm(unfinished, { force: true })
    }
  }
  return {
    bytes,
    isSpent: () => isSpent,
    async take(freeBytes) {
      if (existsSync(path) || freeBytes < 2 * bytes()) return
      taking ??= take().finally(() => {
        taking = null
      })
      await taking
    },
    giveUp() {
      const isGone = remove(path)
      isSpent ||= isGone
      return isGone
    },
  }
}

function sizeFor(folder: string): number {
  const { blocks, bsize } = statfsSync(folder)
  return Math.floor(Math.min(mostBytes, blocks * bsize * mostOfDisk))
}

/** With bytes that a file system cannot store in less room. */
async function fill(path: string, bytes: number): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  const piece = randomBytes(Math.min(bytes, pieceBytes))
  for (let left = bytes; left > 0; left -= piece.length) await file.writeFile(piece.subarray(0, left))
}

function remove(path: string): boolean {
  try {
    unlinkSync(path)
    return true
  } catch {
    return false
  }
}
