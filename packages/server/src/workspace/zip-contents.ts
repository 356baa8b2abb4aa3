import type { FileHandle } from 'node:fs/promises'
import yauzl from 'yauzl'
import { Fault } from '../lib/fault.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { tooLarge, type UploadLimits } from './upload-file.ts'
import type { Names } from './upload-names.ts'

/** One entry of an archive that was judged. */
export interface Listed {
  readonly entry: yauzl.Entry
  /** Without the slash that marks a folder. */
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** The table of contents of an archive, or why nothing of it is taken. What it says of itself is all that counts here. */
export async function judgedContents(
  zip: yauzl.ZipFile,
  file: FileHandle,
  names: Names,
  limits: UploadLimits,
): Promise<readonly Listed[]> {
  if (zip.entryCount > limits.files) throw tooLarge({ entries: zip.entryCount, limit_entries: limits.files })
  const entries = await contentsOf(zip, names)
  // At run time it is a number, whatever its types say.
  await refuseHidden(file, Number(zip.readEntryCursor))
  refuseTooMuch(entries, zip.fileSize, limits)
  refuseOverlaps(entries)
  return entries
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
  const problem = kindProblem(entry, kind) ?? textProblem(name) ?? names.add(path, kind)
  if (problem) throw invalid(name, problem)
  return { entry, path, kind }
}

const typeBits = 0o170000
const regular = 0o100000
const directory = 0o040000

/** An archive can hold what is neither a file nor a folder, and what nobody can read. */
function kindProblem(entry: yauzl.Entry, kind: 'file' | 'folder'): string | null {
  const type = (entry.externalFileAttributes >>> 16) & typeBits
  if (type === 0o120000 || entry.extraFields.some(namesLink)) return 'it is a link'
  if (type !== 0 && type !== (kind === 'file' ? regular : directory)) return 'it is neither a file nor a folder'
  if (kind === 'folder' && entry.uncompressedSize > 0) return 'it is a folder that holds bytes of its own'
  if (entry.isEncrypted()) return 'it is encrypted'
  if (kind === 'file' && ![0, 8].includes(entry.compressionMethod))
    return `its compression method (${entry.compressionMethod}) is not known here; use deflate`
  return null
}

/**
 * Links can also be told in fields beside the mode: both Unix fields have the place a link leads to behind their fixed part, and the
 * older is the only way in which an archive can say hard link.
 */
const namesLink = ({ id, data }: { readonly id: number; readonly data: Buffer }): boolean =>
  (id === 0x000d && data.length > 12) || (id === 0x756e && data.length > 14)

/** What the bytes of a name stood for is lost where they were not UTF-8. */
const textProblem = (name: string): string | null => (name.includes('\ufffd') ? 'its name is not valid UTF-8' : null)

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

/** More entries behind the last one that was promised: another program might show them. */
async function refuseHidden(file: FileHandle, end: number): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, end)
  if (bytesRead === 4 && buffer.readUInt32LE() === 0x02014b50) throw invalid(null, 'it lists more entries than it says')
}

const headerBytes = 30

/** Entries that share bytes let a small archive hold a lot, and no program that packs files makes such. */
function refuseOverlaps(entries: readonly Listed[]): void {
  const startOf = ({ entry }: Listed): number => entry.relativeOffsetOfLocalHeader
  const endOf = (one: Listed): number => startOf(one) + headerBytes + one.entry.fileNameLength + one.entry.compressedSize
  let before: Listed | null = null
  for (const one of entries.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (before && endOf(before) > startOf(one)) throw invalid(one.path, `it shares bytes of the archive with ${before.path}`)
    before = one
  }
}

const unixLike = [3, 19]

/** Whether its owner could execute it where it was packed. */
export const isExecutable = ({ entry }: Listed): boolean =>
  unixLike.includes(entry.versionMadeBy >>> 8) && ((entry.externalFileAttributes >>> 16) & 0o100) !== 0

/** What the archive is to blame for. Trouble with our own disk is not: that has a code of the system. */
export function refuse(entry: string | null, error: unknown): never {
  if (error instanceof Fault || /^E[A-Z0-9]+$/.test(codeOf(error))) throw error
  throw invalid(entry, messageOf(error), error)
}

export const invalid = (entry: string | null, problem: string, cause?: unknown): Fault =>
  new Fault('UPLOAD_INVALID', { entry: entry === null ? null : entry.slice(0, 256), problem }, { cause })
