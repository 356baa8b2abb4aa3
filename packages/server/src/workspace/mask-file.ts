import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mask } from '../lib/mask.ts'
import { openRegular } from '../lib/open-regular.ts'

export interface Target {
  /** Where the new file is written before it is moved in. */
  readonly ourFolder: string
  /** The folder that holds the file, opened. */
  readonly folder: FileHandle
  /** The file by a path through that folder. */
  readonly place: string
}

/** How much may still be searched. */
export interface Budget {
  bytes: number
}

/**
 * Puts a file with stars over its secrets into the place of one that holds some; all others are only read. It is replaced and never
 * written to: the child may have made it a second name of a file that is not of its run. What cannot be searched or replaced goes.
 */
export async function maskFile(target: Target, mask: Mask, budget: Budget): Promise<'clean' | 'masked' | 'removed'> {
  const opened = await openRegular(target.place)
  if (!opened.ok) return 'clean'
  await using file = opened.file
  const { size, mode } = await file.stat()
  if (size > budget.bytes) return remove(target)
  budget.bytes -= size
  try {
    if (!(await holdsSecret(file, mask))) return 'clean'
    await replace(target, file, mask, mode)
    return 'masked'
  } catch {
    return remove(target)
  }
}

async function remove({ folder, place }: Target): Promise<'removed'> {
  await folder.chmod(0o755)
  await unlink(place)
  return 'removed'
}

async function holdsSecret(file: FileHandle, mask: Mask): Promise<boolean> {
  const masker = mask.begin()
  for await (const piece of piecesOf(file)) {
    masker.push(piece)
    if (masker.isHit) return true
  }
  return false
}

async function replace({ ourFolder, folder, place }: Target, file: FileHandle, mask: Mask, mode: number): Promise<void> {
  const beside = join(ourFolder, `.new-${randomBytes(8).toString('hex')}`)
  try {
    await using written = await open(beside, 'wx')
    const masker = mask.begin()
    for await (const piece of piecesOf(file)) await written.writeFile(masker.push(piece))
    await written.writeFile(masker.end())
    await written.chmod(mode & 0o777)
    await folder.chmod(0o755)
    await rename(beside, place)
  } finally {
    await rm(beside, { force: true })
  }
}

/** From its beginning to its end, each into the same place in memory. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafe(Math.min(size + 1, 256 * 1024))
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
