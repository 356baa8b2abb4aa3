import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ZipFile } from 'yazl'
import { exactStream } from '../lib/exact-stream.ts'
import type { Hashed } from '../lib/hash-file.ts'
import { mimeOf } from './artifacts.ts'
import { openInside } from './safe-path.ts'

export const plainFile = 0o100644

/** The packer never ends its stream by itself when something fails. */
export function outputOf(zip: ZipFile): PassThrough {
  const { outputStream: output } = zip
  if (!(output instanceof PassThrough)) throw new Error('The packer gives no stream that can be destroyed.')
  zip.on('error', (error: Error) => output.destroy(error))
  // Whoever reads hears of it all the same; without this, an error before anybody does would end the process.
  output.on('error', () => {})
  return output
}

/** A file that is about to be packed, and what it was when it was opened. */
export interface OpenFile {
  readonly file: FileHandle
  readonly size: number
  readonly mtime: Date
  readonly ctimeNs: bigint
}

/** One below a folder, by its path; where its size is known, it has to be that. */
export async function openFile(folder: string, path: string, indexed: number | null): Promise<OpenFile> {
  const file = await openInside(folder, path)
  if (!file) throw new Error(`${JSON.stringify(path)} went away before it was bundled.`)
  try {
    const { size, mtime, ctimeNs } = await file.stat({ bigint: true })
    if (indexed !== null && size !== BigInt(indexed)) throw new Error(`${JSON.stringify(path)} was changed since it was indexed.`)
    return { file, size: Number(size), mtime, ctimeNs }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** How it is called in the archive; its mode is that of a plain file and its time its own, unless said otherwise. */
interface PackedAs {
  readonly path: string
  readonly mode?: number
  readonly mtime?: Date
}

/** Comes back when the file was read to its end, with what it held; null: there is no room for it. Whoever leaves ends the reading. */
export async function addFile(
  zip: ZipFile,
  opened: OpenFile,
  { path, mode = plainFile, mtime = opened.mtime }: PackedAs,
  room: number,
  signal: AbortSignal,
): Promise<Hashed | null> {
  const { file, size, ctimeNs } = opened
  const hash = createHash('sha256')
  const stream = exactStream(file, { from: 0, to: size, unchangedSince: ctimeNs }, (piece) => hash.update(piece))
  const stop = () => stream.destroy()
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) stop()
    if (size > room) return null
    zip.addReadStream(stream, path, { size, mtime, mode, compress: size >= 128 && !packed.test(await mimeOf(path)) })
    await finished(stream)
    return { size, sha256: hash.digest('hex') }
  } finally {
    stream.destroy()
    signal.removeEventListener('abort', stop)
  }
}

/** Packed as they are: trying again costs time and gains nothing. */
const packed = /^(image\/(?!svg|bmp|x-ms-bmp)|video\/|audio\/(?!wav|x-wav))|zip|compressed|x-7z|x-rar|x-xz|zstd|woff/
