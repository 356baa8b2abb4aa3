import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

interface Span {
  readonly from: number
  /** Half-open. */
  readonly to: number
  /** Fails at the end if the file was changed since this time. */
  readonly unchangedSince?: bigint
}

const pieceBytes = 64 * 1024

/**
 * Exactly those bytes of a file, or an error: whoever announced a length would otherwise be left waiting for the rest, or take the next
 * answer for it. Closes the file, also when it is destroyed before anybody read from it. Each piece also goes to `sink`.
 */
export function exactStream(file: FileHandle, { from, to, unchangedSince }: Span, sink?: (piece: Buffer) => unknown): Readable {
  let at = from
  const read = async (): Promise<Buffer | null> => {
    if (at >= to) return endOf(file, unchangedSince)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.min(pieceBytes, to - at)), 0, null, at)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.')
    at += bytesRead
    const piece = buffer.subarray(0, bytesRead)
    sink?.(piece)
    return piece
  }
  return new Readable({
    highWaterMark: pieceBytes,
    read() {
      read().then(
        (piece) => this.push(piece),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      file.close().then(() => done(error), done)
    },
  })
}

async function endOf(file: FileHandle, unchangedSince: bigint | undefined): Promise<null> {
  if (unchangedSince !== undefined && (await file.stat({ bigint: true })).ctimeNs !== unchangedSince)
    throw new Error('The file was changed while it was read.')
  return null
}
