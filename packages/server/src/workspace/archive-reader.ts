import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import yauzl from 'yauzl'

export const pieceBytes = 64 * 1024

/** yauzl's own reader hands offsets out of the archive to the system, which throws where nobody can catch it. */
export class ArchiveReader extends yauzl.RandomAccessReader {
  readonly #file: FileHandle
  readonly #size: number

  constructor(file: FileHandle, size: number) {
    super()
    this.#file = file
    this.#size = size
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (!(position >= 0 && position + length <= this.#size)) callback(new Error('it ends too early'))
    else this.#file.read(buffer, offset, length, position).then(({ bytesRead }) => callback(null, bytesRead), callback)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, Math.min(end, this.#size)), { objectMode: false })
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(Math.min(pieceBytes, end - at)), 0, null, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }
}
