import { headOf } from './lines-on-disk.ts'

/** Some consecutive events, encoded once for every reader. */
export interface Frames {
  readonly first: number
  readonly last: number
  readonly bytes: Buffer
  /** Where each event begins in `bytes`. */
  readonly starts: readonly number[]
}

/** One server-sent event per line: the line itself is the data, its number the id. */
export function framesOf(lines: readonly string[]): Frames | null {
  const [line] = lines
  if (line === undefined) return null
  const first = headOf(line).seq
  const starts: number[] = []
  const parts: Buffer[] = []
  let size = 0
  for (const [index, text] of lines.entries()) {
    const part = Buffer.from(`id: ${first + index}\nevent: chat_event\ndata: ${text}\n\n`)
    starts.push(size)
    parts.push(part)
    size += part.length
  }
  return { first, last: first + lines.length - 1, bytes: Buffer.concat(parts, size), starts }
}

/** What of the frames comes after a number. */
export function tailOf(frames: Frames, after: number): Buffer {
  return after < frames.first ? frames.bytes : frames.bytes.subarray(frames.starts[after - frames.first + 1])
}
