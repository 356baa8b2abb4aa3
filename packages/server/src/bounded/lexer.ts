/** A piece of text that is JSON, or nearly: comments, other quotes, words without quotes. */
export type Token =
  | { readonly kind: '{' | '}' | '[' | ']' | ',' | ':' }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number' | 'word'; readonly text: string }
  /** Nothing that could stand in JSON. */
  | { readonly kind: 'other' }
  /** The text ends; `cut`: in the middle of a string or a comment. */
  | { readonly kind: 'end' | 'cut' }

const space = /\s+/y
const number = /-?\d[\w.+-]*/y
const word = /[\p{L}_$][\p{L}\p{N}_$-]*/uy
const punctuation = /[{}[\],:]/

/** Which quotes may end a string that began with this one. Smart ones are often set the wrong way round. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  ...Object.fromEntries([...'“”„‟'].map((quote) => [quote, '“”„‟'])),
  ...Object.fromEntries([...'‘’‚‛`´'].map((quote) => [quote, '‘’‚‛`´'])),
}

/** Reads tokens from a place on. It never fails and never goes back. */
export class Lexer {
  readonly #text: string
  at: number

  constructor(text: string, at = 0) {
    this.#text = text
    this.at = at
  }

  next(): Token {
    if (!this.#skip()) return { kind: 'cut' }
    const first = this.#text[this.at]
    if (first === undefined) return { kind: 'end' }
    const ends = quotes[first]
    if (ends !== undefined) return this.#string(ends)
    if (punctuation.test(first)) {
      this.at += 1
      return { kind: first as '{' | '}' | '[' | ']' | ',' | ':' }
    }
    const digits = this.#take(number)
    if (digits) return { kind: 'number', text: digits }
    const name = this.#take(word)
    if (name) return { kind: 'word', text: name }
    this.at += 1
    return { kind: 'other' }
  }

  /** Space and comments. False: the text ends in a comment that does not. */
  #skip(): boolean {
    for (;;) {
      this.#take(space)
      const isLine = this.#text.startsWith('//', this.at)
      if (!isLine && !this.#text.startsWith('/*', this.at)) return true
      const end = this.#text.indexOf(isLine ? '\n' : '*/', this.at + 2)
      this.at = end === -1 ? this.#text.length : end + (isLine ? 1 : 2)
      if (end === -1) return isLine
    }
  }

  #string(ends: string): Token {
    const from = this.at + 1
    for (let at = from; at < this.#text.length; at += 1) {
      const char = this.#text[at] ?? ''
      if (char === '\\') at += 1
      else if (ends.includes(char)) {
        this.at = at + 1
        return { kind: 'string', text: meant(this.#text.slice(from, at)) }
      }
    }
    this.at = this.#text.length
    return { kind: 'cut' }
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.at += found.length
    return found
  }
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '/': '/',
  '\\': '\\',
}

/** What the characters between quotes stand for. An escape that JSON does not know stays as it is. */
function meant(inner: string): string {
  if (!inner.includes('\\')) return inner
  return inner.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, code: string | undefined, char: string | undefined) =>
    code === undefined ? (escapes[char ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
