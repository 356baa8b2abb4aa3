import { closeSync, fstatSync, openSync, read } from 'node:fs'
import { promisify } from 'node:util'
import { codeOf } from '../lib/thrown.ts'
import { characterAround } from '../lib/utf8.ts'

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
  const fd = openOrNull(path)
  if (fd === null) return { from: 0, to: 0, total: 0, text: '' }
  try {
    const { size: total } = fstatSync(fd)
    const first = Math.min(from, total)
    const last = Math.max(first, Math.min(to, total, first + limit))
    const outer = Math.max(0, first - 3)
    const buffer = await bytesOf(fd, outer, Math.min(total, last + 3))
    const { start } = characterAround(buffer, first - outer)
    const end = last === first ? start : characterAround(buffer, last - outer).end
    return { from: outer + start, to: outer + end, total, text: buffer.toString('utf8', start, end) }
  } finally {
    closeSync(fd)
  }
}

export async function tailOfLog(path: string, bytes: number): Promise<LogSlice> {
  const { total } = await sliceOfLog(path, 0, 0, 0)
  return sliceOfLog(path, Math.max(0, total - bytes), total, bytes)
}

const readAside = promisify(read)

async function bytesOf(fd: number, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from)
  const { bytesRead } = await readAside(fd, buffer, 0, buffer.length, from)
  return buffer.subarray(0, bytesRead)
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
