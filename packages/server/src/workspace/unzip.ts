import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import yauzl from 'yauzl'
import { Fault } from '../lib/fault.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { makeFolder } from './make-folder.ts'
import { type InputFile, tooLarge, type UploadLimits, type Written, writeUpload } from './upload-file.ts'
import { type Names, UploadNames } from './upload-names.ts'

/**
 * Unpacks an archive into a folder that is empty and ours. Loaded only when there is one. The table of contents is judged whole
 * before anything is written; then every file is counted and summed, and has to be what the table said.
 */
export async function unzip(
  archive: string,
  folder: string,
  limits: UploadLimits,
  names: Names = new UploadNames(),
): Promise<InputFile[]> {
  await using file = await open(archive, 'r')
  const { size } = await file.stat()
  const zip = await yauzl
    .fromRandomAccessReaderPromise(new ArchiveReader(file, size), size, options)
    .catch((error: unknown) => refuse(null, error))
  if (zip.entryCount > limits.files) throw tooLarge({ entries: zip.entryCount, limit_entries: limits.files })
  const entries = await contentsOf(zip, names)
  refuseTooMuch(entries, size, limits)
  const unpacked: InputFile[] = []
  for (const entry of entries) {
    const written = await unpack(zip, entry, folder).catch((error: unknown) => refuse(entry.path, error))
    if (written) unpacked.push({ path: entry.path, sha256: written.sha256, size: written.size })
  }
  return unpacked
}

// Names are decoded and sizes compared by us, so that a refusal can name its entry.
const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false } as const

interface Listed {
  readonly entry: yauzl.Entry
  /** Without the slash that marks a folder. */
  readonly path: string
  readonly kind: 'file' | 'folder'
}

async function contentsOf(zip: yauzl.ZipFile, names: Names): Promise<Listed[]> {
  const listed: Listed[] = []
  try {
    for await (const entry of zip.eachEntry()) listed.push(listedOf(entry, names))
  } catch (error) {
    return refuse(listed.length === 0 ? null : `the one after ${listed.at(-1)?.path}`, error)
  }
  return listed
}

function listedOf(entry: yauzl.Entry, names: Names): Listed {
  const name = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
  const kind = name.endsWith('/') ? 'folder' : 'file'
  const path = kind === 'folder' ? name.slice(0, -1) : name
  const problem = kindProblem(entry, kind) ?? names.add(path, kind)
  if (problem) throw invalid(name, problem)
  return { entry, path, kind }
}

const typeBits = 0o170000
const regular = 0o100000
const directory = 0o040000

/** An archive can hold what is neither a file nor a folder, and what nobody can read. */
function kindProblem(entry: yauzl.Entry, kind: 'file' | 'folder'): string | null {
  const type = (entry.externalFileAttributes >>> 16) & typeBits
  if (type === 0o120000) return 'it is a link'
  if (type !== 0 && type !== (kind === 'file' ? regular : directory)) return 'it is neither a file nor a folder'
  if (kind === 'folder' && entry.uncompressedSize > 0) return 'it is a folder that holds bytes of its own'
  if (entry.isEncrypted()) return 'it is encrypted'
  if (kind === 'file' && ![0, 8].includes(entry.compressionMethod))
    return `its compression method (${entry.compressionMethod}) is not known here; use deflate`
  return null
}

function refuseTooMuch(entries: readonly Listed[], archiveBytes: number, limits: UploadLimits): void {
  let total = 0
  for (const { entry, path } of entries) {
    const bytes = entry.uncompressedSize
    total += bytes
    if (bytes > limits.fileBytes) throw tooLarge({ entry: path, bytes, limit_bytes: limits.fileBytes })
    if (total > limits.totalBytes) throw tooLarge({ entry: path, bytes: total, limit_bytes: limits.totalBytes })
    if (total > limits.ratioFloorBytes && total > archiveBytes * limits.ratio)
      throw tooLarge({
        entry: path,
        problem: `with it the archive holds more than ${limits.ratio} times its own size`,
        archive_bytes: archiveBytes,
        bytes: total,
      })
  }
}

async function unpack(zip: yauzl.ZipFile, { entry, path, kind }: Listed, folder: string): Promise<Written | null> {
  const place = join(folder, path)
  if (kind === 'folder') {
    await makeFolder(folder, path)
    return null
  }
  await makeFolder(folder, dirname(path))
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  const tooMuch = () => invalid(path, 'it holds more bytes than the archive says')
  const written = await inflated(raw, entry, (bytes) => writeUpload(place, bytes, entry.uncompressedSize, tooMuch))
  if (written.size !== entry.uncompressedSize) throw invalid(path, 'it holds fewer bytes than the archive says')
  if (written.crc32 !== entry.crc32) throw invalid(path, 'its checksum is wrong: it was damaged on the way')
  return written
}

/** Through a stream of our own, because the one inside yauzl keeps its memory when it is left early. */
async function inflated<T>(raw: Readable, entry: yauzl.Entry, use: (bytes: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  if (entry.compressionMethod === 0) return use(raw)
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  raw.once('error', (error) => inflate.destroy(error))
  try {
    return await use(raw.pipe(inflate))
  } finally {
    raw.destroy()
    inflate.destroy()
  }
}

const pieceBytes = 64 * 1024

/** yauzl's own reader hands offsets out of the archive to the system, which throws where nobody can catch it. */
class ArchiveReader extends yauzl.RandomAccessReader {
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

/** What the archive is to blame for. Trouble with our own disk is not: that has a code of the system. */
function refuse(entry: string | null, error: unknown): never {
  if (error instanceof Fault || /^E[A-Z0-9]+$/.test(codeOf(error))) throw error
  throw invalid(entry, messageOf(error), error)
}

const invalid = (entry: string | null, problem: string, cause?: unknown): Fault =>
  new Fault('UPLOAD_INVALID', { entry: entry === null ? null : entry.slice(0, 256), problem }, { cause })
