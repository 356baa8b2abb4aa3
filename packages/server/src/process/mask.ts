export interface Masker {
  /** The bytes that can be told to be safe so far; what may be the beginning of a secret is held back. */
  push(chunk: Buffer): Buffer
  end(): Buffer
}

/** Shorter values would hit ordinary words. */
const shortest = 6
const star = '*'.charCodeAt(0)
const nothing = Buffer.alloc(0)

/** Stars over every secret and its usual encodings, byte for byte, so that offsets hold; chunk borders make no difference. */
export function masker(secrets: readonly string[]): Masker {
  const patterns = patternsOf(secrets)
  // The held bytes twice: as they came, to find secrets in, and as they will go out, since secrets may overlap.
  let heldRaw: Buffer = nothing
  let heldOut: Buffer = nothing

  if (patterns.length === 0) return { push: (chunk) => chunk, end: () => nothing }
  return {
    push(chunk) {
      const raw = Buffer.concat([heldRaw, chunk])
      const out = Buffer.concat([heldOut, chunk])
      for (const pattern of patterns) cover(raw, out, pattern)
      const border = raw.length - longestBeginning(raw, patterns)
      heldRaw = raw.subarray(border)
      heldOut = out.subarray(border)
      return out.subarray(0, border)
    },
    end() {
      const rest = heldOut
      heldRaw = nothing
      heldOut = nothing
      return rest
    },
  }
}

function cover(raw: Buffer, out: Buffer, pattern: Buffer): void {
  for (let at = raw.indexOf(pattern); at !== -1; at = raw.indexOf(pattern, at + 1)) out.fill(star, at, at + pattern.length)
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

function jsonForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [json, ascii, json.replaceAll('/', '\\/')]
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
