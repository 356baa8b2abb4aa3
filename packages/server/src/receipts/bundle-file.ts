import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { Fault } from '../lib/fault.ts'
import type { Hashed } from '../lib/hash-file.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { messageOf } from '../lib/thrown.ts'
import { ArchiveReader } from '../workspace/archive-reader.ts'
import { endBytes } from '../workspace/seal.ts'
import type { UploadLimits } from '../workspace/upload-file.ts'
import type { Names } from '../workspace/upload-names.ts'
import { bytesOf, type OpenArchive } from '../workspace/zip-bytes.ts'
import { judgedContents, type Listed } from '../workspace/zip-contents.ts'

/** A bundle that somebody was handed: open, and its table of contents judged. Nothing of it is believed. */
export interface BundleFile {
  readonly files: readonly Listed[]
  readonly archive: OpenArchive
  readonly size: number
}

/** As much as a server bundles, and the files of the bundle's own. A sparse file is packed to a thousandth, so no ratio is too high. */
const most: UploadLimits = {
  totalBytes: 4 * 1024 ** 3 + 256 * 1024 ** 2,
  fileBytes: 4 * 1024 ** 3,
  files: 20_010,
  ratio: Number.POSITIVE_INFINITY,
  ratioFloorBytes: Number.POSITIVE_INFINITY,
  keptFreeBytes: 0,
}

/** Null where the archive cannot be read at all is told as a Fault, whose details say why. */
export async function readBundle(file: FileHandle): Promise<BundleFile> {
  const { size } = await file.stat()
  const zip = await yauzl.fromRandomAccessReaderPromise(new ArchiveReader(file, size), size, {
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: false,
  })
  const entries = await judgedContents(zip, file, new BundleNames(), most)
  return { files: entries, archive: { zip, file }, size }
}

export const openBundle = (path: string): Promise<FileHandle> => open(path, 'r')

/** Whatever a run may call its files. Nothing is written, so two names that some file system takes for one do no harm. */
class BundleNames implements Names {
  readonly #seen = new Set<string>()

  add(path: string, kind: 'file' | 'folder'): string | null {
    if (kind === 'folder') return 'a bundle lists no folders'
    if (this.#seen.has(path)) return 'it is there twice'
    this.#seen.add(path)
    return pathProblem(path)
  }
}

/** What an entry holds, or what is wrong with it. */
export async function hashEntry({ archive }: BundleFile, listed: Listed): Promise<Hashed | string> {
  const hash = createHash('sha256')
  const problem = await readEntry(archive, listed, (piece) => hash.update(piece))
  return problem ?? { sha256: hash.digest('hex'), size: listed.entry.uncompressedSize }
}

/** The text of a small entry with its digest, or what is wrong with it. */
export async function textOfEntry({ archive }: BundleFile, listed: Listed, mostBytes: number): Promise<TextEntry | string> {
  const { uncompressedSize } = listed.entry
  if (uncompressedSize > mostBytes) return `it has ${uncompressedSize} bytes, and must not have more than ${mostBytes}`
  const pieces: Buffer[] = []
  const problem = await readEntry(archive, listed, (piece) => pieces.push(piece))
  if (problem !== null) return problem
  const bytes = Buffer.concat(pieces)
  return { text: bytes.toString(), size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export type TextEntry = Hashed & { readonly text: string }

/** Read to its end, and no further than the archive says that it is long. */
async function readEntry(archive: OpenArchive, listed: Listed, sink: (piece: Buffer) => unknown): Promise<string | null> {
  const { entry } = listed
  let [size, crc] = [0, 0]
  try {
    for await (const piece of bytesOf(archive, listed)) {
      size += piece.length
      if (size > entry.uncompressedSize) return 'it holds more bytes than the archive says'
      crc = crc32(piece, crc)
      sink(piece)
    }
  } catch (error) {
    return `it cannot be unpacked: ${problemOf(error)}`
  }
  if (size !== entry.uncompressedSize) return 'it holds fewer bytes than the archive says'
  return crc === entry.crc32 ? null : 'its checksum is wrong'
}

/** Of a fault, the fact behind it: its message is about uploads. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Fault)) return messageOf(error)
  const { entry, problem, ...facts } = error.details
  const what = typeof problem === 'string' ? problem : `${error.message} ${JSON.stringify(facts)}`
  return typeof entry === 'string' ? `${JSON.stringify(entry)}: ${what}` : what
}

/** The comment of the archive, and the digest of all before it; null: it has none. */
export async function readSeal({ archive: { zip, file }, size }: BundleFile): Promise<{ text: string; archive: string } | null> {
  const length = zip.comment.length
  if (length === 0) return null
  const end = size - length - endBytes
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1024 ** 2)
  for (let at = 0; at < end; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at)
    if (bytesRead === 0) throw new Error('it became shorter while it was read')
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
  const last = Buffer.alloc(endBytes)
  await file.read(last, 0, endBytes, end)
  last.writeUInt16LE(0, 20)
  return { text: zip.comment.toString(), archive: hash.update(last).digest('hex') }
}
