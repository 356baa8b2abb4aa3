import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { exactStream } from '../lib/exact-stream.ts'
import { type Mask, maskOf } from '../lib/mask.ts'

export interface Part {
  readonly from: number
  /** Half-open. */
  readonly to: number
  /** Of the whole file. */
  readonly size: number
}

/** Exactly those bytes of a file with stars over its secrets, which may begin before them and end behind. Closes the file. */
export function maskedStream(file: FileHandle, { from, to, size }: Part, secrets: readonly string[]): Readable {
  const mask = maskOf(secrets)
  const start = Math.max(0, from - mask.reach)
  const source = exactStream(file, { from: start, to: Math.min(size, to + mask.reach) })
  const masked = Readable.from(cut(maskedPieces(source, mask), from - start, to - from), { objectMode: false })
  // Whoever leaves before the end leaves the file too.
  masked.once('close', () => source.destroy())
  return masked
}

async function* maskedPieces(source: Readable, mask: Mask): AsyncGenerator<Buffer> {
  const masker = mask.begin()
  for await (const piece of source) yield masker.push(piece)
  yield masker.end()
}

async function* cut(pieces: AsyncIterable<Buffer>, skip: number, take: number): AsyncGenerator<Buffer> {
  let before = skip
  let left = take
  for await (const piece of pieces) {
    const part = piece.subarray(before, before + left)
    before -= Math.min(before, piece.length)
    left -= part.length
    if (part.length > 0) yield part
    if (left === 0) return
  }
}
