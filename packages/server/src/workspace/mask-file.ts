import { randomBytes } from 'node:crypto'
import { closeSync, fchmodSync, fstatSync, unlinkSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mask } from '../lib/mask.ts'
import { openRegularSync } from '../lib/open-regular.ts'
import { piecesOf } from '../lib/pieces.ts'

export interface Target {
  /** Where the new file is written before it is moved in. */
  readonly ourFolder: string
  /** The folder that holds the file, opened. */
  readonly folder: { readonly fd: number }
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
  const fd = openRegularSync(target.place)
  if (typeof fd === 'string') return 'clean'
  try {
    const { size, mode } = fstatSync(fd)
    if (size > budget.bytes) return remove(target)
    budget.bytes -= size
    // A child makes thousands of empty ones in no time.
    if (size === 0) return 'clean'
    return await maskOpened(target, mask, fd, mode).catch(() => remove(target))
  } finally {
    closeSync(fd)
  }
}

async function maskOpened(target: Target, mask: Mask, fd: number, mode: number): Promise<'clean' | 'masked'> {
  if (!(await holdsSecret(fd, mask))) return 'clean'
  await replace(target, fd, mask, mode)
  return 'masked'
}

function remove({ folder, place }: Target): 'removed' {
  fchmodSync(folder.fd, 0o755)
  unlinkSync(place)
  return 'removed'
}

async function holdsSecret(fd: number, mask: Mask): Promise<boolean> {
  const masker = mask.begin()
  for await (const piece of piecesOf(fd)) {
    masker.push(piece)
    if (masker.isHit) return true
  }
  return false
}

async function replace({ ourFolder, folder, place }: Target, fd: number, mask: Mask, mode: number): Promise<void> {
  const beside = join(ourFolder, `.new-${randomBytes(8).toString('hex')}`)
  try {
    await using written = await open(beside, 'wx')
    const masker = mask.begin()
    for await (const piece of piecesOf(fd)) await written.writeFile(masker.push(piece))
    await written.writeFile(masker.end())
    await written.chmod(mode & 0o777)
    fchmodSync(folder.fd, 0o755)
    await rename(beside, place)
  } finally {
    await rm(beside, { force: true })
  }
}
