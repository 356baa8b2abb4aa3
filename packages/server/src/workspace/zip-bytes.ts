import type { FileHandle } from 'node:fs/promises'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import type yauzl from 'yauzl'
import { codeOf } from '../lib/thrown.ts'
import { pieceBytes } from './archive-reader.ts'
import { invalid, type Listed } from './zip-contents.ts'

/** An archive that is open. */
export interface OpenArchive {
  readonly zip: yauzl.ZipFile
  readonly file: FileHandle
}

/** What one entry of an archive holds, unpacked. Of one that holds more than it says, little more than that is read. */
export function bytesOf(archive: OpenArchive, listed: Listed): AsyncGenerator<Buffer> {
  const { compressedSize, uncompressedSize } = listed.entry
  const isSmall = compressedSize <= pieceBytes && uncompressedSize <= 4 * pieceBytes
  return isSmall ? atOnce(archive, listed) : asStream(archive, listed)
}

export const holdsMore = ({ path }: Listed) => invalid(path, 'it holds more bytes than the archive says')

/** A stream for each of thousands of small files takes four times as long as this. */
async function* atOnce({ zip, file }: OpenArchive, listed: Listed): AsyncGenerator<Buffer> {
  const { entry } = listed
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const { buffer: raw } = await file.read(Buffer.alloc(entry.compressedSize), 0, entry.compressedSize, fileDataStart)
  yield entry.compressionMethod === 0 ? raw : inflated(raw, listed)
}

function inflated(raw: Buffer, listed: Listed): Buffer {
  try {
    return inflateRawSync(raw, { maxOutputLength: listed.entry.uncompressedSize + 1 })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? holdsMore(listed) : error
  }
}

/** Through a stream of our own, because the one inside yauzl keeps its memory when it is left early. */
async function* asStream({ zip }: OpenArchive, { entry }: Listed): AsyncGenerator<Buffer> {
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  if (entry.compressionMethod === 0) return yield* raw
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  raw.once('error', (error) => inflate.destroy(error))
  try {
    yield* raw.pipe(inflate)
  } finally {
    raw.destroy()
    inflate.destroy()
  }
}
