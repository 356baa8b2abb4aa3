import type { FileHandle } from 'node:fs/promises'
import { Fault } from '../lib/fault.ts'
import { openInside } from '../workspace/safe-path.ts'

export const mostBytes = 256 * 1024

export type SmallFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: boolean; readonly reason: string }

/** The text of a small file below a root that somebody else may have written to: no link is followed, no pipe waited for. */
export async function readSmall(root: string, name: string): Promise<SmallFile> {
  try {
    await using file = await openInside(root, name)
    if (file === null) return { ok: false, missing: true, reason: 'there is no such file' }
    const bytes = await head(file, mostBytes + 1)
    if (bytes.length > mostBytes) return refused(`it is larger than ${mostBytes / 1024} KiB`)
    return { ok: true, text: utf8.decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError) return refused('it is not UTF-8')
    if (error instanceof Fault && error.code === 'PATH_INVALID')
      return refused('it is not a regular file, or its path contains a link')
    throw error
  }
}

const refused = (reason: string): SmallFile => ({ ok: false, missing: false, reason })

/** Byte for byte: what is given back is what was read. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

async function head(file: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.alloc(most)
  let length = 0
  while (length < most) {
    const { bytesRead } = await file.read(buffer, length, most - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}
