import type { Stream } from './launch.ts'

/** A stretch of a transcript that came from one stream; half-open. */
export interface Piece {
  readonly stream: Stream
  readonly from: number
  readonly to: number
}

/** What the index of a transcript says of one piece: twice its length, plus one for stderr, as a number in base 128 that begins with its lowest digit. */
export function recordOf(stream: Stream, length: number): Buffer {
  const digits: number[] = []
  let rest = length * 2 + (stream === 'stderr' ? 1 : 0)
  for (; rest >= base; rest = Math.floor(rest / base)) digits.push(base + (rest % base))
  return Buffer.from([...digits, rest])
}

/** Every digit but the last is told from it by this much. */
const base = 128

/**
 * The pieces of a transcript of so many bytes, as far as the index tells them. A server that was killed may have left an index that is
 * cut, or one that is ahead of the bytes: what is there counts, and nothing is guessed.
 */
export function* piecesOf(index: Uint8Array, total: number): Generator<Piece> {
  let [from, value, scale] = [0, 0, 1]
  for (const byte of index) {
    value += (byte % base) * scale
    scale *= base
    if (byte >= base) continue
    const to = Math.min(from + Math.floor(value / 2), total)
    // No piece is empty: an index that a power cut has left with zeros ends here.
    if (!(to > from)) return
    yield { stream: value % 2 === 1 ? 'stderr' : 'stdout', from, to }
    ;[from, value, scale] = [to, 0, 1]
  }
}

/** Both streams again, byte for byte. */
export function splitTranscript(output: Buffer, index: Uint8Array): Readonly<Record<Stream, Buffer>> {
  const pieces = [...piecesOf(index, output.length)]
  const of = (wanted: Stream) =>
    Buffer.concat(pieces.filter(({ stream }) => stream === wanted).map(({ from, to }) => output.subarray(from, to)))
  return { stdout: of('stdout'), stderr: of('stderr') }
}
