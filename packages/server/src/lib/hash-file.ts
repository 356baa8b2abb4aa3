import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

export interface Hashed {
  readonly sha256: string
  readonly size: number
}

/** Hash and size of the same bytes, read from where the file stands; null: it holds more than `most`. Each piece also goes to `sink`. */
export async function hashFile(
  file: FileHandle,
  most: number,
  sink?: (piece: Buffer) => Promise<unknown>,
): Promise<Hashed | null> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(64 * 1024)
  let size = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) return { sha256: hash.digest('hex'), size }
    size += bytesRead
    if (size > most) return null
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    await sink?.(piece)
  }
}
