/**
 * A log is shown in pieces of lines, each read by itself, so that any place of a log of any size is a few requests away. Borders are at
 * fixed bytes, and a piece begins with the first line after its border. Around each border lies a seam, which both neighbors read: what
 * is before the end of its first line belongs to the one, the rest to the other. Nothing is shown twice or left out.
 */
export const pieceBytes = 8192
/** A line that goes on for longer than this behind a border is cut there. */
const seamBytes = 2048
/** A part is as much as is scrolled at a time: what is higher than 33 million pixels no browser scrolls to its end. */
export const piecesPerPart = 1024

export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** Text of a range of bytes, as the server tells it: its borders are widened to whole characters. */
export interface Slice {
  readonly byte_from: number
  readonly chunk: string
}

export const pieceCount = (total: number): number => Math.ceil(total / pieceBytes)
export const pieceOf = (byte: number): number => Math.floor(byte / pieceBytes)

/** Where piece and its neighbor before meet; null: there is none. */
export function seamBefore(piece: number, total: number): ByteRange | null {
  const border = piece * pieceBytes
  return piece === 0 || border - 1 >= total ? null : { from: border - 1, to: Math.min(border + seamBytes, total) }
}

/** What is between its seams; null: nothing. */
export function bodyOf(piece: number, total: number): ByteRange | null {
  const from = piece === 0 ? 0 : piece * pieceBytes + seamBytes
  const to = Math.min((piece + 1) * pieceBytes - 1, total)
  return from < to ? { from, to } : null
}

/** Text, and the byte that it begins with. */
export interface Placed {
  readonly at: number
  readonly text: string
}

/** The text that begins in a range: a character on its border was told with the range before. */
export function within({ from }: ByteRange, { byte_from, chunk }: Slice): Placed {
  if (byte_from >= from) return { at: byte_from, text: chunk }
  const told = characterAt(chunk)
  return { at: byte_from + bytesOf(told), text: chunk.slice(told.length) }
}

/** What is read where there is nothing. */
export const nothing: Placed = { at: 0, text: '' }

/** A seam as what ends the piece before it, and what begins the one after it. */
function cut(seam: string): readonly [before: string, after: string] {
  const end = seam.indexOf('\n') + 1
  const at = end > 0 ? end : characterAt(seam).length
  return [seam.slice(0, at), seam.slice(at)]
}

/** The lines of a piece from its seams and its body. Their places are exact unless bytes before them in the piece are not UTF-8. */
export function linesOf(before: Placed, body: Placed, after: Placed): Placed[] {
  const [ended, begun] = cut(before.text)
  const text = begun + body.text + cut(after.text)[0]
  let at = before.at + bytesOf(ended)
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => {
    const here = at
    at += bytesOf(line) + 1
    return { at: here, text: line.replace(/\r$/, '') }
  })
}

/** The first one, whole also where it takes two places in a string. */
const characterAt = ([first = '']: string): string => first
const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).byteLength
