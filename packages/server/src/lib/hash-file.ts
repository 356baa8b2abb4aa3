import { createHash } from 'node:crypto'
import { piecesOf } from './pieces.ts'

export interface Hashed {
  readonly sha256: string
  readonly size: number
}

/** Hash and size of the same bytes; null: it holds more than `most`. Each piece also goes to `sink`. */
export async function hashFile(fd: number, most: number, sink?: (piece: Buffer) => Promise<unknown>): Promise<Hashed | null> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of piecesOf(fd)) {
    size += piece.length
    if (size > most) return null
    hash.update(piece)
    await sink?.(piece)
  }
  return { sha256: hash.digest('hex'), size }
}
