import { closeSync, fstatSync, openSync, read } from 'node:fs'
import { promisify } from 'node:util'
import { codeOf } from '../lib/thrown.ts'
import { characterAround, endOfWhole } from '../lib/utf8.ts'

interface Range {
  readonly from: number
  readonly to: number
  readonly total: number
}

export interface LogSlice extends Range {
  readonly text: string
}

/** Whether somebody still writes it: then the beginning of a character at its end is left for the next look. */
export type Growth = 'growing' | 'complete'

/** Bytes of a log as text. */
export async function sliceOfLog(
  path: string,
  from: number,
  to: number,
  limit: number,
  growth: Growth = 'complete',
): Promise<LogSlice> {
  const { bytes, ...range } = await bytesOfLog(path, from, to, limit)
  const end = growth === 'growing' && range.to === range.total ? endOfWhole(bytes) : bytes.length
  return { ...range, to: range.from + end, text: bytes.toString('utf8', 0, end) }
}

/**
 * Borders that fall into a character are widened to take it whole, and the answer says so in its offsets. Reads only
 * that range.
 */
export async function bytesOfLog(
  path: string,
  from: number,
  to: number,
  limit: number,
): Promise<Range & { readonly bytes: Buffer }> {
  const fd = openOrNull(path)
  if (fd === null) return { from: 0, to: 0, total: 0, bytes: Buffer.alloc(0) }
  try {
    const { size: total } = fstatSync(fd)
    const first = Math.min(from, total)
    const last = Math.max(first, Math.min(to, total, first + limit))
    const outer = Math.max(0, first - 3)
    const buffer = await readRange(fd, outer, Math.min(total, last + 3))
    const { start } = characterAround(buffer, first - outer)
    const end = last === first ? start : characterAround(buffer, last - outer).end
    return { from: outer + start, to: outer + end, total, bytes: buffer.subarray(start, end) }
  } finally {
    closeSync(fd)
  }
}

export async function tailOfLog(path: string, bytes: number, growth: Growth = 'complete'): Promise<LogSlice> {
  const { total } = await sliceOfLog(path, 0, 0, 0)
  return sliceOfLog(path, Math.max(0, total - bytes), total, bytes, growth)
}

const readAside = promisify(read)

async function readRange(fd: number, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from)
  const { bytesRead } = await readAside(fd, buffer, 0, buffer.length, from)
  return buffer.subarray(0, bytesRead)
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    // One that a task has made unreadable is given its rights back by the nursery in a moment.
    if (['ENOENT', 'EACCES'].includes(codeOf(error))) return null
    throw error
  }
}
