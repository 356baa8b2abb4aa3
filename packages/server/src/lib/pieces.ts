import { fstatSync, read, readSync } from 'node:fs'
import { promisify } from 'node:util'

/** So much of a file is read without a thread: a trip to one takes longer. */
const atOnce = 256 * 1024

const mostPiece = 256 * 1024

const readAside = promisify(read)

/** A file from its beginning to its end, each piece in the same place in memory. */
export async function* piecesOf(fd: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(fstatSync(fd).size + 1, mostPiece))
  for (let at = 0; ; ) {
    const bytesRead =
      at < atOnce ? readSync(fd, buffer, 0, buffer.length, at) : (await readAside(fd, buffer, 0, buffer.length, at)).bytesRead
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
