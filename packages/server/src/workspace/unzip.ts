import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { inParallel } from '../lib/in-parallel.ts'
import { ArchiveReader } from './archive-reader.ts'
import { makeFolder } from './make-folder.ts'
import { type InputFile, type UploadLimits, type Written, writeUpload } from './upload-file.ts'
import { type Names, UploadNames } from './upload-names.ts'
import { bytesOf, holdsMore, type OpenArchive } from './zip-bytes.ts'
import { invalid, isExecutable, judgedContents, type Listed, refuse } from './zip-contents.ts'

export interface UnzipOptions {
  /** Judges every name; without it as those of any upload are. */
  readonly names?: Names
  /** What is judged like all the rest, and then not written. */
  readonly leavesOut?: (path: string) => boolean
  /** What its owner could execute can be executed; without it no file can. */
  readonly keepsExecutables?: boolean
  /** Whoever takes the files sees to it that they are on the disk. Nothing is written before all of them are known to be whole. */
  readonly isPassing?: boolean
}

/**
 * Unpacks an archive into a folder that is empty and ours. Loaded only when there is one. The table of contents is judged whole
 * before anything is written; then every file is counted and summed, and has to be what the table said.
 */
export async function unzip(
  archive: string,
  folder: string,
  limits: UploadLimits,
  { names = new UploadNames(), leavesOut = () => false, keepsExecutables = false, isPassing = false }: UnzipOptions = {},
): Promise<InputFile[]> {
  await using file = await open(archive, 'r')
  const { size } = await file.stat()
  const zip = await yauzl
    .fromRandomAccessReaderPromise(new ArchiveReader(file, size), size, options)
    .catch((error: unknown) => refuse(null, error))
  const entries = await judgedContents(zip, file, names, limits)
  const opened = { zip, file }
  const files = entries.filter(({ kind }) => kind === 'file')
  // To make thousands of files takes seconds; what is not written needs no room, and nobody has to remove it.
  if (isPassing) await inParallel(files, (entry) => unpack(opened, entry, measured))
  const { keptFreeBytes } = limits
  const isWanted = ({ path }: Listed) => !leavesOut(path)
  await makeFolders(folder, entries.filter(isWanted))
  return await inParallel(files.filter(isWanted), async (entry) => {
    const how = { mode: keepsExecutables && isExecutable(entry) ? 0o555 : 0o444, isLasting: !isPassing, keptFreeBytes } as const
    const write = (bytes: AsyncIterable<Buffer>) =>
      writeUpload(join(folder, entry.path), bytes, entry.entry.uncompressedSize, () => holdsMore(entry), how)
    const { sha256, size } = await unpack(opened, entry, write)
    return { path: entry.path, sha256, size }
  })
}

// Names are decoded and sizes compared by us, so that a refusal can name its entry.
const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false } as const

/** Each folder once, and before any file: to ask the system again for each of thousands of files takes as long as to write them. */
async function makeFolders(folder: string, entries: readonly Listed[]): Promise<void> {
  const made = new Set(['.'])
  const makeWay = async (path: string): Promise<void> => {
    if (made.has(path)) return
    await makeWay(dirname(path))
    makeFolder(join(folder, dirname(path)), basename(path))
    made.add(path)
  }
  for (const { path, kind } of entries) await makeWay(kind === 'folder' ? path : dirname(path))
}

/** Whoever takes the bytes of an entry says what they were; they have to be what the archive says. */
async function unpack<T extends Pick<Written, 'size' | 'crc32'>>(
  archive: OpenArchive,
  listed: Listed,
  take: (bytes: AsyncIterable<Buffer>, listed: Listed) => Promise<T>,
): Promise<T> {
  const { entry, path } = listed
  const taken = await take(bytesOf(archive, listed), listed).catch((error: unknown) => refuse(path, error))
  if (taken.size !== entry.uncompressedSize) throw invalid(path, 'it holds fewer bytes than the archive says')
  if (taken.crc32 !== entry.crc32) throw invalid(path, 'its checksum is wrong: it was damaged on the way')
  return taken
}

async function measured(bytes: AsyncIterable<Buffer>, listed: Listed): Promise<Pick<Written, 'size' | 'crc32'>> {
  let [size, crc] = [0, 0]
  for await (const piece of bytes) {
    size += piece.length
    if (size > listed.entry.uncompressedSize) throw holdsMore(listed)
    crc = crc32(piece, crc)
  }
  return { size, crc32: crc }
}
