import { createHash } from 'node:crypto'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Details, Fault } from '../lib/fault.ts'

/** What may be brought. Everything is counted while it is written, so that nothing is believed that an archive says of itself. */
export interface UploadLimits {
  /** As it arrives, and as it is when unpacked. */
  readonly totalBytes: number
  /** Of one file. */
  readonly fileBytes: number
  readonly files: number
  /** How many times its own size an archive may hold, once it holds more than the floor. */
  readonly ratio: number
  readonly ratioFloorBytes: number
  /** Of the disk: an upload is rejected while it arrives where it leaves less, because running attempts need the rest. 0: it may take all. */
  readonly keptFreeBytes: number
}

const gibibyte = 2 ** 30

export const usualUploadLimits: UploadLimits = {
  totalBytes: 2 * gibibyte,
  fileBytes: 2 * gibibyte,
  files: 2000,
  ratio: 100,
  ratioFloorBytes: 64 * 2 ** 20,
  keptFreeBytes: 0,
}

/** Whoever writes at the same time takes as much unseen. */
const lookEveryBytes = 2 ** 20

/** One row of input_manifest.json; the path is relative to uploads/. */
export interface InputFile {
  readonly path: string
  readonly sha256: string
  readonly size: number
}

export interface Written {
  readonly sha256: string
  readonly crc32: number
  readonly size: number
}

/** Writes a new file as its bytes come; what is lasting is on the disk then. Who asks for too many bytes is refused as soon as the first of them is there. */
export async function writeUpload(
  path: string,
  content: AsyncIterable<Buffer>,
  most: number,
  tooMuch: () => Fault,
  { mode = 0o444, isLasting = true, keptFreeBytes = 0 }: UploadOptions = {},
): Promise<Written> {
  const hash = createHash('sha256')
  let crc = 0
  let size = 0
  let unseen = lookEveryBytes
  // Never over something: what is there already was not made by us.
  await using file = await open(path, 'wx', 0o600)
  for await (const piece of content) {
    size += piece.length
    if (size > most) throw tooMuch()
    unseen += piece.length
    if (unseen >= lookEveryBytes) {
      await requireFree(dirname(path), keptFreeBytes)
      unseen = 0
    }
    hash.update(piece)
    crc = crc32(piece, crc)
    await file.writeFile(piece)
  }
  // Readable by whoever the child is, writable by nobody.
  await file.chmod(mode)
  if (isLasting) await file.sync()
  return { sha256: hash.digest('hex'), crc32: crc, size }
}

interface UploadOptions {
  readonly mode?: 0o444 | 0o555
  readonly isLasting?: boolean
  readonly keptFreeBytes?: number
}

async function requireFree(folder: string, needed: number): Promise<void> {
  if (needed === 0) return
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed) throw new Fault('DISK_LOW', { free_bytes: bavail * bsize, needed_bytes: needed })
}

export const tooLarge = (details: Details): Fault => new Fault('UPLOAD_TOO_LARGE', details)
