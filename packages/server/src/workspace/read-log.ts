import { type FileHandle, open } from 'node:fs/promises'
import { codeOf } from '../lib/thrown.ts'

export interface LogSlice {
  readonly from: number
  readonly to: number
  readonly total: number
  readonly text: string
}

/**
 * Bytes of a log as text. Borders that fall into a character are widened to take it whole, and the answer says so
 * in its offsets. Reads only that range.
 */
export async function sliceOfLog(path: string, from: number, to: number, limit: number): Promise<LogSlice> {
  const file = await openOrNull(path)
  if (!file) return { from: 0, to: 0, total: 0, text: '' }
  try {
    const { size: total } = await file.stat()
    const first = Math.min(from, total)
    const last = Math.max(first, Math.min(to, total, first + limit))
    const outer = Math.max(0, first - 3)
    const buffer = await read(file, outer, Math.min(total, last + 3))
    const start = characterStart(buffer, first - outer)
    const end = last === first ? start : characterEnd(buffer, last - outer)
    return { from: outer + start, to: outer + end, total, text: buffer.toString('utf8', start, end) }
  } finally {
    await file.close()
  }
}

export async function tailOfLog(path: string, bytes: number): Promise<LogSlice> {
  const { total } = await sliceOfLog(path, 0, 0, 0)
  return sliceOfLog(path, Math.max(0, total - bytes), total, bytes)
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000

/** Back to where the character at this place begins; at most three bytes, so that broken text stays what it is. */
function characterStart(buffer: Buffer, at: number): number {
  for (let back = 0; back <= 3 && at - back >= 0; back++) if (!isContinuation(buffer[at - back])) return at - back
  return at
}

function characterEnd(buffer: Buffer, at: number): number {
  for (let ahead = 0; ahead <= 3; ahead++) if (!isContinuation(buffer[at + ahead])) return Math.min(at + ahead, buffer.length)
  return at
}

async function read(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
  return buffer.subarray(0, bytesRead)
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
}
