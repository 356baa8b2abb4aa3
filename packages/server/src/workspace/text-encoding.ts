import { analyse } from 'chardet'
import { characterAround } from '../lib/utf8.ts'

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5'] as const
export type Encoding = (typeof encodings)[number]

/** A text is told by its beginning: more of it makes nobody surer, and everybody waits. */
const judgedBytes = 64 * 1024

/**
 * What the beginning of a file is written in; null: it is no text, or in letters we cannot tell. Of several that would do, the one that
 * is harder to fit by accident counts: a mark, then UTF-16 by its NULs, then UTF-8, then what is usual in Chinese.
 */
export function encodingOf(file: Buffer): Encoding | null {
  const bytes = file.subarray(0, judgedBytes)
  const marked = markedAs(bytes)
  if (marked) return isText(bytes, marked, 'some') ? marked : null
  if (bytes.includes(0)) return wideOf(bytes)
  if (isText(bytes, 'utf-8', 'some')) return 'utf-8'
  return chineseOf(bytes)
}

/** The text of bytes that were told to be such. A mark at the beginning is no part of it; what is left of a last character shows as one. */
export const decoded = (bytes: Buffer, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)

/** The greatest place up to this one that lies between two characters. */
export function cutBefore(bytes: Buffer, at: number, encoding: Encoding): number {
  if (at >= bytes.length) return bytes.length
  if (encoding === 'utf-8') return characterAround(bytes, at).start
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return cutWide(bytes, at, encoding)
  let place = 0
  for (let next = 0; next <= at; next += lengthAt(bytes, next, encoding)) place = next
  return place
}

function markedAs(bytes: Buffer): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null
}

/**
 * Whatever is ASCII has its NUL on the same side, and few letters have one on the other; numbers have both together. Names with a NUL
 * behind each are text too once those are gone, but have fewer of them.
 */
function wideOf(bytes: Buffer): Encoding | null {
  const nuls: [even: number, odd: number] = [0, 0]
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) nuls[at % 2 === 0 ? 0 : 1] += 1
  const [even, odd] = nuls
  if (
    (even + odd) * 4 < bytes.length &&
    strictly(
      bytes.filter((byte) => byte !== 0),
      'utf-8',
    ) !== null
  )
    return null
  const likely: readonly Encoding[] = even > odd ? ['utf-16be', 'utf-16le'] : ['utf-16le', 'utf-16be']
  return likely.find((encoding) => isText(bytes, encoding, 'no')) ?? null
}

/** Lines and columns, what terminals are told (bell, backspace, escape), and the end of a line on large machines. */
const usualControls: ReadonlySet<number> = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b, 0x85])
/** Nobody writes with these: no characters, and ones that each machine means something else by. */
const unwritten = /[\p{Cn}\p{Co}\p{Cs}]/u

/** Some controls make a log no less of a text, where everything else says so. */
function isText(bytes: Buffer, encoding: Encoding, mayControl: 'some' | 'no'): boolean {
  const text = strictly(bytes, encoding)
  if (text === null || text.includes('\0')) return false
  if (mayControl === 'some') return !hasMoreControls(text, text.length / 100)
  return !hasMoreControls(text, 0) && !unwritten.test(text)
}

function hasMoreControls(text: string, most: number): boolean {
  let found = 0
  for (let at = 0; at < text.length && found <= most; at++) {
    const code = text.charCodeAt(at)
    if ((code < 0x20 || (code >= 0x7f && code <= 0x9f)) && !usualControls.has(code)) found += 1
  }
  return found > most
}

/** Null: that is not how it is written. A last character that is not all there is not held against it: it was cut off, or is still being written. */
function strictly(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}

type Chinese = 'gb18030' | 'big5'

/** Enough to know a language by. */
const sampleBytes = 16 * 1024
/** Less than this is what chance may give. */
const sureVote = 90
/** Characters; a few of them look like every language. */
const enough = 64

/** By what share of it is in everyday use, then by what language it looks like, then by what is more usual. */
function chineseOf(bytes: Buffer): Chinese | null {
  const possible = (['gb18030', 'big5'] as const).filter((encoding) => isText(bytes, encoding, 'no'))
  if (possible.length === 0) return null
  const votes = new Map(analyse(bytes.subarray(0, sampleBytes)).map(({ name, confidence }) => [name.toLowerCase(), confidence]))
  const voteFor = (name: string): number => votes.get(name) ?? 0
  const foreign = Math.max(...['shift_jis', 'euc-jp', 'euc-kr'].map(voteFor))
  const ranked = possible
    .map((encoding) => ({ encoding, ...everydayShare(bytes, encoding), vote: voteFor(encoding) }))
    .toSorted((a, b) => (Math.abs(b.share - a.share) > 0.1 ? b.share - a.share : b.vote - a.vote))
  const [best] = ranked
  if (!best || (best.count >= enough && foreign >= sureVote && best.vote < foreign)) return null
  return best.share >= 0.6 || best.vote >= sureVote ? best.encoding : null
}

/** Both standards put punctuation and the few thousand characters of everyday use apart from the rare ones. */
const everyday: Record<Chinese, (lead: number, trail: number) => boolean> = {
  gb18030: (lead, trail) => trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7)),
  big5: (lead, trail) => lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1),
}

function everydayShare(bytes: Buffer, encoding: Chinese): { count: number; share: number } {
  let [count, usual] = [0, 0]
  for (let at = 0; at < bytes.length; at += lengthAt(bytes, at, encoding)) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]]
    if (lead < 0x80) continue
    count += 1
    if (everyday[encoding](lead, trail)) usual += 1
  }
  return { count, share: usual / Math.max(1, count) }
}

function lengthAt(bytes: Buffer, at: number, encoding: Chinese): number {
  const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]]
  if (lead <= 0x80 || lead === 0xff) return 1
  return encoding === 'gb18030' && trail >= 0x30 && trail <= 0x39 ? 4 : 2
}

function cutWide(bytes: Buffer, at: number, encoding: 'utf-16le' | 'utf-16be'): number {
  const even = at - (at % 2)
  if (even + 1 >= bytes.length) return even
  const unit = encoding === 'utf-16le' ? bytes.readUInt16LE(even) : bytes.readUInt16BE(even)
  return (unit & 0xfc00) === 0xdc00 && even >= 2 ? even - 2 : even
}
