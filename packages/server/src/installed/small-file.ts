import { fstatSync, readSync } from 'node:fs'
import { Fault } from '../lib/fault.ts'
import { openFileInside } from '../workspace/safe-path.ts'

const mostBytes = 256 * 1024

type SmallFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: boolean; readonly reason: string }

/** The text of a small file below a root that somebody else may have written to: no link is followed, no pipe waited for. */
export async function readSmall(root: string, name: string): Promise<SmallFile> {
  try {
    using file = openFileInside(root, name)
    if (file === null) return { ok: false, missing: true, reason: 'there is no such file' }
    const bytes = head(file.fd, mostBytes + 1)
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

function head(fd: number, most: number): Buffer {
  const buffer = Buffer.alloc(Math.min(most, fstatSync(fd).size + 1))
  let length = 0
  while (length < buffer.length) {
    const bytesRead = readSync(fd, buffer, length, buffer.length - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}
