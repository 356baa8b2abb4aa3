import type { Line, Stream } from '../domain/launch.ts'

export interface LineSplitter {
  /** Whole lines that this chunk completed, each with its newline. */
  push(chunk: Buffer): Line[]
  /** What is left without a newline. */
  end(): Line[]
}

export interface LineLimits {
  readonly maxBytes: number
  readonly previewBytes: number
}

/** Several whole lines as one, up to a size: for whoever does not look at each. At a hundred bytes a line that saves most of the work. */
export interface LineBlocks {
  readonly maxBytes: number
}

const lineLimits: LineLimits = { maxBytes: 8 * 1024 * 1024, previewBytes: 64 * 1024 }

const newline = 0x0a

/** Splits as bytes and decodes afterwards, so that no character is torn and every line knows where it lies in its log. */
export function lineSplitter(
  stream: Stream,
  start = 0,
  limits: LineLimits = lineLimits,
  inBlocks: LineBlocks | null = null,
): LineSplitter {
  const open = openLine(limits)
  let from = start

  const nextEnd = (chunk: Buffer, at: number): number => {
    // A line that began in an earlier chunk is told by itself.
    const last = inBlocks && open.isEmpty() ? chunk.lastIndexOf(newline, at + inBlocks.maxBytes - 1) : -1
    return last >= at ? last : chunk.indexOf(newline, at)
  }

  const close = (last: Buffer): Line => {
    open.add(last)
    const { size, text, tooLong } = open.take()
    const at = { stream, from, to: from + size }
    from = at.to
    return { text, at, tooLong }
  }

  return {
    push(chunk) {
      const lines: Line[] = []
      let at = 0
      for (let end = nextEnd(chunk, at); end !== -1; end = nextEnd(chunk, at)) {
        lines.push(close(chunk.subarray(at, end + 1)))
        at = end + 1
      }
      open.add(chunk.subarray(at))
      return lines
    },
    end: () => (open.isEmpty() ? [] : [close(Buffer.alloc(0))]),
  }
}

/** The line that has not ended yet: one growing buffer, because a child may print it byte by byte. */
function openLine(limits: LineLimits) {
  let bytes: Buffer = Buffer.alloc(0)
  let size = 0

  /** Past the limit only the head is kept; the whole line is in the log. */
  const shrink = (piece: Buffer) =>
    Buffer.concat([bytes.subarray(0, size), piece], Math.min(size + piece.length, limits.previewBytes))

  const grow = (needed: number) => {
    const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length * 2, 1024))
    bytes.copy(larger, 0, 0, size)
    return larger
  }

  return {
    isEmpty: () => size === 0,
    add(piece: Buffer): void {
      const total = size + piece.length
      if (total > limits.maxBytes) {
        if (size <= limits.maxBytes) bytes = shrink(piece)
      } else if (size === 0) {
        bytes = piece
      } else {
        if (total > bytes.length) bytes = grow(total)
        piece.copy(bytes, size)
      }
      size = total
    },
    take(): { size: number; text: string; tooLong: boolean } {
      const tooLong = size > limits.maxBytes
      const taken = { size, text: bytes.toString('utf8', 0, tooLong ? characterBorder(bytes) : size), tooLong }
      bytes = Buffer.alloc(0)
      size = 0
      return taken
    },
  }
}

/** Where the last whole character of a cut text ends: a UTF-8 character has at most three bytes after its first. */
function characterBorder(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    return bytes.length - (widthOf(byte) > back ? back : 0)
  }
  return bytes.length
}

const widthOf = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1)
