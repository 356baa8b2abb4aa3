import type { FileHandle } from 'node:fs/promises'
import { Fault } from '../lib/fault.ts'
import { maskOf } from '../lib/mask.ts'
import { mimeOf } from './artifacts.ts'
import { isPrivate } from './bundle.ts'
import { openInside, resolveInside } from './safe-path.ts'
import type { Encoding } from './text-encoding.ts'

export interface FilePreview {
  readonly size: number
  readonly mime: string
  /** Null: it is no text that we can read. */
  readonly text: { readonly encoding: Encoding; readonly content: string; readonly truncated: boolean } | null
}

export interface PreviewRequest {
  readonly runFolder: string
  /** As a client gave it. */
  readonly path: string
  readonly maxBytes: number
  readonly secretsOf: () => Promise<readonly string[]>
}

/** What a file is written in is judged by so much of it, however little of it is asked for. */
const leastSample = 64 * 1024
const longestCharacter = 4

/** The beginning of one file of a run, with its secrets covered. It reads little more than it shows, whatever the size of the file. */
export async function previewFile({ runFolder, path, maxBytes, secretsOf }: PreviewRequest): Promise<FilePreview> {
  resolveInside(runFolder, path)
  // What bundles leave out is nowhere to be seen.
  const file = isPrivate(path) ? null : await openInside(runFolder, path)
  if (!file) throw new Fault('FILE_NOT_FOUND', { path: path.slice(0, 200) })
  await using opened = file
  const mask = maskOf(await secretsOf())
  // Behind the cut: the rest of a character, and that of a secret, whose letters take two bytes where they take most.
  const { bytes, size } = await beginningOf(opened, Math.max(maxBytes + longestCharacter + 2 * mask.reach, leastSample))
  const { cutBefore, decoded, encodingOf } = await import('./text-encoding.ts')
  const mime = await mimeOf(path)
  const encoding = encodingOf(bytes)
  if (encoding === null) return { size, mime, text: null }
  const cut = cutBefore(bytes, maxBytes, encoding)
  const shown = decoded(bytes.subarray(0, cut), encoding)
  // Stars take as much room as what they cover, so the cut stays where it is.
  const covered = mask.cover(Buffer.from(shown + decoded(bytes.subarray(cut), encoding)))
  const content = covered.toString('utf8', 0, Buffer.byteLength(shown))
  return { size, mime, text: { encoding, content, truncated: cut < size } }
}

/** Its size is that of the moment in which it was opened, or less where it became shorter since then: both speak of the same file. */
async function beginningOf(file: FileHandle, most: number): Promise<{ bytes: Buffer; size: number }> {
  const { size } = await file.stat()
  const wanted = Math.min(size, most)
  const bytes = Buffer.allocUnsafe(wanted)
  let read = 0
  while (read < wanted) {
    const { bytesRead } = await file.read(bytes, read, wanted - read, read)
    if (bytesRead === 0) return { bytes: bytes.subarray(0, read), size: read }
    read += bytesRead
  }
  return { bytes, size }
}
