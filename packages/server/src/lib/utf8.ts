/** The character that this place would cut, as borders; the place itself, twice, where it lies between two. */
export function characterAround(bytes: Buffer, at: number): { start: number; end: number } {
  for (let start = at - 1; start >= Math.max(0, at - 3); start--) {
    const end = start + lengthAt(bytes, start)
    if (end > at) return { start, end }
  }
  return { start: at, end: at }
}

/** Where the last whole character ends: what is behind it is the beginning of one, and the rest may still come. */
export function endOfWhole(bytes: Buffer): number {
  for (let start = bytes.length - 1; start >= Math.max(0, bytes.length - 3); start--) {
    const length = lengthAt(bytes, start)
    if (start + length === bytes.length && length < announcedBy(bytes[start] ?? 0)) return start
  }
  return bytes.length
}

/**
 * How many bytes belong together from here on: a character, or as much of one as there is. That is also what a decoder
 * replaces by one mark, so text that is cut between them reads the same when it is joined, broken or not.
 */
function lengthAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0
  let length = 1
  while (length < announcedBy(lead) && continues(lead, length, bytes[at + length])) length++
  return length
}

function announcedBy(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 1
}

/** Some first bytes leave the second less room: longer forms of short characters, surrogates, what lies beyond Unicode. */
const seconds: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
}

function continues(lead: number, place: number, byte: number | undefined): boolean {
  const [low, high] = (place === 1 ? seconds[lead] : undefined) ?? [0x80, 0xbf]
  return byte !== undefined && byte >= low && byte <= high
}
