import { CorruptLog } from './corrupt-log.ts'

/** An open file, as far as it is read in here. */
export interface Bytes {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>
}

/** What can be read off the head of an event line without parsing all of it. */
export interface Head {
  readonly seq: number
  readonly ts: string
}

const headBytes = 256
const headPattern = /"seq":(\d+),"ts":"([^"]+)"/

export function headOf(line: string): Head {
  const found = headPattern.exec(line.slice(0, headBytes))
  if (!found) throw new CorruptLog(`An event line begins strangely: ${line.slice(0, 80)}`)
  return { seq: Number(found[1]), ts: String(found[2]) }
}

/**
 * Offset of the first line whose head satisfies the test, or `size`. Numbers are contiguous and times never fall within
 * a file, so a binary search finds it in a few small reads and no index has to be kept true.
 */
export async function firstLine(file: Bytes, size: number, test: (head: Head) => boolean): Promise<number> {
  let low = 0
  let high = size
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2)
    const start = middle === 0 ? 0 : await lineAfter(file, middle - 1, high)
    if (start >= high) {
      high = middle
      continue
    }
    if (test(await headAt(file, start))) high = middle
    else low = start + 1
  }
  return low === 0 ? 0 : lineAfter(file, low - 1, size)
}

/** Where the next line begins, reading from the byte `from`; `limit` when there is none. */
async function lineAfter(file: Bytes, from: number, limit: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(4096)
  for (let at = from; at < limit; at += buffer.length) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, limit - at), at)
    if (bytesRead === 0) return limit
    const newline = buffer.subarray(0, bytesRead).indexOf(0x0a)
    if (newline >= 0) return at + newline + 1
  }
  return limit
}

export async function headAt(file: Bytes, start: number): Promise<Head> {
  const buffer = Buffer.allocUnsafe(headBytes)
  const { bytesRead } = await file.read(buffer, 0, headBytes, start)
  return headOf(buffer.toString('latin1', 0, bytesRead))
}

/** Whole lines from an offset: as many as fit into `bytes`, but at least one. */
export async function readLines(file: Bytes, from: number, size: number, bytes: number): Promise<string[]> {
  if (from >= size) return []
  let length = Math.min(bytes, size - from)
  for (;;) {
    const buffer = Buffer.allocUnsafe(length)
    const { bytesRead } = await file.read(buffer, 0, length, from)
    const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a)
    if (end >= 0) return buffer.toString('utf8', 0, end).split('\n')
    if (bytesRead < length || from + length >= size) return []
    length = Math.min(length * 4, size - from)
  }
}
