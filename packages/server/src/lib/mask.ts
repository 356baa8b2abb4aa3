import { finderOf, type Place } from './find-texts.ts'

/** Stars over every secret and its usual encodings, byte for byte, so that offsets hold. Made once for many texts: that takes a millisecond. */
export interface Mask {
  /** The same with stars, of a text that is all there. */
  cover(bytes: Buffer): Buffer
  /** Of a text that comes in chunks; where it is cut makes no difference. */
  begin(): Masker
  /** How many bytes before a place and behind it tell whether it is part of a secret. */
  readonly reach: number
}

interface Masker {
  /** The bytes that can be told to be safe so far; what may be the beginning of a secret is held back. */
  push(chunk: Buffer): Buffer
  end(): Buffer
  /** Whether anything had to be covered so far. */
  readonly isHit: boolean
}

/** Shorter values would hit ordinary words. */
const shortest = 6
const star = '*'.charCodeAt(0)
const nothing = Buffer.alloc(0)

export function maskOf(secrets: readonly string[]): Mask {
  const patterns = patternsOf(secrets)
  if (patterns.length === 0) return { cover: (bytes) => bytes, begin: () => idle, reach: 0 }
  const find = finderOf(patterns)
  return {
    cover: (bytes) => covered(bytes, find(bytes)),
    begin: () => beginning(patterns, find),
    reach: Math.max(...patterns.map(({ length }) => length - 1)),
  }
}

export const masker = (secrets: readonly string[]): Masker => maskOf(secrets).begin()

const idle: Masker = { push: (chunk) => chunk, end: () => nothing, isHit: false }

function beginning(patterns: readonly Buffer[], find: (bytes: Buffer) => Place[]): Masker {
  // The held bytes twice: as they came, to find secrets in, and as they will go out, since secrets may overlap.
  let heldRaw: Buffer = nothing
  let heldOut: Buffer = nothing
  let isHit = false
  return {
    push(chunk) {
      const raw = joined(heldRaw, chunk)
      const places = find(raw)
      isHit ||= places.length > 0
      const out = covered(joined(heldOut, chunk), places)
      const border = raw.length - longestBeginning(raw, patterns)
      // Copies, since whoever reads files reads the next piece into the same place.
      heldRaw = Buffer.from(raw.subarray(border))
      heldOut = Buffer.from(out.subarray(border))
      return out.subarray(0, border)
    },
    end() {
      const rest = heldOut
      heldRaw = nothing
      heldOut = nothing
      return rest
    },
    get isHit() {
      return isHit
    },
  }
}

const joined = (held: Buffer, chunk: Buffer): Buffer => (held.length === 0 ? chunk : Buffer.concat([held, chunk]))

function covered(bytes: Buffer, places: readonly Place[]): Buffer {
  if (places.length === 0) return bytes
  const out = Buffer.from(bytes)
  for (const { from, to } of places) out.fill(star, from, to)
  return out
}

/** The length of the longest end of the text with which some pattern begins. */
function longestBeginning(raw: Buffer, patterns: readonly Buffer[]): number {
  let longest = 0
  for (const pattern of patterns) {
    for (let length = Math.min(pattern.length - 1, raw.length); length > longest; length--) {
      const at = raw.length - length
      if (raw[at] === pattern[0] && raw.compare(pattern, 0, length, at) === 0) longest = length
    }
  }
  return longest
}

function patternsOf(secrets: readonly string[]): Buffer[] {
  const texts = new Set(secrets.filter((secret) => Buffer.byteLength(secret) >= shortest).flatMap(formsOf))
  return [...texts].map((text) => Buffer.from(text))
}

/** How a value shows up in what programs print. */
function formsOf(secret: string): string[] {
  return [secret, ...jsonForms(secret), ...urlForms(secret), ...base64Forms(Buffer.from(secret))]
}

/** Up to three deep: a file of JSON in a result of JSON in a message of JSON. */
function jsonForms(secret: string): string[] {
  const once = escaped(secret)
  const twice = once.flatMap(escaped)
  return [...new Set([...once, ...twice, ...twice.flatMap(escaped)])]
}

function escaped(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [...new Set([json, ascii, json.replaceAll('/', '\\/')])]
}

function urlForms(secret: string): string[] {
  const url = encodeURIComponent(secret.toWellFormed())
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const lowerHex = (text: string) => text.replace(/%../g, (code) => code.toLowerCase())
  return [url, form, lowerHex(url), lowerHex(form)]
}

/** Alone, with and without padding, and in the middle of something longer: there only the characters that the neighbours do not touch are known. */
function base64Forms(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const alone = bytes.toString('base64')
  const all = [alone, alone.replace(/=+$/, ''), ...inside]
  return [...all, ...all.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]
}
