import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 64 * 1024
/** A line that is longer is passed over: nobody could keep it. */
const longestLine = 1024 * 1024
const newline = 10

/** How much may still be read, over all files. */
export interface Allowance {
  bytes: number
}

/** The lines of a file from its last to its first, by pieces, as far as the allowance goes. Others have their turn between two pieces. */
export async function* linesBackwards(file: FileHandle, allowance: Allowance): AsyncGenerator<string> {
  let { size: at } = await file.stat()
  /** What began before the piece and ended in those behind it; the last first. */
  let rest: Buffer[] = []
  let restBytes = 0
  while (at > 0 && allowance.bytes > 0) {
    const length = Math.min(pieceBytes, at, allowance.bytes)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at - length)
    if (bytesRead < length) return
    allowance.bytes -= length
    at -= length
    let end = length
    for (let cut = lastNewline(buffer, end); cut !== -1; cut = lastNewline(buffer, end)) {
      const tooLong = restBytes + end - cut > longestLine
      if (!tooLong) yield* lineOf([...rest, buffer.subarray(cut + 1, end)])
      rest = []
      restBytes = 0
      end = cut
    }
    if (restBytes <= longestLine) rest.push(buffer.subarray(0, end))
    restBytes += end
  }
  if (at === 0 && restBytes <= longestLine) yield* lineOf(rest)
}

const lastNewline = (buffer: Buffer, before: number): number => (before === 0 ? -1 : buffer.lastIndexOf(newline, before - 1))

function* lineOf(pieces: readonly Buffer[]): Generator<string> {
  const line = Buffer.concat(pieces.toReversed()).toString()
  if (line !== '') yield line
}
